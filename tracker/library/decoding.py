"""From a path to text: regular files only, a size limit, and every encoding that other programs leave behind."""

import os
from pathlib import Path

from tracker.library.problems import LibraryError
from tracker.library.regular import NOT_REGULAR, open_regular

LIMIT = 64 * 1024 * 1024
_BOMS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


class UnreadableFileError(LibraryError):
    """The file could not be turned into text; the message says why, in words for the GM."""


def read_text(path: Path, limit: int = LIMIT) -> tuple[str, list[str]]:
    """The file's text with plain line ends, and remarks about how it was read.

    Raises UnreadableFileError for what is no regular file, over `limit` bytes, refused by the system or not text.
    """
    return decode(_read_bytes(path, limit))


def _read_bytes(path: Path, limit: int) -> bytes:
    try:
        handle = open_regular(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except ValueError as error:
        raise UnreadableFileError("this is no file name") from error
    except OSError as error:
        raise UnreadableFileError(_why(error)) from error
    with os.fdopen(handle, "rb") as file:
        size = os.fstat(handle).st_size
        if size > limit:
            told = f"{size // 2**20} MB is more than the {limit // 2**20} MB that are read"
            raise UnreadableFileError(f"{told}; split it")
        try:
            data = file.read(limit + 1)
        except OSError as error:
            raise UnreadableFileError(_why(error)) from error
    if len(data) > limit:
        raise UnreadableFileError(f"more than the {limit // 2**20} MB that are read; split it")
    return data


def _why(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if error.strerror == NOT_REGULAR:
        return NOT_REGULAR
    if isinstance(error, PermissionError):
        return "no permission to read it"
    return f"the system refuses to read it: {error.strerror or error}"


def decode(data: bytes) -> tuple[str, list[str]]:
    """Bytes to text; raises UnreadableFileError for binary data."""
    notes: list[str] = []
    encoding = next((name for mark, name in _BOMS if data.startswith(mark)), None) or _without_mark(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        if encoding.startswith(("utf-16", "utf-32")):
            text = data.decode(encoding, errors="replace")
            notes.append(f"the {encoding.upper()} text is damaged; unreadable characters were replaced")
        else:
            text = data.decode("cp1252", errors="replace")
            notes.append("not UTF-8: read as Western European text (Windows-1252); check accented letters")
    if text[:2000].count("\x00") or _is_binary(text[:4000]):
        raise UnreadableFileError("this is a binary file, not text; save it as plain text")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), notes


def _without_mark(data: bytes) -> str:
    head = data[:400]
    if len(head) >= 4 and head[1::2].count(0) > len(head) // 3:
        return "utf-16-le"
    if len(head) >= 4 and head[::2].count(0) > len(head) // 3:
        return "utf-16-be"
    return "utf-8"


def _is_binary(head: str) -> bool:
    odd = sum(1 for letter in head if ord(letter) < 32 and letter not in "\t\n\r\f\v\x1b")
    return odd * 20 > len(head)
