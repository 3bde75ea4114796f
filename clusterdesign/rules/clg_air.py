"""Cooling rules about air: where heat goes, how much of it a rack gives to the hall, how warm the hall may be."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.engineering.cooling import cooling_analysis
from clusterdesign.engineering.cooling.network import RackHeat
from clusterdesign.parts import Device as DevicePart
from clusterdesign.parts import Node
from clusterdesign.rules.index import group, index
from clusterdesign.rules.pwr_load import Unknown, gaps
from clusterdesign.rules.rule import Gap, Hit, Limit, rule
from clusterdesign.rules.words import count, listed
from clusterdesign.units import Power, kW

NO_COOLING = Gap(part="", field="cooling", paths=())
"""A design that does not speak of cooling: that is no fault, and no pass."""

_LEAST = 1e-6


@rule("CLG001", "heat-without-path", "error")
def heat_without_path(design: Design) -> Iterator[Hit | Gap]:
    """The heat of a device goes nowhere, more than once, or to something that is not in the design.

    Why: All that a device draws becomes heat; what no air and no coolant takes stays in the rack.
    Example: A node that gives 70 % to a loop and 20 % to the air.
    Fix: Lead the whole heat of the device into air and coolant.
    Source: conservation of energy.
    """
    if not design.heat:
        yield NO_COOLING
        return
    ways = group((path.device, path) for path in design.heat)
    loops = {loop.path for loop in design.loops}
    found = index(design)
    for device in design.devices:
        if found.part(device.path, DevicePart) is None:
            continue
        own = ways.get(device.path, [])
        lost = [path.sink for path in own if path.sink != "air" and path.sink not in loops]
        total = sum(path.share or 0.0 for path in own)
        if lost:
            what = f"leads to {listed(lost)}, which is not in the design"
        elif any(path.share is None for path in own) or abs(total - 1) < _LEAST:
            continue
        else:
            what = f"is accounted for to {total:.0%}"
        yield Hit(
            paths=(device.path,),
            message=f"the heat of {device.path} {what}",
            fix="lead the whole heat of the device into air and coolant",
            measured=f"{total:.0%}",
            limit="100%",
        )


def silent(design: Design, rack: RackHeat) -> Unknown:
    """Return what is not known about the heat of a rack."""
    found: Unknown = []
    for path in rack.unknown:
        part = design.device[path].part
        known = design.parts[part].value("power.maximum") is not None
        found.append(((part, "liquid.captured" if known else "power.maximum"), path))
    return found


@rule("CLG101", "rack-air-over-limit", "error")
def rack_air_over_limit(design: Design) -> Iterator[Hit | Gap]:
    """A rack gives more heat to the air of the hall than the site allows for one rack.

    Heat that a rear door takes out again is not counted. The larger figure of a contradictory data sheet counts.

    Why: The cold aisle runs out of air, and the inlets of the neighbours run warm as well.
    Example: Two A100 nodes, 13.0 kW, in a rack for 12 kW.
    Fix: Put fewer nodes in a rack, cool them by liquid, or add rear doors.
    Source: the limit declared for the hall.
    """
    if not design.halls:
        yield NO_COOLING
        return
    limits = [hall.rack_limit for hall in design.halls if hall.rack_limit is not None]
    if not limits:
        yield Gap(part="", field="heat that the air may take from a rack", paths=())
        return
    limit = min(limits).to("kW")
    unknown: Unknown = []
    for rack in cooling_analysis(design).racks.values():
        unknown += silent(design, rack)
        if rack.residual > limit + _LEAST:
            yield Hit(
                paths=(rack.rack,),
                message=f"{rack.rack} gives {rack.residual:.1f} kW to the air, {limit:.1f} kW are allowed",
                fix=f"put fewer nodes in the rack: {_fitting(design, rack, limit)}; or cool them by liquid, "
                "or add rear doors",
                measured=f"{rack.residual:.1f} kW",
                limit=f"{limit:.1f} kW",
                margin=f"{limit - rack.residual:.1f} kW",
            )
    yield from gaps(unknown)


def _fitting(design: Design, rack: RackHeat, limit: float) -> str:
    """Say how many nodes of a rack its limit allows."""
    heat = cooling_analysis(design).heat
    nodes = [p.device for p in index(design).placed_in.get(rack.rack, ()) if design.device[p.device].kind == "node"]
    each = max((heat.get(node) or 0.0 for node in nodes), default=0.0)
    if not each:
        return "there is no node in it"
    rest = rack.residual - each * len(nodes)
    return f"{max(int((limit - max(rest, 0.0)) / each + _LEAST), 0)} of {len(nodes)} fit"


@rule(
    "CLG102",
    "rack-air-high",
    "warning",
    limits=(
        Limit(
            name="open",
            default=kW(20),
            text="heat into the air of a rack without closed aisles",
            source="public rules of thumb: 20 to 30 kW a rack",
        ),
        Limit(
            name="closed",
            default=kW(46),
            text="heat into the air of a rack with closed aisles and no rear door",
            source="published SuperPOD racks hold four DGX H100 in air, 40.8 to 45.2 kW",
        ),
    ),
)
def rack_air_high(design: Design, *, open: Power, closed: Power) -> Iterator[Hit | Gap]:  # noqa: A002  # the limit's name
    """A rack gives more heat to the air than usual rooms take, with and without closed aisles.

    Why: Without containment hot air comes back over the top of the rack; no fan of a server can help that.
    Example: Two DGX H100 in a rack of an open hall.
    Fix: Close the aisles, add rear doors, or spread the nodes.
    Source: rules of thumb; the site knows better, and says so by the limit of the hall.
    """
    if not design.halls:
        yield NO_COOLING
        return
    hall = design.halls[0]
    unknown: Unknown = []
    for rack in cooling_analysis(design).racks.values():
        unknown += silent(design, rack)
        if hall.containment is None and rack.residual > open.to("kW") + _LEAST:
            unknown.append((("", "containment of the aisles"), rack.rack))
        limit = open if hall.containment is False else closed
        if rack.residual > limit.to("kW") + _LEAST:
            how = "without" if hall.containment is False else "even with"
            yield Hit(
                paths=(rack.rack,),
                message=f"{rack.rack} gives {rack.residual:.1f} kW to the air, {how} closed aisles "
                f"{limit.text('kW', 1)} are usual",
                fix="close the aisles, add rear doors, or spread the nodes",
                measured=f"{rack.residual:.1f} kW",
                limit=limit.text("kW", 1),
                margin=f"{limit.to('kW') - rack.residual:.1f} kW",
            )
    yield from gaps(unknown)


@rule("CLG108", "inlet-too-warm", "error")
def inlet_too_warm(design: Design) -> Iterator[Hit | Gap]:
    """The air of the hall is warmer than the inlet of a node allows; the lowest limit governs the row.

    Why: A hall set for class A2, 35 °C, is too warm for a DGX, which takes 30 °C.
    Example: A hall of 32 °C and a DGX H100.
    Fix: Cool the hall further, or choose nodes that take it.
    Source: the inlet temperature in the node's catalogue entry.
    """
    if not design.halls:
        yield NO_COOLING
        return
    hall = design.halls[0]
    unknown: Unknown = []
    for part_id, paths in group((node.part, node.path) for node in design.nodes()).items():
        part = design.parts.get(part_id)
        allowed = part.inlet_max if isinstance(part, Node) else None
        if part is not None and allowed is None:
            unknown += [((part_id, "inlet_max"), path) for path in paths]
        elif allowed is not None and hall.inlet > allowed:
            yield Hit(
                paths=(hall.path, *paths),
                message=f"{hall.path} has {hall.inlet} at the inlets, {part_id} takes {allowed} "
                f"({count(len(paths), 'node')})",
                fix="cool the hall further, or choose nodes that take it",
                measured=str(hall.inlet),
                limit=str(allowed),
                margin=f"{allowed.to('°C') - hall.inlet.to('°C'):g} K",
            )
    yield from gaps(unknown)


@rule("CLG901", "cooling-value-default", "info")
def cooling_value_default(design: Design) -> Iterator[Hit]:
    """A value of hall or loops that nobody declared is a default, and flows and temperatures rest on it.

    Why: Whoever signs the design must know what it rests on.
    Example: An inlet of 24 °C that no mechanical engineer was asked about.
    Fix: Ask the site and declare the value.
    Source: the defaults of the library, each with its reason.
    """
    premises = [premise for premise in design.premises if premise.path.startswith(("hall/", "loop/"))]
    for (field, value, because), paths in group(
        ((premise.field, premise.value, premise.because), premise.path) for premise in premises
    ).items():
        yield Hit(
            paths=tuple(paths),
            message=f"{field} {value} of {listed(paths)} is a default: {because}",
            fix=f"ask the site and declare {field}",
            measured=value,
        )


CLG_HEAT = (heat_without_path, rack_air_over_limit, rack_air_high)

CLG_INLET = (inlet_too_warm,)

CLG_HYGIENE = (cooling_value_default,)
