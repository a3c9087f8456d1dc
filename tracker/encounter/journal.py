"""The journal: one file a fight, a line per command, on disk before anything is shown."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Self

from tracker.encounter import lines
from tracker.encounter.history import History
from tracker.encounter.lines import Header, Mark, Record, Step
from tracker.encounter.reading import Damage, JournalError, Reader
from tracker.encounter.state import Encounter
from tracker.library.atomic import private_folder
from tracker.library.regular import open_regular

if TYPE_CHECKING:
    from tracker.library.encounter_plan import EncounterPlan

__all__ = ["Journal", "JournalError"]

_sync = getattr(os, "fdatasync", os.fsync)
_GOES_ON = ". The fight goes on in memory; every command tries again"


class Journal:
    """The file of one fight, held by a kernel lock that goes with the process.

    A disk that refuses raises nothing: `trouble` says so, lines wait in memory, and every write tries them again first.
    """

    def __init__(self, path: Path) -> None:
        """Opens nothing; see `create` and `open`."""
        self.path = path
        self.trouble = ""
        """Why the last steps are not on disk, for the GM; empty when they are."""
        self.messages: tuple[str, ...] = ()
        """What opening it brought to light, such as a torn last line."""
        self.reader = Reader(str(path), self._read)
        self._fd = -1
        self._is_writable = False
        self._saved = 0
        self._waiting = bytearray()

    @classmethod
    def create(cls, path: Path, header: Header, plan: EncounterPlan) -> Self:
        """A new journal, for this user only. Raises JournalError if the file is there already."""
        if path.exists():
            raise JournalError(f"{path} is there already: name another file, or resume the fight in it")
        journal = cls(path)
        journal.reader.header = header
        journal._write(lines.header_line(header, plan))
        return journal

    @classmethod
    def open(cls, path: Path) -> tuple[Self, History]:
        """A journal to go on with, and where its fight stands.

        Raises JournalError when there is none, another tracker holds it, or nothing in it can be read.
        """
        journal = cls(path)
        try:
            journal._open_existing()
            history = journal.reader.restore(journal._saved)
        except OSError as error:
            raise JournalError(f"{path} cannot be opened: {error.strerror}") from error
        except JournalError:
            journal.close()
            raise
        if journal.reader.header is None:
            journal.messages = (f"{path}: the first line, which holds the encounter as it was loaded, is damaged",)
        if damage := journal.reader.damage:
            journal._saved = damage.start
            journal.messages += (f"{path}: {damage.text}",)
        journal.save()
        return journal, history

    @property
    def header(self) -> Header | None:
        """What the first line says; None when it is damaged."""
        return self.reader.header

    @property
    def plan(self) -> EncounterPlan:
        """The encounter as it was loaded. Raises JournalError when the first line is damaged."""
        from tracker.library.encounter_plan import EncounterPlan

        return EncounterPlan.model_validate_json(self.reader.plan_json())

    def add(self, told: Record | Step) -> None:
        """Writes the next step and waits until it is on disk, or until the disk has refused."""
        line = lines.to_line(told)
        self.reader.register(self._saved + len(self._waiting))
        self._write(line)

    def keep(self, mark: Mark, state: Encounter) -> None:
        """Writes a checkpoint."""
        line = lines.checkpoint_line(mark, state)
        self.reader.register_checkpoint(mark.current, self._saved + len(self._waiting))
        self._write(line)

    def root(self) -> Encounter:
        """The state as the fight was loaded."""
        return self.reader.root()

    def parent(self, n: int) -> tuple[int, str]:
        """The command that `n` was given on top of, and `n`'s type."""
        return self.reader.parent(n)

    def record(self, n: int) -> Record:
        """Command `n` and its events."""
        return self.reader.record(n)

    def checkpoint(self, n: int) -> Encounter | None:
        """The state after command `n`, if a checkpoint holds it."""
        return self.reader.checkpoint(n)

    def save(self) -> bool:
        """Tries to write what waits; whether all of it is on disk now."""
        try:
            self._make_ready()
            if self._waiting:
                self._append()
        except (OSError, JournalError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.trouble = f"NOT SAVED: {reason} ({self.path}){_GOES_ON}"
            return False
        self.trouble = ""
        return True

    def rescue(self) -> str:
        """Tries a last time to write what waits; if it cannot, puts the whole fight where temporary files go.

        Returns what the GM is to be told, which is nothing when all is saved.
        """
        if not self._waiting or self.save():
            return ""
        import tempfile

        refused, lost = self.trouble.removesuffix(_GOES_ON), self._waiting.count(b"\n")
        try:
            aside = Path(tempfile.mkdtemp(prefix="tracker-")) / self.path.name
            with _private(aside, os.O_EXCL) as file:
                file.write(self._read(0, self._saved + len(self._waiting)))
                _flush(file)
        except (OSError, JournalError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            commands = "command is" if lost == 1 else f"{lost} commands are"
            return f"{refused}. It cannot be kept elsewhere ({reason}): the last {commands} lost"
        return f"{refused}. The whole fight is kept in {aside}: `tracker resume {aside}` goes on with it"

    def close(self) -> None:
        """Tries a last time to write what waits, and lets go of the file."""
        if self._fd != -1:
            if self._waiting:
                self.save()
            os.close(self._fd)
            self._fd = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _read(self, start: int, size: int) -> bytes:
        end, data = start + size, b""
        if start < self._saved:
            try:
                data = os.pread(self._fd, min(end, self._saved) - start, start)
            except OSError as error:
                raise JournalError(f"{self.path} cannot be read: {error.strerror}") from error
        if end > self._saved:
            data += self._waiting[max(0, start - self._saved) : end - self._saved]
        return data

    def _write(self, line: bytes) -> None:
        self._waiting += line
        self.save()

    def _append(self) -> None:
        status = os.fstat(self._fd)
        if status.st_nlink == 0:
            self._start_over()
        elif status.st_size != self._saved:
            os.ftruncate(self._fd, self._saved)
        try:
            rest = memoryview(bytes(self._waiting))
            while rest:
                rest = rest[os.write(self._fd, rest) :]
            _sync(self._fd)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._fd, self._saved)
            raise
        self._saved += len(self._waiting)
        self._waiting.clear()

    def _start_over(self) -> None:
        """The file was deleted under our hands: what it held is written again, under the same name."""
        self._waiting[:0] = self._read(0, self._saved)
        self._saved = 0
        os.close(self._fd)
        self._fd = -1
        self._create()

    def _make_ready(self) -> None:
        if self._fd == -1:
            self._create()
        elif not self._is_writable:
            self._reopen()
        if self.reader.damage:
            self._cut_off(self.reader.damage)
            self.reader.damage = None

    def _create(self) -> None:
        private_folder(self.path.parent)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        self._fd = os.open(self.path, flags, 0o600)
        self._is_writable = True
        _lock(self._fd, self.path)
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            with suppress(OSError):
                os.fsync(folder)
        finally:
            os.close(folder)

    def _open_existing(self) -> None:
        try:
            self._fd = open_regular(self.path, os.O_RDWR | os.O_APPEND)
            self._is_writable = True
        except OSError as error:
            if error.errno not in (errno.EROFS, errno.EACCES, errno.EPERM):
                raise
            self._fd = open_regular(self.path)
        _lock(self._fd, self.path)
        _keep_private(self._fd)
        self._saved = os.fstat(self._fd).st_size

    def _reopen(self) -> None:
        fd = open_regular(self.path, os.O_RDWR | os.O_APPEND)
        os.close(self._fd)
        self._fd, self._is_writable = fd, True
        _lock(fd, self.path)

    def _cut_off(self, damage: Damage) -> None:
        if damage.kind == "torn":
            aside = self.path.with_name(f"{self.path.name}.torn")
            with _private(aside, os.O_APPEND) as file:
                file.write(os.pread(self._fd, os.fstat(self._fd).st_size - damage.start, damage.start))
                _flush(file)
        else:
            aside = _free(self.path.with_name(f"{self.path.name}.damaged"))
            with _private(aside, os.O_EXCL) as file, self.path.open("rb") as whole:
                shutil.copyfileobj(whole, file)
                _flush(file)
        os.ftruncate(self._fd, damage.start)
        os.fsync(self._fd)
        kept = "its bytes are kept in" if damage.kind == "torn" else "the whole file is kept as"
        self.messages = (*self.messages[:-1], f"{self.messages[-1]}; {kept} {aside}")


def is_held(path: Path) -> bool:
    """Whether a tracker has that journal open."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(fd)
    return False


def _lock(fd: int, path: Path) -> None:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise JournalError(
            f"{path} is open in another tracker: go on there, or close it first (`tracker players` only looks on)"
        ) from error
    except OSError:
        # A file system without locks is no reason to lose the fight.
        return


def _keep_private(fd: int) -> None:
    """A journal that came with a wider mode, out of an archive say, is closed to others again."""
    status = os.fstat(fd)
    if status.st_mode & 0o077 and status.st_uid == os.geteuid():
        with suppress(OSError):
            os.fchmod(fd, 0o600)


def _private(path: Path, flag: int) -> BinaryIO:
    flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | flag
    return os.fdopen(os.open(path, flags, 0o600), "wb")


def _flush(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _free(path: Path) -> Path:
    """That path, or the same with the first number after it that is not taken."""
    candidates = chain([path], (path.with_name(f"{path.name}-{number}") for number in count(2)))
    return next(candidate for candidate in candidates if not candidate.exists())
