"""Phases that lay out racks and place devices in them."""

from __future__ import annotations

from clusterdesign.design.records import Placement, Rack, RackRole
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.floor import CORE_BOTTOM, Floor, Place, Stack, plan_floor, rack_path
from clusterdesign.elaboration.services import service_stack
from clusterdesign.errors import DesignError
from clusterdesign.names import natural_sorted
from clusterdesign.parts import Node
from clusterdesign.site import LiquidCooled
from clusterdesign.units import Length, Power


def plan_racks(draft: Draft) -> None:
    """Plan the floor, once everything is counted."""
    policy = draft.racks or draft.cluster.racks
    if policy is not None:
        trees, extra = tuple(draft.trees.values()), service_stack(draft.cluster)
        draft.floor = plan_floor(policy, draft.seating, trees, extra, switches=bool(draft.cluster.fabrics))


def lay_out(draft: Draft) -> None:
    """Add racks and place every node, switch and manager, then apply the pins."""
    floor = draft.floor
    if floor is None:
        return
    _place_nodes(draft, floor)
    for unit in range(1, draft.seating.units + 1):
        _place_unit(draft, floor, unit)
    for row, racks in floor.core.items():
        for number, stack in enumerate(racks):
            _place_core(draft, floor, floor.core_rack(row, number), stack)
    _place_managers(draft, floor)
    _apply_pins(draft)


def _place_nodes(draft: Draft, floor: Floor) -> None:
    shared = not floor.network_column and draft.cluster.fabrics
    mixed = {floor.network(unit) for unit in range(1, draft.seating.units + 1)} if shared else set()
    for path, seat in draft.seating.nodes():
        where, place = floor.compute(seat)
        role: RackRole = "mixed" if where in mixed else "compute"
        fresh = rack_path(where) not in draft.builder.racks
        rack = _rack(draft, floor, where, role, limit=floor.policy.limit(seat.group))
        if fresh and seat.group in draft.chosen:
            draft.builder.note(rack.path, draft.chosen[seat.group])
        below = below_nodes(draft, draft.node_part(path))
        height = _height(draft, path)
        if height is None:
            part = draft.builder.devices[path].part
            draft.builder.note(path, f"not placed: the height of {part} is unknown; {rack.path} is reserved")
            continue
        draft.builder.place(Placement(path, rack.path, below + 1 + place * height, height))


def cdu_height(draft: Draft) -> int:
    """Return the rack units that an in-rack CDU takes at the bottom of a rack with liquid-cooled nodes."""
    cooling = draft.cluster.cooling
    if isinstance(cooling, LiquidCooled) and cooling.cdu.form == "in-rack":
        return cooling.cdu.size.height_u or 0
    return 0


def pdu_height(draft: Draft) -> int:
    """Return the rack units that horizontal PDUs take at the bottom of a rack with nodes."""
    power = draft.cluster.power
    if power is None or power.pdu.orientation != "horizontal":
        return 0
    return power.count * (power.pdu.size.height_u or 0)


def below_nodes(draft: Draft, node: Node) -> int:
    """Return the rack units below the first node of a rack: horizontal PDUs, and a CDU for its coolant."""
    return pdu_height(draft) + (cdu_height(draft) if node.liquid is not None else 0)


def _place_unit(draft: Draft, floor: Floor, unit: int) -> None:
    """Fill the network rack of a unit from the top with its leaves and out-of-band switches.

    The spines of a cluster that never has more than one unit stand below them.
    """
    switches = [device for device in draft.builder.devices.values() if device.kind == "switch"]
    paths = [device.path for device in switches if device.unit == unit]
    if floor.units == 1:
        # The out-of-band switch of a rack for storage and servers stands in that rack.
        paths += [device.path for device in switches if device.unit is None and device.role != "oob"]
    if not paths:
        return
    if floor.network_column:
        rack = _rack(draft, floor, floor.network(unit), "network")
    else:
        _check_room(draft, floor, unit, paths)
        limit = floor.policy.limit(draft.seating.group_of(unit))
        rack = _rack(draft, floor, floor.network(unit), "mixed", limit=limit)
    u = floor.top
    for path in paths:
        u = _place_below(draft, path, rack.path, u)


def _check_room(draft: Draft, floor: Floor, unit: int, paths: list[str]) -> None:
    """Check that the switches of a unit fit above the nodes of the rack that they share, all its seats taken.

    Raises:
        DesignError: they do not.
    """
    group = draft.seating.group_of(unit)
    node = draft.cluster.groups[group].fitted
    per_rack = min(floor.policy.per_rack(group), draft.seating.unit_size)
    below = below_nodes(draft, node)
    room = floor.top - below - per_rack * (node.size.height_u or 0)
    needed = sum(_height(draft, path) or 0 for path in paths)
    if needed > room:
        raise DesignError(
            f"the switches take {needed} rack units, {max(room, 0)} are free above {per_rack} nodes",
            thing=rack_path(floor.network(unit)),
            fix='declare network="own-rack", or fewer nodes per rack',
        )


