"""Racks: weight, centre of gravity, load on the floor, and the limit that binds first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clusterdesign.design.design import Design
from clusterdesign.design.records import Placement, Rack
from clusterdesign.engineering.cooling import cooling_analysis
from clusterdesign.engineering.power import Strip, power_analysis
from clusterdesign.engineering.power.limits import pdu_capacity
from clusterdesign.parts import Device as DevicePart
from clusterdesign.parts import FittingPart, Part, RackPart

RACK_UNIT = 0.04445
"""Height of a rack unit, m (EIA-310)."""

GRAVITY = 9.81
"""m/s2."""

FEET = 4
"""Feet of a rack, over which its weight is taken to be spread evenly."""

LIMITS = ("space", "power", "PDUs", "cooling", "weight", "reach")
"""What may bind a rack, by its name in :attr:`RackLoad.fits`."""

TOO_LONG = "CBL101"
"""Code of the links that no cable is long enough for."""

_KEY = "_rack_analysis"


def pressure(mass: float, width: float, depth: float) -> float:
    """Return the load spread over the footprint, kPa: ``m g / (w d)``, with kg and m."""
    return mass * GRAVITY / (width * depth) / 1000


def foot(mass: float) -> float:
    """Return the load on one foot, kN: ``m g / 4``."""
    return mass * GRAVITY / FEET / 1000


def centre_of_gravity(masses: Iterator[tuple[float, float]] | list[tuple[float, float]]) -> float:
    """Return the height of the centre of gravity, m, of masses in kg at heights in m; 0 without any."""
    pairs = list(masses)
    total = sum(mass for mass, _ in pairs)
    return sum(mass * height for mass, height in pairs) / total if total else 0.0


def middle(placement: Placement) -> float:
    """Return the height of the middle of a device above the lowest rack unit, m."""
    return (placement.u - 1 + placement.height_u / 2) * RACK_UNIT


@dataclass(frozen=True, slots=True)
class RackLoad:
    """What stands in a rack.

    Attributes:
        placements: from the bottom.
        height: rack units; None where unknown.
        used: rack units taken.
        mass: rack, devices and fittings, kg, as far as the weights are known.
        content: devices and fittings alone, kg.
        gravity: height of the centre of gravity of the devices in rack units, m.
        watts: maximum draw of the devices.
        weightless: devices and the rack itself where nobody published the weight.
        silent: devices whose draw nobody published.
        fits: how many nodes like those in it each limit allows; limits that are unknown are left out.
    """

    rack: Rack
    part: RackPart | None
    placements: tuple[Placement, ...]
    height: int | None
    used: int
    mass: float
    content: float
    gravity: float
    watts: float
    weightless: tuple[str, ...]
    silent: tuple[str, ...]
    nodes: int
    fits: Mapping[str, int]

    @property
    def binding(self) -> str:
        """The limit that allows the fewest nodes; empty for racks without nodes."""
        return min(self.fits, key=lambda name: self.fits[name], default="")

    @property
    def floor(self) -> float | None:
        """Load on the floor, kPa; None while the footprint is unknown."""
        size = self.part.size if self.part is not None else None
        if size is None or size.width is None or size.depth is None:
            return None
        return pressure(self.mass, size.width.to("m"), size.depth.to("m"))


def rack_loads(design: Design) -> Mapping[str, RackLoad]:
    """Return what stands in every rack. It is kept with the design."""
    kept = vars(design).get(_KEY)
    if isinstance(kept, dict):
        return kept
    places: dict[str, list[Placement]] = {rack.path: [] for rack in design.racks}
    for placement in design.placements:
        if placement.rack in places and placement.device in design.device:
            places[placement.rack].append(placement)
    surroundings = _surroundings(design)
    made = {rack.path: _load(surroundings, rack, places[rack.path]) for rack in design.racks}
    vars(design)[_KEY] = made
    return made


def _out_of_reach(design: Design) -> frozenset[str]:
    """Return the devices with a link that no cable was long enough for."""
    links = (design.link.get(trouble.path) for trouble in design.troubles if trouble.code == TOO_LONG)
    return frozenset(ref.device for link in links if link is not None for ref in (link.a, link.b))


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What all racks of a design are looked at with, collected once.

    Attributes:
        fittings: mass of the fittings of each rack, kg.
        air: share of the heat of each device that goes into the air.
        strips: PDUs of each rack.
        limit: the least heat that a hall takes from a rack, kW; None where none is declared.
        cut: devices with a link that no cable was long enough for.
    """

    design: Design
    fittings: Mapping[str, float]
    air: Mapping[str, float]
    strips: Mapping[str, list[Strip]]
    limit: float | None
    cut: frozenset[str]


