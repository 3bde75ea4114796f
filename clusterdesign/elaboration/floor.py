"""Where racks stand: pure functions of what the cluster grows to, so that growth moves nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from clusterdesign.elaboration.seating import Seat, Seating
from clusterdesign.elaboration.tree_plan import TreePlan
from clusterdesign.errors import DesignError
from clusterdesign.parts import RackPart
from clusterdesign.site import RackRow

_TWO = 2
"""Levels of a fabric of leaves and spines."""

CORE_BOTTOM = 2
"""Rack units at the bottom of a core rack that are kept for its own out-of-band switch and a blank."""

Place = tuple[int, int]
"""Row and column of a rack, both counted from 1."""

Stack = list[tuple[str, int]]
"""Devices from the top of a rack down: path and height in rack units."""


def row_letters(row: int) -> str:
    """Return the letters of a 1-based row: A ... Z, AA ..."""
    letters = ""
    while row:
        row, rest = divmod(row - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def label(row: int, column: int) -> str:
    """Return the name of the rack at a place, ``A05``."""
    return f"{row_letters(row)}{column:02}"


def rack_path(place: Place) -> str:
    """Return the path of the rack at a place."""
    return f"rack/{label(*place)}"


def row_of(policy: RackRow, unit: int) -> int:
    """Return the row of a 1-based unit."""
    return -(-unit // policy.units_per_row)


@dataclass(frozen=True, slots=True)
class Floor:
    """The plan of the racks.

    Attributes:
        units: scalable units reserved for; they stand in rows, one or several in each.
        network_column: place of a unit's network rack among its compute racks; 0 where switches share one.
        beside: whether core racks stand within the row instead of behind it: beside the network rack, in rows of
            several units in the middle between these.
        core: by row, what fills its core racks, one list for each rack.
        places: racks in a row of the hall; rows of units that are longer go on in the row behind. 0 for any length.
        rows_each: rows of the hall that a row of units takes.
    """

    policy: RackRow
    unit_size: int
    units: int
    network_column: int
    shared_column: int
    beside: bool
    core: Mapping[int, tuple[Stack, ...]]
    places: int = 0
    rows_each: int = 1

    @property
    def per_unit(self) -> int:
        """Compute racks of a full unit."""
        return -(-self.unit_size // self.policy.fewest)

    def row(self, unit: int) -> int:
        """Return the row of a unit, as rows of units are counted."""
        return row_of(self.policy, unit)

    def _place(self, row: int, column: int) -> Place:
        """Return the place in the hall of a column of a row of units."""
        if not self.places:
            return row, column
        behind, column = divmod(column - 1, self.places)
        return (row - 1) * self.rows_each + behind + 1, column + 1

    def compute(self, seat: Seat) -> tuple[Place, int]:
        """Return the rack of a node, and its place in the rack counted from the bottom."""
        rack, place = divmod(seat.position, self.policy.per_rack(seat.group))
        return self.compute_rack(seat.unit, rack), place

    def compute_rack(self, unit: int, rack: int) -> Place:
        """Return the place of a compute rack of a unit by its 0-based number."""
        column = rack + 1
        if self.network_column and column >= self.network_column:
            column += 1
            if self.beside and self.policy.units_per_row == 1:
                column += len(self.core.get(unit, ()))
        return self._place(self.row(unit), self._before(unit) + column)

    def network(self, unit: int) -> Place:
        """Return the rack that holds a unit's switches."""
        return self._place(self.row(unit), self._before(unit) + (self.network_column or self.shared_column))

    def core_rack(self, row: int, number: int) -> Place:
        """Return a core rack of a row by its 0-based number."""
        per_row = self.policy.units_per_row
        if self.beside and per_row > 1:
            return self._place(row, self._columns * -(-per_row // 2) + 1 + number)
        if self.beside and self.network_column:
            return self._place(row, self.network_column + 1 + number)
        return self._place(row, self._columns * per_row + 1 + number)

    @property
    def cross(self) -> tuple[int, ...]:
        """Columns that cross trays run over: those of the network racks."""
        columns = (self.network(unit)[1] for unit in range(1, self.policy.units_per_row + 1))
        return tuple(dict.fromkeys(columns))

    @property
    def longest(self) -> int:
        """Columns of the longest row, everything counted that is reserved for."""
        units = range(1, self.units + 1)
        places = [self.network(unit) for unit in units]
        places += [self.compute_rack(unit, self.per_unit - 1) for unit in units]
        places += [self.core_rack(row, len(racks) - 1) for row, racks in self.core.items()]
        return max(column for _, column in places)

    @property
    def _columns(self) -> int:
        """Columns that a unit takes in its row, core racks left out."""
        return self.per_unit + (1 if self.network_column else 0)

    def _before(self, unit: int) -> int:
        """Return the columns that stand before a unit in its row."""
        per_row = self.policy.units_per_row
        within = (unit - 1) % per_row
        core = self.beside and per_row > 1 and within >= -(-per_row // 2)
        return within * self._columns + (len(self.core.get(self.row(unit), ())) if core else 0)

    @property
    def top(self) -> int:
        """Highest rack unit that network equipment takes."""
        return rack_height(self.policy.part) - self.policy.top_free

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


def plan_floor(
    policy: RackRow, seating: Seating, trees: Sequence[TreePlan], extra: Stack, *, switches: bool = True
) -> Floor:
    """Plan the racks of a cluster.

    Args:
        policy: as declared.
        seating: places of the nodes.
        trees: fabrics of leaves and spines.
        extra: further devices of the core racks, below the switches.
        switches: whether there are any, management switches included; without them no rack is kept for them.
    """
    per_unit = -(-seating.unit_size // policy.fewest)
    units = seating.units_reserved
    one_switch = all(plan.tiers is None for plan in trees)
    stacks = _core_stacks(policy, units, trees, extra) if units > 1 else {1: extra} if extra else {}
    core = _pack(stacks, policy)
    plain = Floor(policy, seating.unit_size, units, 0, 1 if one_switch else -(-per_unit // 2), beside=False, core=core)
    if policy.network == "shared" or not switches:
        return _in_rows(plain)
    if one_switch:
        return _in_rows(replace(plain, network_column=1))
    if policy.placement == "row-end":
        return _in_rows(replace(plain, network_column=per_unit + 1))
    options = [
        _in_rows(replace(plain, network_column=column, beside=beside))
        for column in range(1, per_unit + 2)
        for beside in ((False, True) if core else (False,))
    ]
    return min(options, key=lambda floor: (_metres(floor, trees), abs(2 * floor.network_column - per_unit - 2)))


def _in_rows(floor: Floor) -> Floor:
    """Return the plan with its rows cut to the places that a row of the hall has."""
    places, longest = floor.policy.racks_per_row, floor.longest
    if places is None or longest <= places:
        return floor
    return replace(floor, places=places, rows_each=-(-longest // places))


def _core_stacks(policy: RackRow, units: int, trees: Sequence[TreePlan], extra: Stack) -> dict[int, Stack]:
    """Return, by row, the switches above the leaves in order, with their heights, those to come included.

    The spines of a pod stand in the pod's middle row, everything else in the middle row of the whole.
    """
    middle = row_of(policy, (units + 1) // 2)
    stacks: dict[int, Stack] = {}
    for plan in trees:
        if plan.tiers is None:
            continue
        height = (plan.policy.spine or plan.policy.switch).size.height_u or 1
        boxes = [(plan.box_leaf(n), plan.policy.switch.size.height_u or 1) for n in range(plan.box_leaves)]
        stacks.setdefault(middle, []).extend(boxes)
        for pod in range(1, plan.pods_reserved + 1):
            row = middle if plan.levels == _TWO else row_of(policy, pod_middle(plan, pod, units))
            stacks.setdefault(row, []).extend((path, height) for path in plan.spines(pod))
    for plan in trees:
        height = (plan.policy.spine or plan.policy.switch).size.height_u or 1
        stacks.setdefault(middle, []).extend((path, height) for _, _, path in plan.cores())
    stacks.setdefault(middle, []).extend(extra)
    return {row: stack for row, stack in stacks.items() if stack}


def pod_middle(plan: TreePlan, pod: int, units: int) -> int:
    """Return the middle unit of a pod."""
    per_pod = plan.tiers.units_per_pod if plan.tiers else units
    return ((pod - 1) * per_pod + 1 + min(pod * per_pod, units)) // 2


def _pack(stacks: Mapping[int, Stack], policy: RackRow) -> dict[int, tuple[Stack, ...]]:
    """Deal each row's devices over racks, in order, none split."""
    room = rack_height(policy.part) - policy.top_free - CORE_BOTTOM
    capacity = min(room, policy.core_units or room)
    packed: dict[int, tuple[Stack, ...]] = {}
    for row, stack in stacks.items():
        racks: list[Stack] = [[]]
        used = 0
        for path, height in stack:
            if used + height > capacity and used:
                racks.append([])
                used = 0
            racks[-1].append((path, height))
            used += height
        packed[row] = tuple(racks)
    return packed


def _metres(floor: Floor, trees: Sequence[TreePlan]) -> int:
    """Return how far all links of the fat-trees run along the trays, all reserved units full; micrometres."""
    total = 0
    middle = floor.row((floor.units + 1) // 2)
    for unit in range(1, floor.units + 1):
        leaf = floor.network(unit)
        racks = (_between(floor, floor.compute_rack(unit, rack), leaf) for rack in range(floor.per_unit))
        links = sum(plan.rails for plan in trees) * floor.policy.fewest
        total += sum(racks) * links
        for plan in trees:
            if plan.tiers is not None:
                links = plan.unit_leaves[unit - 1] * plan.shape.up
                total += links * _to_core(floor, leaf, _spine_row(floor, plan, unit))
    for plan in trees:
        if plan.tiers is not None and plan.tiers.cores:
            for pod in range(1, plan.pods_reserved + 1):
                links = plan.tiers.spines * plan.tiers.spine_up
                row = floor.row(pod_middle(plan, pod, floor.units))
                total += links * _to_core(floor, floor.core_rack(row, 0), middle)
    return total


def _spine_row(floor: Floor, plan: TreePlan, unit: int) -> int:
    middle = (floor.units + 1) // 2
    return floor.row(middle if plan.levels == _TWO else pod_middle(plan, plan.pod_of(unit), floor.units))


def _to_core(floor: Floor, place: Place, row: int) -> int:
    """Return the way from a rack to the middle of the core racks of a row; none where the unit holds its spines."""
    racks = len(floor.core.get(row, ()))
    if not racks:
        return 0
    (row_a, first), (row_b, last) = floor.core_rack(row, 0), floor.core_rack(row, racks - 1)
    across = abs(2 * place[0] - row_a - row_b) * floor.policy.pitch.base
    return abs(2 * place[1] - first - last) * floor.width // 2 + across // 2


def _between(floor: Floor, a: Place, b: Place) -> int:
    """Return the way between two racks along and across the rows, micrometres."""
    return abs(a[1] - b[1]) * floor.width + abs(a[0] - b[0]) * floor.policy.pitch.base
