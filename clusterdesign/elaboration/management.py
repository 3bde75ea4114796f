"""Phases of the out-of-band network: its switches, and a copper link to every management port."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterdesign.design.records import Device, Fabric, Link, PortRef
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.floor import Floor, Place, label, rack_path
from clusterdesign.elaboration.inband import inband_switch, networks, sides
from clusterdesign.elaboration.power import pdu_path
from clusterdesign.elaboration.services import service_stack
from clusterdesign.elaboration.trees import add_switch
from clusterdesign.errors import DesignError
from clusterdesign.fabric import Management


def add_management(draft: Draft) -> None:
    """Add the switches of every out-of-band network, enough for all reserved positions of each group."""
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
        ports = len(network.switch.fabric_ports)
        if not ports:
            raise DesignError(
                "the switch has no access ports", thing=network.switch.id, fix="take a switch with fabric ports"
            )
        for group in _groups(draft, network):
            for index in range(-(-len(group.slots) // ports)):
                path = group.switch(network, index)
                device = Device(path, "switch", "", "oob", network.name, unit=group.unit, index=index)
                add_switch(draft, device, network.switch)
                if group.place is not None:
                    draft.core_oob.setdefault(rack_path(group.place), []).append(path)


def link_management(draft: Draft) -> None:
    """Link the management port of every device to the port of its position."""
    for network in _networks(draft):
        ports = network.switch.fabric_ports
        for group in _groups(draft, network):
            for number, path in enumerate(group.slots):
                device = draft.builder.devices.get(path)
                part = draft.builder.parts[device.part] if device else None
                near = next((p for cage in getattr(part, "cages", ()) for p in cage.ports if p.role == "oob"), None)
                if near is None:
                    continue
                index, slot = divmod(number, len(ports))
                a = PortRef(path, near.name)
                b = PortRef(group.switch(network, index), ports[slot].name)
                draft.builder.connect(Link(f"link/{a}", network.name, "oob", a, b, near.speed))


@dataclass(frozen=True, slots=True)
class _Group:
    """Devices that share out-of-band switches.

    Attributes:
        name: what the switches are named by: the unit, or the rack they stand in.
        unit: the unit; None for core racks.
        place: the core rack.
        slots: paths that hold the positions, in order; of devices that do not exist yet as well, so that a later
            one finds its port free.
    """

    name: str
    unit: int | None
    place: Place | None
    slots: tuple[str, ...]

    def switch(self, network: Management, index: int) -> str:
        """Return the path of a switch of the group by its 0-based number."""
        if self.place is not None and index == 0:
            return f"{network.name}/{self.name}"
        return f"{network.name}/{self.name}-{index + 1}"


def _networks(draft: Draft) -> Iterator[Management]:
    return (fabric for fabric in draft.cluster.fabrics if isinstance(fabric, Management))


def _groups(draft: Draft, network: Management) -> Iterator[_Group]:
    """Yield the groups: one for each unit, one for each core rack."""
    floor = draft.floor
    cores = [] if floor is None else list(_core_groups(draft, floor))
    dealt = [path for group in cores for path in group.slots] if network.shared == "over-units" else []
    one_unit = draft.seating.units_reserved == 1
    for unit in range(1, draft.seating.units + 1):
        slots = _unit_slots(draft, unit)
        if one_unit:
            slots += _upper(draft)
            if floor is None:
                slots += [path for path, _ in service_stack(draft.cluster)]
        if unit == 1:
            slots += _managers(draft)
        if floor is not None:
            slots += _unit_pdus(draft, floor, unit)
        slots += dealt[unit - 1 :: draft.seating.units]
        yield _Group(f"su{unit}", unit, None, tuple(slots))
    if floor is None:
        slots = _upper(draft) + [path for path, _ in service_stack(draft.cluster)]
        if not one_unit and slots:
            yield _Group("core", None, None, tuple(slots))
    if not dealt:
        yield from cores


def _core_groups(draft: Draft, floor: Floor) -> Iterator[_Group]:
    for row, racks in floor.core.items():
        for number, stack in enumerate(racks):
            place = floor.core_rack(row, number)
            pdus = tuple(pdu_path(rack_path(place), feed) for feed in draft.network_feeds)
            yield _Group(label(*place), None, place, tuple(path for path, _ in stack) + pdus)


def _unit_slots(draft: Draft, unit: int) -> list[str]:
    seating = draft.seating
    slots = [seating.path_at(unit, position) for position in range(seating.unit_size)]
    for plan in draft.trees.values():
        slots += [plan.single] if plan.tiers is None else [p for p, _ in plan.leaves(unit, seating.group_of(unit))]
    for network in networks(draft):
        slots += [inband_switch(network, unit, side) for side in range(sides(draft))]
    return slots


def _upper(draft: Draft) -> list[str]:
    """Return the spines and cores, those to come included."""
    slots: list[str] = []
    for plan in draft.trees.values():
        slots += [plan.box_leaf(n) for n in range(plan.box_leaves)]
        for pod in range(1, plan.pods_reserved + 1):
            slots += plan.spines(pod)
        slots += [path for _, _, path in plan.cores()]
    return slots


def _managers(draft: Draft) -> list[str]:
    plans = draft.trees.values()
    return [plan.manager(n) for plan in plans for n in range(plan.managers.count if plan.managers else 0)]


def _unit_pdus(draft: Draft, floor: Floor, unit: int) -> list[str]:
    """Return the PDUs of a unit's racks, those of racks to come included."""
    racks = [rack_path(floor.compute_rack(unit, rack)) for rack in range(floor.per_unit)]
    slots = [pdu_path(rack, feed) for rack in racks for feed in draft.feed_names]
    if floor.network_column:
        slots += [pdu_path(rack_path(floor.network(unit)), feed) for feed in draft.network_feeds]
    return slots
