"""Lists of combatants: CSV and TSV in any dialect, Markdown tables, lines typed into a phone."""

import csv
import io
import re
from collections import Counter
from pathlib import Path
from typing import Any

from tracker.library.importers import list_lines
from tracker.library.importers.fields import hp_parts, speeds
from tracker.library.importers.figures import challenge, dice, is_empty, modifier_of, plain, whole
from tracker.library.importers.list_columns import are_bonuses, columns_from, columns_guessed, is_total
from tracker.library.importers.list_result import deliver
from tracker.library.importers.markup import one_line
from tracker.library.importers.result import Imported
from tracker.library.importers.rows import points

_DELIMITERS = ("\t", ";", "|", ",")
_COMMENT = re.compile(r"^\s*(?:#(?!\s*[;,\t|]|\w+[;,\t|])|//|--\s)")
_RULE = re.compile(r"^[\s|:+=-]+$")
_MOST_ROWS = 5_000


def read(text: str, found: Imported) -> None:
    """A table when the lines have columns, else line by line; says what it understood."""
    lines = [
        (number, line)
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not _COMMENT.match(line) and not _RULE.match(line)
    ]
    if len(lines) > _MOST_ROWS:
        found.problem(
            found.file, f"{len(lines):,} lines are more than a list of combatants has (at most {_MOST_ROWS:,})"
        )
        return
    separator = re.match(r"sep=(.)$", lines[0][1].strip()) if lines else None
    if separator:
        lines = lines[1:]
    delimiter = separator[1] if separator else _delimiter([line for _, line in lines])
    if delimiter is None or not lines:
        list_lines.read(lines, found)
        return
    rows = [(number, _cells(line, delimiter)) for number, line in _whole_rows(lines)]
    _table(rows, found)


