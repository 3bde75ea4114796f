"""What a subnet manager is told about a fabric: its root switches, and who is in which partition."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.design.records import Device, Partition
from clusterdesign.names import matches

DEFAULT = Partition("Default", 0x7FFF, ("**",))
"""The partition that every fabric has and that everybody is a full member of."""


def roots(design: Design, fabric: str) -> tuple[str, ...]:
    """Return the paths of the switches of the highest tier: cores, else spines; none on a fabric of one switch.

    Fat-tree routing finds them by itself only in a tree without holes (OpenSM manual, fat-tree routing).
    """
    for role in ("core", "spine"):
        found = tuple(switch.path for switch in design.switches(fabric) if switch.role == role)
        if found:
            return found
    return ()


def partitions(design: Design, fabric: str) -> tuple[tuple[Partition, tuple[str, ...]], ...]:
    """Return the partitions of a fabric with the paths of their members, the default one first."""
    ends = tuple(device.path for device in _ends(design, fabric))
    record = design.fabric[fabric]
    return tuple(
        (partition, tuple(path for path in ends if any(matches(glob, path) for glob in partition.members)))
        for partition in (DEFAULT, *record.partitions)
    )


def managers(design: Design, fabric: str) -> tuple[Device, ...]:
    """Return the managers that take ports of a fabric."""
    return tuple(device for device in design.devices if device.role == "manager" and device.fabric == fabric)


def _ends(design: Design, fabric: str) -> Iterator[Device]:
    """Yield what hangs on the switches of a fabric, in order."""
    on = {ref.device for link in design.links if link.fabric == fabric for ref in (link.a, link.b)}
    return (device for device in design.devices if device.path in on and device.kind != "switch")
