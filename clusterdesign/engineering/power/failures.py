"""Normal load, and every single failure: each feed, each PDU, each supply. Computed by what changes only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clusterdesign.design.design import Design
from clusterdesign.engineering.power.network import Consumer, Plug, PowerNetwork, power_network
from clusterdesign.engineering.power.redundancy import State
from clusterdesign.parts import PHASES

Kind: TypeAlias = Literal["feed", "pdu", "supply"]

Point: TypeAlias = tuple[str, str]
"""Where load is summed: a feed, a PDU or a cord and "", a PDU or feed and its phase, a PDU and its bank."""

_KEY = "_power_analysis"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one failure does.

    Attributes:
        element: the feed, PDU or cord that is lost.
        states: state of each device that loses a supply by it.
        added: load that moves to each point, W; negative where it goes.
    """

    kind: Kind
    element: str
    states: Mapping[str, State]
    added: Mapping[Point, float]


@dataclass(frozen=True, slots=True)
class Worst:
    """The largest load of a point, W, and the failure that causes it; empty where it is the normal one."""

    watts: float
    cause: str = ""


@dataclass(frozen=True, slots=True)
class PowerAnalysis:
    """The loads of a design.

    Attributes:
        normal: load of every point with nothing failed, W.
        worst: load of every point in the worst single failure.
        outcomes: one for each feed, PDU and plugged supply.
        unknown: devices on each feed and PDU whose load nobody published: the sums hold without them.
    """

    network: PowerNetwork
    normal: Mapping[Point, float]
    worst: Mapping[Point, Worst]
    outcomes: tuple[Outcome, ...]
    unknown: Mapping[str, tuple[str, ...]]


def points(plug: Plug) -> Iterator[tuple[Point, float]]:
    """Yield every point that the load of a plugged supply passes, with the share of it that passes there."""
    yield (plug.cord, ""), 1.0
    yield (plug.feed.path, ""), 1.0
    if plug.strip is None:
        # Wired to all three phases of the feed.
        yield from (((plug.feed.path, phase), 1 / len(PHASES)) for phase in PHASES)
        return
    yield (plug.strip.path, ""), 1.0
    if plug.bank:
        yield (plug.strip.path, plug.bank), 1.0
    if plug.phase is not None:
        yield (plug.strip.path, plug.phase), 1.0
        yield (plug.feed.path, plug.phase), 1.0


def lose(network: PowerNetwork, kind: Kind, element: str) -> Outcome:
    """Return what the loss of a feed, a PDU or the supply behind a cord does; only its devices are looked at."""
    states: dict[str, State] = {}
    added: dict[Point, float] = {}
    for path in network.on.get(element, ()):
        consumer = network.consumers[path]
        lost = [element in (plug.cord, plug.outlet_of, plug.feed.path) for plug in consumer.plugs]
        left = lost.count(False)
        states[path] = consumer.need.state(left)
        before, after = consumer.need.share(len(consumer.plugs)), consumer.need.share(left) if left else 0.0
        if before is None or after is None:
            continue
        for plug, gone in zip(consumer.plugs, lost, strict=True):
            change = -before if gone else after - before
            for point, part in points(plug):
                added[point] = added.get(point, 0.0) + change * part
    return Outcome(kind, element, states, added)


def analyse(network: PowerNetwork) -> PowerAnalysis:
    """Compute the normal loads and every single failure."""
    normal: dict[Point, float] = {}
    unknown: dict[str, dict[str, None]] = {}
    for consumer in network.consumers.values():
        _load(consumer, normal, unknown)
    outcomes = tuple(lose(network, kind, element) for kind, element in _elements(network))
    worst = {point: Worst(watts) for point, watts in normal.items()}
    for outcome in outcomes:
        for point, watts in outcome.added.items():
            total = normal[point] + watts
            if total > worst[point].watts:
                worst[point] = Worst(total, outcome.element)
    return PowerAnalysis(network, normal, worst, outcomes, {path: tuple(found) for path, found in unknown.items()})


def power_analysis(design: Design) -> PowerAnalysis:
    """Return the loads of a design. They are kept with it, as its own cached properties are."""
    kept = vars(design).get(_KEY)
    if isinstance(kept, PowerAnalysis):
        return kept
    made = analyse(power_network(design))
    vars(design)[_KEY] = made
    return made


def _load(consumer: Consumer, normal: dict[Point, float], unknown: dict[str, dict[str, None]]) -> None:
    share = consumer.need.share(len(consumer.plugs)) if consumer.plugs else None
    for plug in consumer.plugs:
        if share is None:
            for path in (plug.outlet_of, plug.feed.path):
                unknown.setdefault(path, {})[consumer.path] = None
            continue
        for point, part in points(plug):
            normal[point] = normal.get(point, 0.0) + share * part


def _elements(network: PowerNetwork) -> Iterator[tuple[Kind, str]]:
    yield from (("feed", path) for path in network.feeds)
    yield from (("pdu", path) for path in network.strips)
    yield from (("supply", plug.cord) for consumer in network.consumers.values() for plug in consumer.plugs)
