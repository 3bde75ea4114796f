"""Automatic layout: nodes per rack by the limit that binds, racks that are needed, and whether the hall has them."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.catalog import Catalog, builtin
from clusterdesign.design.builder import Builder
from clusterdesign.elaboration.counting import count_trees
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.hall import HallNeed, hall_need
from clusterdesign.elaboration.racks import plan_racks
from clusterdesign.elaboration.reaching import Reach, reach_of
from clusterdesign.elaboration.seating import Seating
from clusterdesign.elaboration.trials import RackLimit, rack_limits
from clusterdesign.errors import DesignError
from clusterdesign.intent import Cluster


@dataclass(frozen=True, slots=True)
class GroupLayout:
    """The racks of a group of nodes.

    Attributes:
        name: name template of the group.
        part: the node.
        nodes: how many.
        limits: what each limit allows, and the racks that it alone would ask for, by its name.
        racks: 0 where a limit allows no node.
        declared: nodes per rack that the designer declares; None for ``auto``.
    """

    name: str
    part: str
    nodes: int
    limits: tuple[RackLimit, ...]
    racks: dict[str, int]
    declared: int | None = None

    @property
    def binding(self) -> RackLimit:
        """The limit that allows the fewest nodes; the first of several."""
        return min(self.limits, key=lambda limit: limit.nodes)

    @property
    def per_rack(self) -> int:
        """Nodes in a rack: what is declared, else the most that every limit allows."""
        return self.binding.nodes if self.declared is None else self.declared


@dataclass(frozen=True, slots=True)
class Layout:
    """The racks of a cluster.

    Attributes:
        hall: what is needed beside what there is; None where nodes do not fit at all.
        reach: what cables ask of the racks; None where nothing is cabled, or where that was not tried.
    """

    groups: tuple[GroupLayout, ...]
    hall: HallNeed | None
    reach: Reach | None = None

    @property
    def holds(self) -> bool:
        """Whether every rack keeps its limits, cables reach, and the hall has the racks."""
        kept = all(group.per_rack <= group.binding.nodes for group in self.groups)
        return kept and self.reaches and self.hall is not None and not self.hall.short

    @property
    def reaches(self) -> bool:
        """Whether every cable reaches with the nodes that share a rack."""
        return self.reach is None or self.reach.least is not None


def choose_layout(draft: Draft) -> None:
    """Choose the nodes per rack where they are left to the library; they do not depend on how many nodes there are.

    Raises:
        DesignError: a limit allows no node at all.
    """
    racks = draft.cluster.racks
    if racks is None or racks.nodes_per_rack != "auto":
        return
    groups = [_group(draft, number) for number in range(len(draft.cluster.groups))]
    for number, group in enumerate(groups):
        if group.per_rack < 1:
            raise DesignError(
                f"not one {group.part} fits in a rack; the limit is {group.binding.name}: {group.binding.why}",
                thing=draft.cluster.name,
                fix="raise this limit, take another node or rack, or give the switches racks of their own",
            )
        nodes = f"{group.per_rack} node{'' if group.per_rack == 1 else 's'} in a rack"
        draft.chosen[number] = f"{nodes}; the limit is {group.binding.name}: {group.binding.why}"
    draft.racks = racks.with_(nodes_per_rack=tuple(group.per_rack for group in groups))


def layout(cluster: Cluster, *, catalog: Catalog | None = None) -> Layout:
    """Return what each limit allows in the racks of a cluster, and what the hall needs.

    Raises:
        DesignError: no racks are declared, or the height of a node is unknown.
    """
    if cluster.racks is None:
        raise DesignError("no racks are declared", thing=cluster.name, fix="declare racks=RackRow(...)")
    seating = Seating(cluster.groups, sum(nodes.count for nodes in cluster.groups))
    draft = Draft(cluster, catalog or builtin, Builder(cluster.name), seating)
    count_trees(draft)
    groups = tuple(_group(draft, number) for number in range(len(cluster.groups)))
    if any(group.per_rack < 1 for group in groups):
        return Layout(groups, None)
    per_rack = tuple(group.per_rack for group in groups)
    draft.racks = cluster.racks.with_(nodes_per_rack=per_rack)
    plan_racks(draft)
    return Layout(groups, hall_need(draft), reach_of(cluster, per_rack, draft.catalog))


def _group(draft: Draft, number: int) -> GroupLayout:
    cluster = draft.cluster
    nodes, racks = cluster.groups[number], cluster.racks
    if nodes.fitted.size.height_u is None:
        raise DesignError(
            "the height of the node is unknown, so nobody can say how many fit in a rack",
            thing=nodes.fitted.id,
            fix="give it with part.with_(size=part.size.with_(height_u=8)), or declare nodes_per_rack",
        )
    limits = rack_limits(cluster, number, draft.catalog)
    seats = [seat for _, seat in draft.seating.nodes() if seat.group == number]
    return GroupLayout(
        nodes.name,
        nodes.fitted.id,
        nodes.count,
        limits,
        {
            limit.name: len({(seat.unit, seat.position // limit.nodes) for seat in seats}) if limit.nodes else 0
            for limit in limits
        },
        None if racks is None or racks.nodes_per_rack == "auto" else racks.per_rack(number),
    )
