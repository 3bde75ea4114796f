"""Chapter: the networks, counted on links and cables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from clusterdesign.design import Design, Fabric
from clusterdesign.parts import Cable, Fibre
from clusterdesign.tables.document import Block, Bullets, Heading, Picture, Section, Table, Text
from clusterdesign.tables.proposal.offer import Offer
from clusterdesign.tables.proposal.teller import Teller

_WIDTHS = (22.0, 21.0, 36.0, 31.0, 16.0, 16.0, 18.0, 15.0)
_KEYS = ("name", "protocol", "speed", "switches", "links", "cables", "optics", "taper")
_NODE_TIERS = ("node-leaf", "node-switch")


def fabric(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter and the drawing of the networks."""
    design = offer.chosen.design
    yield Heading(tell("fabric"), page=True)
    yield Text(tell("fabric.intro"))
    heads = tuple(tell(f"fabric.{key}") for key in _KEYS)
    rows = tuple(_row(tell, design, one) for one in design.fabrics)
    if rows:
        yield Table(heads, rows, caption=tell("fabric.caption"), widths=_WIDTHS, aligned="lllllrrl", size=8)
    yield Bullets(tuple(_notes(tell, design)))
    yield Section("landscape", "A3")
    yield Picture("fabric", tell("fabric.figure"))
    yield Section()


def _row(tell: Teller, design: Design, one: Fabric) -> tuple[str | int, ...]:
    links = [link for link in design.links if link.fabric == one.name]
    ends = [link for link in links if link.tier in _NODE_TIERS]
    speeds = Counter(tell.printer.digits(link.speed.to("Gb/s"), 3, "Gb/s") for link in ends)
    switches = Counter(switch.role for switch in design.switches(one.name))
    cables = [cable for cable in design.cables if cable.fabric == one.name]
    plugged = {(end.device, end.cage) for cable in cables for end in cable.ends}
    optics = sum((optic.device, optic.cage) in plugged for optic in design.transceivers)
    return (
        one.name,
        tell(f"protocol.{one.protocol}"),
        ", ".join(f"{count} × {speed}" for speed, count in sorted(speeds.items())),
        ", ".join(f"{tell.word(role)} {count}" for role, count in sorted(switches.items())),
        len(links),
        len(cables),
        optics,
        _taper(tell, design, one),
    )


def _taper(tell: Teller, design: Design, one: Fabric) -> str:
    """Return the ratio of rates below and above the leaves, counted on the links."""
    rates = Counter[str]()
    for link in design.links:
        if link.fabric == one.name:
            rates["up" if link.tier == "leaf-spine" else "down" if link.tier == "node-leaf" else ""] += link.speed.base
    if not rates["up"]:
        return tell("fabric.level")
    return f"{tell.printer.digits(rates['down'] / rates['up'], 3)} : {tell.printer.digits(1, 1)}"


def _notes(tell: Teller, design: Design) -> Iterator[str]:
    for one in design.fabrics:
        if one.protocol == "infiniband" and one.levels and one.by_rail and one.rails:
            yield tell("fabric.rails", name=one.name, rails=one.rails, unit=one.nodes_per_unit)
        if one.grow_to:
            yield tell("fabric.reserved", name=one.name, nodes=one.grow_to)
    if design.cables:
        lengths = [cable.length for cable in design.cables]
        runs = [cable.run for cable in design.cables]
        least, most, run = (
            tell.quantity(value, "m")
            for value in (
                min(lengths, key=lambda length: length.base),
                max(lengths, key=lambda length: length.base),
                max(runs, key=lambda length: length.base),
            )
        )
        yield tell("fabric.lengths", least=least, most=most, run=run)
        media = Counter(tell.word(_medium(design.cable_part(cable))) for cable in design.cables)
        yield tell("fabric.media", media=", ".join(chain(f"{name} {n}" for name, n in sorted(media.items()))))


def _medium(part: Cable | Fibre) -> str:
    return part.medium if isinstance(part, Cable) else part.fibre


__all__ = ["fabric"]
