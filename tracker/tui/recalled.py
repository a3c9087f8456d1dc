"""The lines typed behind `:`, kept for their owner from one evening to the next."""

import os
from pathlib import Path

from tracker.library.atomic import private_folder, write_text
from tracker.library.regular import open_regular

MOST_BYTES = 200_000


class Recalled(list[str]):
    """Lines typed, the newest last. With a file, those of earlier evenings stand before them once asked for."""

    def __init__(self, file: Path | None = None) -> None:
        super().__init__()
        self._file = file
        self._is_read = file is None

    def read(self) -> "Recalled":
        """Itself, with what the file holds; a file that cannot be read holds nothing."""
        if not self._is_read:
            self._is_read = True
            self[:0] = self._kept()
        return self

    def keep(self, text: str, most: int) -> str:
        """Adds a line and drops the oldest beyond `most`. Returns why the file could not be written, once."""
        self.read()
        self.append(text)
        del self[:-most]
        if self._file is None:
            return ""
        try:
            private_folder(self._file.parent)
            write_text(self._file, "".join(f"{one}\n" for one in self), durable=False)
        except (OSError, ValueError) as error:
            self._file = None
            return f"commands typed are not kept: {getattr(error, 'strerror', None) or error}"
        return ""

    def _kept(self) -> list[str]:
        assert self._file is not None
        try:
            with os.fdopen(open_regular(self._file), "rb") as file:
                lines = file.read(MOST_BYTES).decode("utf-8", errors="replace").split("\n")
        except (OSError, ValueError):
            return []
        return [line for line in lines if line.isprintable() and line]
