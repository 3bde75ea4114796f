"""Loops that stop with what feeds their pumps: power and coolant meet in the CDUs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clusterdesign.design.design import Design
from clusterdesign.engineering.cooling import LoopLoad, cooling_analysis
from clusterdesign.engineering.power import Outcome, State, power_analysis


@dataclass(frozen=True, slots=True)
class Stopped:
    """What a failure of power does to a loop.

    Attributes:
        cdus: units that have lost too many supplies.
        unknown: units of which nobody published how many supplies they need.
        state: of what the loop cools: ``down`` where the units that are left do not carry it, ``unknown`` where that
            cannot be said.
    """

    load: LoopLoad
    cdus: tuple[str, ...]
    unknown: tuple[str, ...]
    state: State


def stopped(design: Design, states: Mapping[str, State]) -> Iterator[Stopped]:
    """Yield the loops that lose a unit, or may do so, when devices are in these states."""
    for load in cooling_analysis(design).loops.values():
        lost = tuple(cdu for cdu in load.loop.cdus if states.get(cdu, "full") in {"degraded", "down"})
        unknown = tuple(cdu for cdu in load.loop.cdus if states.get(cdu) == "unknown")
        if lost or unknown:
            yield Stopped(load, lost, unknown, _state(load, len(lost), len(unknown)))


def _state(load: LoopLoad, lost: int, unknown: int) -> State:
    if not lost:
        return "unknown"
    holds = load.holds(lost)
    if holds is False:
        return "down"
    return "full" if holds and not unknown else "unknown"


def states_after(design: Design, outcome: Outcome) -> dict[str, State]:
    """Return the states of devices after a failure of power, those that stand still with their loop among them."""
    states = dict(outcome.states)
    for loop in stopped(design, outcome.states):
        if loop.state == "full":
            continue
        for device in loop.load.devices:
            if states.get(device, "full") in {"full", "degraded"}:
                states[device] = loop.state
    return states


def outcomes_with_loops(design: Design) -> Iterator[tuple[Outcome, tuple[Stopped, ...]]]:
    """Yield every failure of power that touches a CDU, with the loops that it touches."""
    analysis = power_analysis(design)
    cooling = {path for path, consumer in analysis.network.consumers.items() if consumer.cools}
    for outcome in analysis.outcomes:
        if not cooling.isdisjoint(outcome.states):
            loops = tuple(stopped(design, outcome.states))
            if loops:
                yield outcome, loops
