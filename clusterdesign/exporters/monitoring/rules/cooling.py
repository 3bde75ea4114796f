"""Coolant loops: flow, temperatures and pressure against the design, and what a CDU takes along."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.engineering.cooling import LoopLoad, cooling_analysis, dew_point
from clusterdesign.exporters.monitoring.forms import Data, alert, match, number, record
from clusterdesign.exporters.monitoring.loops import kept, known, profile
from clusterdesign.names import natural_key
from clusterdesign.parts import Node
from clusterdesign.rules.clg_loops import loop_below_dew_point
from clusterdesign.rules.limits import settle
from clusterdesign.units import TemperatureDifference

FLOW, SUPPLY, RISE = "loop:flow:liters_per_minute", "loop:supply:celsius", "loop:rise:kelvin"

STOPPED = 1.0
"""Flow below which a CDU is taken for stopped, L/min."""

DRIFT = 2.0
"""How far a supply temperature may stand above the designed one before it is told, K (house practice)."""

_LOOP = "Loop {{ $labels.loop }}"


def cooling_rules(design: Design) -> Iterator[Data]:
    """Yield the rules about loops; none without one. Loops of equal load share theirs."""
    loads = cooling_analysis(design).loops
    if not loads:
        return
    yield record(FLOW, "sum by (loop, loop_profile) (cdu_flow_liters_per_minute)")
    yield record(SUPPLY, "avg by (loop, loop_profile) (cdu_supply_temperature_celsius)")
    yield record(RISE, f"avg by (loop, loop_profile) (cdu_return_temperature_celsius) - {SUPPLY}")
    yield _silent()
    by_name = {profile(load): load for load in loads.values()}
    for name in sorted(by_name, key=natural_key):
        load, one = by_name[name], {"loop_profile": name}
        yield from _flow(load, one)
        yield from _temperature(design, load, one)
        yield from _pressure(load, one)
        yield _stopped(load, one)


def _silent() -> Data:
    return alert(
        "CduNotMeasured",
        f"up{match(job='cdu')} == 1 unless on (component) cdu_flow_liters_per_minute",
        wait="10m",
        severity="warning",
        concern="cooling",
        summary="{{ $labels.component }} answers and shows no flow (loop {{ $labels.loop }})",
        why="Nothing arrives as cdu_flow_liters_per_minute: the exporter does not read it, or the reading has another "
        "name. The loop is not watched until it does.",
    )


def _flow(load: LoopLoad, one: dict[str, str]) -> Iterator[Data]:
    """Yield the rules about flow: short where the coolant leaves too warm as well, for pumps slow down at part load.

    Where the heat of a loop is not known, its flow is not either, and what is left is the declared rise.
    """
    these, heat_known = match(**one), known(load)
    rise, flow = number(load.loop.rise), number(round(load.flow, 1))
    carries = f"{load.heat:.1f} kW with {flow} L/min of {load.loop.coolant}" if heat_known else f"{load.loop.coolant}"
    by_design = f"By design it carries {carries} at {rise} K"
    if heat_known:
        yield alert(
            "LoopFlowLow",
            f"{FLOW}{these} < {flow} and {RISE}{these} > {rise}",
            wait="2m",
            severity="critical",
            concern="cooling",
            summary=f'{_LOOP} flows with {{{{ $value | printf "%.0f" }}}} L/min and leaves too warm',
            why=f"{by_design}. Look at pumps, filters and valves of its CDUs; {len(load.devices)} devices hang on it.",
            labels=one,
        )
    yield alert(
        "LoopRiseHigh",
        f"{RISE}{these} > {rise}" + (f" and {FLOW}{these} >= {flow}" if heat_known else ""),
        wait="5m",
        severity="warning",
        concern="cooling",
        summary=f'{_LOOP} warms by {{{{ $value | printf "%.1f" }}}} K',
        why=f"{by_design}. "
        + (
            "The flow is there: the devices give off more heat than their data sheets say."
            if heat_known
            else "Either the flow is short or the heat is more than was planned for."
        ),
        labels=one,
    )


def _temperature(design: Design, load: LoopLoad, one: dict[str, str]) -> Iterator[Data]:
    these = match(**one)
    ceiling, part = _ceiling(design, load)
    supply = None if load.loop.supply is None else load.loop.supply.to("°C")
    bounds = [] if ceiling is None else [("critical", ceiling, f"{part} takes {number(ceiling)} °C at most.")]
    if supply is not None and (ceiling is None or supply + DRIFT < ceiling):
        bounds.append(("warning", supply + DRIFT, f"By design it is supplied with {number(supply)} °C."))
    for severity, bound, why in bounds:
        top = f" <= {number(ceiling)}" if severity == "warning" and ceiling is not None else ""
        yield alert(
            "LoopSupplyHot" if severity == "critical" else "LoopSupplyWarm",
            f"{SUPPLY}{these} > {number(bound)}{top}",
            wait="2m" if severity == "critical" else "10m",
            severity="critical" if severity == "critical" else "warning",
            concern="cooling",
            summary=f'{_LOOP} is supplied with {{{{ $value | printf "%.1f" }}}} °C',
            why=f"{why} Look at the facility water and the control valve of the CDU.",
            labels=one,
        )
    margin = _dew_margin(design)
    for hall in design.halls:
        dew = dew_point(hall.inlet.to("°C"), hall.humidity)
        yield alert(
            "LoopNearDewPoint",
            f"{SUPPLY}{these} < {number(round(dew + margin, 1))}",
            wait="2m",
            severity="critical",
            concern="cooling",
            summary=f'{_LOOP} is supplied with {{{{ $value | printf "%.1f" }}}} °C',
            why=f"Air of {hall.inlet.text('°C', 1)} and {hall.humidity:.0%} as designed for {hall.path} condenses at "
            f"{dew:.1f} °C, and {number(margin)} K are to be kept: hoses above the servers begin to sweat.",
            labels=one,
        )


def _dew_margin(design: Design) -> float:
    """Return how far coolant stays above the dew point, K: the limit of the rule about it, as the project has it."""
    by_name = {loop_below_dew_point.code: loop_below_dew_point, loop_below_dew_point.name: loop_below_dew_point}
    (limit,) = loop_below_dew_point.limits
    value = settle(design, {}, by_name).values.get(loop_below_dew_point.code, {}).get(limit.name, limit.default)
    return value.to("K") if isinstance(value, TemperatureDifference) else 0.0


def _ceiling(design: Design, load: LoopLoad) -> tuple[float | None, str]:
    """Return the lowest permitted supply temperature among the devices of a loop, °C, and the part that asks it."""
    found = []
    for path in load.devices:
        part = design.parts[design.device[path].part]
        if isinstance(part, Node) and part.liquid is not None and part.liquid.supply_max is not None:
            found.append((part.liquid.supply_max.to("°C"), part.id))
    return min(found, default=(None, ""))


def _pressure(load: LoopLoad, one: dict[str, str]) -> Iterator[Data]:
    these = match(**one)
    if load.head is not None:
        yield alert(
            "LoopPressureHigh",
            f"max by (loop, loop_profile) (cdu_differential_pressure_kilopascals{these}) > {number(load.head)}",
            wait="5m",
            severity="warning",
            concern="cooling",
            summary=f'{_LOOP} stands at {{{{ $value | printf "%.0f" }}}} kPa',
            why=f"Its CDUs have {number(load.head)} kPa. More means a closed valve or a blocked filter.",
            labels=one,
        )
    if load.drop is not None:
        yield alert(
            "LoopPressureLow",
            f"max by (loop, loop_profile) (cdu_differential_pressure_kilopascals{these}) < "
            f"{number(round(load.drop, 1))} and {RISE}{these} > {number(load.loop.rise)}",
            wait="5m",
            severity="critical",
            concern="cooling",
            summary=f'{_LOOP} stands at {{{{ $value | printf "%.0f" }}}} kPa and leaves too warm',
            why=f"Its longest branch drops {number(round(load.drop, 1))} kPa at the designed flow: less does not drive "
            "it. A leak, air or a worn pump.",
            labels=one,
        )


def _stopped(load: LoopLoad, one: dict[str, str]) -> Data:
    """Return the rule about a CDU that stops, by what its loop does with one less."""
    count, devices, holds = len(load.loop.cdus), len(load.devices), kept(load)
    left = {
        True: "what is left carries it",
        False: f"{devices} devices lose their cooling",
        None: "whether what is left carries it, no data sheet tells",
    }[holds]
    return alert(
        "CduStopped",
        f"cdu_flow_liters_per_minute{match(**one)} < {number(STOPPED)}",
        wait="1m",
        severity="warning" if holds else "critical",
        concern="cooling",
        summary="{{ $labels.component }} pumps nothing (loop {{ $labels.loop }})",
        why=f"Its loop has {count} CDU{'s' if count > 1 else ''} and {devices} devices; with one less, {left}.",
        labels=one,
    )


__all__ = ["FLOW", "RISE", "SUPPLY", "cooling_rules"]
