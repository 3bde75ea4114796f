"""What sheets say about where a component is: rack, unit, and many paths in few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from clusterdesign.design import Design
from clusterdesign.names import NaturalKey, natural_key

PlaceKey: TypeAlias = tuple[NaturalKey, int, NaturalKey]


def rack_name(design: Design, device: str) -> str:
    """Return the name of the rack a device stands in, without ``rack/``; empty where it is not placed."""
    placement = design.placement.get(device)
    return placement.rack.removeprefix("rack/") if placement else ""


def rack_unit(design: Design, device: str) -> int | None:
    """Return the lowest rack unit of a device; None where it is not placed or hangs beside the equipment."""
    placement = design.placement.get(device)
    return placement.u or None if placement else None


def walk_key(rack: str, unit: int | None, device: str) -> PlaceKey:
    """Sort key of the order in which a room is walked: rack by rack, each from the top down."""
    return natural_key(rack), -(unit or 0), natural_key(device)


def family(path: str) -> str:
    """Return the glob of a path's equals: ``gpu/*`` of ``gpu/017``, ``cable/gpu/**`` of ``cable/gpu/017:P1``.

    Names of ports and cages may hold a slash, so the equals of what is named after one are found by ``**``.
    """
    owner, colon, _ = path.partition(":")
    parent, slash, _ = owner.rpartition("/")
    if not slash:
        return path
    return f"{parent}/**" if colon else f"{parent}/*"


def summary(paths: Iterable[str]) -> str:
    """Name many paths in few words: ``compute/leaf/* × 32, gpu/001``. One of a kind has its own path."""
    counts: Counter[str] = Counter()
    single: dict[str, str] = {}
    for path in paths:
        glob = family(path)
        counts[glob] += 1
        single[glob] = path
    return ", ".join(
        f"{glob} × {counts[glob]}" if counts[glob] > 1 else single[glob] for glob in sorted(counts, key=natural_key)
    )
