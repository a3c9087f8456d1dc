"""Regular expressions that are compiled when they are first used: two hundred are known, a start uses a few."""

import re
from typing import TYPE_CHECKING, Any

__all__ = ["regex"]

if TYPE_CHECKING:
    regex = re.compile
else:

    class regex:  # noqa: N801 - stands for re.compile
        """What `re.compile` would make of the same text and flags."""

        def __init__(self, text: str | bytes, flags: int = 0) -> None:
            self._asked = text, flags

        def __getattr__(self, name: str) -> Any:
            """The first look at a method compiles; it is the object's own from then on."""
            found = getattr(re.compile(*self._asked), name)
            setattr(self, name, found)
            return found
