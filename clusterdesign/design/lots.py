"""Lots: what is delivered together. Each can be installed with what came before it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from clusterdesign.design.design import Design
from clusterdesign.design.procurement import Lot, Section, selects

LOTS: tuple[Lot, ...] = (
    Lot("infrastructure", ("Racks", "PDUs", "CDUs", "Fittings"), "Racks, power and cooling"),
    Lot(
        "network",
        ("Switches", "Appliances", "Transceivers", "Cables", "Fibre", "Labels"),
        "Switches and cables",
        after=("infrastructure",),
    ),
    Lot("nodes", ("Nodes", "Servers", "Adapters"), "Nodes and servers", after=("infrastructure", "network")),
    Lot("storage", ("Storage",), "Storage", after=("infrastructure", "network")),
    Lot("services", ("Software", "Services"), "Software and services", after=("nodes", "storage")),
    Lot("spares", (), "Spare parts"),
)
"""The built-in lots, in the order of their delivery. What goes with a device, its cords and hoses, is in its lot."""

SPARES = "spares"
"""The lot of spare parts, where the project makes one of them."""

_HOME = MappingProxyType({section: lot.name for lot in LOTS for section in lot.of})

_GO_WITH_DEVICE = frozenset({"Cords", "Fittings", "Adapters"})


def lot_of(design: Design, section: Section, ids: tuple[str, ...], owner: str = "") -> str:
    """Return the lot of something that is bought.

    Args:
        design: its declared lots come first, in their order.
        section: part of the bill that it is in.
        ids: ids of its parts.
        owner: lot of the device that it is bought with; empty where it stands for itself.
    """
    for lot in design.procurement.lots:
        if any(selects(of, section, ids) for of in lot.of):
            return lot.name
    if owner and section in _GO_WITH_DEVICE:
        return owner
    return _HOME.get(section, LOTS[0].name)


def lots(design: Design) -> tuple[Lot, ...]:
    """Return the lots of a design in the order of their delivery: the built-in ones, then others in their order.

    A declared lot takes the place of the built-in one of its name.
    """
    own = {lot.name: lot for lot in design.procurement.lots}
    built_in = [own.pop(lot.name, lot) for lot in LOTS]
    return (*built_in, *own.values())


def before(design: Design) -> dict[str, frozenset[str]]:
    """Return for each lot those that must be there before it, directly or through others."""
    direct = {lot.name: lot.after for lot in lots(design)}
    found: dict[str, frozenset[str]] = {}
    for name, after in direct.items():
        seen: set[str] = set()
        waiting = list(after)
        while waiting:
            earlier = waiting.pop()
            if earlier not in seen:
                seen.add(earlier)
                waiting += direct.get(earlier, ())
        found[name] = frozenset(seen)
    return found


DEVICE_SECTIONS: Mapping[str, Section] = MappingProxyType(
    {
        "node": "Nodes",
        "server": "Servers",
        "switch": "Switches",
        "appliance": "Appliances",
        "storage": "Storage",
        "pdu": "PDUs",
        "cdu": "CDUs",
    }
)
"""Section of the bill by kind of device."""


__all__ = ["DEVICE_SECTIONS", "LOTS", "SPARES", "before", "lot_of", "lots"]
