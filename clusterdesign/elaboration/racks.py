"""Phases that lay out racks and place devices in them."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design.records import Device, Placement, Rack, RackRole
from clusterdesign.elaboration.draft import Draft, Seat
from clusterdesign.errors import DesignError
from clusterdesign.parts import RackPart
from clusterdesign.site import LiquidCooled, RackRow
from clusterdesign.units import Length


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
    units_reserved: int
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

    def core(self, number: int) -> tuple[int, int]:
        """Return row and column of a 0-based core rack: behind the racks of the middle row."""
        last = self.per_unit + (1 if self.network_column else 0)
        return (self.units_reserved + 1) // 2, last + 1 + number

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
    one_switch = all(plan.counts.levels == 1 for plan in draft.trees.values())
    return Floor(draft.cluster.racks, draft.unit_size, draft.units_reserved, network_first=one_switch)


def lay_out(draft: Draft) -> None:
    """Add racks and place every node, switch and manager, then apply the pins."""
    floor = floor_of(draft)
    if floor is None:
        return
    _place_nodes(draft, floor)
    groups: dict[int, list[Device]] = {}
    core: list[Device] = []
    for device in draft.builder.devices.values():
        if device.kind == "node":
            continue
        if device.unit is not None or draft.units_reserved == 1:
            groups.setdefault(device.unit or 1, []).append(device)
        else:
            core.append(device)
    for unit in sorted(groups):
        _stack(draft, floor, groups[unit], [floor.network(unit)])
    if core:
        usable = _rack_height(floor.policy.part) - floor.policy.top_free - 2
        heights = sum(_height(draft, device) or 0 for device in core)
        places = [floor.core(number) for number in range(-(-heights // max(usable, 1)) or 1)]
        _stack(draft, floor, core, places)
    _apply_pins(draft)


def _place_nodes(draft: Draft, floor: Floor) -> None:
    below = _cdu_height(draft)
    for node in draft.nodes():
        row, column, place = floor.compute(draft.seat(node.index))
        rack = _rack(draft, floor, (row, column), "compute")
        height = _height(draft, node)
        if height is None:
            draft.builder.note(node.path, f"not placed: the height of {node.part} is unknown; {rack.path} is reserved")
            continue
        draft.builder.place(Placement(node.path, rack.path, below + 1 + place * height, height))


def _cdu_height(draft: Draft) -> int:
    """Return the rack units that an in-rack CDU takes at the bottom of a compute rack."""
    cooling = draft.cluster.cooling
    if isinstance(cooling, LiquidCooled) and cooling.cdu.form == "in-rack":
        return cooling.cdu.size.height_u or 0
    return 0


def _stack(draft: Draft, floor: Floor, devices: list[Device], places: list[tuple[int, int]]) -> None:
    """Fill racks from the top with devices in order; the last rack takes what is left."""
    top = _rack_height(floor.policy.part) - floor.policy.top_free
    role: RackRole = "network" if floor.network_column or len(places) > 1 else "mixed"
    bottom = 2 if len(places) > 1 else 0
    remaining = list(places)
    rack, u = _rack(draft, floor, remaining.pop(0), role), top
    for device in devices:
        tall = _height(draft, device)
        if tall is None:
            draft.builder.note(device.path, f"not placed: the height of {device.part} is unknown")
            continue
        if u - tall + 1 <= bottom and remaining:
            rack, u = _rack(draft, floor, remaining.pop(0), role), top
        draft.builder.place(Placement(device.path, rack.path, u - tall + 1, tall))
        u -= tall


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
            height = old.height_u if old else _height(draft, draft.builder.devices[path])
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


def _rack_height(part: RackPart) -> int:
    if part.size.height_u is None:
        raise DesignError(
            "the height of the rack is unknown",
            thing=part.id,
            fix="give it with part.with_(size=part.size.with_(height_u=48))",
        )
    return part.size.height_u


def _height(draft: Draft, device: Device) -> int | None:
    return draft.builder.parts[device.part].size.height_u
