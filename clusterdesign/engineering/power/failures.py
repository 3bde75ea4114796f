"""Normal load, and every single failure: each feed, each PDU, each supply. Computed by what changes only."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from clusterdesign.design.design import Design
from clusterdesign.design.quick import quick
from clusterdesign.engineering.power.network import Consumer, Plug, Point, PowerNetwork, power_network
from clusterdesign.engineering.power.plugged import Kind, Likeness, element_of, likeness, signature
from clusterdesign.engineering.power.redundancy import State

_KEY = "_power_analysis"


@quick
@dataclass(frozen=True, slots=True)
class Outcome:
    """What one failure does.

    Attributes:
        element: the feed, PDU or cord that is lost.
        states: state of each device that loses a supply by it.
    """

    kind: Kind
    element: str
    states: Mapping[str, State]


@quick
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


def lose(network: PowerNetwork, kind: Kind, element: str) -> Outcome:
    """Return what the loss of a feed, a PDU or the supply behind a cord does; only its devices are looked at."""
    states: dict[str, State] = {}
    for path in network.on.get(element, ()):
        consumer = network.consumers[path]
        left = sum(element not in _elements_of(plug) for plug in consumer.plugs)
        states[path] = consumer.need.state(left)
    return Outcome(kind, element, states)


def analyse(network: PowerNetwork) -> PowerAnalysis:
    """Compute the normal loads and every single failure."""
    normal: dict[Point, float] = {}
    unknown: dict[str, dict[str, None]] = {}
    moved: dict[str, dict[Point, float]] = {path: {} for path in (*network.feeds, *network.strips)}
    states: dict[str, dict[str, State]] = {path: {} for path in moved}
    alike: dict[Hashable, Likeness] = {}
    supplies: list[Outcome] = []
    found: list[_Loaded] = []
    for consumer in network.consumers.values():
        _load(consumer, normal, unknown)
        key = signature(consumer)
        like = alike.get(key)
        if like is None:
            like = alike[key] = likeness(consumer)
        every = [point for plug in consumer.plugs for point, _ in plug.points]
        own = [every[place] for place in like.points]
        for loss in like.losses:
            element = element_of(consumer.plugs[loss.plug], loss.kind)
            states[element][consumer.path] = loss.state
            to = moved[element]
            for place, watts in loss.changes:
                point = own[place]
                to[point] = to.get(point, 0.0) + watts
        after: Mapping[str, State] = {consumer.path: like.supply}
        supplies += [Outcome("supply", plug.cord, after) for plug in consumer.plugs]
        found.append((own, consumer, like))
    worst = _worst(normal, moved, found)
    outcomes = [Outcome("feed" if path in network.feeds else "pdu", path, lost) for path, lost in states.items()]
    return PowerAnalysis(
        network,
        normal,
        worst,
        (*outcomes, *supplies),
        {path: tuple(devices) for path, devices in unknown.items()},
    )


_Loaded: TypeAlias = tuple[list[Point], Consumer, Likeness]
"""The distinct points that a device loads, in the order of its likeness."""


def _worst(
    normal: Mapping[Point, float], moved: Mapping[str, Mapping[Point, float]], found: Iterable[_Loaded]
) -> Mapping[Point, Worst]:
    """Return the largest load of each point; of failures that do the same the first is named."""
    top, cause = dict(normal), dict.fromkeys(normal, "")
    for element, changes in moved.items():
        for point, watts in changes.items():
            total = normal[point] + watts
            if total > top[point]:
                top[point], cause[point] = total, element
    for own, consumer, like in found:
        for point, (watts, number) in zip(own, like.worst, strict=False):
            total = normal[point] + watts
            if total > top[point]:
                top[point], cause[point] = total, consumer.plugs[number].cord
    return {point: Worst(watts, cause[point]) for point, watts in top.items()}


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
        for point, part in plug.points:
            normal[point] = normal.get(point, 0.0) + share * part


def _elements_of(plug: Plug) -> tuple[str, str, str]:
    """Return what a supply hangs on: any of it lost, and the supply is."""
    return plug.cord, plug.outlet_of, plug.feed.path