def _whole_rows(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Rows whose quoted cells hold line ends put together again."""
    result: list[tuple[int, str]] = []
    for number, line in lines:
        if result and result[-1][1].count('"') % 2 and '"' in line and len(result[-1][1]) < 4000:
            result[-1] = (result[-1][0], f"{result[-1][1]} {line}")
        else:
            result.append((number, line))
    return result


def _delimiter(lines: list[str]) -> str | None:
    best: tuple[float, str] | None = None
    for delimiter in _DELIMITERS:
        widths = Counter(len(_cells(line, delimiter)) for line in lines)
        width, hits = widths.most_common(1)[0] if widths else (1, 0)
        share = sum(number for size, number in widths.items() if size > 1) / max(len(lines), 1)
        if width < 2 or share < 0.6 or (delimiter == "," and _is_prose(lines)):
            continue
        score = share + hits / len(lines)
        if best is None or score > best[0] + 0.01:
            best = (score, delimiter)
    return best[1] if best else None


def _is_prose(lines: list[str]) -> bool:
    """Sentences with commas are no table."""
    return sum(1 for line in lines if len(line.split()) > 14 and ", " in line) * 2 > len(lines)


def _cells(line: str, delimiter: str) -> list[str]:
    if delimiter == "|":
        line = line.strip().strip("|")
    try:
        row = next(csv.reader(io.StringIO(line), delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:
        row = line.split(delimiter)
    return [one_line(cell) for cell in row]


def _table(rows: list[tuple[int, list[str]]], found: Imported) -> None:
    columns, start = None, 0
    for index, (_, cells) in enumerate(rows[:6]):
        columns = columns_from(cells)
        if columns is not None:
            start = index + 1
            break
    data = rows[start:]
    if columns is None:
        columns = columns_guessed([cells for _, cells in data]) if data else None
        if columns is None or not _worth(data, columns):
            found.problem(
                found.file, "neither a stat block nor a list of combatants: no column of names beside numbers"
            )
            return
        found.note(
            "without headings, the columns were read as " + ", ".join(columns[index] for index in sorted(columns))
        )
    if not data:
        found.problem(found.file, "a heading row, and no combatants below it")
        return
    headings = rows[start - 1][1] if start else []
    has_count = "count" in columns.values()
    _settle_initiative(columns, data, has_count, found)
    made = [row for number, cells in data if (row := _row(number, cells, columns, headings, found))]
    deliver(made, Path(found.file).stem, found)


def _worth(data: list[tuple[int, list[str]]], columns: dict[int, str]) -> bool:
    names = [
        cells[index] for index, column in columns.items() if column == "name" for _, cells in data if index < len(cells)
    ]
    return (
        len(columns) > 1
        and any(column in columns.values() for column in ("init", "hp"))
        and all(len(name) < 80 for name in names)
    )


def _settle_initiative(
    columns: dict[int, str], data: list[tuple[int, list[str]]], has_count: bool, found: Imported
) -> None:
    for index, column in list(columns.items()):
        if column != "init":
            continue
        if are_bonuses((cells[index] for _, cells in data if index < len(cells)), has_count):
            columns[index] = "bonus"
            found.note("the initiative column was read as bonuses, not as counts rolled")
        else:
            found.note("the initiative column was read as counts already rolled")


def _row(
    number: int, cells: list[str], columns: dict[int, str], headings: list[str], found: Imported
) -> dict[str, Any] | None:
    values = {
        column: cells[index] for index, column in columns.items() if index < len(cells) and not is_empty(cells[index])
    }
    if not any(cell.strip() for cell in cells) or is_total(values.get("name", "")):
        return None
    if "name" not in values:
        found.problem(f"{found.file}:{number}", "a row without a name: left out")
        return None
    name, amount = list_lines.name_and_count(values["name"])
    row: dict[str, Any] = {"name": name}
    number_given = whole(values.get("count")) if "count" in values else amount
    if number_given is not None and number_given <= 0:
        found.note(f"line {number}: {name} has the number {number_given}: it takes no part")
        return None
    if number_given and number_given > 1:
        row["count"] = min(number_given, 500)
    _figures(values, row, f"{found.file}:{number}", found)
    extra = [
        f"{heading}: {cell}"
        for index, (heading, cell) in enumerate(zip(headings, cells, strict=False))
        if index not in columns and not is_empty(cell) and not is_empty(heading)
    ]
    notes = [values["notes"]] if "notes" in values else []
    if notes or extra:
        row["notes"] = "; ".join(notes + extra)
    return row


def _figures(values: dict[str, str], row: dict[str, Any], where: str, found: Imported) -> None:
    current, maximum = hp_parts(values.get("hp"))
    if "current" in values and (now := whole(values["current"])) is not None:
        current, maximum = now, maximum if maximum is not None else now
    if (amount := points(current, maximum)) is not None:
        row["hp"] = amount
    elif "hp" in values:
        found.problem(where, f"hit points '{values['hp']}' of {row['name']} are no number: left out")
    if rolled := dice(values.get("dice")) or dice(values.get("hp")):
        row["hp_dice"] = rolled
    for column, key in (
        ("init", "initiative"),
        ("bonus", "initiative_bonus"),
        ("temp", "temp_hp"),
        ("xp", "xp"),
        ("passive", "passive"),
        ("ac", "ac"),
    ):
        if column in values:
            figure = whole(values[column])
            if figure is not None:
                row[key] = figure
            else:
                found.problem(where, f"{column} '{values[column]}' of {row['name']} is no number: left out")
    if "dex" in values and (score := whole(values["dex"])) is not None:
        signed = plain(values["dex"])[:1] in "+-"
        row.setdefault("initiative_bonus", score if signed or score < 1 else modifier_of(score))
    if rest := re.match(r"\s*\d+\s*\(([^()]+)\)", values.get("ac", "")):
        row["ac_note"] = rest[1]
    if (rating := challenge(values.get("cr"))) is not None:
        row["cr"] = rating
    if "speed" in values and (moves := speeds(values["speed"])[0]):
        row["speed"] = moves
    for key in ("type", "side", "conditions"):
        if key in values:
            row[key] = values[key]
    if values.get("hidden", "").lower() in ("x", "yes", "true", "1", "y", "ja", "oui", "si", "hidden"):
        row["hidden"] = True
