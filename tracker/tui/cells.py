"""Text measured in terminal cells, so that columns stand straight under any name."""

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size

# Controls would move the terminal's cursor, and marks of direction reorder the rest of the row; U+FE0F makes a sign's
# width differ from terminal to terminal. Only the picture leaves them out, the name keeps them.
_UNSAFE: dict[int, str | None] = {
    **dict.fromkeys(range(0x20), " "),
    **dict.fromkeys(
        (*range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFE0F)
    ),
}


def shown(text: str) -> str:
    """`text` as it can stand on the screen: line breaks and controls become spaces, invisible marks go."""
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_UNSAFE)


def width(text: str) -> int:
    """Cells that `text` takes."""
    return len(text) if text.isascii() else cell_len(text)


def clip(text: str, cells: int, ellipsis: str = "…") -> str:
    """`text` in at most `cells` cells, cut with an ellipsis when it is longer."""
    if width(text) <= cells:
        return text
    if cells <= width(ellipsis):
        return ellipsis[: max(cells, 0)]
    return set_cell_size(text, cells - width(ellipsis)).rstrip() + ellipsis


def fit(text: str, cells: int, *, right: bool = False, ellipsis: str = "…") -> str:
    """`text` in exactly `cells` cells, clipped or filled with spaces."""
    clipped = clip(text, cells, ellipsis)
    gap = " " * max(0, cells - width(clipped))
    return gap + clipped if right else clipped + gap


def wrapped(words: Iterable[str], cells: int) -> list[list[str]]:
    """Words in lines of at most `cells` cells; a word longer than a line is cut into pieces."""
    lines: list[list[str]] = [[]]
    room = cells
    for word in words:
        piece = word
        while width(piece.rstrip()) > max(cells, 1):
            head = set_cell_size(piece, max(cells, 2)).rstrip() or piece[:1]
            lines.append([head])
            piece, room = piece[len(head) :], 0
        if width(piece.rstrip()) > room:
            lines.append([])
            room, piece = cells, piece.lstrip()
        if piece:
            lines[-1].append(piece)
            room -= width(piece)
    return [line for line in lines if line] or [[]]