def _surroundings(design: Design) -> _Surroundings:
    fittings: dict[str, float] = {}
    for fitting in design.fittings:
        part = design.parts[fitting.part]
        if isinstance(part, FittingPart) and part.weight is not None:
            fittings[fitting.at] = fittings.get(fitting.at, 0.0) + part.weight.to("kg") * fitting.quantity
    air: dict[str, float] = {}
    for path in design.heat:
        if path.sink == "air":
            air[path.device] = air.get(path.device, 0.0) + (path.share or 0.0)
    known = power_analysis(design).network.strips
    strips: dict[str, list[Strip]] = {}
    for placement in design.placements:
        if placement.device in known:
            strips.setdefault(placement.rack, []).append(known[placement.device])
    limits = [hall.rack_limit.to("kW") for hall in design.halls if hall.rack_limit is not None]
    return _Surroundings(design, fittings, air, strips, min(limits, default=None), _out_of_reach(design))


def _load(surroundings: _Surroundings, rack: Rack, placements: list[Placement]) -> RackLoad:
    design = surroundings.design
    cabinet = design.parts.get(rack.part)
    part = cabinet if isinstance(cabinet, RackPart) else None
    own = part.weight.to("kg") if part is not None and part.weight is not None else 0.0
    weightless = [] if part is None or part.weight is not None else [rack.path]
    masses: list[tuple[float, float]] = []
    content = watts = 0.0
    silent = []
    for placement in placements:
        device = design.parts.get(design.device[placement.device].part)
        if not isinstance(device, Part):
            continue
        if device.weight is None:
            weightless.append(placement.device)
        else:
            content += device.weight.to("kg")
            if placement.height_u:
                masses.append((device.weight.to("kg"), middle(placement)))
        if isinstance(device, DevicePart):
            if device.power.maximum is None:
                silent.append(placement.device)
            else:
                watts += device.power.maximum.to("W")
    content += surroundings.fittings.get(rack.path, 0.0)
    nodes = [p for p in placements if design.device[p.device].kind == "node"]
    height = part.size.height_u if part is not None else None
    return RackLoad(
        rack=rack,
        part=part,
        placements=tuple(sorted(placements, key=lambda p: (p.u, p.device))),
        height=height,
        used=sum(placement.height_u for placement in placements),
        mass=own + content,
        content=content,
        gravity=centre_of_gravity(masses),
        watts=watts,
        weightless=tuple(weightless),
        silent=tuple(silent),
        nodes=len(nodes),
        fits=dict(_fits(surroundings, rack, part, placements, nodes[0])) | _reached(nodes, surroundings.cut)
        if nodes
        else {},
    )


def _reached(nodes: list[Placement], cut: frozenset[str]) -> dict[str, int]:
    """Return how many nodes of a rack the reach of cables allows; only where it leaves one of them out."""
    reached = sum(node.device not in cut for node in nodes)
    return {"reach": reached} if reached < len(nodes) else {}


def _fits(
    surroundings: _Surroundings, rack: Rack, cabinet: RackPart | None, placements: list[Placement], node: Placement
) -> Iterator[tuple[str, int]]:
    """Yield how many nodes like one of a rack each limit allows in it, the others in the rack staying."""
    design = surroundings.design
    part = design.parts[design.device[node.device].part]
    if not isinstance(part, DevicePart) or cabinet is None:
        return
    others = [p for p in placements if design.device[p.device].kind != "node"]
    if cabinet.size.height_u is not None and node.height_u:
        yield "space", (cabinet.size.height_u - rack.top_free - sum(p.height_u for p in others)) // node.height_u
    watts = part.power.maximum.to("W") if part.power.maximum is not None else None
    used = sum(_value(design, p.device, "power.maximum", "W") for p in others)
    if watts and rack.power_limit is not None:
        yield "power", int((rack.power_limit.to("W") - used + 1e-6) // watts)
    capacity = _feeds_capacity(surroundings.strips.get(rack.path, []))
    if watts and capacity is not None:
        yield "PDUs", int((capacity - used + 1e-6) // watts)
    heat = cooling_analysis(design)
    each = (heat.heat.get(node.device) or 0.0) * surroundings.air.get(node.device, 0.0)
    if surroundings.limit is not None and each:
        own = sum(heat.heat.get(p.device) or 0.0 for p in others)
        yield "cooling", int((surroundings.limit + heat.racks[rack.path].door - own + 1e-6) // each)
    if part.weight is not None and cabinet.load_static is not None:
        loose = sum(_value(design, p.device, "weight", "kg") for p in others)
        yield "weight", int((cabinet.load_static.to("kg") - loose) // part.weight.to("kg"))


def _value(design: Design, device: str, field: str, unit: str) -> float:
    found = design.parts[design.device[device].part].value(field) if _has(design, device, field) else None
    return found.to(unit) if found is not None else 0.0


def _has(design: Design, device: str, field: str) -> bool:
    return hasattr(design.parts[design.device[device].part], field.split(".", maxsplit=1)[0])


def _feeds_capacity(here: list[Strip]) -> float | None:
    """Return what the PDUs of a rack carry with the largest of them lost, W; None where it is unknown."""
    found = [pdu_capacity(strip.feed, strip.part) for strip in here]
    known = [each for each in found if each is not None]
    if not known or len(known) < len(found):
        return None
    return sum(known) - max(known) if len(known) > 1 else sum(known)
