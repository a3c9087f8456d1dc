"""Opening what is a file and nothing else: no device that never ends, and no pipe that never begins."""

import errno
import os
import stat
from pathlib import Path

NOT_REGULAR = "not a regular file (a device, a pipe or a folder); give the file itself"


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """A descriptor of the file, without waiting for anybody. Raises OSError, ValueError for what is no file name."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, NOT_REGULAR, str(path))
    return handle
