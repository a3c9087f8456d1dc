"""Files that are complete or absent, whatever happens while they are written."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_text(path: Path, text: str, *, private: bool = True, durable: bool = True) -> None:
    """Write a file aside, flush it to the disk and move it into place; one that stood there is replaced at once.

    `private` leaves it readable for its owner only. `durable` waits for the disk; a cache can do without.
    Raises OSError; the old file then stands as it was.
    """
    target = path.resolve()
    handle, aside = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        Path(aside).chmod(0o600 if private else _usual_mode(target))
        Path(aside).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(aside).unlink()
        raise
    if durable:
        _flush_folder(target.parent)


def _usual_mode(target: Path) -> int:
    with suppress(OSError):
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _flush_folder(folder: Path) -> None:
    # Windows cannot open a folder; there the rename itself is all there is.
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
