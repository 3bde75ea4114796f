"""Short ids of cables: what is printed, called out and scanned."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from clusterdesign.design import Cable, Design

MARKS = "ABCDEFGHI"
"""Ends of a cable; a splitter has its head at A."""

# Crockford's alphabet: no I, L, O and U, which are read as other letters.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_SHORT, _BITS = 7, 5


def cable_id(cable: Cable) -> str:
    """Return the id of a cable for programs: its path without ``cable/``.

    It names the device and port of end A, so it is unique, says where to begin, and stays when the cluster
    grows. A running number would move with every cable that comes or goes.
    """
    return cable.path.removeprefix("cable/")


def tags(design: Design) -> Mapping[str, str]:
    """Return the short id of every cable by its path: ``C7KQ-3F0X``.

    It is a digest of the path, so it stays when others come or go. Should two cables share one, which among
    20,000 of them happens once in 170 designs, these two have longer ones.
    """
    return _tagged("C", (cable.path for cable in design.cables))


def cord_tags(design: Design) -> Mapping[str, str]:
    """Return the short id of every power cord by its path: ``P7KQ-3F0X``, made as those of cables."""
    return _tagged("P", (cord.path for cord in design.cords))


def _tagged(letter: str, paths: Iterable[str]) -> Mapping[str, str]:
    digests = {path: _digest(path) for path in paths}
    length, found = _SHORT, {path: digest[:_SHORT] for path, digest in digests.items()}
    while len(set(found.values())) < len(found):
        length += 1
        seen: dict[str, list[str]] = {}
        for path, tag in found.items():
            seen.setdefault(tag, []).append(path)
        shared = {path for paths in seen.values() if len(paths) > 1 for path in paths}
        found = {path: digests[path][:length] if path in shared else tag for path, tag in found.items()}
    return {path: f"{letter}{tag[:3]}-{tag[3:]}" for path, tag in found.items()}


def _digest(path: str) -> str:
    number = int.from_bytes(hashlib.sha256(path.encode()).digest()[:20], "big")
    return "".join(_LETTERS[number >> shift & 31] for shift in range(160 - _BITS, -1, -_BITS))


__all__ = ["MARKS", "cable_id", "cord_tags", "tags"]