def _place_core(draft: Draft, floor: Floor, place: Place, stack: Stack) -> None:
    """Fill a core rack from the top, leaving the places of devices to come; its own OOB switch stands at U1.

    A rack without switches of a fabric, only storage and servers, is filled from the bottom: they are heavy.
    """
    u = CORE_BOTTOM + _total(stack) if _is_heavy(draft, stack) else floor.top
    for path, height in stack:
        if path in draft.builder.devices:
            _place_below(draft, path, _rack(draft, floor, place, "network").path, u)
        u -= height
    for number, path in enumerate(draft.core_oob.get(rack_path(place), ()), 1):
        _place_below(draft, path, _rack(draft, floor, place, "network").path, number)


def _is_heavy(draft: Draft, stack: Stack) -> bool:
    """Tell whether a core rack holds storage and servers only."""
    kinds = {draft.builder.devices[path].kind for path, _ in stack if path in draft.builder.devices}
    return kinds <= {"storage", "server"} and bool(kinds)


def _total(stack: Stack) -> int:
    return sum(height for _, height in stack)


def _place_below(draft: Draft, path: str, rack: str, top: int) -> int:
    """Place a device with its upper edge at a rack unit; return the next free one below."""
    height = _height(draft, path)
    if height is None:
        draft.builder.note(path, f"not placed: the height of {draft.builder.devices[path].part} is unknown")
        return top
    draft.builder.place(Placement(path, rack, top - height + 1, height))
    return top - height


def _place_managers(draft: Draft, floor: Floor) -> None:
    """Place each fabric manager in another rack where there is one: network rack, then core, else compute racks.

    The two of a pair must not share rack and feeds (the usual rule for redundant managers); they stand below what
    is there, and below what is to come, so that growth moves none.
    """
    home = floor.network(1)
    free = {rack_path(home): _lowest(draft, floor, rack_path(home))}
    core = floor.core.get(floor.row((floor.units + 1) // 2), ())
    for number, stack in reversed(list(enumerate(core))):
        top = floor.top if _is_heavy(draft, stack) else floor.top - _total(stack)
        if floor.top - _total(stack) >= 2 * CORE_BOTTOM:
            free[_rack(draft, floor, floor.core_rack(floor.row((floor.units + 1) // 2), number), "network").path] = top
    compute = (path for path, rack in draft.builder.racks.items() if rack.role == "compute" and path not in free)
    free |= dict.fromkeys(compute, floor.top)
    racks = list(free)
    for plan in draft.trees.values():
        for index in range(plan.managers.count if plan.managers else 0):
            rack = racks[index % len(racks)]
            free[rack] = _place_below(draft, plan.manager(index), rack, free[rack])


def _lowest(draft: Draft, floor: Floor, rack: str) -> int:
    """Return the rack unit below the switches of a rack; one at U1 does not count."""
    devices = draft.builder.devices
    switches = (place for place in draft.builder.placements.values() if devices[place.device].kind == "switch")
    return min((place.u - 1 for place in switches if place.rack == rack and place.u > 1), default=floor.top)


def _apply_pins(draft: Draft) -> None:
    for number, pin in draft.cluster.pins():
        paths = [path for path in draft.builder.devices if pin.selects(path)]
        matched, changed = draft.used.setdefault(number, ([], []))
        matched.extend(paths)
        if len(paths) > 1:
            raise DesignError(
                f"a pin matches {len(paths)} devices", thing=pin.where, fix="pin one device, by its whole path"
            )
        rack = f"rack/{pin.rack}"
        if rack not in draft.builder.racks:
            names = ", ".join(name.removeprefix("rack/") for name in natural_sorted(draft.builder.racks))
            raise DesignError(
                f"pin to a rack that does not exist: {pin.rack}", thing=pin.where, fix=f"the racks are {names}"
            )
        for path in paths:
            old = draft.builder.placements.pop(path, None)
            height = old.height_u if old else _height(draft, path)
            if height is None:
                continue
            new = Placement(path, rack, pin.u, height)
            draft.builder.place(new)
            draft.builder.note(path, f"pinned to {pin.rack} U{pin.u}: {pin.because}")
            if new != old:
                changed.append(path)


def _rack(draft: Draft, floor: Floor, place: Place, role: RackRole, *, limit: Power | None = None) -> Rack:
    """Return the rack at a place, added where it is not there yet."""
    path = rack_path(place)
    if path in draft.builder.racks:
        return draft.builder.racks[path]
    row, column = place
    policy = floor.policy
    x, y = Length(floor.width * (column - 1)), Length(policy.pitch.base * (row - 1))
    dead_end = None if policy.aisles is None else policy.aisles == "dead-end"
    rack = Rack(path, policy.part.id, row, column, x, y, role, limit, policy.floor_limit, policy.top_free, dead_end)
    return draft.builder.add_rack(rack, policy.part)


def _height(draft: Draft, path: str) -> int | None:
    return draft.builder.parts[draft.builder.devices[path].part].size.height_u
