"""Cooling rules about loops: capacity, flow, head, temperatures, and the loss of a CDU."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.engineering.cooling import LoopLoad, cooling_analysis, dew_point
from clusterdesign.parts import Node
from clusterdesign.rules.index import group
from clusterdesign.rules.pwr_load import Unknown, gaps
from clusterdesign.rules.rule import Gap, Hit, Limit, rule
from clusterdesign.rules.words import count, listed
from clusterdesign.units import TemperatureDifference

_LEAST = 1e-6


def _silent(design: Design, load: LoopLoad) -> Unknown:
    """Return the values that keep the load of a loop from being known."""
    found: Unknown = []
    for path in load.unknown:
        part = design.device[path].part
        node = design.parts[part]
        known = node.value("power.maximum") is not None
        found.append(((part, "liquid.captured" if known else "power.maximum"), path))
    return found


def _cdu(load: LoopLoad, field: str) -> tuple[tuple[str, str], str]:
    return (load.part.id if load.part is not None else "", field), load.loop.path


@rule("CLG103", "cdu-overloaded", "error")
def cdu_overloaded(design: Design) -> Iterator[Hit | Gap]:
    """The CDUs of a loop move less heat than its nodes give it.

    Why: The loop warms until the nodes throttle or stop.
    Example: 522 kW on one CDU of 300 kW.
    Fix: Add CDUs, or spread the nodes over more loops.
    Source: the capacity in the CDU's catalogue entry, at its approach; heat and captured share of the nodes.
    """
    unknown: Unknown = []
    for load in cooling_analysis(design).loops.values():
        unknown += _silent(design, load)
        if load.capacity is None:
            unknown.append(_cdu(load, "capacity"))
            continue
        limit = load.capacity * len(load.loop.cdus)
        if load.heat > limit + _LEAST:
            yield Hit(
                paths=(load.loop.path, *load.loop.cdus),
                message=f"{load.loop.path} takes {load.heat:.1f} kW, its {count(len(load.loop.cdus), 'CDU')} "
                f"{limit:.1f} kW",
                fix="add CDUs, or spread the nodes over more loops",
                measured=f"{load.heat:.1f} kW",
                limit=f"{limit:.1f} kW",
                margin=f"{limit - load.heat:.1f} kW",
            )
    yield from gaps(unknown)


@rule("CLG104", "cdu-flow-short", "error")
def cdu_flow_short(design: Design) -> Iterator[Hit | Gap]:
    """The CDUs of a loop pump less than its heat needs at the declared temperature rise.

    Why: A CDU with kilowatts enough and litres too few lets the last node of the row run warm.
    Example: 1368 kW at 1200 L/min is 0.88 L/min a kW: at 1.5 L/min a kW the same pump carries 800 kW.
    Fix: Add CDUs, or declare a larger rise that the nodes allow.
    Source: 60 kW / (rho cp dT), coolant properties by CoolProp; the flow in the CDU's catalogue entry.
    """
    unknown: Unknown = []
    for load in cooling_analysis(design).loops.values():
        unknown += _silent(design, load)
        if load.flow_limit is None:
            unknown.append(_cdu(load, "flow"))
            continue
        limit = load.flow_limit * len(load.loop.cdus)
        if load.flow > limit + _LEAST:
            yield Hit(
                paths=(load.loop.path, *load.loop.cdus),
                message=f"{load.loop.path} needs {load.flow:.0f} L/min at {load.loop.rise:g} K, its "
                f"{count(len(load.loop.cdus), 'CDU')} give {limit:.0f} L/min",
                fix="add CDUs, or declare a larger rise that the nodes allow",
                measured=f"{load.flow:.0f} L/min",
                limit=f"{limit:.0f} L/min",
                margin=f"{limit - load.flow:.0f} L/min",
            )
    yield from gaps(unknown)


@rule("CLG105", "cdu-head-short", "error")
def cdu_head_short(design: Design) -> Iterator[Hit | Gap]:
    """Hoses, disconnects and cold plates of a branch drop more pressure than the CDU has.

    Why: The flow that was computed does not come.
    Example: A node with 105 kPa at 90 L/min drops 124 kPa at 98 L/min.
    Fix: Use larger disconnects and hoses, or a CDU with more head.
    Source: dP2 = dP1 (Q2 / Q1)2 over the parts of a branch; the head in the CDU's catalogue entry.
    """
    unknown: Unknown = []
    for load in cooling_analysis(design).loops.values():
        if load.head is None:
            unknown.append(_cdu(load, "head"))
        if load.drop is None:
            parts = dict.fromkeys(design.device[path].part for path in load.devices)
            unknown += [((part, "liquid.pressure_drop"), load.loop.path) for part in parts]
        if load.head is not None and load.drop is not None and load.drop > load.head + _LEAST:
            yield Hit(
                paths=(load.loop.path, *load.loop.cdus),
                message=f"a branch of {load.loop.path} drops {load.drop:.0f} kPa, its CDU has {load.head:.0f} kPa",
                fix="use larger disconnects and hoses, or a CDU with more head",
                measured=f"{load.drop:.0f} kPa",
                limit=f"{load.head:.0f} kPa",
                margin=f"{load.head - load.drop:.0f} kPa",
            )
    yield from gaps(unknown)


@rule("CLG106", "supply-too-warm", "error")
def supply_too_warm(design: Design) -> Iterator[Hit | Gap]:
    """The coolant comes warmer than a node allows: facility water plus the approach of the CDU.

    Why: The GPUs throttle on the first warm day.
    Example: Facility water of 40 °C and an approach of 5 K for nodes that take 40 °C.
    Fix: Ask for colder facility water, or use CDUs with a smaller approach.
    Source: the highest supply temperature in the node's catalogue entry; T_TCS = T_FWS + approach.
    """
    unknown: Unknown = []
    for load in cooling_analysis(design).loops.values():
        supply = load.loop.supply
        if supply is None:
            field = ("", "facility water") if load.loop.facility is None else _cdu(load, "approach_k")[0]
            unknown.append((field, load.loop.path))
        for part_id, paths in group((design.device[path].part, path) for path in load.devices).items():
            part = design.parts[part_id]
            allowed = part.liquid.supply_max if isinstance(part, Node) and part.liquid is not None else None
            if allowed is None:
                unknown += [((part_id, "liquid.supply_max"), path) for path in paths]
            elif supply is not None and supply > allowed:
                yield Hit(
                    paths=(load.loop.path, *paths),
                    message=f"{load.loop.path} supplies {supply}, {part_id} takes {allowed} "
                    f"({count(len(paths), 'device')}: {listed(paths)})",
                    fix="ask for colder facility water, or use CDUs with a smaller approach",
                    measured=str(supply),
                    limit=str(allowed),
                    margin=f"{allowed.to('°C') - supply.to('°C'):g} K",
                )
    yield from gaps(unknown)


@rule(
    "CLG107",
    "loop-below-dew-point",
    "error",
    limits=(
        Limit(
            name="margin",
            default=TemperatureDifference.of(2, "K"),
            text="how far the coolant stays above the dew point of the hall",
            source="usual margin of 2 to 3 K for CDU control",
        ),
    ),
)
def loop_below_dew_point(design: Design, *, margin: TemperatureDifference) -> Iterator[Hit | Gap]:
    """The coolant comes colder than the dew point of the hall and a margin allow.

    Why: Water condenses on hoses and manifolds, above the servers.
    Example: A loop of 17 °C in a hall of 27 °C and 60 %: the dew point is 18.6 °C.
    Fix: Supply the loop warmer, or dry the air.
    Source: Magnus formula with b = 17.62, c = 243.12 °C.
    """
    unknown: Unknown = []
    for loop in design.loops:
        if loop.supply is None:
            unknown.append((("", "supply temperature of the loop"), loop.path))
        for hall in design.halls if loop.supply is not None else ():
            dew = dew_point(hall.inlet.to("°C"), hall.humidity)
            supply = loop.supply.to("°C") if loop.supply is not None else dew
            limit = dew + margin.to("K")
            if supply < limit - _LEAST:
                yield Hit(
                    paths=(loop.path, hall.path),
                    message=f"{loop.path} supplies {supply:.1f} °C, the air of {hall.path} condenses at {dew:.1f} °C "
                    f"and {margin} are to be kept",
                    fix="supply the loop warmer, or dry the air",
                    measured=f"{supply:.1f} °C",
                    limit=f"{limit:.1f} °C",
                    margin=f"{supply - limit:.1f} K",
                )
    yield from gaps(unknown)


@rule("CLG201", "cooling-lost-with-spare", "error")
def cooling_lost_with_spare(design: Design) -> Iterator[Hit | Gap]:
    """A loop that is declared to bear the loss of a CDU does not carry its heat or flow with one less.

    Why: The spare unit was paid for, and the row stops all the same.
    Example: 522 kW on two CDUs of 300 kW, one of them spare.
    Fix: Add a CDU to the loop.
    Source: capacity and flow in the CDU's catalogue entry; install ceil(heat / capacity) + spare.
    """
    unknown: Unknown = []
    for load in cooling_analysis(design).loops.values():
        if not load.loop.spare:
            continue
        holds = load.holds(load.loop.spare)
        if holds is None:
            unknown += _silent(design, load)
            unknown += [_cdu(load, f) for f, v in (("capacity", load.capacity), ("flow", load.flow_limit)) if v is None]
        elif not holds:
            left = len(load.loop.cdus) - load.loop.spare
            has = [f"{load.capacity * left:.0f} kW"] if load.capacity is not None else []
            has += [f"{load.flow_limit * left:.0f} L/min"] if load.flow_limit is not None else []
            yield Hit(
                paths=(load.loop.path, *load.loop.cdus),
                message=f"{load.loop.path} needs {load.heat:.0f} kW and {load.flow:.0f} L/min; with "
                f"{count(load.loop.spare, 'CDU')} lost the {left} left give {' and '.join(has) or 'nothing'}",
                fix="add a CDU to the loop",
                measured=f"{load.heat:.0f} kW, {load.flow:.0f} L/min",
                limit=", ".join(has),
            )
    yield from gaps(unknown)


@rule("CLG202", "cdu-without-spare", "warning")
def cdu_without_spare(design: Design) -> Iterator[Hit]:
    """A loop has no CDU to spare: the loss of one stops its nodes. Pumps may be redundant within it.

    Why: A CDU has one controller, one heat exchanger and one leak.
    Example: An in-rack CDU of its own for each rack of four nodes.
    Fix: Declare a spare CDU for the loop, or accept the loss of its racks.
    Source: the CDUs declared for the loop.
    """
    for part, loads in group(
        (load.part.id if load.part is not None else "", load) for load in cooling_analysis(design).loops.values()
    ).items():
        bare = [load for load in loads if not load.loop.spare]
        if bare:
            most = max(len(load.devices) for load in bare)
            yield Hit(
                paths=tuple(load.loop.path for load in bare),
                message=f"the loss of one {part} stops up to {count(most, 'device')}: "
                f"{listed([load.loop.path for load in bare])} without a spare one",
                fix="declare a spare CDU for the loop, or accept the loss of its racks",
                measured="0",
                limit="1",
                margin="-1",
            )


CLG_LOOPS = (cdu_overloaded, cdu_flow_short, cdu_head_short, supply_too_warm, loop_below_dew_point)

CLG_LOSS = (cooling_lost_with_spare, cdu_without_spare)
