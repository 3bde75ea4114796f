"""Names and GUIDs of a subnet, derived from the names of the design and from nothing else.

A design knows no GUIDs: they are burnt into the hardware that has yet to be bought. The ones given here stand in
for them in the simulator and in files that cannot do without. They are recognisable: the first octet is ``02``,
the bit of a locally administered EUI-64, and the last is zero. What lies between are the first 48 bits of the
SHA-256 of the element's name, so that a cluster that grows changes none.
"""

from __future__ import annotations

import hashlib

_LOCAL = 0x02 << 56


def host_name(path: str) -> str:
    """Return a component's path as a host name: ``gpu/017`` is ``gpu-017``, since hosts cannot hold a slash."""
    return path.replace("/", "-")


def guid(identity: str) -> int:
    """Return the stand-in GUID of an element; its last octet is zero, so that ports can be numbered upward."""
    digest = hashlib.sha256(identity.encode()).digest()
    return _LOCAL | int.from_bytes(digest[:6], "big") << 8


def guid_text(value: int) -> str:
    """Return a GUID as tools write it, ``0x02...`` with 16 digits."""
    return f"0x{value:016x}"
