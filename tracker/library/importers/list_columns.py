"""What the columns of a list mean, from their headings in several languages or from what stands in them."""

import re
import unicodedata
from collections.abc import Iterable

from tracker.library.importers.figures import plain, whole

HEADINGS = {
    "name": (
        "name names creature creatures monster monsters combatant combatants character characters who nom "
        "nombre nome kreatur charakter enemy enemies npc figure token label wer gegner personaggio criatura "
        "creature/npc creaturename monstername"
    ),
    "init": (
        "init initiative ini roll initroll initiativeroll rolledinitiative initiativecount initcount "
        "initiativ iniziativa iniciativa inizi turnorder order"
    ),
    "bonus": (
        "initbonus initiativebonus inibonus initmod inimod initiativemod initiativemodifier "
        "initiativebonusmod mod modifier dexmod dexmodifier bonus dexbonus initmodifier gemod"
    ),
    "dex": "dex dexterity geschicklichkeit ge destreza des dexterite",
    "hp": (
        "hp hitpoints maxhp hpmax maxhitpoints max maximumhp health life hits pv tp pg lp pf trefferpunkte "
        "lebenspunkte puntosdegolpe puntosdevida pointsdevie puntiferita totalhp"
    ),
    "current": "current currenthp hpcurrent now remaining hpnow currenthitpoints aktuell actual",
    "temp": "temp temphp temporaryhp temporaryhitpoints thp",
    "dice": "hitdice hd hpdice hpformula trefferwurfel",
    "ac": (
        "ac armorclass armourclass armor armour defense defence def ca rk rustungsklasse ruestungsklasse "
        "clasedearmadura classedarmure classearmatura"
    ),
    "count": (
        "qty count number x amount quantity anzahl cantidad quantite nb nbr no num howmany menge stuck stueck "
        "quantita #"
    ),
    "cr": "cr challenge challengerating hg fg vd gs fp",
    "xp": "xp exp experience ep px",
    "side": "side team faction group allegiance seite equipo camp fazione pc/npc pcnpc",
    "notes": "notes note comment comments remark remarks description notizen notas bemerkung notizbemerkung info",
    "conditions": "conditions condition status zustande zustand condiciones etat",
    "speed": "speed move movement bewegung velocidad vitesse",
    "hidden": "hidden invisible secret versteckt",
    "passive": "passive passiveperception pp perception",
    "type": "type typ tipo race kind",
    "size": "size grosse tamano taille",
}
_BY_WORD = {word: column for column, text in HEADINGS.items() for word in text.split()}
_TOTAL = re.compile(r"^(?:total|totals|sum|summe|gesamt|average|mean|count|totale|somme)\b", re.I)


def heading(cell: str) -> str | None:
    """The column that a heading stands for."""
    bare = re.sub(r"\([^()]*\)", "", cell) or cell
    letters = unicodedata.normalize("NFKD", plain(bare).lower())
    word = "".join(letter for letter in letters if letter.isalnum() or letter in "#/")
    return _BY_WORD.get(word) or _BY_WORD.get(word.replace("/", ""))


def columns_from(cells: list[str]) -> dict[int, str] | None:
    """Column meanings by position when the row is a heading row; None when it is data."""
    found = {index: column for index, cell in enumerate(cells) if (column := heading(cell))}
    filled = [cell for cell in cells if cell.strip()]
    if "name" not in found.values() and found and 0 not in found and cells[0].strip() == "" and len(found) >= 2:
        found[0] = "name"
    if not found or any(re.fullmatch(r"[+-]?\s*\d+", plain(cell)) for cell in filled):
        return None
    is_heading = len(found) >= 2 or (len(filled) <= 2 and "name" in found.values())
    if not is_heading:
        return None
    used: set[str] = set()
    unique: dict[int, str] = {}
    for index, column in found.items():
        if column not in used:
            unique[index] = column
            used.add(column)
    if "name" not in used:
        first = next((index for index in range(len(cells)) if index not in unique), None)
        if first is None:
            return None
        unique[first] = "name"
    return unique


def columns_guessed(rows: list[list[str]]) -> dict[int, str] | None:
    """Column meanings without headings: the name, then numbers by the common habit; None when no column holds names."""
    width = max(map(len, rows))
    numeric = [_share(rows, index) for index in range(width)]
    name = next(
        (index for index in range(width) if numeric[index] < 0.5 and any(_cell(row, index) for row in rows)), None
    )
    if name is None:
        return None
    found = {name: "name"}
    numbers = [index for index in range(width) if index != name and numeric[index] >= 0.5]
    kinds = {1: ("init",), 2: ("hp", "ac"), 3: ("init", "hp", "ac")}.get(min(len(numbers), 3), ())
    if numbers and numbers[0] < name and len(numbers) > 1:
        kinds = ("init", "hp", "ac")
    found |= dict(zip(numbers, kinds, strict=False))
    for index in range(width):
        if index not in found and index not in numbers:
            found[index] = "notes"
            break
    return found


def _cell(row: list[str], index: int) -> str:
    return row[index].strip() if index < len(row) else ""


def _share(rows: list[list[str]], index: int) -> float:
    cells = [cell for row in rows if (cell := _cell(row, index))]
    return sum(1 for cell in cells if re.match(r"[+-]?\s*\d", plain(cell))) / len(cells) if cells else 0.0


def are_bonuses(cells: Iterable[str], has_count: bool) -> bool:
    """Whether an initiative column holds bonuses: signs before the numbers, or small numbers beside a quantity."""
    filled = [plain(cell) for cell in cells if cell.strip()]
    numbers = [number for cell in filled if (number := whole(cell)) is not None]
    if not numbers:
        return False
    if sum(1 for cell in filled if cell[:1] == "+") * 2 > len(filled):
        return True
    return has_count and all(-5 <= number <= 10 for number in numbers)


def is_total(name: str) -> bool:
    """Whether a row sums the others up."""
    return bool(_TOTAL.match(name))
