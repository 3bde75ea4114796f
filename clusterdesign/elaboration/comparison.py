"""What a placement of the racks costs in cable: the chosen one beside the plain one."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.intent import Cluster
from clusterdesign.parts import Cable
from clusterdesign.units import Length


@dataclass(frozen=True, slots=True)
class CableTotals:
    """The cables of a design, summed.

    Attributes:
        cables: bought cables.
        run: length of all runs.
        bought: length of all cables.
        slack: what is bought beyond the runs.
        copper: share of copper among the cables of the fat-trees, 0 to 1; None where there are none.
        transceivers: modules.
        bundles: distinct pairs of racks, part and length.
    """

    cables: int
    run: Length
    bought: Length
    copper: float | None
    transceivers: int
    bundles: int

    @property
    def slack(self) -> Length:
        """What is bought beyond the runs."""
        return self.bought - self.run


def totals(design: Design) -> CableTotals:
    """Sum the cables of a design."""
    trees = {fabric.name for fabric in design.fabrics if fabric.levels}
    fast = [cable for cable in design.cables if cable.fabric in trees]
    copper = sum(is_copper(design, cable.part) for cable in fast)
    rack_of = design.placement
    bundles = set()
    for cable in design.cables:
        ends = frozenset(rack_of[end.device].rack for end in cable.ends if end.device in rack_of)
        bundles.add((ends, cable.part, cable.length))
    return CableTotals(
        cables=len(design.cables),
        run=Length(sum(cable.run.base for cable in design.cables)),
        bought=Length(sum(cable.length.base for cable in design.cables)),
        copper=copper / len(fast) if fast else None,
        transceivers=len(design.transceivers),
        bundles=len(bundles),
    )


def is_copper(design: Design, part_id: str) -> bool:
    """Tell whether a cable part is copper."""
    part = design.parts[part_id]
    return isinstance(part, Cable) and part.medium in {"copper-passive", "copper-active", "twisted-pair"}


def compare_placements(cluster: Cluster) -> tuple[CableTotals, CableTotals]:
    """Return the totals of the placement that needs least metres, and of racks that stand behind their rows.

    Raises:
        DesignError: no racks are declared.
    """
    if cluster.racks is None:
        raise DesignError("no racks are declared", thing=cluster.name, fix="declare racks=RackRow(...)")
    short, plain = (
        totals(elaborate(cluster.with_(racks=cluster.racks.with_(placement=placement))))
        for placement in ("short", "row-end")
    )
    return short, plain
