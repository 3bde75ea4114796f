"""What mutations are made of: the record of one, and changing a design record by record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeAlias

from clusterdesign.design import Cable, Design, End, Link, PortRef
from clusterdesign.parts import AnyPart

Apply: TypeAlias = Callable[[Design], Design]


@dataclass(frozen=True, slots=True)
class Mutation:
    """A fault.

    Attributes:
        codes: rules that are meant for it.
        also: further rules that find it, each with the reason why it cannot be otherwise.
        check: arguments of the check, for a fault that lies in them and not in the design.
    """

    apply: Apply
    codes: tuple[str, ...]
    also: Mapping[str, str] = field(default_factory=dict)
    check: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The fault as a name: ``an_uplink_is_missing``."""
        return self.apply.__name__

    @property
    def expected(self) -> frozenset[str]:
        """Codes of all rules that find it."""
        return frozenset(self.codes) | frozenset(self.also)


def mutation(
    *codes: str, also: Mapping[str, str] | None = None, check: Mapping[str, Any] | None = None
) -> Callable[[Apply], Mutation]:
    """Turn a function into a mutation that is meant for some rules."""
    return lambda apply: Mutation(apply, codes, also or {}, check or {})


_OWNER = MappingProxyType({"placements": "device", "pdu_feeds": "pdu", "fabrics": "name", "trays": "path"})
"""Field that identifies a record in a collection of the design; ``path`` in all others."""

_HOME = MappingProxyType(
    {
        "Device": "devices",
        "Rack": "racks",
        "Placement": "placements",
        "Link": "links",
        "Transceiver": "transceivers",
        "Cable": "cables",
        "Tray": "trays",
        "Cord": "cords",
        "PduFeed": "pdu_feeds",
        "Fabric": "fabrics",
    }
)
"""Type of a record to its collection."""


def put(design: Design, *records: Any) -> Design:
    """Return a design with records put in the place of those with the same identity, or added."""
    for record in records:
        name = _HOME[type(record).__name__]
        key = _OWNER.get(name, "path")
        old = {getattr(entry, key): entry for entry in getattr(design, name)}
        design = _with(design, name, tuple((old | {getattr(record, key): record}).values()))
    return design


def drop(design: Design, *paths: str) -> Design:
    """Return a design without some components; a device loses its placement and cords, not its links."""
    gone = frozenset(paths)
    for name in ("devices", "racks", "links", "transceivers", "cables", "cords"):
        design = _with(design, name, tuple(r for r in getattr(design, name) if r.path not in gone))
    design = _with(design, "cords", tuple(cord for cord in design.cords if cord.device not in gone))
    return _with(design, "placements", tuple(p for p in design.placements if p.device not in gone))


def _with(design: Design, name: str, records: tuple[Any, ...]) -> Design:
    changes: dict[str, Any] = {name: records}
    return replace(design, **changes)


def with_part(design: Design, part: AnyPart) -> Design:
    """Return a design with a part added, or put in the place of the one with the same id."""
    return replace(design, parts={**design.parts, part.id: part})


def variant(design: Design, id_: str, suffix: str, **changes: Any) -> tuple[Design, AnyPart]:
    """Return a design with another part beside an old one, which differs from it in some fields."""
    part = design.parts[id_].with_(id=f"{id_}-{suffix}", **changes)
    return with_part(design, part), part


def changed_part(design: Design, id_: str, **changes: Any) -> Design:
    """Return a design in which a part differs in some fields, for all that use it."""
    return with_part(design, design.parts[id_].with_(**changes))


# -- finding what to break ----------------------------------------------------------------------------------------


def node_link(design: Design, node: int, rail: int) -> Link:
    """Return the compute link of a node by index and rail."""
    path = [device.path for device in design.nodes()][node]
    return next(x for x in design.links if x.a.device == path and x.rail == rail and x.tier == "node-leaf")


def uplink(design: Design) -> Link:
    """Return a link between leaf and spine."""
    return next(link for link in design.links if link.tier == "leaf-spine")


def far(cable: Cable, link: Link) -> End:
    """Return the end of a cable at the upper device of a link."""
    return next(end for end in cable.ends if end.device == link.b.device)


def moved(cable: Cable, link: Link, new: End) -> Cable:
    """Return a cable whose end at the upper device of a link goes elsewhere."""
    return replace(cable, ends=tuple(new if end == far(cable, link) else end for end in cable.ends))


def longest_fibre(design: Design) -> Cable:
    """Return the straight fibre of a node that has the longest run."""
    fibres = (c for c in design.cables if design.parts[c.part].kind == "fibre" and c.tier == "node-leaf")
    return max(fibres, key=lambda cable: cable.run.base)


def spare(design: Design, switch: str) -> tuple[PortRef, str]:
    """Return the first port of the first cage of a switch that nothing is plugged into, and the cage."""
    used = {end.cage for cable in design.cables for end in cable.ends if end.device == switch}
    part = design.parts[design.device[switch].part]
    cage = next(cage for cage in getattr(part, "cages", ()) if cage.name not in used)
    return PortRef(switch, cage.ports[0].name), cage.name
