"""Cable reach as a limit of racks: with fewer nodes in each, rows grow longer, until a cable no longer reaches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from clusterdesign.catalog import Catalog
from clusterdesign.design.builder import Builder
from clusterdesign.design.records import Trouble
from clusterdesign.elaboration.cabling import lay_cables
from clusterdesign.elaboration.counting import count_trees
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.management import add_management
from clusterdesign.elaboration.racks import lay_out, plan_racks
from clusterdesign.elaboration.seating import Seating
from clusterdesign.elaboration.services import add_services
from clusterdesign.elaboration.tree_links import link_trees
from clusterdesign.elaboration.trees import add_nodes, add_switches
from clusterdesign.intent import Cluster

LARGEST = 1024
"""Nodes up to which racks are tried: every try lays all cables."""

_TOO_LONG = "CBL101"

_PHASES: tuple[Callable[[Draft], None], ...] = (
    count_trees,
    plan_racks,
    add_nodes,
    add_switches,
    add_services,
    add_management,
    lay_out,
    link_trees,
    lay_cables,
)
"""As much of elaboration as runs need: no power, no cooling."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What the reach of cables asks of the racks.

    Attributes:
        least: fewest nodes in a rack with which every cable reaches; None where not even the most do.
        why: the cable that does not reach with one node less; empty where all do with a single one.
    """

    least: int | None
    why: str


def reach_of(cluster: Cluster, per_rack: tuple[int, ...], catalog: Catalog) -> Reach | None:
    """Return what cables ask of the racks, tried from so many nodes in each group's racks downward.

    None where nothing is cabled, or the cluster is too large to be tried.
    """
    total = sum(nodes.count for nodes in cluster.groups)
    if cluster.racks is None or not cluster.trees or total > LARGEST:
        return None
    least, why = None, ""
    for count in range(max(per_rack), 0, -1):
        trouble = _out_of_reach(cluster, tuple(min(count, most) for most in per_rack), catalog)
        if trouble is not None:
            return Reach(least, f"{trouble.what} ({trouble.measured}) with {count} in a rack")
        least = count
    return Reach(least, why)


def _out_of_reach(cluster: Cluster, per_rack: tuple[int, ...], catalog: Catalog) -> Trouble | None:
    """Return the first cable that is too long with so many nodes in a rack."""
    racks = cluster.racks
    if racks is None:
        return None
    trial = cluster.with_(
        racks=racks.with_(nodes_per_rack=per_rack, rows=None), exceptions=(), waivers=(), limits=(), power=None
    )
    draft = Draft(trial, catalog, Builder(trial.name), Seating(trial.groups, sum(n.count for n in trial.groups)))
    for phase in _PHASES:
        phase(draft)
    return next((trouble for trouble in draft.builder.troubles if trouble.code == _TOO_LONG), None)
