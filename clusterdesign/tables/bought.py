"""Everything that is bought, read off the graph: one record a component, one line a part number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clusterdesign.design import Cable, Design
from clusterdesign.names import natural_key, natural_sorted
from clusterdesign.parts import AnyPart, Fibre, FibreLength, Node
from clusterdesign.tables.places import summary
from clusterdesign.units import Length

Section: TypeAlias = Literal[
    "Nodes",
    "Adapters",
    "Switches",
    "Appliances",
    "Transceivers",
    "Cables",
    "Fibre",
    "Racks",
    "PDUs",
    "CDUs",
    "Fittings",
]
"""Part of the bill, in its order."""

SECTIONS: tuple[Section, ...] = (
    "Nodes",
    "Adapters",
    "Switches",
    "Appliances",
    "Transceivers",
    "Cables",
    "Fibre",
    "Racks",
    "PDUs",
    "CDUs",
    "Fittings",
)

_OF_KIND: dict[str, Section] = {
    "node": "Nodes",
    "server": "Nodes",
    "switch": "Switches",
    "appliance": "Appliances",
    "storage": "Appliances",
    "pdu": "PDUs",
    "cdu": "CDUs",
}


@dataclass(frozen=True, slots=True)
class Bought:
    """One bought item.

    Attributes:
        path: the component that it is, or that it is fitted to.
        part: id of its part.
        part_number, order_number: what is ordered; empty where unknown.
        length: bought length of a cable.
        published: False where no source says that this length is sold.
    """

    section: Section
    path: str
    part: str
    part_number: str
    order_number: str
    length: Length | None = None
    published: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """One part number of the bill.

    Attributes:
        parts: ids of its parts: several where changed parts kept their number.
        quantity: how many items the graph holds.
        origin: from which components the quantity follows.
    """

    section: Section
    parts: tuple[str, ...]
    part_number: str
    order_number: str
    length: Length | None
    published: bool
    quantity: int
    origin: str


def bought(design: Design) -> Iterator[Bought]:
    """Yield every bought item of a design."""
    for device in design.devices:
        part = design.part_of(device)
        yield _item(_OF_KIND[device.kind], device.path, part)
        if isinstance(part, Node):
            for adapter in part.adapters:
                if adapter.part is not None:
                    yield _item("Adapters", device.path, design.parts.get(adapter.part), adapter.part)
    for module in design.transceivers:
        yield _item("Transceivers", module.path, design.part_of(module))
    for cable in design.cables:
        yield _cable(design, cable)
    for rack in design.racks:
        yield _item("Racks", rack.path, design.part_of(rack))
    for fitting in design.fittings:
        yield from [_item("Fittings", fitting.path, design.parts.get(fitting.part), fitting.part)] * fitting.quantity


def bill(design: Design) -> tuple[Line, ...]:
    """Return one line a part number, in the order of the sections. Items without one go by their part."""
    groups: dict[tuple[str, str, Length | None], list[Bought]] = {}
    for item in bought(design):
        part = design.parts.get(item.part)
        owner = part.vendor if part is not None and item.part_number else ""
        groups.setdefault((owner, item.part_number or item.part, item.length), []).append(item)
    return tuple(sorted((_line(items) for items in groups.values()), key=_order))


def _item(section: Section, path: str, part: AnyPart | None, part_id: str = "") -> Bought:
    if part is None:
        return Bought(section, path, part_id, part_number="", order_number="")
    return Bought(section, path, part.id, part_number=part.part_number or "", order_number=part.order_number or "")


def _cable(design: Design, cable: Cable) -> Bought:
    part = design.cable_part(cable)
    sold = _sold_length(part, cable) if isinstance(part, Fibre) else None
    order_number = sold.order_number if sold else part.order_number
    return Bought(
        section="Fibre" if isinstance(part, Fibre) else "Cables",
        path=cable.path,
        part=part.id,
        part_number=cable.part_number,
        order_number=order_number or "",
        length=cable.length,
        published=sold.published if sold else True,
    )


def _sold_length(part: Fibre, cable: Cable) -> FibreLength | None:
    return next(
        (sold for sold in part.lengths if sold.length == cable.length and sold.part_number == cable.part_number), None
    )


def _line(items: list[Bought]) -> Line:
    first = items[0]
    times = Counter(item.path for item in items)
    return Line(
        section=first.section,
        parts=tuple(natural_sorted({item.part for item in items})),
        part_number=first.part_number,
        order_number=next((item.order_number for item in items if item.order_number), ""),
        length=first.length,
        published=all(item.published for item in items),
        quantity=len(items),
        origin=", ".join(
            summary(path for path in times if times[path] == each) + (f" × {each}" if each > 1 else "")
            for each in sorted(set(times.values()), reverse=True)
        ),
    )


def _order(line: Line) -> tuple[object, ...]:
    length = line.length.base if line.length is not None else 0
    return SECTIONS.index(line.section), natural_key(line.parts[0]), length, natural_key(line.part_number)
