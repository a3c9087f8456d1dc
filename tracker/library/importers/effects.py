"""What a sentence of a stat block does: damage, saving throws, conditions, areas, healing.

Sentences come in on one line (markup.one_line); all three editions' wordings are read by the same patterns.
"""

import re
from typing import Any

from tracker.frozen import Frozen
from tracker.library.importers import words
from tracker.library.importers.figures import dice

_DICE = r"\d{0,3}[dD]\d{1,3}(?:\s*[+-]\s*\d{1,4}(?!\s*[dD]\d))?"
_TYPE = rf"(?:{'|'.join(words.DAMAGE_TYPES)})"
_TYPES = rf"{_TYPE}(?:(?:\s*,\s*(?:or\s+)?|\s+or\s+|\s*/\s*){_TYPE})*"
_AMOUNT = rf"(?:\d{{1,4}}\s*\(\s*({_DICE})[^()]{{0,40}}\)|\(\s*({_DICE})\s*\)|({_DICE})|(?<![\dd/+-])(\d{{1,4}}))"
_DAMAGE = re.compile(
    rf"{_AMOUNT}\s*(?:magical\s+|nonmagical\s+|extra\s+|additional\s+|points?\s+of\s+)*"
    rf"(?:({_TYPES})\b(?:\s+damage)?|(?:{_TYPE}\s+)?damage\b)",
    re.I,
)
_ABILITY = r"(str(?:ength)?|dex(?:terity)?|con(?:stitution)?|int(?:elligence)?|wis(?:dom)?|cha(?:risma)?)"
_SAVE = re.compile(
    rf"DC\s*(?:of\s*)?(\d{{1,2}})\s*:?\s*{_ABILITY}(?:\s+or\s+{_ABILITY})?\.?\b(?!\s*(?:\([^()]*\)\s*)?(?:ability\s+)?check)(?:\s+(?:saving\s+throws?|saves?))?"
    rf"|\b{_ABILITY}(?:\s+or\s+{_ABILITY})?\.?\s+(?:saving\s+throws?|saves?)\s*(?::|\(|,|with\s+a|against(?:\s+a)?|of|vs\.?)?\s*DC\s*(?:of\s*)?(\d{{1,2}})",
    re.I,
)
_CONDITION = rf"(?:{'|'.join(words.CONDITIONS)})"
_HAS_CONDITION = re.compile(
    rf"\bthe\s+({_CONDITION}(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+){_CONDITION})*)\s+conditions?\b", re.I
)
_BECOMES = re.compile(
    rf"\b(?:be|become|becomes|is|are|falls?|fall|and|or|knocked|rendered|being)\s+"
    rf"(?:also\s+|magically\s+|then\s+|instead\s+|knocked\s+|both\s+|automatically\s+|to\s+be\s+|immediately\s+)*({_CONDITION})\b",
    re.I,
)
_NO_EFFECT = re.compile(
    r"(?:\bwhile|n't|\bnot|\bif\s+(?:the\s+)?(?:target|creature|it)|\balready|\bcreatures?\s+(?:that|who)\s+(?:is|are)|"
    r"\bimmune\s+to|\bagainst|\bends?|\bthat\s+is|\bthat\s+are|\bwho\s+is|\bno\s+longer|\bunless|\bavoid|\bresistant\s+to|\bthe\s+end\s+of|"
    r"\bwhether|\buntil\s+it|\bwhen|\bcan)\s*(?:\w+\s+){0,3}$",
    re.I,
)
_ONGOING = re.compile(
    r"at\s+the\s+(?:start|beginning|end)\s+of\s+each\s+of|each\s+(?:round|turn)|at\s+the\s+(?:start|end)\s+of\s+(?:every|its\s+turns)",
    re.I,
)
_HALF = re.compile(
    r"half\s+(?:as\s+much|the|of\s+the|that|damage|this|dmg)|\bhalf\b[^.]{0,25}\bon\s+a\s+(?:success|save)|\b(?:save|dc\s*\d+)\s+(?:for\s+)?half|takes?\s+half",
    re.I,
)
_HEALS = re.compile(rf"\bregains?\s+(?:\d+\s*)?\(?\s*({_DICE})\s*\)?\s+(?:\w+\s+)?hit\s+points", re.I)
_FEET = words.SPANS
_AREAS = (
    (
        re.compile(
            rf"(\d+)[- ]*{_FEET}[- ]*(?:long)?,?[- ]*(?:by\s+)?(?:(\d+)[- ]*{_FEET}[- ]*wide\s+)?line\b"
            rf"(?:\s+that\s+is\s+(\d+)\s*{_FEET}\s*wide)?",
            re.I,
        ),
        "line",
    ),
    (
        re.compile(
            rf"\bline\s+(?:that\s+is\s+)?(\d+)\s*{_FEET}\s*long\s*(?:,|and|by)\s*(?:and\s+)?(\d+)\s*{_FEET}\s*wide()",
            re.I,
        ),
        "line",
    ),
    (re.compile(rf"(\d+)[- ]*{_FEET}[- ]*cone\b", re.I), "cone"),
    (re.compile(rf"(\d+)[- ]*{_FEET}[- ]*emanation\b", re.I), "emanation"),
    (
        re.compile(
            rf"(\d+)[- ]*{_FEET}[- ]*(?:radius|high|tall)?,?[- ]*"
            rf"(?:\d+[- ]*{_FEET}[- ]*(?:radius|high)[- ]*)?cylinder\b",
            re.I,
        ),
        "cylinder",
    ),
    (re.compile(rf"(\d+)[- ]*{_FEET}[- ]*cube\b", re.I), "cube"),
    (re.compile(rf"(\d+)[- ]*{_FEET}[- ]*radius[- ]*sphere\b", re.I), "sphere"),
    (re.compile(rf"(\d+)[- ]*{_FEET}[- ]*radius\b", re.I), "radius"),
    (re.compile(rf"\bwithin\s+(\d+)\s*{_FEET}", re.I), "within"),
)
_CLAUSES = re.compile(
    r"\b((?:first\s+|second\s+|each\s+)?failures?(?:\s+or\s+success)?(?:\s+by\s+5\s+or\s+more)?|success(?:\s+or\s+failure)?)\s*:"
    r"|(\bon\s+a\s+(?:successful|success)\b|\bif\s+the\s+sav(?:e|ing\s+throw)\s+(?:is\s+successful|succeeds)|\ba\s+(?:successful|success)\b)"
    r"|(\bon\s+a\s+(?:failed|failure)\b)",
    re.I,
)


