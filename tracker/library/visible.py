"""Text from anywhere as it may stand in a terminal, a log or a file: no letter of it can give an order there."""

from tracker.regex import regex

# Controls move cursors, set titles and fill clipboards; marks of direction make a line read as another.
_UNSAFE = regex("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_BREAKS = regex("\r\n|[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")


def visible(text: str) -> str:
    """`text` with controls and marks of direction written out (`\\u001b`), line breaks and tabs kept.

    JSON comes out as other JSON of the same meaning.
    """
    return text if text.isprintable() else _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(text: str) -> str:
    """`text` as `visible` has it, on one line: a name with a line break in it cannot pass for a line of its own."""
    return text if text.isprintable() else visible(_BREAKS.sub(" ", text))
