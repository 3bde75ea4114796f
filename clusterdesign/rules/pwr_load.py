"""Power rules about currents: every phase, bank, coupler, PDU and feed, normally and after any one failure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil
from typing import TypeAlias

from clusterdesign.design.design import Design
from clusterdesign.engineering.power import PowerAnalysis, Strip, power_analysis
from clusterdesign.engineering.power.limits import bank_limit, breaker, coupler_limit, pdu_capacity, phase_limit
from clusterdesign.parts import PHASES
from clusterdesign.rules.index import group
from clusterdesign.rules.rule import Gap, Hit, Limit, rule
from clusterdesign.rules.words import count, percent

NO_FEEDS = Gap(part="", field="power feeds", paths=())
"""A design without feeds says nothing about power: that is no fault, and no pass."""

Unknown: TypeAlias = list[tuple[tuple[str, str], str]]
"""Part and field without a value, and a component that needs it."""

_LEAST = 1e-6
"""Amperes and watts below which a difference comes from arithmetic."""


def gaps(unknown: Unknown) -> Iterator[Gap]:
    """Yield one gap for each unknown value."""
    for (part, field), paths in group(unknown).items():
        yield Gap(part=part, field=field, paths=tuple(dict.fromkeys(paths)))


def unknown_loads(analysis: PowerAnalysis, where: str) -> Unknown:
    """Return the devices on a PDU or feed whose load nobody published."""
    found = (analysis.network.consumers[path] for path in analysis.unknown.get(where, ()))
    return [((consumer.part, consumer.field), consumer.path) for consumer in found]


def amps(value: float) -> str:
    """Print a current."""
    return f"{value:.1f} A"


def watts(value: float) -> str:
    """Print a power."""
    return f"{value / 1000:.2f} kW"


def after(cause: str) -> str:
    """Say when a load occurs."""
    return f"after the loss of {cause}" if cause else "in normal operation"


def _points(strip: Strip, *, banks: bool) -> tuple[str, ...]:
    if not banks:
        return PHASES
    return tuple(dict.fromkeys(socket.bank for socket in strip.part.sockets.values() if socket.bank))


def _overloaded(
    design: Design, limit_of: Callable[[Strip], float | None], *, banks: bool, unknown: Unknown, field: str
) -> Iterator[Hit]:
    """Yield the PDUs with a phase or bank above its limit, at their worst one."""
    analysis = power_analysis(design)
    for strip in analysis.network.strips.values():
        unknown += unknown_loads(analysis, strip.path)
        limit = limit_of(strip)
        if limit is None:
            unknown.append(((strip.part.id, field), strip.path))
        if strip.volts is None:
            unknown.append(((strip.part.id, "phases" if strip.part.voltage else "voltage"), strip.path))
        points = [point for point in _points(strip, banks=banks) if (strip.path, point) in analysis.worst]
        if not points and analysis.normal.get((strip.path, "")):
            unknown.append(((strip.part.id, "outlets.bank" if banks else "outlets.phase"), strip.path))
        if limit is None or strip.volts is None or not points:
            continue
        point = max(points, key=lambda each: analysis.worst[strip.path, each].watts)
        worst = analysis.worst[strip.path, point]
        current = strip.amps(worst.watts) or 0.0
        if current > limit + _LEAST:
            normal = strip.amps(analysis.normal[strip.path, point]) or 0.0
            yield Hit(
                paths=tuple(path for path in (strip.path, worst.cause) if path),
                message=f"{strip.path} carries {amps(current)} on {point} {after(worst.cause)}, {amps(normal)} normally"
                f"; {amps(limit)} are allowed ({strip.feed.practice} practice)",
                fix="use a PDU with more banks, or hang fewer devices on it"
                if banks
                else f"use a circuit of {ceil(current)} A or more, or hang fewer devices on the PDU",
                measured=amps(current),
                limit=amps(limit),
                margin=amps(limit - current),
            )


@rule("PWR103", "phase-overloaded", "error")
def phase_overloaded(design: Design) -> Iterator[Hit | Gap]:
    """A phase of a PDU carries more than its circuit allows, normally or after any one failure.

    The current of a phase is the sum over the supplies on it: share of the load, over phase voltage and power
    factor. When a feed, a PDU or a supply is lost, the supplies that are left take over.

    Why: The breaker trips when the load moves over, and the rack that should have survived is dark.
    Example: Four DGX H100 on three 415 V 32 A feeds pass in kW, and one phase carries 32.6 A after a loss.
    Fix: Use a larger circuit, or hang fewer devices on the PDU.
    Source: the breaker of the feed or the rating of the PDU; 80 % of it in NEC practice (NEC 210.20).
    """
    if not design.feeds:
        yield NO_FEEDS
        return
    unknown: Unknown = []
    yield from _overloaded(
        design, lambda strip: phase_limit(strip.feed, strip.part), banks=False, unknown=unknown, field="rated_current"
    )
    yield from gaps(unknown)


@rule("PWR104", "bank-overloaded", "error")
def bank_overloaded(design: Design) -> Iterator[Hit | Gap]:
    """A bank of a PDU carries more than its breaker allows, normally or after any one failure.

    Why: Two supplies of a node on one bank run for months and trip it on the day when another feed fails.
    Example: Two supplies of a DGX H100 on a bank of 16 A: 14.8 A normally, 22.2 A after the loss of a feed.
    Fix: Use a PDU with more banks, or hang fewer devices on it.
    Source: the banks in the PDU's catalogue entry; 80 % of the breaker in NEC practice (NEC 210.20).
    """
    if not design.feeds:
        yield NO_FEEDS
        return
    unknown: Unknown = []
    yield from _overloaded(
        design, lambda strip: bank_limit(strip.feed, strip.part), banks=True, unknown=unknown, field="bank_current"
    )
    yield from gaps(unknown)


@rule(
    "PWR105",
    "coupler-overloaded",
    "error",
    limits=(
        Limit(
            name="sag",
            default=0.9,
            text="lowest voltage, as a share of the nominal one, at which a supply still draws its full power",
            source="IEC 60038: 230 V -10 %",
        ),
    ),
)
def coupler_overloaded(design: Design, *, sag: float) -> Iterator[Hit | Gap]:
    """A supply draws more than its cord and outlet carry, at the lowest voltage and after any one failure.

    Why: Couplers that run above their rating loosen, discolour and burn.
    Example: A supply of 2.55 kW at 200 V draws 12.75 A: too much for a C13 outlet of 10 A, little for a C19.
    Fix: Use more supplies, or supplies with the larger inlet.
    Source: IEC 60320: C13 10 A, C19 16 A; 15 A and 20 A for cords that UL lists.
    """
    if not design.feeds:
        yield NO_FEEDS
        return
    analysis = power_analysis(design)
    unknown: Unknown = []
    for consumer in analysis.network.consumers.values():
        if consumer.plugs and consumer.inlet is None:
            unknown.append(((consumer.part, "supplies.inlet"), consumer.path))
        if consumer.plugs and consumer.need.load is None:
            unknown.append(((consumer.part, consumer.field), consumer.path))
            continue
        found = []
        for plug in consumer.plugs:
            limit, load = coupler_limit(plug.feed, consumer.inlet), analysis.worst[plug.cord, ""]
            current = (plug.amps(load.watts) or 0.0) / max(sag, 0.1)
            if limit is not None and current > limit + _LEAST:
                found.append((current, limit, load.cause, plug.cord))
        if found:
            current, limit, cause, cord = max(found, key=lambda each: each[0])
            yield Hit(
                paths=(consumer.path, *(each for *_, each in found)),
                message=f"{cord} carries {amps(current)} {after(cause)} at {percent(sag)} of the voltage, its "
                f"{consumer.inlet} coupler {amps(limit)} ({count(len(found), 'cord')} of {consumer.path})",
                fix="use more supplies, or supplies with the larger inlet",
                measured=amps(current),
                limit=amps(limit),
                margin=amps(limit - current),
            )
    yield from gaps(unknown)


@rule(
    "PWR106",
    "phase-near-limit",
    "warning",
    limits=(
        Limit(
            name="share",
            default=0.8,
            text="share of a circuit's rating that a phase uses after any one failure, in IEC practice",
            source="house practice of IEC sites; NEC practice has its 80 % in the limit itself",
        ),
    ),
)
def phase_near_limit(design: Design, *, share: float) -> Iterator[Hit | Gap]:
    """A phase of a PDU in IEC practice is loaded above the share that sites allow, though not above its rating.

    Why: Warm rooms and grouped cables lower what a breaker carries, and the next device finds no room.
    Example: A phase of 32 A that carries 27 A after the loss of a feed.
    Fix: Use a larger circuit, hang fewer devices on the PDU, or raise the share with the site's consent.
    Source: IEC practice has no statutory share; 80 % is what most sites take.
    """
    if not design.feeds:
        yield NO_FEEDS
        return
    analysis = power_analysis(design)
    for strip in analysis.network.strips.values():
        rating = breaker(strip.feed, strip.part)
        if rating is None or strip.volts is None or strip.feed.practice != "IEC":
            continue  # what is unknown is said by the rule about the rating itself
        loads = [
            (analysis.worst[strip.path, phase], phase) for phase in PHASES if (strip.path, phase) in analysis.worst
        ]
        if not loads:
            continue
        worst, phase = max(loads, key=lambda pair: pair[0].watts)
        current = strip.amps(worst.watts) or 0.0
        if rating * share + _LEAST < current <= rating + _LEAST:
            yield Hit(
                paths=tuple(path for path in (strip.path, worst.cause) if path),
                message=f"{strip.path} carries {amps(current)} on {phase} {after(worst.cause)}, "
                f"{percent(current / rating)} of {amps(rating)}",
                fix="use a larger circuit, hang fewer devices on the PDU, or raise the share with the site's consent",
                measured=amps(current),
                limit=amps(rating * share),
                margin=amps(rating * share - current),
            )


@rule("PWR107", "feed-overloaded", "error")
def feed_overloaded(design: Design) -> Iterator[Hit | Gap]:
    """A feed carries more than it is declared to, normally or after any one failure.

    Why: With k feeds and one lost, each of the others carries total / (k - 1): the breaker of the board trips.
    Example: 326 kW on three feeds of 120 kW each: 163 kW after a loss.
    Fix: Ask for larger feeds, or for more of them.
    Source: the capacity declared for the feeds.
    """
    if not design.feeds:
        yield NO_FEEDS
        return
    analysis = power_analysis(design)
    unknown: Unknown = []
    for path, feed in analysis.network.feeds.items():
        worst = analysis.worst.get((path, ""))
        if feed.capacity is None:
            unknown.append((("", "capacity of the feeds"), path))
            continue
        unknown += unknown_loads(analysis, path)
        limit = feed.capacity.to("W")
        if worst is not None and worst.watts > limit + _LEAST:
            yield Hit(
                paths=tuple(each for each in (path, worst.cause) if each),
                message=f"{path} carries {watts(worst.watts)} {after(worst.cause)}, it has {watts(limit)}",
                fix="ask for larger feeds, or for more of them",
                measured=watts(worst.watts),
                limit=watts(limit),
                margin=watts(limit - worst.watts),
            )
    yield from gaps(unknown)


@rule("PWR108", "pdu-overloaded", "error")
def pdu_overloaded(design: Design) -> Iterator[Hit | Gap]:
    """A PDU carries more than its circuit and its data sheet allow in all, normally or after any one failure.

    A data sheet that states its power at 80 % already is not derated again.

    Why: The sum is what the site meters; a PDU can be within it and still overload one phase.
    Example: 40.8 kW on one of two PDUs that carry 33.2 kW.
    Fix: Use a larger circuit, more feeds, or hang fewer devices on the PDU.
    Source: voltage, current and power in the PDU's catalogue entry, practice and power factor of the feed.
    """
    if not design.feeds:
        yield NO_FEEDS
        return
    analysis = power_analysis(design)
    unknown: Unknown = []
    for strip in analysis.network.strips.values():
        unknown += unknown_loads(analysis, strip.path)
        limit, worst = pdu_capacity(strip.feed, strip.part), analysis.worst.get((strip.path, ""))
        if limit is None:
            unknown.append(((strip.part.id, "rated_power"), strip.path))
        elif worst is not None and worst.watts > limit + _LEAST:
            yield Hit(
                paths=tuple(path for path in (strip.path, worst.cause) if path),
                message=f"{strip.path} carries {watts(worst.watts)} {after(worst.cause)}, it is good for "
                f"{watts(limit)} at a power factor of {strip.feed.power_factor:g} ({strip.feed.practice} practice)",
                fix="use a larger circuit, more feeds, or hang fewer devices on the PDU",
                measured=watts(worst.watts),
                limit=watts(limit),
                margin=watts(limit - worst.watts),
            )
    yield from gaps(unknown)


PWR_LOAD = (
    phase_overloaded,
    bank_overloaded,
    coupler_overloaded,
    phase_near_limit,
    feed_overloaded,
    pdu_overloaded,
)
