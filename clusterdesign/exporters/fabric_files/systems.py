"""Names of parts in file formats that take letters, digits, ``-`` and ``_`` only."""

from __future__ import annotations

import re

_OTHER = re.compile(r"[^A-Za-z0-9_-]")


def slug(part: str) -> str:
    """Return a part's id without its vendor, for file names: ``dgx-h100`` of ``nvidia/dgx-h100``."""
    return _OTHER.sub("-", part.split("/", maxsplit=1)[-1])


def system_type(part: str, *, split: bool = False) -> str:
    """Return a part's name as an IBDM system type: no digit in front, two letters at least."""
    name = slug(part).upper() + ("-SPLIT" if split else "")
    return name if name[0].isalpha() and len(name) > 1 else f"T-{name}"


def ibdm_port(name: str) -> str:
    """Return a front-panel name as an IBDM port, which does not begin with a digit: ``P12/1``."""
    return f"P{name}" if name[0].isdigit() else _OTHER.sub("-", name)
