"""Heat along its graph: device, air of its rack or coolant of its loop, CDU. Normally, and with one CDU lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import Fitting, Loop
from clusterdesign.engineering.cooling import air, liquid
from clusterdesign.parts import CduPart, FittingPart, Node
from clusterdesign.parts import Device as DevicePart

AIR_RISE = 12.0
"""Rise of the air through a device whose air flow nobody published, K (planning value)."""

_KEY = "_cooling_analysis"


@dataclass(frozen=True, slots=True)
class RackHeat:
    """What a rack gives off.

    Attributes:
        air, liquid: heat into the air of the rack and into loops, kW.
        door: heat that its rear door takes back out of the air, kW.
        volume: air that its devices move or need, m3/h.
        unknown: devices whose heat, or its share, nobody published: the sums hold without them.
        flow: coolant that carries its heat at the declared rise, L/min.
        loops: loops that its devices are on.
    """

    rack: str
    air: float
    liquid: float
    door: float
    volume: float
    unknown: tuple[str, ...]
    flow: float = 0.0
    loops: tuple[str, ...] = ()

    @property
    def residual(self) -> float:
        """Heat that the air of the hall carries away, kW."""
        return max(self.air - self.door, 0.0)


@dataclass(frozen=True, slots=True)
class LoopLoad:
    """What a loop carries.

    Attributes:
        heat: kW.
        flow: at the declared rise, L/min.
        capacity, flow_limit, head: of one CDU: kW, L/min, kPa; None where unknown.
        drop: pressure drop of the longest branch at the flow of its node, kPa; None where unknown.
        devices: what it cools.
        unknown: devices whose heat, or its share, nobody published.
        volume: coolant in hoses and manifolds, L; CDUs and cold plates come filled, or are to be added.
    """

    loop: Loop
    part: CduPart | None
    heat: float
    flow: float
    capacity: float | None
    flow_limit: float | None
    head: float | None
    drop: float | None
    devices: tuple[str, ...]
    unknown: tuple[str, ...]
    volume: float = 0.0

    def each(self, lost: int = 0) -> tuple[float, float] | None:
        """Return heat in kW and flow in L/min of each CDU with some of them lost; None where none is left."""
        left = len(self.loop.cdus) - lost
        return None if left <= 0 else (self.heat / left, self.flow / left)

    def holds(self, lost: int = 0) -> bool | None:
        """Tell whether the CDUs that are left carry heat and flow; None where that is unknown."""
        left = len(self.loop.cdus) - lost
        if left <= 0:
            return False
        limits = ((self.heat, self.capacity), (self.flow, self.flow_limit))
        known = [load <= limit * left + 1e-9 for load, limit in limits if limit is not None]
        if not all(known):
            return False
        return True if len(known) == len(limits) and not self.unknown else None


@dataclass(frozen=True, slots=True)
class CoolingAnalysis:
    """The heat of a design."""

    racks: Mapping[str, RackHeat]
    loops: Mapping[str, LoopLoad]
    heat: Mapping[str, float | None]


def device_heat(part: DevicePart) -> float | None:
    """Return the heat of a device, kW: all that it draws, by the larger figure where its data sheet has two."""
    figures = [power.to("kW") for power in (part.power.maximum, part.power.source_conflict) if power is not None]
    return max(figures) if part.power.maximum is not None else None


def analyse(design: Design) -> CoolingAnalysis:
    """Follow the heat of every device."""
    heat = {}
    for device in design.devices:
        part = design.parts.get(device.part)
        if isinstance(part, DevicePart):
            heat[device.path] = device_heat(part)
    shares: dict[str, list[tuple[str, float | None]]] = {}
    for path in design.heat:
        shares.setdefault(path.device, []).append((path.sink, path.share))
    by_rack: dict[str, list[str]] = {rack.path: [] for rack in design.racks}
    for placement in design.placements:
        if placement.device in heat and placement.rack in by_rack:
            by_rack[placement.rack].append(placement.device)
    altitude = design.halls[0].altitude.to("m") if design.halls else 0.0
    fitted: dict[str, list[Fitting]] = {}
    for fitting in design.fittings:
        fitted.setdefault(fitting.at, []).append(fitting)
    doors = {rack: sum(_doors(design, fitted.get(rack, ()))) for rack in by_rack}
    racks = {rack: _rack(design, rack, devices, (heat, shares, altitude, doors)) for rack, devices in by_rack.items()}
    on: dict[str, list[tuple[str, float | None]]] = {loop.path: [] for loop in design.loops}
    for path in design.heat:
        if path.sink in on:
            on[path.sink].append((path.device, path.share))
    known = {loop.path: loop for loop in design.loops}
    racks = {rack: _with_flow(found, by_rack[rack], (heat, shares, known)) for rack, found in racks.items()}
    loops = {path: _loop(design, loop, heat, (on[path], fitted)) for path, loop in known.items()}
    return CoolingAnalysis(racks, loops, heat)


_Shares = dict[str, list[tuple[str, float | None]]]
_Heat = dict[str, float | None]


def _doors(design: Design, fittings: Iterable[Fitting]) -> Iterator[float]:
    """Yield what the rear doors among the small parts of a rack carry away, kW."""
    for fitting in fittings:
        part = design.parts[fitting.part]
        if isinstance(part, FittingPart) and part.form == "rear-door" and part.capacity is not None:
            yield part.capacity.to("kW") * fitting.quantity


def _rack(
    design: Design, rack: str, devices: Iterable[str], facts: tuple[_Heat, _Shares, float, Mapping[str, float]]
) -> RackHeat:
    heat, shares, altitude, doors = facts
    into = {"air": 0.0, "liquid": 0.0}
    volume = 0.0
    unknown = []
    for device in devices:
        kilowatts = heat[device]
        ways = shares.get(device, [])
        if kilowatts is None or any(share is None for _, share in ways):
            unknown.append(device)
            continue
        own = 0.0
        for sink, share in ways:
            into["air" if sink == "air" else "liquid"] += kilowatts * (share or 0.0)
            own += kilowatts * (share or 0.0) if sink == "air" else 0.0
        volume += _volume(design, device, own, altitude)
    return RackHeat(rack, into["air"], into["liquid"], min(doors[rack], into["air"]), volume, tuple(unknown))


def _with_flow(rack: RackHeat, devices: Iterable[str], facts: tuple[_Heat, _Shares, Mapping[str, Loop]]) -> RackHeat:
    """Return a rack with the coolant that passes it; devices whose heat is not known are left out."""
    heat, shares, loops = facts
    ways = ((device, sink, share) for device in devices for sink, share in shares.get(device, []))
    own = [(loops[sink], device, share) for device, sink, share in ways if sink in loops]
    known = ((loop, (heat[device] or 0.0) * share) for loop, device, share in own if share is not None)
    flow = sum(liquid.flow(kilowatts, loop.rise, loop.coolant, _mean(loop)) for loop, kilowatts in known)
    return replace(rack, flow=flow, loops=tuple(dict.fromkeys(loop.path for loop, _, _ in own)))


def _volume(design: Design, device: str, kilowatts: float, altitude: float) -> float:
    part = design.parts[design.device[device].part]
    if isinstance(part, DevicePart) and part.airflow_rate is not None:
        # The same mass of air is more volume where it is thin: the fans turn faster.
        return part.airflow_rate.to("m3/h") / air.density_ratio(altitude)
    return air.flow(kilowatts, AIR_RISE, altitude=altitude)


def _loop(
    design: Design,
    loop: Loop,
    heat: _Heat,
    facts: tuple[list[tuple[str, float | None]], Mapping[str, list[Fitting]]],
) -> LoopLoad:
    total = 0.0
    devices, unknown = [], []
    drops: list[float | None] = []
    on, fitted = facts
    for device, share in on:
        devices.append(device)
        kilowatts = heat.get(device)
        if kilowatts is None or share is None:
            unknown.append(device)
            continue
        total += kilowatts * share
        drops.append(_drop(design, device, loop, kilowatts * share, fitted.get(device, ())))
    part = design.parts.get(design.device[loop.cdus[0]].part) if loop.cdus and loop.cdus[0] in design.device else None
    cdu = part if isinstance(part, CduPart) else None
    capacity = cdu.capacity.to("kW") if cdu is not None and cdu.capacity is not None else None
    flow = liquid.flow(total, loop.rise, loop.coolant, _mean(loop))
    return LoopLoad(
        loop=loop,
        part=cdu,
        heat=total,
        flow=flow,
        capacity=capacity,
        flow_limit=_flow_limit(cdu, capacity),
        head=cdu.head.to("kPa") if cdu is not None and cdu.head is not None else None,
        drop=max((drop for drop in drops if drop is not None), default=None) if None not in drops else None,
        devices=tuple(devices),
        unknown=tuple(unknown),
        volume=_filled(design, devices, fitted),
    )


def _filled(design: Design, devices: Iterable[str], fitted: Mapping[str, list[Fitting]]) -> float:
    """Return the coolant in the hoses of devices and in the manifolds of their racks, L."""
    at = set(devices)
    at |= {design.placement[device].rack for device in at if device in design.placement}
    parts = ((design.parts[fitting.part], fitting) for path in sorted(at) for fitting in fitted.get(path, ()))
    millilitres = sum(
        part.millilitres * fitting.quantity
        for part, fitting in parts
        if isinstance(part, FittingPart) and part.form != "coolant" and part.millilitres is not None
    )
    return millilitres / 1000


def _mean(loop: Loop) -> float:
    return 30.0 if loop.supply is None else loop.supply.to("°C") + loop.rise / 2


def _flow_limit(cdu: CduPart | None, capacity: float | None) -> float | None:
    if cdu is None:
        return None
    if cdu.flow is not None:
        return cdu.flow.to("L/min")
    if cdu.flow_per_kw is not None and capacity is not None:
        return cdu.flow_per_kw.to("L/min") * capacity
    return None


def _drop(design: Design, device: str, loop: Loop, kilowatts: float, fittings: Iterable[Fitting]) -> float | None:
    """Return the pressure drop of a node's branch at its flow, kPa; None while the node's is unknown."""
    part = design.parts[design.device[device].part]
    own = part.liquid if isinstance(part, Node) else None
    if own is None or own.pressure_drop is None or own.flow is None:
        return None
    wanted = liquid.flow(kilowatts, loop.rise, loop.coolant, _mean(loop))
    total = liquid.pressure_drop(own.pressure_drop.to("kPa"), own.flow.to("L/min"), wanted)
    for fitting in fittings:
        each = design.parts[fitting.part]
        drop, flow = getattr(each, "pressure_drop", None), getattr(each, "flow", None)
        if drop is not None and flow is not None:
            total += liquid.pressure_drop(drop.to("kPa"), flow.to("L/min"), wanted) * fitting.quantity
    return total


def cooling_analysis(design: Design) -> CoolingAnalysis:
    """Return the heat of a design. It is kept with it, as its own cached properties are."""
    kept = vars(design).get(_KEY)
    if isinstance(kept, CoolingAnalysis):
        return kept
    made = analyse(design)
    vars(design)[_KEY] = made
    return made
