"""Devices: ports, supplies, draw, weight, and the parts that a node names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from clusterdesign.catalog.catalog import Catalog
from clusterdesign.catalog.lint.finding import LintFinding, Severity
from clusterdesign.parts import Device, Node, Port, Switch

RADIX = {"100 Gb/s": 36, "200 Gb/s": 40, "400 Gb/s": 64}
"""Ports of one InfiniBand switch chip by port rate: EDR, HDR, NDR. Most switches hold one chip."""

COUPLER: Mapping[str, float] = MappingProxyType({"C14": 15.0, "C20": 20.0})
"""Amperes that UL lists couplers for, the larger of the two ratings: IEC 60320 has 10 A and 16 A."""

HIGHEST = 240.0
"""Highest voltage of the usual range of supplies, 200 to 240 V."""

WEIGHT_PER_U = (0.5, 35.0)
"""Plausible kilograms of a rack unit. Thin switches come to 3 kg and packed GPU servers to 20 kg a unit; half a
kilogram is an empty shelf, and 35 kg only batteries reach: outside of this a figure is of something else."""


def devices(catalog: Catalog) -> tuple[Device, ...]:
    """Return everything that stands in a rack and draws power."""
    return (*catalog.parts("node"), *catalog.parts("switch"), *catalog.parts("appliance"), *catalog.parts("storage"))


def ports(catalog: Catalog) -> Iterator[LintFinding]:
    """The cages of a switch hold as many ports as its vendor states, and as its chip has."""
    for switch in catalog.parts("switch"):
        data = [*switch.ports("fabric"), *switch.ports("uplink")]
        if switch.ports_total is None:
            text = "the vendor's number of ports is not given"
            yield _finding("ports-unstated", switch, "ports_total", text, severity="warning")
        elif len(data) != switch.ports_total:
            text = f"the cages hold {len(data)} ports, the vendor states {switch.ports_total}"
            yield _finding("ports-differ", switch, "ports_total", text)
        yield from _chip(switch, data)


def _chip(switch: Switch, data: list[Port]) -> Iterator[LintFinding]:
    both_ways = 2 * sum(port.speed.base for port in data)
    if switch.throughput is not None and switch.throughput.base != both_ways:
        text = f"the ports carry {type(switch.throughput)(both_ways)} both ways, the vendor states {switch.throughput}"
        yield _finding("throughput-differs", switch, "throughput", text)
    if switch.fabric == "infiniband" and data:
        radix = RADIX.get(str(data[0].speed))
        if radix is not None and len(data) != radix:
            text = f"{len(data)} ports of {data[0].speed}, but a chip of that rate has {radix}"
            yield _finding("radix-unusual", switch, "rows", text, severity="warning")


def supplies(catalog: Catalog) -> Iterator[LintFinding]:
    """The supplies that are needed carry the largest draw."""
    for device in devices(catalog):
        fitted = device.supplies
        if fitted is None or fitted.needed is None:
            continue
        if fitted.needed > fitted.count:
            text = f"{fitted.needed} supplies are needed, {fitted.count} are fitted"
            yield _finding("supplies-missing", device, "supplies.needed", text)
        if fitted.rating is None or device.power.maximum is None:
            continue
        capacity = fitted.rating * fitted.needed
        for field, draw in (("maximum", device.power.maximum), ("source_conflict", device.power.source_conflict)):
            if draw is not None and capacity < draw:
                text = f"{fitted.needed} supplies of {fitted.rating} carry {capacity}, the draw is {draw}"
                severity: Severity = "error" if field == "maximum" else "warning"
                yield _finding("supplies-short", device, f"power.{field}", text, severity=severity)


def inlets(catalog: Catalog) -> Iterator[LintFinding]:
    """A supply draws no more at its full output than its inlet carries, at the highest usual voltage."""
    for device in devices(catalog):
        fitted = device.supplies
        limit = COUPLER.get(fitted.inlet or "") if fitted is not None else None
        if fitted is None or fitted.rating is None or limit is None:
            continue
        amps = fitted.rating.to("W") / HIGHEST
        if amps > limit:
            text = f"{fitted.rating} are {amps:.0f} A at {HIGHEST:.0f} V, a {fitted.inlet} carries {limit:.0f} A"
            yield _finding("supply-beyond-inlet", device, "supplies.inlet", text)


def draw(catalog: Catalog) -> Iterator[LintFinding]:
    """Typical draw is not above maximum draw; conflicts and proxies are said aloud."""
    for device in devices(catalog):
        typical, maximum, conflict = device.power.typical, device.power.maximum, device.power.source_conflict
        if typical is not None and maximum is not None and typical > maximum:
            text = f"{typical} is above the maximum of {maximum}"
            yield _finding("draw-inverted", device, "power.typical", text)
        if conflict is not None and maximum is not None:
            text = f"the source gives {maximum} and, on another line, a figure that is {conflict}"
            yield _finding("source-conflict", device, "power.source_conflict", text, severity="warning")
        if isinstance(device, Node) and device.power_is_proxy:
            text = f"{maximum} is the figure of another product"
            yield _finding("draw-is-proxy", device, "power.maximum", text, severity="warning")


def weight(catalog: Catalog) -> Iterator[LintFinding]:
    """Weight per rack unit is plausible."""
    low, high = WEIGHT_PER_U
    for device in devices(catalog):
        if device.weight is not None and device.size.height_u:
            each = device.weight.to("kg") / device.size.height_u
            if not low <= each <= high:
                text = f"{device.weight} in {device.size.height_u}U is {each:.1f} kg a unit, outside {low} to {high}"
                yield _finding("weight-implausible", device, "weight", text, severity="warning")


def references(catalog: Catalog) -> Iterator[LintFinding]:
    """The accelerators and adapters of a node exist, and its rails are 1 to n, one adapter each."""
    known = set(catalog.ids())
    for node in catalog.parts("node"):
        named = {*node.gpu, *(adapter.part for adapter in node.adapters if adapter.part)}
        for id_ in sorted(named - known):
            yield _finding("part-unknown", node, "adapters", f"{id_} is not in the catalogue")
        adapters = {adapter.name for adapter in node.adapters}
        for port in (port for cage in node.cages for port in cage.ports):
            if port.adapter is not None and port.adapter not in adapters:
                text = f"port {port.name} belongs to {port.adapter}, which the node does not have"
                yield _finding("adapter-unknown", node, "extra_cages", text)
        rails = sorted(port.rail for port in node.ports("compute") if port.rail is not None)
        if rails != list(range(1, len(rails) + 1)):
            text = f"the rails of the compute ports are {rails}"
            yield _finding("rails-not-counted", node, "extra_cages", text)


_FIX = "compare with the data sheet; where it says so too, keep the value and write a note"


def _finding(check: str, device: Device, field: str, text: str, *, severity: Severity = "error") -> LintFinding:
    return LintFinding(check, severity, device.id, field, text, _FIX)


CHECKS = (ports, supplies, inlets, draw, weight, references)
