"""Coolant loops: flow, temperatures and pressure against the design, and what a CDU takes along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clusterdesign.design import Design
from clusterdesign.engineering.cooling import LoopLoad, cooling_analysis, dew_point
from clusterdesign.exporters.monitoring.forms import Data, alert, either, match, number, record
from clusterdesign.exporters.monitoring.labels import short
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
    yield record(FLOW, "sum by (loop) (cdu_flow_liters_per_minute)")
    yield record(SUPPLY, "avg by (loop) (cdu_supply_temperature_celsius)")
    yield record(RISE, f"avg by (loop) (cdu_return_temperature_celsius) - {SUPPLY}")
    yield _silent()
    for group in _alike(loads.values()):
        yield from _flow(group)
        yield from _temperature(design, group)
        yield from _pressure(group)
    yield from _cdus(design)


def _alike(loads: Iterable[LoopLoad]) -> list[list[LoopLoad]]:
    """Group loops that have the same thresholds, in natural order of the first of each."""
    found: dict[tuple[object, ...], list[LoopLoad]] = {}
    for load in loads:
        loop = load.loop
        supply = None if loop.supply is None else loop.supply.base
        key = (round(load.flow, 1), loop.rise, supply, load.head, load.drop, len(loop.cdus), loop.coolant)
        found.setdefault(key, []).append(load)
    return sorted(found.values(), key=lambda group: natural_key(group[0].loop.path))


def _known(group: list[LoopLoad]) -> dict[str, str]:
    """Return the label that tells the rules of loops of one load from those of others."""
    load = group[0]
    pieces = [f"{number(round(load.flow, 1))} L/min {number(load.loop.rise)} K {len(load.loop.cdus)} CDU"]
    pieces += [] if load.loop.supply is None else [load.loop.supply.text("°C", 1)]
    pieces += [f"{number(round(kpa, 1))} kPa" for kpa in (load.head, load.drop) if kpa is not None]
    return {"design": " ".join([*pieces, load.loop.coolant])}


def _these(group: list[LoopLoad]) -> str:
    return match(loop=either(short(load.loop.path) for load in group))


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


def _flow(group: list[LoopLoad]) -> Iterator[Data]:
    """Yield the rules about flow: short where the coolant leaves too warm as well, for pumps slow down at part load."""
    load, these = group[0], _these(group)
    if load.unknown or not load.heat:
        return
    rise, flow = number(load.loop.rise), number(round(load.flow, 1))
    design_text = f"By design it carries {load.heat:.1f} kW with {flow} L/min of {load.loop.coolant} at {rise} K"
    yield alert(
        "LoopFlowLow",
        f"{FLOW}{these} < {flow} and {RISE}{these} > {rise}",
        wait="2m",
        severity="critical",
        concern="cooling",
        summary=f'{_LOOP} flows with {{{{ $value | printf "%.0f" }}}} L/min and leaves too warm',
        why=f"{design_text}. Look at pumps, filters and valves of its CDUs; {len(load.devices)} devices hang on it.",
        labels=_known(group),
    )
    yield alert(
        "LoopRiseHigh",
        f"{RISE}{these} > {rise} and {FLOW}{these} >= {flow}",
        wait="5m",
        severity="warning",
        concern="cooling",
        summary=f'{_LOOP} warms by {{{{ $value | printf "%.1f" }}}} K',
        why=f"{design_text}. The flow is there: the devices give off more heat than their data sheets say.",
        labels=_known(group),
    )


def _temperature(design: Design, group: list[LoopLoad]) -> Iterator[Data]:
    load, these = group[0], _these(group)
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
            labels=_known(group),
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
            labels=_known(group),
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


def _pressure(group: list[LoopLoad]) -> Iterator[Data]:
    load, these = group[0], _these(group)
    if load.head is not None:
        yield alert(
            "LoopPressureHigh",
            f"max by (loop) (cdu_differential_pressure_kilopascals{these}) > {number(load.head)}",
            wait="5m",
            severity="warning",
            concern="cooling",
            summary=f'{_LOOP} stands at {{{{ $value | printf "%.0f" }}}} kPa',
            why=f"Its CDUs have {number(load.head)} kPa. More means a closed valve or a blocked filter.",
            labels=_known(group),
        )
    if load.drop is not None:
        yield alert(
            "LoopPressureLow",
            f"max by (loop) (cdu_differential_pressure_kilopascals{these}) < {number(round(load.drop, 1))} "
            f"and {RISE}{these} > {number(load.loop.rise)}",
            wait="5m",
            severity="critical",
            concern="cooling",
            summary=f'{_LOOP} stands at {{{{ $value | printf "%.0f" }}}} kPa and leaves too warm',
            why=f"Its longest branch drops {number(round(load.drop, 1))} kPa at the designed flow: less does not drive "
            "it. A leak, air or a worn pump.",
            labels=_known(group),
        )


def _cdus(design: Design) -> Iterator[Data]:
    """Yield the rules about a CDU that stops, by what its loop does with one less."""
    kinds: dict[tuple[int, int, bool | None], list[str]] = {}
    for load in cooling_analysis(design).loops.values():
        key = (len(load.loop.cdus), len(load.devices), load.holds(1))
        kinds.setdefault(key, []).extend(load.loop.cdus)
    for (count, devices, holds), cdus in kinds.items():
        sound = holds if count > 1 else False
        left = {
            True: "what is left carries it",
            False: f"{devices} devices lose their cooling",
            None: "whether what is left carries it, no data sheet tells",
        }[sound]
        yield alert(
            "CduStopped",
            f"cdu_flow_liters_per_minute{match(component=either(cdus))} < {number(STOPPED)}",
            wait="1m",
            severity="warning" if sound else "critical",
            concern="cooling",
            summary="{{ $labels.component }} pumps nothing (loop {{ $labels.loop }})",
            why=f"Its loop has {count} CDU{'s' if count > 1 else ''} and {devices} devices; with one less, {left}.",
            labels={"design": f"{count} CDU {devices} devices"},
        )


__all__ = ["FLOW", "RISE", "SUPPLY", "cooling_rules"]