class Damage(Frozen):
    """One amount of damage in a sentence: where it stands and `2d6+4 piercing` as we write it."""

    start: int
    end: int
    text: str
    typed: bool


def damages(text: str) -> list[Damage]:
    """Every amount of damage in the text, in order; "necrotic or radiant" is `necrotic|radiant`, no type is `any`."""
    found = []
    for hit in _DAMAGE.finditer(text):
        amount = dice(hit[1] or hit[2] or hit[3]) if hit[4] is None else str(int(hit[4]))
        types = [kind.lower() for kind in re.findall(_TYPE, hit[5] or "", re.I)]
        if not amount or (not types and hit[4] is not None):
            continue
        if types and not hit.group().lower().endswith("damage") and hit[4] is not None:
            continue
        found.append(Damage(hit.start(), hit.end(), f"{amount} {'|'.join(types) or 'any'}", bool(types)))
    return found


def conditions(text: str) -> list[str]:
    """Conditions that the text puts on somebody, not those it merely talks about."""
    found: list[tuple[int, str]] = []
    for pattern in (_HAS_CONDITION, _BECOMES):
        for hit in pattern.finditer(text):
            if _NO_EFFECT.search(text, max(0, hit.start() - 45), hit.start() + (3 if pattern is _BECOMES else 0)):
                continue
            found += [(hit.start(), name.lower()) for name in re.findall(_CONDITION, hit[1], re.I)]
    if tired := re.search(
        r"\bgains?\s+(?:\d+|one|two|a|an)\s+(?:exhaustion\s+levels?|levels?\s+of\s+exhaustion)|suffers?\s+(?:one|two|a)\s+levels?\s+of\s+exhaustion",
        text,
        re.I,
    ):
        found.append((tired.start(), "exhaustion"))
    if stone := re.search(r"\bturned\s+to\s+stone\b", text, re.I):
        found.append((stone.start(), "petrified"))
    return list(dict.fromkeys(name for _, name in sorted(found, key=lambda pair: pair[0])))


