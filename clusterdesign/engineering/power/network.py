"""The power graph: supply, cord, outlet, bank, phase, PDU, feed. Read off the cords, never divided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from clusterdesign.design.design import Design
from clusterdesign.design.quick import quick
from clusterdesign.design.records import Cord, Device, Feed, Fitting
from clusterdesign.engineering.power.limits import outlet_voltage
from clusterdesign.engineering.power.redundancy import DRAW, Need, has_supplies, need_of
from clusterdesign.parts import PHASES, CduPart, FittingPart, Inlet, PduPart, Phase
from clusterdesign.parts import Device as DevicePart

Point: TypeAlias = tuple[str, str]
"""Where load is summed: a feed, a PDU or a cord and "", a PDU or feed and its phase, a PDU and its bank."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A PDU on its feed.

    Attributes:
        volts: at an outlet; None where it is unknown.
    """

    path: str
    part: PduPart
    feed: Feed
    volts: float | None

    def amps(self, watts: float) -> float | None:
        """Return the current of a load on one of its outlets, A: ``P / (V PF)``."""
        return None if self.volts is None else watts / (self.volts * self.feed.power_factor)


@quick
@dataclass(frozen=True, slots=True)
class Plug:
    """A supply that is plugged in, or wired to a feed.

    Attributes:
        cord: path of its cord.
        strip: the PDU; None where it is wired to the feed itself, on all three phases.
        bank: empty where it is unknown.
        phase: None where it is unknown.
        points: every point that its load passes, with the share of it that passes there.
    """

    cord: str
    feed: Feed
    strip: Strip | None
    bank: str
    phase: Phase | None
    points: tuple[tuple[Point, float], ...]

    @property
    def outlet_of(self) -> str:
        """Path of what it is plugged into: the PDU, else the feed."""
        return self.feed.path if self.strip is None else self.strip.path

    def amps(self, watts: float) -> float | None:
        """Return the current of a load on its outlet, A; None where it is unknown, or the supply is wired."""
        return None if self.strip is None else self.strip.amps(watts)


@dataclass(frozen=True, slots=True)
class Consumer:
    """What draws power, with its supplies that are plugged in, by number.

    Attributes:
        field: of the part, which says what it draws at most.
        cools: whether it moves heat away for others: a CDU.
    """

    path: str
    part: str
    inlet: Inlet | None
    need: Need
    plugs: tuple[Plug, ...]
    field: str = "power.maximum"
    cools: bool = False


@dataclass(frozen=True, slots=True)
class PowerNetwork:
    """The graph.

    Attributes:
        consumers: devices with supplies, and rear doors with fans, by path.
        strips: PDUs that hang on a feed, by path.
        on: consumers on each feed, PDU and cord, by path of the latter.
    """

    consumers: Mapping[str, Consumer]
    strips: Mapping[str, Strip]
    feeds: Mapping[str, Feed]
    on: Mapping[str, tuple[str, ...]]


def power_network(design: Design) -> PowerNetwork:
    """Read the power graph of a design. What leads nowhere is left out: rules of structure report it."""
    feeds = {feed.path: feed for feed in design.feeds}
    strips = {strip.path: strip for strip in _strips(design, feeds)}
    cords: dict[str, list[Cord]] = {}
    for cord in design.cords:
        cords.setdefault(cord.device, []).append(cord)
    paths = _Paths(strips)
    needs: dict[str, Need] = {}
    consumers: dict[str, Consumer] = {}
    on: dict[str, dict[str, None]] = {path: {} for path in (*feeds, *strips)}
    records: tuple[Device | Fitting, ...] = (*design.devices, *design.fittings)
    for record in records:
        part = design.parts.get(record.part)
        if not isinstance(part, DevicePart | CduPart | FittingPart) or not has_supplies(part):
            continue
        count = part.supplies.count if part.supplies is not None else 0
        by_supply = {cord.supply: cord for cord in reversed(cords.get(record.path, []))}
        own = [by_supply[number] for number in range(1, count + 1) if number in by_supply]
        plugs = tuple(_plugs(own, paths, feeds))
        if part.id not in needs:
            needs[part.id] = need_of(part)
        inlet = part.supplies.inlet if part.supplies is not None else None
        field, cools = DRAW.get(type(part), DRAW[DevicePart]), isinstance(part, CduPart)
        consumers[record.path] = Consumer(record.path, part.id, inlet, needs[part.id], plugs, field, cools)
        for plug in plugs:
            for path in (plug.cord, plug.outlet_of, plug.feed.path):
                on.setdefault(path, {})[record.path] = None
    return PowerNetwork(consumers, strips, feeds, {path: tuple(found) for path, found in on.items()})


def _strips(design: Design, feeds: Mapping[str, Feed]) -> Iterator[Strip]:
    for pair in design.pdu_feeds:
        device, feed = design.device.get(pair.pdu), feeds.get(pair.feed)
        part = design.parts.get(device.part) if device is not None else None
        if isinstance(part, PduPart) and feed is not None:
            yield Strip(pair.pdu, part, feed, outlet_voltage(feed, part))


class _Paths:
    """PDUs, and the points behind each bank and phase of them, which several of their outlets share."""

    def __init__(self, strips: Mapping[str, Strip]) -> None:
        self.strips = strips
        self._known: dict[tuple[str, str, Phase | None], tuple[tuple[Point, float], ...]] = {}

    def behind(self, strip: Strip, bank: str, phase: Phase | None) -> tuple[tuple[Point, float], ...]:
        """Return the points that the load of an outlet passes behind its cord, with the whole of it."""
        key = (strip.path, bank, phase)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple((point, 1.0) for point in _through(strip, bank, phase))
        return found


def _plugs(cords: Iterable[Cord], paths: _Paths, feeds: Mapping[str, Feed]) -> Iterator[Plug]:
    for cord in cords:
        strip, wired = paths.strips.get(cord.pdu), feeds.get(cord.pdu)
        if strip is not None:
            socket = strip.part.sockets.get(cord.outlet)
            bank, phase = (socket.bank, socket.phase) if socket else ("", None)
            points = (((cord.path, ""), 1.0), *paths.behind(strip, bank, phase))
            yield Plug(cord.path, strip.feed, strip, bank, phase, points)
        elif wired is not None:
            yield Plug(cord.path, wired, None, "", None, tuple(_wired(cord.path, wired)))


def _through(strip: Strip, bank: str, phase: Phase | None) -> Iterator[Point]:
    yield strip.feed.path, ""
    yield strip.path, ""
    if bank:
        yield strip.path, bank
    if phase is not None:
        yield strip.path, phase
        yield strip.feed.path, phase


def _wired(cord: str, feed: Feed) -> Iterator[tuple[Point, float]]:
    """Yield the points of a supply that is wired to all three phases of a feed."""
    yield (cord, ""), 1.0
    yield (feed.path, ""), 1.0
    yield from (((feed.path, phase), 1 / len(PHASES)) for phase in PHASES)
