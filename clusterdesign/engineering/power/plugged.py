"""Devices that are plugged alike: what each single failure moves is worked out once for all of them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clusterdesign.engineering.power.network import Consumer, Plug, Point
from clusterdesign.engineering.power.redundancy import State

Kind: TypeAlias = Literal["feed", "pdu", "supply"]


@dataclass(frozen=True, slots=True)
class Loss:
    """The loss of a feed or PDU of a device.

    Attributes:
        plug: number of the first of its supplies that hangs on the element.
        changes: places of points of the device, and the load that moves to each, W; none where its load is unknown.
            What only the lost element carries is left out: it never rises.
    """

    kind: Kind
    plug: int
    state: State
    changes: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Likeness:
    """What devices have in common that need the same and are plugged alike.

    Attributes:
        points: place of each distinct point among those of all plugs.
        losses: one for each feed, then one for each PDU.
        supply: state with one supply lost, whichever.
        worst: per point the most load that the loss of one supply moves to it, W, and the number of that supply.
    """

    points: tuple[int, ...]
    losses: tuple[Loss, ...]
    supply: State
    worst: tuple[tuple[float, int], ...]


def signature(consumer: Consumer) -> Hashable:
    """Return what makes devices alike: need, and which supplies share a PDU, feed, bank and phase."""
    number: dict[str, int] = {}
    key: list[Hashable] = [consumer.need]
    for plug in consumer.plugs:
        feed = number.setdefault(plug.feed.path, len(number))
        key += (feed, number.setdefault(plug.outlet_of, len(number)), plug.bank, plug.phase)
    return tuple(key)


_Carried: TypeAlias = list[tuple[int, float]]
"""Numbers of the supplies whose load a point carries, each with the share of it."""


def likeness(consumer: Consumer) -> Likeness:
    """Work out what every single failure does to a device.

    The supplies that stay take equal shares, so that it only counts which of them a point carries and loses.
    """
    plugs, need = consumer.plugs, consumer.need
    carried: dict[Point, _Carried] = {}
    place: dict[Point, int] = {}
    places = ((number, point, part) for number, plug in enumerate(plugs) for point, part in plug.points)
    for at, (number, point, part) in enumerate(places):
        carried.setdefault(point, []).append((number, part))
        place.setdefault(point, at)
    before, after = need.share(len(plugs)) if plugs else None, need.share(len(plugs) - 1)
    worst: tuple[tuple[float, int], ...] = ()
    if before is not None and after is not None:
        worst = tuple(_worst_supply(here, len(plugs), before, after) for here in carried.values())
    losses = tuple(_losses(consumer, carried))
    return Likeness(tuple(place.values()), losses, need.state(len(plugs) - 1), worst)


def _losses(consumer: Consumer, carried: Mapping[Point, _Carried]) -> Iterator[Loss]:
    plugs, need = consumer.plugs, consumer.need
    before = need.share(len(plugs)) if plugs else None
    kinds: tuple[Kind, ...] = ("feed", "pdu")
    for kind in kinds:
        elements: dict[str, list[int]] = {}
        for number, plug in enumerate(plugs):
            # What is wired to a feed hangs on no PDU.
            if kind == "feed" or plug.strip is not None:
                elements.setdefault(element_of(plug, kind), []).append(number)
        for element, lost in elements.items():
            left = len(plugs) - len(lost)
            after = need.share(left)
            dead = {element, *(path for n in lost for path in (plugs[n].cord, plugs[n].outlet_of))}
            changes: tuple[tuple[int, float], ...] = ()
            if before is not None and after is not None:
                moved = (_change(here, lost, before, after) for here in carried.values())
                places = zip(carried, enumerate(moved), strict=True)
                changes = tuple(change for point, change in places if point[0] not in dead)
            yield Loss(kind, lost[0], need.state(left), changes)


def element_of(plug: Plug, kind: Kind) -> str:
    """Return the path of the feed or PDU that a supply hangs on."""
    return plug.feed.path if kind == "feed" else plug.outlet_of


def _change(carried: _Carried, lost: Collection[int], before: float, after: float) -> float:
    """Return the load that the loss of some supplies moves to a point, W."""
    return sum((-before if number in lost else after - before) * part for number, part in carried)


def _worst_supply(carried: _Carried, count: int, before: float, after: float) -> tuple[float, int]:
    """Return the most that the loss of a supply moves to a point, W, and the number of that supply.

    Of the supplies that the point does not carry the first is named; where it carries all, the first of all.
    """
    numbers = [number for number, _ in carried]
    other = next((number for number in range(count) if number not in numbers), 0)
    return _change(carried, (other,), before, after), other
