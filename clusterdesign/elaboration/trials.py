"""Racks filled for trial: how many nodes of a group each limit allows in one rack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from clusterdesign.catalog import Catalog
from clusterdesign.design import Design
from clusterdesign.design.builder import Builder
from clusterdesign.design.records import Cord
from clusterdesign.elaboration.coolers import feed_coolers
from clusterdesign.elaboration.cooling import add_cooling
from clusterdesign.elaboration.counting import count_trees
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.fittings import fit_small_parts
from clusterdesign.elaboration.floor import rack_height
from clusterdesign.elaboration.management import add_management
from clusterdesign.elaboration.power import SOCKET, add_pdus, plug_supplies
from clusterdesign.elaboration.racks import lay_out, plan_racks
from clusterdesign.elaboration.seating import Seating
from clusterdesign.elaboration.trees import add_nodes, add_switches
from clusterdesign.engineering.cooling import cooling_analysis
from clusterdesign.engineering.cooling.network import device_heat
from clusterdesign.engineering.power import PowerAnalysis, Strip, power_analysis
from clusterdesign.engineering.power.limits import bank_limit, phase_limit
from clusterdesign.engineering.racks import GRAVITY, RackLoad, rack_loads
from clusterdesign.intent import Cluster
from clusterdesign.parts import PHASES, CduPart, Node, PduPart
from clusterdesign.site import RackRow

_LEAST = 1e-6

_PHASES: tuple[Callable[[Draft], None], ...] = (
    count_trees,
    plan_racks,
    add_nodes,
    add_switches,
    add_management,
    lay_out,
    add_pdus,
    add_cooling,
    plug_supplies,
    fit_small_parts,
    feed_coolers,
)
"""As much of elaboration as racks need: no cables."""


@dataclass(frozen=True, slots=True)
class RackLimit:
    """What one limit allows.

    Attributes:
        name: the limit, in a word.
        nodes: how many nodes it allows in a rack; what else stands there stays.
        why: what it was computed from.
    """

    name: str
    nodes: int
    why: str


def rack_limits(cluster: Cluster, group: int, catalog: Catalog) -> tuple[RackLimit, ...]:
    """Return how many nodes of a group each limit allows in a rack; limits with unknown values are left out.

    Space, power, cooling and weight are divided by what one node takes. Phases, banks, outlets and CDUs in the rack
    are filled node by node until the first that is too many, every single failure counted. Racks that are shared
    with switches are tried with them. Overrides of single nodes are left aside: rules look at the racks that come
    out.
    """
    if cluster.racks is None:
        return ()
    nodes = cluster.groups[group]
    # A rack on trial may hold more nodes than there are.
    paths = {nodes.path(number) for number in range(max(nodes.count, rack_height(cluster.racks.part)))}
    filled = cache(partial(_filled, cluster, group, catalog))
    loads = [load for load in rack_loads(filled(1)).values() if any(p.device in paths for p in load.placements)]
    divided = list(_divided(cluster.racks, nodes.fitted, loads))
    most = next((limit.nodes for limit in divided if limit.name == "space"), 0)
    return (*divided, *_tried(filled, paths, most))


def _filled(cluster: Cluster, group: int, catalog: Catalog, count: int) -> Design:
    """Return the design of racks with so many nodes in each: one rack, or all where switches share them."""
    racks = cluster.racks
    if racks is not None:
        racks = racks.with_(nodes_per_rack=count, power_limit=racks.limit(group), rows=None, racks_per_row=None)
    trial = cluster.with_(racks=racks, servers=(), exceptions=(), waivers=(), limits=())
    if racks is None or racks.network != "shared":
        trial = trial.with_(nodes=cluster.groups[group].with_(count=count), fabrics=())
    seating = Seating(trial.groups, sum(nodes.count for nodes in trial.groups))
    draft = Draft(trial, catalog, Builder(trial.name), seating)
    for phase in _PHASES:
        phase(draft)
    return draft.builder.freeze()


def _divided(policy: RackRow, node: Node, loads: list[RackLoad]) -> Iterator[RackLimit]:
    """Yield the limits that are divided by what one node takes, each at the rack where it allows fewest."""
    watts = "" if node.power.maximum is None else f"{node.power.maximum.to('kW'):.2f} kW a node"
    kilowatts = device_heat(node)
    heat = "" if kilowatts is None else f"{kilowatts:.2f} kW a node"
    kilograms = "" if node.weight is None else f"{node.weight.to('kg'):.1f} kg a node"
    names = dict.fromkeys(name for load in loads for name in load.fits)
    for name in names:
        load = min((each for each in loads if name in each.fits), key=lambda each: each.fits[name])
        nodes, own = load.fits[name], load.used - (node.size.height_u or 0) * load.nodes
        if name == "space" and load.height is not None and node.size.height_u:
            room = load.height - load.rack.top_free - own
            yield RackLimit(name, max(nodes, 0), f"{room} U free, {node.size.height_u} U a node")
            continue
        limit = load.rack.power_limit
        why = {
            "power": f"{limit.to('kW'):.1f} kW declared for the rack, {watts}" if limit is not None else watts,
            "PDUs": f"all PDUs but the largest, {watts}",
            "cooling": f"heat that the air may take from the rack, {heat}",
            "weight": f"static load of the rack, {kilograms}",
        }
        yield RackLimit(name, max(nodes, 0), why.get(name, ""))
    floors = [found for load in loads if (found := _on_the_floor(load, node)) is not None]
    if floors and policy.floor_limit is not None:
        yield RackLimit("floor", max(min(floors), 0), f"{policy.floor_limit.to('kPa'):.2f} kPa, {kilograms}")


def _on_the_floor(load: RackLoad, node: Node) -> int | None:
    """Return how many nodes the floor bears; None where a weight or the footprint is unknown."""
    limit, floor = load.rack.floor_limit, load.floor
    if limit is None or not floor or node.weight is None or load.weightless:
        return None
    area = load.mass * GRAVITY / 1000 / floor
    others = load.mass - load.nodes * node.weight.to("kg")
    return int((limit.to("kPa") * area * 1000 / GRAVITY - others + _LEAST) // node.weight.to("kg"))


_TRIED = {
    "phases": "the fullest phase in the worst single failure",
    "banks": "the fullest bank in the worst single failure",
    "outlets": "an outlet for every supply",
    "CDU": "heat and flow of the CDU in the rack",
}


def _tried(filled: Callable[[int], Design], paths: set[str], most: int) -> Iterator[RackLimit]:
    """Yield the limits that a rack is filled for, node by node."""
    found: dict[str, int] = {}
    for count in range(1, most + 1):
        for name in _exceeded(filled(count), paths):
            found.setdefault(name, count - 1)
    for name, why in _TRIED.items():
        if name in found:
            yield RackLimit(name, found[name], why)


def _exceeded(design: Design, paths: set[str]) -> Iterator[str]:
    """Yield what is overloaded in the racks that hold one of these nodes."""
    racks = {place.rack for place in design.placements if place.device in paths}
    inside = {place.device for place in design.placements if place.rack in racks}
    analysis = power_analysis(design)
    for strip in analysis.network.strips.values():
        if strip.path not in inside:
            continue
        banks = tuple(dict.fromkeys(socket.bank for socket in strip.part.sockets.values()))
        if _above(strip, phase_limit(strip.feed, strip.part), analysis, PHASES):
            yield "phases"
        if _above(strip, bank_limit(strip.feed, strip.part), analysis, banks):
            yield "banks"
    if any(_has_no_outlet(design, cord) for cord in design.cords if cord.device in inside):
        yield "outlets"
    for load in cooling_analysis(design).loops.values():
        in_rack = isinstance(load.part, CduPart) and load.part.form == "in-rack"
        if in_rack and load.holds(load.loop.spare) is False and not paths.isdisjoint(load.devices):
            yield "CDU"


def _has_no_outlet(design: Design, cord: Cord) -> bool:
    """Tell whether no outlet was left for a cord; where inlet or outlets are not published nobody can say so."""
    inlet = design.parts[design.device[cord.device].part].value("supplies.inlet")
    pdu = design.parts[design.device[cord.pdu].part]
    return not cord.outlet and inlet in SOCKET and isinstance(pdu, PduPart) and bool(pdu.outlets)


def _above(strip: Strip, limit: float | None, analysis: PowerAnalysis, points: tuple[str, ...]) -> bool:
    """Tell whether a phase or bank of a PDU is above its limit in the worst single failure."""
    loads = (
        analysis.worst[strip.path, point].watts for point in points if point and (strip.path, point) in analysis.worst
    )
    current = strip.amps(max(loads, default=0.0))
    return limit is not None and current is not None and current > limit + _LEAST
