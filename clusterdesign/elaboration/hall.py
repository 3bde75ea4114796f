"""The hall: racks that the floor needs beside racks that there are."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.floor import Floor
from clusterdesign.errors import DesignError


@dataclass(frozen=True, slots=True)
class HallNeed:
    """Racks of a hall.

    Attributes:
        compute: racks for nodes.
        network: racks for switches, managers and servers alone.
        rows, longest: rows that are needed, and places in the longest of them.
        hall_rows, hall_columns: rows of the hall and places in each; None where they are not declared.
    """

    compute: int
    network: int
    rows: int
    longest: int
    hall_rows: int | None
    hall_columns: int | None

    @property
    def needed(self) -> int:
        """Racks that are needed."""
        return self.compute + self.network

    @property
    def places(self) -> int | None:
        """Racks that the hall has room for; None where it is not declared."""
        return None if self.hall_rows is None or self.hall_columns is None else self.hall_rows * self.hall_columns

    @property
    def short(self) -> bool:
        """Whether the rows are too few or too short."""
        few = self.hall_rows is not None and self.rows > self.hall_rows
        return few or (self.hall_columns is not None and self.longest > self.hall_columns)


def hall_need(draft: Draft) -> HallNeed | None:
    """Return what the plan of the floor needs; None without one."""
    floor = draft.floor
    if floor is None:
        return None
    units = range(1, floor.units + 1)
    compute = {floor.compute(seat)[0] for _, seat in draft.seating.nodes()}
    network = {floor.network(unit) for unit in units} if floor.network_column else set()
    network |= {floor.core_rack(row, number) for row, racks in floor.core.items() for number in range(len(racks))}
    kept = {floor.compute_rack(unit, floor.per_unit - 1) for unit in units if unit > draft.seating.units}
    places = compute | network | kept
    return HallNeed(
        len(compute - network),
        len(network),
        max(row for row, _ in places),
        max(column for _, column in places),
        floor.policy.rows,
        floor.policy.racks_per_row,
    )


def check_hall(draft: Draft) -> None:
    """Compare the plan of the floor with the hall.

    Raises:
        DesignError: the hall has too few rows or too short ones.
    """
    need, floor = hall_need(draft), draft.floor
    if need is None or floor is None or not need.short:
        return
    raise DesignError(
        f"the hall has {_rows(need.hall_rows, need.hall_columns)}, and {_rows(need.rows, need.longest)} are needed: "
        f"{need.compute} racks for nodes, {need.network} for the network",
        thing=draft.cluster.name,
        fix=_way_out(draft, floor, need),
    )


def _rows(rows: int | None, racks: int | None) -> str:
    """Print the size of a hall."""
    many = "rows" if rows is None else "1 row" if rows == 1 else f"{rows} rows"
    return many if racks is None else f"{many} of {racks} {'rack' if racks == 1 else 'racks'}"


def _way_out(draft: Draft, floor: Floor, need: HallNeed) -> str:
    """Say what would fit, and which limit stands in the way."""
    total, fewest = draft.seating.total, floor.policy.fewest
    if need.places is None or need.needed <= need.places:
        return "change units_per_row, so that the rows become fewer or shorter, or declare a larger hall"
    free = max(need.places - need.network, 0)
    fit = f"{min(free * fewest, total)} of {total} nodes fit with {fewest} in a rack"
    if not free:
        return f"{fit}; declare a larger hall"
    dense = -(-total // free)
    part = draft.cluster.groups[0].fitted
    watts = part.power.maximum
    heavy = "" if watts is None else f", {dense * watts.to('kW'):.1f} kW in each"
    why = f"; {draft.chosen[0]}" if 0 in draft.chosen else ""
    return f"{fit}; all of them need {dense} in a rack{heavy}, or {need.needed} racks{why}"
