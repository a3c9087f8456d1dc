"""Out of HTML, Markdown, wikilinks and enrichers comes the sentence a person would read."""

import html
import re

from tracker.library.importers.figures import plain

_BREAKS = re.compile(r"<\s*(?:br|/p|/li|/tr|/h\d|/div|/ul|/ol|p|li|h\d)\b[^>]*>", re.I)
_TAGS = re.compile(r"<[a-zA-Z/!][^<>]{0,2000}>")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*])", re.S)
_UNDERSCORES = re.compile(r"(?<![\w_])(_{1,3})(?=\S)([^_\n]+?)(?<=\S)\1(?![\w_])")
_WIKI = re.compile(r"!?\[\[([^\[\]|]*)(?:\\?\|([^\[\]]*))?\]\]")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\)")
_ENRICHER = re.compile(r"\[\[/[^\[\]]*\]\](?:\{([^{}]*)\})?")
_EMBED = re.compile(r"[@&](?:Embed|UUID|Compendium|Reference|Actor|Item)\[([^\[\]]*)\](?:\{([^{}]*)\})?")
_DICE_CODE = re.compile(r"`?dice:\s*([^`|]+?)(?:\|[^`]*)?`|\bdice:\s*([0-9dD+\- ]+)(?:\|text\((\d+)\))?")
_MARKED = re.compile(r"[<&\[*_`\n\t\r\f\v\u00a0\u2000-\u200a\u202f\u3000]|dice:|  ")
_BLANKS = re.compile(r"[ \t]+")
_GAPS = re.compile(r"\n{3,}")
_SPACES = re.compile(r"\s+")
_HYPHENATED = re.compile(r"(?<=[a-z])[-\u2010\u00ad]\n[ \t]*(?=[a-z])")


def prose(text: object) -> str:
    """Plain sentences: links keep their label, emphasis and tags go, line ends stay, typography becomes ordinary."""
    if not isinstance(text, str) or not _MARKED.search(text):
        return plain(text)
    if "<" in text or "&" in text:
        text = html.unescape(_TAGS.sub("", _BREAKS.sub("\n", text))) if "<" in text else html.unescape(text)
    if "[" in text:
        text = _without_links(text)
    if "dice:" in text:
        text = _DICE_CODE.sub(lambda m: (m[1] or m[2]).strip(), text)
    if "*" in text:
        text = _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", text))
    if "_" in text:
        text = _UNDERSCORES.sub(r"\2", text)
    lines = (_BLANKS.sub(" ", line).strip() for line in plain(text).split("\n"))
    return _GAPS.sub("\n\n", "\n".join(lines)).strip()


def _without_links(text: str) -> str:
    text = _ENRICHER.sub(lambda m: m[1] or "", text)
    text = _EMBED.sub(lambda m: m[2] or _label(m[1]), text)
    for _ in range(3):
        text, count = _WIKI.subn(lambda m: (m[2] or "").strip() or _label(m[1]), text)
        if not count:
            break
    return _LINK.sub(r"\1", text)


def _label(target: str) -> str:
    target = re.sub(r"\s+\w+=\w+", "", target).split("=")[-1].strip()
    name = re.split(r"[/\\]", target)[-1].split("#")[-1] if "#" not in target else target.split("#")[-1]
    return name.removesuffix(".md").strip()


def one_line(text: object) -> str:
    """The prose on one line, words hyphenated at a line end joined."""
    if not isinstance(text, str) or not _MARKED.search(text):
        return plain(text)
    return _SPACES.sub(" ", prose(_HYPHENATED.sub("", text))).strip()


def entry_name(text: object) -> str:
    """A heading cleaned of markup and of the full stop, comma or colon that stat blocks put behind it."""
    return one_line(text).rstrip(" .,:;").strip()
