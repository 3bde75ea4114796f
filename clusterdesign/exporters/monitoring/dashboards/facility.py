"""Dashboards of the hall: power and temperatures by rack, coolant by loop."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.dashboards.model import Board, Panel, bars, matrix, series
from clusterdesign.exporters.monitoring.forms import match
from clusterdesign.exporters.monitoring.pdus import CURRENT, POWER
from clusterdesign.exporters.monitoring.profiles import profiles, rack_profiles
from clusterdesign.exporters.monitoring.rules.cooling import FLOW, RISE, SUPPLY
from clusterdesign.exporters.monitoring.rules.power import RACK_POWER

_RACK = match(rack="~$rack")


def racks(design: Design) -> Board | None:
    """Return the dashboard of racks; None for a design without racks."""
    if not design.racks:
        return None
    panels: list[Panel] = []
    loads = profiles(design)
    if loads:
        panels += [_rack_power(design), _feeds(), _phases(design)]
    if any(True for _ in design.nodes()):
        panels.append(_temperature())
    if not panels:
        return None
    return Board("Racks", tuple(panels), {"rack": "up", "row": "up"})


def _rack_power(design: Design) -> Panel:
    draws = [profile.draw for profile in rack_profiles(design).values()]
    steps = ((None, "green"), (max(draws), "red")) if draws else ()
    return bars(
        "Power by rack",
        f"sort_desc({RACK_POWER}{match(rack='~$rack', row='~$row')})",
        "{{rack}}",
        about="Red above what the fullest rack draws by design.",
        unit="watt",
        steps=steps,
    )


def _feeds() -> Panel:
    return series(
        "Power by feed",
        (f"sum by (feed) ({POWER})", "feed {{feed}}"),
        about="Feeds that carry unequal load are not plugged as designed, or one has lost something.",
        unit="watt",
    )


def _phases(design: Design) -> Panel:
    limits = [profile.limit for profile in profiles(design).values() if profile.limit is not None]
    steps: list[tuple[float | None, str]] = [(None, "green")]
    if limits:
        steps.append((min(limits), "red"))
    return matrix(
        "Current by phase",
        f"{CURRENT}{_RACK}",
        "component",
        "phase",
        about="Red from the smallest limit of a phase in the design on; alerts know the limit of each PDU.",
        steps=steps,
        unit="amp",
    )


def _temperature() -> Panel:
    return series(
        "Hottest GPU by rack",
        (f"max by (rack) (DCGM_FI_DEV_GPU_TEMP{_RACK})", "{{rack}}"),
        about="A rack above its neighbours lacks air or coolant.",
        unit="celsius",
    )


def loops(design: Design) -> Board | None:
    """Return the dashboard of coolant loops; None without one."""
    if not design.loops:
        return None
    one = match(loop="~$loop")
    panels = (
        series("Flow", (f"{FLOW}{one}", "{{loop}}"), about="Sum of the CDUs of a loop.", unit="flowlpm"),
        series("Supply temperature", (f"{SUPPLY}{one}", "{{loop}}"), about="Coolant to the nodes.", unit="celsius"),
        series("Temperature rise", (f"{RISE}{one}", "{{loop}}"), about="Return less supply.", unit="kelvin"),
        series(
            "Differential pressure",
            (f"cdu_differential_pressure_kilopascals{one}", "{{component}}"),
            about="What each CDU sets up over its loop.",
            unit="pressurekpa",
        ),
    )
    return Board("Loops", panels, {"loop": "up"})


__all__ = ["loops", "racks"]
