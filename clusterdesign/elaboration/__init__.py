"""Elaboration: from intent to design. :data:`PHASES` is the whole order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from clusterdesign.catalog import Catalog, builtin
from clusterdesign.design import Design, Deviation, OwnLimit, Waiver
from clusterdesign.design.builder import Builder
from clusterdesign.design.collector import paused
from clusterdesign.elaboration.addresses import add_addresses
from clusterdesign.elaboration.cabling import lay_cables
from clusterdesign.elaboration.coolers import feed_coolers
from clusterdesign.elaboration.cooling import add_cooling
from clusterdesign.elaboration.cords import choose_cords
from clusterdesign.elaboration.counting import count_trees
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.fittings import fit_small_parts
from clusterdesign.elaboration.hall import check_hall
from clusterdesign.elaboration.inband import add_inband, link_inband
from clusterdesign.elaboration.layout import choose_layout
from clusterdesign.elaboration.managed import add_hosts
from clusterdesign.elaboration.management import add_management, link_management
from clusterdesign.elaboration.power import add_pdus, plug_supplies
from clusterdesign.elaboration.racks import lay_out, plan_racks
from clusterdesign.elaboration.reserving import reserve_places
from clusterdesign.elaboration.seating import Seating
from clusterdesign.elaboration.services import add_services
from clusterdesign.elaboration.tree_links import link_trees
from clusterdesign.elaboration.trees import add_nodes, add_switches
from clusterdesign.intent import Cluster, Override, origins

Phase: TypeAlias = Callable[[Draft], None]


def record_deviations(draft: Draft) -> None:
    """Record every exception with what it matched and changed; those without effect are findings."""
    for number, exception in enumerate(draft.cluster.exceptions):
        matched, changed = draft.used.get(number, ([], []))
        override = isinstance(exception, Override)
        what = f"part {exception.part.id}" if isinstance(exception, Override) else f"{exception.rack} U{exception.u}"
        draft.builder.deviations.append(
            Deviation(
                "override" if override else "pin",
                str(exception.where),
                what,
                exception.because,
                len(matched),
                tuple(changed),
            )
        )


def record_house_rules(draft: Draft) -> None:
    """Carry over what the project decides about the rules, and the lines of the definition for their report."""
    cluster, builder = draft.cluster, draft.builder
    builder.waivers += [
        Waiver(waiver.rule, waiver.at, waiver.because, waiver.until.isoformat() if waiver.until else "")
        for waiver in cluster.waivers
    ]
    builder.limits += [OwnLimit(limit.limit, limit.value, limit.because) for limit in cluster.limits]
    builder.origins += origins(cluster)


PHASES: tuple[Phase, ...] = (
    count_trees,
    choose_layout,
    plan_racks,
    check_hall,
    add_nodes,
    add_switches,
    add_services,
    add_inband,
    add_management,
    lay_out,
    reserve_places,
    add_pdus,
    add_cooling,
    plug_supplies,
    fit_small_parts,
    feed_coolers,
    choose_cords,
    link_trees,
    link_inband,
    link_management,
    lay_cables,
    add_hosts,
    add_addresses,
    record_deviations,
    record_house_rules,
)
"""Every phase, in order. Each reads what the ones before it wrote and adds its own."""


@paused()
def elaborate(cluster: Cluster, *, catalog: Catalog | None = None) -> Design:
    """Turn a declaration into a design.

    Args:
        cluster: what the designer declares.
        catalog: where cables, transceivers and fibres come from; the built-in one by default.

    Raises:
        DesignError: the declaration cannot be built; the message says what can.
    """
    seating = Seating(cluster.groups, sum(nodes.count for nodes in cluster.groups))
    draft = Draft(cluster, catalog or builtin, Builder(cluster.name), seating)
    draft.builder.printing = cluster.printing.record()
    draft.builder.procurement = cluster.procurement.record()
    for phase in PHASES:
        phase(draft)
    return draft.builder.freeze()


__all__ = ["PHASES", "Phase", "elaborate"]
