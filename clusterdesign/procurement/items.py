"""Everything that is bought, read off the graph: one record an item. What is no component follows from a count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterdesign.design import Cable, Design, Fitting
from clusterdesign.design.lots import DEVICE_SECTIONS
from clusterdesign.design.procurement import SECTIONS, Section
from clusterdesign.parts import AnyPart, Fibre, FibreLength, FittingPart, Node
from clusterdesign.units import Length


@dataclass(frozen=True, slots=True)
class Bought:
    """One bought item.

    Attributes:
        path: the component that it is, or that it is fitted to.
        part: id of its part.
        part_number, order_number: what is ordered; empty where unknown.
        length: bought length of a cable.
        published: False where no source says that this length is sold.
        owner: path of the device that it is bought with and delivered for; empty where it stands for itself.
        why: the reason for it that the design carries.
    """

    section: Section
    path: str
    part: str
    part_number: str
    order_number: str
    length: Length | None = None
    published: bool = True
    owner: str = ""
    why: str = ""


def bought(design: Design) -> Iterator[Bought]:
    """Yield every bought item of a design."""
    for device in design.devices:
        part = design.part_of(device)
        yield _item(DEVICE_SECTIONS[device.kind], device.path, part)
        if isinstance(part, Node):
            for adapter in part.adapters:
                if adapter.part is not None:
                    fitted = design.parts.get(adapter.part)
                    yield _item("Adapters", device.path, fitted, adapter.part, owner=device.path)
    for module in design.transceivers:
        yield _item("Transceivers", module.path, design.part_of(module))
    for cable in design.cables:
        yield _cable(design, cable)
    for rack in design.racks:
        yield _item("Racks", rack.path, design.part_of(rack))
    cords = corded(design)
    for fitting in design.fittings:
        yield from _fitted(design, fitting, cords)


def corded(design: Design) -> dict[tuple[str, str], list[str]]:
    """Return what cords are bought for, once a cord, by the rack of its PDU and the part of the cord."""
    found: dict[tuple[str, str], list[str]] = {}
    for cord in design.cords:
        placement = design.placement.get(cord.pdu)
        if placement is not None and cord.part:
            found.setdefault((placement.rack, cord.part), []).append(cord.device)
    return found


def _fitted(design: Design, fitting: Fitting, cords: dict[tuple[str, str], list[str]]) -> Iterator[Bought]:
    """Yield small parts one by one. A cord goes with its device, a hose with its node."""
    part = design.parts.get(fitting.part)
    cord = isinstance(part, FittingPart) and part.form == "power-cord"
    owners = [fitting.at if fitting.at in design.device else ""] * fitting.quantity
    if cord:
        found = cords.get((fitting.at, fitting.part), [])
        # A design that was read or changed need not hold the cords that its fittings were counted from.
        owners = found if len(found) == fitting.quantity else owners
    for owner in owners:
        section: Section = "Cords" if cord else "Fittings"
        yield _item(section, fitting.path, part, fitting.part, owner=owner, why=fitting.why)


def _item(
    section: Section, path: str, part: AnyPart | None, part_id: str = "", *, owner: str = "", why: str = ""
) -> Bought:
    if part is None:
        return Bought(section, path, part_id, part_number="", order_number="", owner=owner, why=why)
    number, order = part.part_number or "", part.order_number or ""
    return Bought(section, path, part.id, part_number=number, order_number=order, owner=owner, why=why)


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
        why=cable.why,
    )


def _sold_length(part: Fibre, cable: Cable) -> FibreLength | None:
    return next(
        (sold for sold in part.lengths if sold.length == cable.length and sold.part_number == cable.part_number), None
    )


__all__ = ["SECTIONS", "Bought", "Section", "bought", "corded"]