def area(text: str) -> str | None:
    """The area or range of an effect in feet (`60 ft. line, 5 ft. wide`, `30 ft. cone`, `within 10 ft.`)."""
    for pattern, shape in _AREAS:
        if not (hit := pattern.search(text)):
            continue
        if shape == "line":
            wide = hit[2] or hit[3] or None
            return f"{hit[1]} ft. line" + (f", {wide} ft. wide" if wide else "")
        return f"within {hit[1]} ft." if shape == "within" else f"{hit[1]} ft. {shape}"
    return None


def escape(text: str) -> int | None:
    """The DC to escape a grapple."""
    hit = re.search(r"\bescape\s*(?::|is)?\s*DC\s*(\d{1,2})", text, re.I)
    return int(hit[1]) if hit else None


def heals(text: str) -> str | None:
    """The dice of hit points regained."""
    hit = _HEALS.search(text)
    return dice(hit[1]) if hit else None


def saving_throws(text: str) -> list[dict[str, Any]]:
    """Each saving throw with what it is for: save, dc, damage, half, inflicts, ongoing, in the order of the text."""
    starts = list(_SAVE.finditer(text))
    found: list[dict[str, Any]] = []
    for index, hit in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        named = [words.ability(name) for name in (hit[2] or hit[4], hit[3] or hit[5]) if name]
        scope = text[hit.end() : end]
        save = {"save": " or ".join(filter(None, named)), "dc": int(hit[1] or hit[6])} | outcome(
            scope, _before(text, hit.start())
        )
        if not (found and len(save) == 2 and all(found[-1].get(k) == save[k] for k in ("save", "dc"))):
            found.append(save)
    return found


def first_save(text: str) -> int | None:
    """Where the first saving throw stands in the text."""
    hit = _SAVE.search(text)
    return hit.start() if hit else None


def _before(text: str, start: int) -> str:
    """The sentence that leads to a saving throw: "takes 10 (3d6) fire damage, or half with a successful DC 15 ..."."""
    return text[max(text.rfind(". ", 0, start) + 2, 0) : start] if start else ""


def outcome(scope: str, lead: str = "") -> dict[str, Any]:
    """What failing does, from the words behind the save's DC; `half` says whether success halves the damage."""
    failing = _failing(scope)
    found: dict[str, Any] = {}
    direct, ongoing = damage_lists(failing)
    if not direct and re.search(r"\btakes?\b", lead):
        direct, _ = damage_lists(lead)
    if direct:
        found["damage"] = direct
    if direct or ongoing:
        found["half"] = bool(_HALF.search(scope) or _HALF.search(lead))
        if not direct:
            del found["half"]
    if ongoing:
        found["ongoing"] = ongoing
    if inflicted := conditions(failing):
        found["inflicts"] = inflicted
    return found


def _failing(scope: str) -> str:
    """The words that apply on a failure: without what follows "Success:" or "on a success"."""
    kept: list[str] = []
    last, keep = 0, True
    for hit in _CLAUSES.finditer(scope):
        if keep:
            kept.append(scope[last : hit.start()])
        label = hit.group().lower()
        stays = "fail" in label
        if stays and "second" in label:
            stays = True
        keep, last = stays, hit.end()
    if keep:
        kept.append(scope[last:])
    return " ".join(kept)


def damage_lists(text: str) -> tuple[list[str], list[str]]:
    """Damage taken at once and damage taken turn after turn."""
    direct: list[str] = []
    ongoing: list[str] = []
    for sentence in sentences(text):
        found = [part.text for part in damages(sentence)]
        (ongoing if _ONGOING.search(sentence) else direct).extend(found)
    return direct, list(dict.fromkeys(ongoing))


def sentences(text: str) -> list[str]:
    """The text cut at full stops that end a sentence; `5 ft.` before a small letter does not."""
    return re.split(r"(?<=[.!?;])\s+(?=[A-Z*(])", text)
