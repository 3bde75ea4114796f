"""In which rack what is bought is installed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from clusterdesign.design import Cable, Design, Device, Fitting, Rack, Transceiver
from clusterdesign.names import natural_key
from clusterdesign.procurement.bill import BillLine, groups
from clusterdesign.procurement.items import Bought


@dataclass(frozen=True, slots=True)
class Placed:
    """A part of a line that belongs into one rack.

    Attributes:
        rack: name of the rack; empty for what stands in none, such as the coolant of a loop or a service.
    """

    rack: str
    line: BillLine
    quantity: int


def placed(design: Design, lines: tuple[BillLine, ...]) -> tuple[Placed, ...]:
    """Return the needed quantities by rack, spares left out; a cable counts where its first end is.

    The quantities of a line over all racks add up to its own.

    Args:
        design: where everything stands.
        lines: its bill.
    """
    racks = {(lot, key): Counter(rack_of(design, item) for item in items) for lot, key, items in groups(design)}
    found = [
        Placed(rack, line, quantity)
        for line in lines
        if line.quantity
        for rack, quantity in racks.get((line.lot, line.key), {"": line.quantity}).items()
    ]
    # What has no rack stands last.
    return tuple(sorted(found, key=lambda one: (not one.rack, natural_key(one.rack))))


def rack_of(design: Design, item: Bought) -> str:
    """Return the name of the rack that an item belongs into; empty where it has none."""
    record = design.component.get(item.path)
    match record:
        case Device():
            device = record.path
        case Transceiver():
            device = record.device
        case Cable():
            device = record.ends[0].device
        case Fitting():
            device = record.at
        case Rack():
            return _name(record.path)
        case _:
            return ""
    if device in design.rack:
        return _name(device)
    placement = design.placement.get(device)
    return _name(placement.rack) if placement is not None else ""


def _name(path: str) -> str:
    return path.removeprefix("rack/")


__all__ = ["Placed", "placed", "rack_of"]
