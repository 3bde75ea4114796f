"""Blast radius: what goes when one thing goes. Nodes full, degraded or down, rails lost, bandwidth left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from clusterdesign.design.design import Component, Design
from clusterdesign.design.records import Cable, Cord, Device, Feed, Link, Loop, Rack, Route, Tray
from clusterdesign.engineering.cooling import cooling_analysis
from clusterdesign.engineering.power import State, lose, power_analysis
from clusterdesign.engineering.stopped import states_after
from clusterdesign.errors import DesignError


@dataclass(frozen=True, slots=True)
class Loss:
    """What the loss of one component does.

    Attributes:
        nodes: number of nodes by state.
        others: other devices that are down or degraded, by path.
        rails: rails lost by nodes that stay up: number of nodes by number of links lost.
        bandwidth: by tier and fabric, links left and links there were.
        notes: what the figures leave open.
    """

    element: str
    nodes: dict[State, int]
    others: dict[str, State]
    rails: dict[int, int]
    bandwidth: dict[str, tuple[int, int]]
    notes: tuple[str, ...] = ()


def loss(design: Design, path: str) -> Loss:
    """Return what goes when a component goes.

    Raises:
        DesignError: there is no such component, or nothing is known about the loss of its kind.
    """
    record = design.component.get(path)
    if record is None:
        raise DesignError("no such component", thing=path, fix="'clusterdesign explain' lists near ones")
    notes: list[str] = []
    links = _links(design, record)
    states = {} if links is not None else _states(design, record, notes)
    return _summary(design, path, states, links or set(), notes)


def _links(design: Design, record: Component) -> set[str] | None:
    """Return the links that go with a link, a cable, a route or a tray; None for other components."""
    match record:
        case Link():
            return {record.path}
        case Cable():
            return set(record.links)
        case Route() | Tray():
            passing = {r.path for r in design.routes if r.path == record.path or record.path in r.trays}
            return {link for cable in design.cables if cable.route in passing for link in cable.links}
    return None


_KINDS: Mapping[type[Component], Literal["feed", "supply"]] = MappingProxyType({Feed: "feed", Cord: "supply"})


def _states(design: Design, record: Component, notes: list[str]) -> dict[str, State]:
    """Return the states of the devices that the loss of a component changes."""
    match record:
        case Feed() | Cord():
            return states_after(design, lose(power_analysis(design).network, _KINDS[type(record)], record.path))
        case Device(kind="pdu"):
            return states_after(design, lose(power_analysis(design).network, "pdu", record.path))
        case Device(kind="cdu"):
            return _cdu(design, record.path, notes)
        case Loop():
            return dict.fromkeys(cooling_analysis(design).loops[record.path].devices, "down")
        case Device():
            return {record.path: "down"}
        case Rack():
            inside = (p.device for p in design.placements if p.rack == record.path)
            return dict.fromkeys((d for d in inside if design.device[d].kind not in {"pdu", "cdu"}), "down")
    raise DesignError(
        "the loss of this kind of component is not analysed",
        thing=record.path,
        fix="ask about a feed, PDU, cord, CDU, loop, switch, node, rack, link, cable, route or tray",
    )


def _cdu(design: Design, path: str, notes: list[str]) -> dict[str, State]:
    """Return the states of the nodes of a loop with one CDU less."""
    for load in cooling_analysis(design).loops.values():
        if path in load.loop.cdus:
            holds = load.holds(1)
            state: State = "full" if holds else "down" if holds is False else "unknown"
            if holds is None:
                notes.append(f"capacity or flow of the CDUs of {load.loop.path} is not known")
            return dict.fromkeys(load.devices, state)
    return {}


def _summary(design: Design, path: str, states: dict[str, State], links: set[str], notes: Iterable[str]) -> Loss:
    node = {each.path for each in design.nodes()}
    down = {device for device, state in states.items() if state == "down"}
    gone = links | {link.path for link in design.links if link.a.device in down or link.b.device in down}
    nodes: Counter[State] = Counter(states.get(each, "full") for each in node)
    lost: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for link in design.links:
        key = f"{link.fabric} {link.tier}"
        totals[key] += 1
        left[key] += link.path not in gone
        if link.path in gone and link.rail is not None and link.a.device not in down:
            lost[link.a.device] += link.tier in {"node-leaf", "node-switch"}
    return Loss(
        element=path,
        nodes={state: nodes[state] for state in ("full", "degraded", "down", "unknown") if nodes[state]},
        others={d: s for d, s in states.items() if s != "full" and d not in node},
        rails=dict(sorted(Counter(count for count in lost.values() if count).items())),
        bandwidth={key: (left[key], totals[key]) for key in totals if left[key] != totals[key]},
        notes=tuple(notes),
    )
