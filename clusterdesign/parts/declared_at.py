"""Where a declaration was written: the line of the designer's code that made an object.

Kept beside the fields of the object, so that it takes no part in equality, hashing or any file.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

_KEY = "_declared_at"

_PACKAGE = __name__.partition(".")[0]


def remember(made: Any) -> None:  # any model
    """Keep the line that is making an object: the nearest one that is neither ours nor pydantic's.

    A default that is made while this package is being imported has no such line, nor has what is typed at a prompt.
    """
    # The documented way to the caller's line, and the only cheap one.
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001
    while frame is not None and _is_ours(_module(frame)):
        frame = frame.f_back
    if (
        frame is not None
        and not _module(frame).startswith("importlib")
        and not frame.f_code.co_filename.startswith("<")
    ):
        vars(made)[_KEY] = (frame.f_code.co_filename, frame.f_lineno)


def declared_at(made: Any) -> tuple[str, int] | None:  # any model
    """Return file and line of the code that made an object; None where that is not known."""
    found: tuple[str, int] | None = vars(made).get(_KEY)
    return found


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in {_PACKAGE, "pydantic"}
