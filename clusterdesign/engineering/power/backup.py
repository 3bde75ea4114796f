"""UPS, generator, order of starting: figures for whoever plans the building."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterdesign.design.design import Design
from clusterdesign.design.records import Device

ORDER = ("cooling", "network", "storage", "servers", "nodes")
"""What starts after what: pumps run before heat comes, nodes mount storage and join fabrics that must be there.

Servers include the managers.
"""

_GROUP = {
    "cdu": "cooling",
    "switch": "network",
    "storage": "storage",
    "appliance": "servers",
    "server": "servers",
    "node": "nodes",
}


@dataclass(frozen=True, slots=True)
class Ups:
    """A UPS for an IT load.

    Attributes:
        kilowatts: load with its growth.
        kva: what the modules must carry without the redundant one.
    """

    kilowatts: float
    kva: float


def ups(load: float, *, growth: float = 0.2, power_factor: float = 0.95) -> Ups:
    """Return the UPS for an IT load in kW: ``load (1 + growth)``, divided by the power factor for kVA."""
    kilowatts = load * (1 + growth)
    return Ups(kilowatts, kilowatts / power_factor)


def generator(
    load: float,
    *,
    efficiency: float = 0.95,
    recharge: float = 0.1,
    mechanical: float = 0.3,
    usable: float = 0.7,
) -> float:
    """Return the nameplate of a generator, kVA: ``load / efficiency + recharge + mechanical``, over what is usable.

    Args:
        load: IT load, kW.
        efficiency: of the UPS.
        recharge: battery charging, as a share of the IT load.
        mechanical: cooling, as a share of the IT load.
        usable: share of the nameplate that a UPS load may take, 0.6 to 0.75 (planning values).
    """
    return (load / efficiency + load * (recharge + mechanical)) / usable


def start_order(design: Design) -> Iterator[tuple[str, tuple[Device, ...]]]:
    """Yield what to switch on together, one group after the other; racks of nodes one by one within theirs."""
    groups: dict[str, list[Device]] = {name: [] for name in ORDER}
    for device in design.devices:
        if device.kind in _GROUP:
            groups[_GROUP[device.kind]].append(device)
    yield from ((name, tuple(devices)) for name, devices in groups.items() if devices)
