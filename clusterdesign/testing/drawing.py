"""A design drawn in a few lines of text, for the message of a failed test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from clusterdesign.design import Design, Fabric, Placement
from clusterdesign.design.ranges import spans
from clusterdesign.design.summary import summary
from clusterdesign.names import natural_key

_ROLES = ("core", "spine", "leaf", "single", "manager", "oob", "inband")
"""Roles of a fabric from the top down; nodes come last."""

_MOST_RACKS = 12


def drawing(design: Design) -> str:
    """Draw a design: its networks from the top down with the links between the tiers, then its racks."""
    lines = [f"{design.name}: {', '.join(f'{count} {name}' for name, count in summary(design).items())}"]
    for fabric in design.fabrics:
        lines += _fabric(design, fabric)
    lines += _racks(design)
    return "\n".join(lines) + "\n"


def _fabric(design: Design, fabric: Fabric) -> Iterator[str]:
    yield f"{fabric.name}: {fabric.protocol}"
    members = [device for device in design.devices if device.fabric == fabric.name]
    present = [role for role in _ROLES if any(device.role == role for device in members)]
    extra = sorted({device.role for device in members} - set(_ROLES))
    for role in (*present, *extra):
        yield f"  {role:<8} {'; '.join(spans(device.path for device in members if device.role == role))}"
    links = [link for link in design.links if link.fabric == fabric.name]
    below = {link.a.device for link in links if design.device[link.a.device].fabric != fabric.name}
    yield f"  {'below':<8} {'; '.join(spans(below)) or 'nothing'}"
    for tier in dict.fromkeys(link.tier for link in links):
        pairs = Counter((link.a.device, link.b.device) for link in links if link.tier == tier)
        each = sorted(set(pairs.values()))
        times = f"{each[0]}" if len(each) == 1 else f"{each[0]} to {each[-1]}"
        yield f"  {tier}: {sum(pairs.values())} links, {times} a pair"


def _racks(design: Design) -> Iterator[str]:
    placed = sorted((p for p in design.placements if p.height_u), key=lambda p: (natural_key(p.rack), p.u))
    racks = [(rack, list(inside)) for rack, inside in groupby(placed, key=lambda p: p.rack)]
    for rack, inside in racks[:_MOST_RACKS]:
        yield f"{rack}: {', '.join(_place(p) for p in inside)}"
    if len(racks) > _MOST_RACKS:
        yield f"and {len(racks) - _MOST_RACKS} more racks"


def _place(placement: Placement) -> str:
    top = placement.u + placement.height_u - 1
    return f"U{placement.u}{f'-{top}' if top > placement.u else ''} {placement.device}"
