"""Foreign data taken for what it should be: a mapping, a list or a text, empty when it is something else."""

from typing import Any


def table(value: Any) -> dict[str, Any]:
    """The value when it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def rows(value: Any) -> list[Any]:
    """The value when it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def words_of(value: Any) -> str:
    """The value when it is a text, else an empty one."""
    return value if isinstance(value, str) else ""
