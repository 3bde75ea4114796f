"""Phases that lay out racks and place devices in them."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design.records import Placement, Rack, RackRole
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.seating import Seat
from clusterdesign.errors import DesignError
from clusterdesign.parts import RackPart
from clusterdesign.site import LiquidCooled, RackRow
from clusterdesign.units import Length

_TWO = 2
"""Levels of a fabric of leaves and spines."""


def row_letters(row: int) -> str:
    """Return the letters of a 1-based row: A ... Z, AA ..."""
    letters = ""
    while row:
        row, rest = divmod(row - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


@dataclass(frozen=True, slots=True)
class Floor:
    """Where racks stand: pure functions of the unit and the position in it, so that growth moves nothing.

    Attributes:
        network_first: the network rack is the first of its row instead of the middle one.
    """

    policy: RackRow
    unit_size: int
    network_first: bool

    @property
    def per_unit(self) -> int:
        """Compute racks of a full unit."""
        return -(-self.unit_size // self.policy.nodes_per_rack)

    @property
    def network_column(self) -> int:
        """Column of a unit's network rack; 0 where switches share a compute rack."""
        if self.policy.network == "shared":
            return 0
        return 1 if self.network_first else -(-self.per_unit // 2) + 1

    def compute(self, seat: Seat) -> tuple[int, int, int]:
        """Return row, column and place in the rack of a node."""
        rack, place = divmod(seat.position, self.policy.nodes_per_rack)
        column = rack + 1
        if self.network_column and column >= self.network_column:
            column += 1
        return seat.unit, column, place

    def network(self, unit: int) -> tuple[int, int]:
        """Return row and column of the rack that holds a unit's switches."""
        if self.network_column:
            return unit, self.network_column
        return unit, 1 if self.network_first else -(-self.per_unit // 2)

    def core(self, row: int, number: int) -> tuple[int, int]:
        """Return row and column of a 0-based core rack: behind the compute racks of its row."""
        last = self.per_unit + (1 if self.network_column else 0)
        return row, last + 1 + number

    @property
    def core_capacity(self) -> int:
        """Rack units of a core rack that switches may fill: all but those at the top and two at the bottom."""
        return rack_height(self.policy.part) - self.policy.top_free - 2

    @property
    def width(self) -> int:
        """Width of a rack in micrometres.

        Raises:
            DesignError: it is unknown.
        """
        width = self.policy.part.size.width
        if width is None:
            raise DesignError(
                "the width of the rack is unknown, so no cable length can be computed",
                thing=self.policy.part.id,
                fix='give it with part.with_(size=part.size.with_(width="800 mm"))',
            )
        return width.base

    @staticmethod
    def label(row: int, column: int) -> str:
        """Return the name of the rack at a place, ``A05``."""
        return f"{row_letters(row)}{column:02}"

    @staticmethod
    def name(row: int, column: int) -> str:
        """Return the path of the rack at a place."""
        return f"rack/{Floor.label(row, column)}"


def floor_of(draft: Draft) -> Floor | None:
    """Return the floor of a cluster, None where no racks are declared."""
    if draft.cluster.racks is None:
        return None
    one_switch = all(plan.tiers is None for plan in draft.trees.values())
    return Floor(draft.cluster.racks, draft.seating.unit_size, network_first=one_switch)


def lay_out(draft: Draft) -> None:
    """Add racks and place every node, switch and manager, then apply the pins."""
    floor = floor_of(draft)
    if floor is None:
        return
    _place_nodes(draft, floor)
    for unit in range(1, draft.seating.units + 1):
        _place_unit(draft, floor, unit)
    for row, stack in core_stacks(draft).items():
        _place_core(draft, floor, row, stack)
    _place_managers(draft, floor)
    _apply_pins(draft)


def _place_nodes(draft: Draft, floor: Floor) -> None:
    below = _cdu_height(draft)
    for path, seat in draft.seating.nodes():
        row, column, place = floor.compute(seat)
        rack = _rack(draft, floor, (row, column), "compute")
        device = draft.builder.devices[path]
        height = _height(draft, path)
        if height is None:
            draft.builder.note(path, f"not placed: the height of {device.part} is unknown; {rack.path} is reserved")
            continue
        draft.builder.place(Placement(path, rack.path, below + 1 + place * height, height))


def _cdu_height(draft: Draft) -> int:
    """Return the rack units that an in-rack CDU takes at the bottom of a compute rack."""
    cooling = draft.cluster.cooling
    if isinstance(cooling, LiquidCooled) and cooling.cdu.form == "in-rack":
        return cooling.cdu.size.height_u or 0
    return 0


def _place_unit(draft: Draft, floor: Floor, unit: int) -> None:
    """Fill the network rack of a unit from the top with its leaves and out-of-band switches.

    The spines of a cluster that never has more than one unit stand below them.
    """
    devices = [d.path for d in draft.builder.devices.values() if d.kind == "switch" and d.unit == unit]
    if draft.seating.units_reserved == 1:
        devices += [d.path for d in draft.builder.devices.values() if d.kind == "switch" and d.unit is None]
    if not devices:
        return
    rack = _rack(draft, floor, floor.network(unit), "network" if floor.network_column else "mixed")
    u = rack_height(floor.policy.part) - floor.policy.top_free
    for path in devices:
        u = _place_below(draft, path, rack.path, u)


def _place_below(draft: Draft, path: str, rack: str, top: int) -> int:
    """Place a device with its upper edge at a rack unit; return the next free one below."""
    height = _height(draft, path)
    if height is None:
        draft.builder.note(path, f"not placed: the height of {draft.builder.devices[path].part} is unknown")
        return top
    draft.builder.place(Placement(path, rack, top - height + 1, height))
    return top - height


def core_stacks(draft: Draft) -> dict[int, list[tuple[str, int]]]:
    """Return, by row, the switches above the leaves in order, with their heights, those to come included.

    The spines of a pod stand in the pod's middle row, everything else in the middle row of the whole. A place is
    kept for what is not built yet, so that growth moves nothing.
    """
    reserved = draft.seating.units_reserved
    if reserved == 1:
        return {}
    middle = (reserved + 1) // 2
    stacks: dict[int, list[tuple[str, int]]] = {}
    for plan in draft.trees.values():
        if plan.tiers is None:
            continue
        height = (plan.policy.spine or plan.policy.switch).size.height_u or 1
        per_pod = plan.tiers.units_per_pod
        for pod in range(1, plan.pods_reserved + 1):
            last = min(pod * per_pod, reserved)
            row = middle if plan.levels == _TWO else ((pod - 1) * per_pod + 1 + last) // 2
            stacks.setdefault(row, []).extend((path, height) for path in plan.spines(pod))
    for plan in draft.trees.values():
        height = (plan.policy.spine or plan.policy.switch).size.height_u or 1
        cores = [(path, height) for _, _, path in plan.cores()]
        if cores:
            stacks.setdefault(middle, []).extend(cores)
    shared = [d for d in draft.builder.devices.values() if d.role == "oob" and d.unit is None]
    stacks.setdefault(middle, []).extend((d.path, _height(draft, d.path) or 1) for d in shared)
    return stacks


def _place_core(draft: Draft, floor: Floor, row: int, stack: list[tuple[str, int]]) -> None:
    top = rack_height(floor.policy.part) - floor.policy.top_free
    used, number = 0, 0
    for path, height in stack:
        if used + height > floor.core_capacity and used:
            used, number = 0, number + 1
        if path in draft.builder.devices:
            rack = _rack(draft, floor, floor.core(row, number), "network")
            _place_below(draft, path, rack.path, top - used)
        used += height


def _place_managers(draft: Draft, floor: Floor) -> None:
    """Place each fabric manager in another rack where there is one: network rack, then core or compute racks.

    A pair must not share a rack (physical rule PWR-14): they stand below what is there.
    """
    free: dict[str, int] = {}
    top = rack_height(floor.policy.part) - floor.policy.top_free
    for placement in draft.builder.placements.values():
        if placement.height_u:
            lowest = placement.u - 1
            if draft.builder.devices[placement.device].kind == "switch":
                free[placement.rack] = min(free.get(placement.rack, top), lowest)
    home = Floor.name(*floor.network(1))
    others = [path for path, rack in draft.builder.racks.items() if path != home and rack.role != "compute"]
    others += [path for path, rack in draft.builder.racks.items() if path != home and rack.role == "compute"]
    racks = [home, *others]
    for plan in draft.trees.values():
        for index in range(plan.managers.count if plan.managers else 0):
            rack = racks[index % len(racks)]
            free[rack] = _place_below(draft, plan.manager(index), rack, free.get(rack, top))


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
            raise DesignError(
                f"pin to a rack that does not exist: {pin.rack}",
                thing=pin.where,
                fix=f"the racks are {', '.join(path.removeprefix('rack/') for path in draft.builder.racks)}",
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


def _rack(draft: Draft, floor: Floor, place: tuple[int, int], role: RackRole) -> Rack:
    """Return the rack at a place, added where it is not there yet."""
    path = Floor.name(*place)
    if path in draft.builder.racks:
        return draft.builder.racks[path]
    row, column = place
    part = floor.policy.part
    x, y = Length(floor.width * (column - 1)), Length(floor.policy.pitch.base * (row - 1))
    return draft.builder.add_rack(Rack(path, part.id, row, column, x, y, role), part)


def rack_height(part: RackPart) -> int:
    """Return the rack units of a rack.

    Raises:
        DesignError: its height is unknown.
    """
    if part.size.height_u is None:
        raise DesignError(
            "the height of the rack is unknown",
            thing=part.id,
            fix="give it with part.with_(size=part.size.with_(height_u=48))",
        )
    return part.size.height_u


def _height(draft: Draft, path: str) -> int | None:
    return draft.builder.parts[draft.builder.devices[path].part].size.height_u
