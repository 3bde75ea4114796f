"""Power rules about what is lost with one feed, PDU or supply, and about balance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from clusterdesign.design.design import Design
from clusterdesign.engineering.power import PowerAnalysis, State, power_analysis
from clusterdesign.engineering.power.phases import unbalance
from clusterdesign.parts import PHASES
from clusterdesign.rules.index import group
from clusterdesign.rules.pwr_load import NO_FEEDS, Unknown, gaps, unknown_loads
from clusterdesign.rules.rule import Gap, Hit, Limit, rule
from clusterdesign.rules.words import count, listed, percent


def _hit_by(analysis: PowerAnalysis, state: State) -> dict[str, list[str]]:
    """Return the devices that fall into a state, by the element whose loss does it.

    Outcomes come feed by feed, then PDU by PDU, then supply by supply: a device that the loss of a feed hits is not
    listed again under what hangs on feeds. A device that is not whole to begin with is a matter of other rules, and
    so is a CDU, for which others of its loop may stand in.
    """
    found: dict[str, list[str]] = {}
    kind_of: dict[str, str] = {}
    for outcome in analysis.outcomes:
        for path, after in outcome.states.items():
            if after != state:
                continue
            consumer = analysis.network.consumers[path]
            if (
                consumer.need.state(len(consumer.plugs)) in {"full", "unknown"}
                and not consumer.cools
                and kind_of.setdefault(path, outcome.kind) == outcome.kind
            ):
                found.setdefault(outcome.element, []).append(path)
    return found


@rule("PWR201", "down-after-one-failure", "error")
def down_after_one_failure(design: Design) -> Iterator[Hit]:
    """With several feeds, a device goes down when one feed, one PDU or one supply is lost.

    Why: The second feed was paid for, and the job dies with the first one all the same.
    Example: A DGX H100 with four supplies on feed A and two on B: with A lost, only its management controller lives.
    Fix: Spread its supplies over the feeds so that the loss of any one leaves as many as it needs.
    Source: supplies in the part's catalogue entry; needed is max(declared, ceil(maximum load / rating)).
    """
    if len(design.feeds) <= 1:
        return
    for element, devices in _hit_by(power_analysis(design), "down").items():
        yield Hit(
            paths=(element, *devices),
            message=f"the loss of {element} takes {count(len(devices), 'device')} down: {listed(devices)}",
            fix="spread the supplies over the feeds so that the loss of any one leaves as many as are needed",
            measured=str(len(devices)),
            limit="0",
            margin=str(-len(devices)),
        )


@rule("PWR202", "degraded-after-one-failure", "warning")
def degraded_after_one_failure(design: Design) -> Iterator[Hit | Gap]:
    """A device throttles when one feed, one PDU or one supply is lost.

    How many supplies a device needs to run at all is often not published; then it may be down instead.

    Why: One slow node slows the whole job, which waits for it in every step.
    Example: A DGX H100 with three supplies on each of two feeds: three carry 9.9 kW of its 10.2 kW.
    Fix: Use three feeds, or accept the loss of speed.
    Source: supplies in the part's catalogue entry; needed is max(declared, ceil(maximum load / rating)).
    """
    if not design.feeds:
        yield NO_FEEDS
        return
    analysis = power_analysis(design)
    unknown: Unknown = []
    for consumer in analysis.network.consumers.values():
        if consumer.plugs and consumer.need.required is None:
            unknown.append(((consumer.part, "supplies.needed"), consumer.path))
    for element, devices in _hit_by(analysis, "degraded").items():
        for path in devices:
            if analysis.network.consumers[path].need.minimum is None:
                unknown.append(((analysis.network.consumers[path].part, "supplies.minimum"), path))
        yield Hit(
            paths=(element, *devices),
            message=f"the loss of {element} leaves {count(len(devices), 'device')} with too few supplies for full "
            f"load: {listed(devices)}",
            fix="use more feeds, or accept the loss of speed",
            measured=str(len(devices)),
            limit="0",
            margin=str(-len(devices)),
        )
    yield from gaps(unknown)


@rule("PWR203", "single-feed", "warning")
def single_feed(design: Design) -> Iterator[Hit]:
    """The whole design hangs on one feed.

    Why: Maintenance of one board stops everything.
    Example: A laboratory cluster on the one circuit that was there.
    Fix: Declare a second feed, or accept it.
    Source: the feeds of the design.
    """
    if len(design.feeds) == 1:
        yield Hit(
            paths=(design.feeds[0].path,),
            message=f"everything hangs on {design.feeds[0].path}",
            fix="declare a second feed, or accept it",
            measured="1",
            limit="2",
            margin="-1",
        )


@rule("PWR204", "feeds-share-upstream", "error")
def feeds_share_upstream(design: Design) -> Iterator[Hit | Gap]:
    """Two feeds come from the same board, UPS or generator: they fail together.

    Why: Every statement about the loss of one feed rests on the other one being there.
    Example: Feeds A and B from two boards behind one UPS.
    Fix: Feed them from different sources up to the boundary of the site.
    Source: the upstream elements declared for the feeds.
    """
    if len(design.feeds) <= 1:
        return
    silent = tuple(feed.path for feed in design.feeds if not feed.upstream)
    if silent:
        yield Gap(part="", field="upstream of the feeds", paths=silent)
    for one, other in combinations(design.feeds, 2):
        shared = [name for name in one.upstream if name in other.upstream]
        if shared:
            yield Hit(
                paths=(one.path, other.path),
                message=f"{one.path} and {other.path} both come from {listed(shared)}",
                fix="feed them from different sources up to the boundary of the site",
                measured=str(len(shared)),
                limit="0",
                margin=str(-len(shared)),
            )


@rule(
    "PWR301",
    "phases-unbalanced",
    "warning",
    limits=(
        Limit(
            name="share",
            default=0.1,
            text="largest deviation of a phase from the mean of the three",
            source="house practice",
        ),
    ),
)
def phases_unbalanced(design: Design, *, share: float) -> Iterator[Hit | Gap]:
    """The three phases of a feed are loaded differently in normal operation.

    A single PDU may be lopsided, since few supplies hang on it; the feed as a whole should not be. What moving one
    supply could not mend is no finding.

    Why: The fullest phase limits the feed, and the difference runs in the neutral.
    Example: 5, 2 and 2 equal supplies: the first phase is 67 % above the mean.
    Fix: Turn the phases on which the cords of some PDUs begin.
    Source: max |I - mean| / mean over the phases.
    """
    if not design.feeds:
        yield NO_FEEDS
        return
    analysis = power_analysis(design)
    unknown: Unknown = []
    for path in analysis.network.feeds:
        loads = [analysis.normal.get((path, phase), 0.0) for phase in PHASES]
        silent = unknown_loads(analysis, path)
        unknown += silent
        if silent or not any(loads):
            continue  # the balance of a part says nothing about the whole
        value, largest = unbalance(loads), _largest_supply(analysis, path)
        if value > share and max(loads) - min(loads) > largest + 1:
            each = " ".join(f"{phase} {load / 1000:.2f}" for phase, load in zip(PHASES, loads, strict=True))
            yield Hit(
                paths=(path,),
                message=f"a phase of {path} is {percent(value)} off the mean: {each} kW",
                fix="turn the phases on which the cords of some PDUs begin",
                measured=percent(value),
                limit=percent(share),
                margin=percent(share - value),
            )
    yield from gaps(unknown)


def _largest_supply(analysis: PowerAnalysis, feed: str) -> float:
    """Return the largest load of one supply on a feed, W."""
    cords = (
        plug.cord
        for path in analysis.network.on[feed]
        for plug in analysis.network.consumers[path].plugs
        if plug.feed.path == feed
    )
    return max((analysis.normal.get((cord, ""), 0.0) for cord in cords), default=0.0)


@rule("PWR901", "power-value-default", "info")
def power_value_default(design: Design) -> Iterator[Hit]:
    """A value of the feeds that nobody declared is a default, and currents are computed with it.

    Why: Whoever signs the design must know what it rests on.
    Example: A power factor of 0.95 that no electrician was asked about.
    Fix: Ask the site and declare the value.
    Source: the defaults of the library, each with its reason.
    """
    feeds = [premise for premise in design.premises if premise.path.startswith("feed/")]
    for (field, value, because), paths in group(
        ((premise.field, premise.value, premise.because), premise.path) for premise in feeds
    ).items():
        yield Hit(
            paths=tuple(paths),
            message=f"{field} {value} of {listed(paths)} is a default: {because}",
            fix=f"ask the site and declare {field}",
            measured=value,
        )


PWR_LOSS = (
    down_after_one_failure,
    degraded_after_one_failure,
    single_feed,
    feeds_share_upstream,
)

PWR_BALANCE = (phases_unbalanced, power_value_default)
