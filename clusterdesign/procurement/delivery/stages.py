"""The stages of a project, as an integrator offers them, with what a definition declares in their place."""

from __future__ import annotations

from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from clusterdesign.design import Design
from clusterdesign.design.procurement import Stage
from clusterdesign.errors import DesignError

CONTRACT = "agreement"
"""The stage whose end is day 0."""

DELIVERY = "delivery"
INSTALLATION = "installation"

_OFFER = "an integrator's offer"

STAGES: tuple[Stage, ...] = (
    # The offer adds them up to 15 to 21 working days, so that these two are working days.
    Stage("survey", 5, 7, "working", f"{_OFFER}: request and survey 5-7 days"),
    Stage("calculation", 10, 14, "working", f"{_OFFER}: cluster calculation 10-14 days", after=("survey",)),
    Stage(
        DELIVERY,
        45,
        90,
        "calendar",
        f"{_OFFER}: delivery of components 45-90 days; calendar days are assumed",
        after=(CONTRACT,),
    ),
    Stage(
        INSTALLATION,
        7,
        14,
        "calendar",
        f"{_OFFER}: installation and set-up 7-14 days; calendar days are assumed, from the arrival of the last lot",
        after=(DELIVERY,),
    ),
    Stage(
        "acceptance",
        3,
        5,
        "working",
        f"{_OFFER}: testing, hand-over and training 3-5 working days",
        after=(INSTALLATION,),
    ),
)
"""The built-in stages. How long the agreement takes nobody says: it is unknown unless it is declared."""


def stages(design: Design) -> tuple[Stage, ...]:
    """Return the stages of a project, each after those it waits for.

    A declared stage takes the place of the built-in one of its name, and what that waits for where it says nothing.

    Raises:
        DesignError: a stage waits for one that does not exist, or for itself in the end.
    """
    own = {stage.name: stage for stage in design.procurement.stages}
    found: dict[str, Stage] = {}
    for stage in STAGES:
        declared = own.pop(stage.name, stage)
        found[stage.name] = declared if declared.after else replace(declared, after=stage.after)
    found |= own
    for stage in found.values():
        for name in stage.after:
            if name not in found and name != CONTRACT:
                raise DesignError(
                    f"waits for {name!r}, which is no stage",
                    thing=f"stage {stage.name}",
                    fix=f"the stages are {', '.join(dict.fromkeys((*found, CONTRACT)))}",
                )
    order = in_order({stage.name: stage.after for stage in found.values()}, "stage")
    return tuple(found[name] for name in order if name in found)


def in_order(after: dict[str, tuple[str, ...]], what: str) -> list[str]:
    """Return names so that each stands behind those it waits for, else in the order given.

    Raises:
        DesignError: some wait for each other.
    """
    sorter = TopologicalSorter(after)
    try:
        sorter.prepare()
    except CycleError as error:
        circle = list(dict.fromkeys(error.args[1]))
        first = min(circle)
        raise DesignError(
            f"waits for itself by way of {', '.join(sorted(set(circle) - {first})) or first}",
            thing=f"{what} {first}",
            fix="take one name out of its after=",
        ) from error
    given = list(dict.fromkeys([*after, *(name for names in after.values() for name in names)]))
    found: list[str] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready(), key=given.index)
        found += ready
        sorter.done(*ready)
    return found


__all__ = ["CONTRACT", "DELIVERY", "INSTALLATION", "STAGES", "in_order", "stages"]
