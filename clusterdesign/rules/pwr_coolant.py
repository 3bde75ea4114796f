"""The power rule about coolant: loops that stop when what feeds their pumps is lost."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.engineering.stopped import Stopped, outcomes_with_loops
from clusterdesign.rules.pwr_load import NO_FEEDS, Unknown, gaps
from clusterdesign.rules.rule import Gap, Hit, rule
from clusterdesign.rules.words import count, listed


@rule("PWR205", "loop-lost-with-power", "error")
def loop_lost_with_power(design: Design) -> Iterator[Hit | Gap]:
    """With several feeds, a loop no longer carries its heat when one feed, one PDU or one supply is lost.

    A CDU that loses too many supplies counts as lost; the loop holds as long as the others carry heat and flow.

    Why: The spare CDU was paid for, and both hang on the feed that fails: the nodes throttle within seconds.
    Example: Two CDUs of a row, one of them spare, each with one supply on feed A.
    Fix: Feed the CDUs of a loop from different feeds, or each of them from two.
    Source: supplies and capacity in the CDU's catalogue entry; the cords of the design.
    """
    if not design.loops:
        return
    if not design.feeds:
        yield NO_FEEDS
        return
    if len(design.feeds) == 1:
        return
    unknown: Unknown = []
    known: set[str] = set()
    for outcome, loops in outcomes_with_loops(design):
        for loop in loops:
            unknown += _gaps(design, loop)
            path = loop.load.loop.path
            # What the loss of a feed does is not said again of the PDUs and supplies on it.
            if loop.state != "down" or (path in known and outcome.kind != "feed"):
                continue
            known.add(path)
            yield Hit(
                paths=(outcome.element, path, *loop.cdus),
                message=f"the loss of {outcome.element} stops {listed(loop.cdus)}: {path} no longer carries the heat "
                f"of {count(len(loop.load.devices), 'device')}",
                fix="feed the CDUs of a loop from different feeds, or each of them from two",
                measured=str(len(loop.cdus)),
                limit=str(loop.load.loop.spare),
                margin=str(loop.load.loop.spare - len(loop.cdus)),
            )
    yield from gaps(unknown)


def _gaps(design: Design, loop: Stopped) -> Unknown:
    """Return what is missing to say whether a loop holds."""
    found: Unknown = [((design.device[cdu].part, "supplies.needed"), cdu) for cdu in loop.unknown]
    if loop.state == "unknown" and loop.cdus:
        part = design.device[loop.cdus[0]].part
        fields = (("capacity", loop.load.capacity), ("flow", loop.load.flow_limit))
        found += [((part, field), loop.load.loop.path) for field, value in fields if value is None]
    return found


PWR_COOLANT = (loop_lost_with_power,)
