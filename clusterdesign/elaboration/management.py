"""Phases of the out-of-band network: its switches, and a copper link to every management port."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.records import Device, Fabric, Link, PortRef
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.power import pdu_path
from clusterdesign.elaboration.racks import Floor, core_stacks, floor_of
from clusterdesign.elaboration.trees import add_switch
from clusterdesign.errors import DesignError
from clusterdesign.fabric import Management

_Slots = list[str]


def add_management(draft: Draft) -> None:
    """Add the switches of every out-of-band network, enough for all reserved positions of each unit."""
    for network in _networks(draft):
        draft.builder.fabrics.append(
            Fabric(
                name=network.name,
                protocol=network.switch.fabric,
                levels=0,
                rails=0,
                nodes_per_unit=draft.seating.unit_size,
                node_role="oob",
                slack=draft.cluster.cabling.slack,
            )
        )
        if not network.switch.fabric_ports:
            raise DesignError(
                "the switch has no access ports", thing=network.switch.id, fix="take a switch with fabric ports"
            )
        for group, unit, slots in _groups(draft):
            for index in range(-(-len(slots) // len(network.switch.fabric_ports))):
                path = f"{network.name}/{group}-{index + 1}"
                device = Device(path, "switch", "", "oob", network.name, unit=unit, index=index)
                add_switch(draft, device, network.switch)


def link_management(draft: Draft) -> None:
    """Link the management port of every device to the port of its position."""
    for network in _networks(draft):
        ports = network.switch.fabric_ports
        for group, _, slots in _groups(draft):
            for number, path in enumerate(slots):
                device = draft.builder.devices.get(path)
                part = draft.builder.parts[device.part] if device else None
                near = next((p for cage in getattr(part, "cages", ()) for p in cage.ports if p.role == "oob"), None)
                if near is None:
                    continue
                index, slot = divmod(number, len(ports))
                a = PortRef(path, near.name)
                b = PortRef(f"{network.name}/{group}-{index + 1}", ports[slot].name)
                draft.builder.connect(Link(f"link/{a}", network.name, "oob", a, b, near.speed))


def _networks(draft: Draft) -> Iterator[Management]:
    return (fabric for fabric in draft.cluster.fabrics if isinstance(fabric, Management))


def _groups(draft: Draft) -> Iterator[tuple[str, int | None, _Slots]]:
    """Yield each group of switches: its name, its unit, and the paths that hold its positions in order.

    Positions are reserved for devices that do not exist yet, so that a later node finds its port free.
    """
    floor = floor_of(draft)
    one_unit = draft.seating.units_reserved == 1
    for unit in range(1, draft.seating.units + 1):
        slots = _unit_slots(draft, unit)
        if one_unit:
            slots += _core_slots(draft)
        yield f"su{unit}", unit, slots + (_unit_pdus(draft, floor, unit) if floor else [])
    if not one_unit and (slots := _core_slots(draft)):
        yield "core", None, slots + (_core_pdus(draft, floor) if floor else [])


def _unit_slots(draft: Draft, unit: int) -> _Slots:
    seating = draft.seating
    slots = [seating.path_at(unit, position) for position in range(seating.unit_size)]
    for plan in draft.trees.values():
        slots += [plan.single] if plan.tiers is None else [p for p, _ in plan.leaves(unit, seating.group_of(unit))]
    return slots


def _core_slots(draft: Draft) -> _Slots:
    slots: _Slots = []
    for plan in draft.trees.values():
        for pod in range(1, plan.pods_reserved + 1):
            slots += plan.spines(pod)
        slots += [path for _, _, path in plan.cores()]
        slots += [plan.manager(n) for n in range(plan.managers.count if plan.managers else 0)]
    return slots


def _unit_pdus(draft: Draft, floor: Floor, unit: int) -> _Slots:
    columns = range(1, floor.per_unit + 2) if floor.network_column else range(1, floor.per_unit + 1)
    slots = []
    for column in columns:
        feeds = draft.network_feeds if column == floor.network_column else draft.feed_names
        slots += [pdu_path(Floor.name(unit, column), feed) for feed in feeds]
    return slots


def _core_pdus(draft: Draft, floor: Floor) -> _Slots:
    """Return the PDUs of the core racks, those of racks to come included."""
    slots: _Slots = []
    for row, stack in core_stacks(draft).items():
        height = sum(height for _, height in stack)
        for number in range(-(-height // floor.core_capacity) + 1):
            rack = Floor.name(*floor.core(row, number))
            slots += [pdu_path(rack, feed) for feed in draft.network_feeds]
    return slots
