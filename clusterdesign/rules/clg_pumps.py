"""The cooling rule about pumps: the loss of one within a CDU."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.engineering.cooling import LoopLoad, cooling_analysis
from clusterdesign.rules.pwr_load import Unknown, gaps
from clusterdesign.rules.rule import Gap, Hit, rule
from clusterdesign.rules.words import count, listed


@rule("CLG203", "pump-without-spare", "warning")
def pump_without_spare(design: Design) -> Iterator[Hit | Gap]:
    """A loop has neither a spare CDU nor a spare pump in its CDU: the loss of one pump stops its nodes.

    Why: Pumps are what wears out; a CDU whose pump is changed in operation is not a loss at all.
    Example: An in-rack CDU with a single pump, alone on the loop of its rack.
    Fix: Take a CDU with a spare pump, or declare a spare CDU for the loop.
    Source: pumps in the CDU's catalogue entry: "1+1" has one to spare.
    """
    unknown: Unknown = []
    bare: dict[str, list[LoopLoad]] = {}
    for load in cooling_analysis(design).loops.values():
        if load.loop.spare or load.part is None:
            continue
        if load.part.spare_pumps is None:
            unknown.append(((load.part.id, "pumps"), load.loop.path))
        elif not load.part.spare_pumps:
            bare.setdefault(load.part.id, []).append(load)
    for part, loads in bare.items():
        most = max(len(load.devices) for load in loads)
        yield Hit(
            paths=tuple(load.loop.path for load in loads),
            message=f"the loss of a pump of {part} stops up to {count(most, 'device')}: "
            f"{listed([load.loop.path for load in loads])} without a spare one",
            fix="take a CDU with a spare pump, or declare a spare CDU for the loop",
            measured="0",
            limit="1",
            margin="-1",
        )
    yield from gaps(unknown)


CLG_PUMPS = (pump_without_spare,)
