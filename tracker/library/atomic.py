"""Files that are complete or absent, whatever happens while they are written."""

import errno
import os
from contextlib import suppress
from pathlib import Path


def write_text(path: Path, text: str, *, private: bool = True, durable: bool = True) -> None:
    """Write a file aside, flush it to the disk and move it into place; one that stood there is replaced at once.

    `private` leaves it readable for its owner only; else it keeps the mode it had. `durable` waits for the disk; a
    cache can do without. Raises OSError; the old file then stands as it was, as does what is no regular file.
    """
    target = path.resolve()
    is_there = target.exists()
    if is_there and not (target.is_file() or target.is_dir()):
        raise OSError(errno.EEXIST, "it is a device or a pipe, and stays as it is", str(path))
    aside = target.with_name(f".{target.name[:40]}.{os.urandom(6).hex()}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
    handle = os.open(aside, flags, 0o600 if private or is_there else 0o666)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        if is_there and not private:
            aside.chmod(target.stat().st_mode & 0o777)
        aside.replace(target)
    except BaseException:
        with suppress(OSError):
            aside.unlink()
        raise
    if durable:
        _flush_folder(target.parent)


def append_text(path: Path, text: str) -> None:
    """Add to a file of the user's alone, made with its folder if need be. Raises OSError."""
    private_folder(path.parent)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, flags, 0o600), "a", encoding="utf-8") as file:
        file.write(text)


def private_folder(folder: Path) -> None:
    """Makes a folder, and those above it that are missing, for their owner only. Raises OSError."""
    for each in reversed((folder, *folder.parents)):
        if not each.is_dir():
            each.mkdir(mode=0o700, exist_ok=True)


def _flush_folder(folder: Path) -> None:
    # Windows cannot open a folder; there the rename itself is all there is.
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
