"""The acceptance plan: what to test, in which order, how often, and what counts as passed.

A step comes before another where its fault would spoil the other's result: links before nodes, nodes before the
fabric, the fabric before collectives. A limit is given only where somebody published one; elsewhere the plan says
that it has to be agreed on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clusterdesign.asbuilt.acceptance_step import Scope, Step
from clusterdesign.asbuilt.acceptance_storage import storage_steps
from clusterdesign.design import Design
from clusterdesign.parts import Node
from clusterdesign.subnet import Subnet, subnets

__all__ = ["Scope", "Step", "acceptance_plan", "gpu", "soak_minutes"]

_AZURE = "Azure azurehpc-health-checks, conf/nd96isr_h100_v5, nd96isr_h200_v5, nd96asr_v4"
_BER = "NVIDIA ibdiagnet manual, bit error rates; InfiniBand cluster bring-up procedure"
_DCGM = "NVIDIA DCGM documentation, diagnostics"

# Published limits by GPU: NCCL all-reduce of 16 GB within a node, host-device and peer copies, in GB/s.
_IN_NODE = {"h100": 460, "h200": 431, "a100": 228}
_COPY = {"h100": 48, "h200": 48, "a100": 21}
_PEER = {"h100": 335, "h200": 335, "a100": 235}
# Gb/s that ib_write_bw must reach on a link, by its rate; the H200 figure is that of the same network.
_WRITE = {("h100", 400): 380, ("h200", 400): 360, ("a100", 200): 180}


def acceptance_plan(design: Design) -> tuple[Step, ...]:
    """Return the steps for a design, in order."""
    fabrics = subnets(design)
    steps = [step for fabric in fabrics for step in _links(fabric)]
    steps += _nodes(design)
    compute = [fabric for fabric in fabrics if design.fabric[fabric.name].node_role == "compute"]
    for fabric in compute:
        steps += _rails(design, fabric)
    steps += _collectives(design, compute)
    steps += storage_steps(design, fabrics)
    steps += _burn_in(design)
    return tuple(sorted(steps, key=lambda step: step.stage))


def soak_minutes(rate: int, ber: float = 1e-15, errors: int = 3) -> int:
    """Return how long a link must carry traffic until a bit error rate shows: three errors expected."""
    return round(errors / (ber * rate * 1e9) / 60)


def gpu(part: Node) -> str:
    """Return the short name of the GPU, empty where the platform is sold with several."""
    return part.gpu[0].split("/")[-1].split("-")[0] if len(part.gpu) == 1 else ""


def _links(fabric: Subnet) -> Iterator[Step]:
    count = len(fabric.wires)
    where = f"fabric {fabric.name}"
    yield Step(
        1,
        "link",
        "wiring",
        where,
        count,
        f"ibnetdiscover > {fabric.name}.txt; clusterdesign verify DEFINITION {fabric.name}.txt --fabric {fabric.name}",
        f"{count} links as designed",
        0,
        "differences",
        "the design",
    )
    for rate, links in sorted(Counter(wire.rate for wire in fabric.wires).items()):
        expected = f"soak of {soak_minutes(rate)} min under traffic at {rate} Gb/s"
        command = "ibdiagnet --pc --reset_phy_info; after the soak: ibdiagnet --get_phy_info"
        yield Step(1, "link", "speed", where, links, "iblinkinfo", f"active at {rate} Gb/s", rate, "Gb/s", "the design")
        yield Step(2, "link", "symbol errors", where, links, command, expected, 1e-14, "bit error rate", _BER)
        yield Step(2, "link", "link flaps", where, links, command, "none in the soak", 0, "link downs", _BER)


def _parts(design: Design) -> Iterator[tuple[Node, int]]:
    for part, count in Counter(device.part for device in design.nodes()).items():
        model = design.parts[part]
        if isinstance(model, Node):
            yield model, count


def _nodes(design: Design) -> Iterator[Step]:
    for part, count in _parts(design):
        kind, name = gpu(part), part.name
        yield Step(3, "node", "GPU diagnostics", name, count, "dcgmi diag -r 3", "no test fails", 0, "failures", _DCGM)
        for test, command, limits in (
            ("host to device copy", "nvbandwidth -t host_to_device_memcpy_ce", _COPY),
            ("peer copy", "nvbandwidth -t device_to_device_memcpy_read_ce", _PEER),
            ("all-reduce in the node", f"all_reduce_perf -b 16G -e 16G -g {part.gpus}", _IN_NODE),
        ):
            limit = limits.get(kind)
            yield Step(3, "node", test, name, count, command, "", limit, "GB/s", _AZURE if limit else "to be agreed")


def _rails(design: Design, fabric: Subnet) -> Iterator[Step]:
    rails: Counter[tuple[int, int, str]] = Counter()
    for wire in fabric.wires:
        element = fabric.by_guid[wire.a[0]]
        part = design.parts[element.part]
        if element.role == "node" and element.rail is not None and isinstance(part, Node):
            rails[element.rail, wire.rate, gpu(part)] += 1
    for (rail, rate, kind), count in sorted(rails.items()):
        limit = _WRITE.get((kind, rate))
        yield Step(
            4,
            "rail",
            "point to point",
            f"rail {rail} of fabric {fabric.name}",
            count,
            "ib_write_bw --report_gbits -D 10 -d DEVICE, each node with the next",
            f"line rate {rate} Gb/s",
            limit,
            "Gb/s",
            _AZURE if limit else "to be agreed",
        )


def _collectives(design: Design, compute: list[Subnet]) -> Iterator[Step]:
    units = Counter(device.unit or 1 for device in design.nodes())
    rates: Counter[str] = Counter()
    for fabric in compute:
        for wire in fabric.wires:
            element = fabric.by_guid[wire.a[0]]
            if element.role == "node":
                rates[element.device] += wire.rate
    ceiling = f"at most {min(rates.values()) / 8:g} GB/s, the adapters of a node" if rates else ""
    command = "all_reduce_perf -b 16G -e 16G"
    if not rates or sum(units.values()) < 2:  # noqa: PLR2004 - a node alone has nobody to talk to
        return
    for unit, count in sorted(units.items()):
        if count > 1:
            what = f"unit {unit}, {count} nodes"
            yield Step(5, "unit", "all-reduce", what, 1, command, ceiling, None, "GB/s", "to be agreed")
    what = f"{sum(units.values())} nodes"
    for test, program in (("all-reduce", command), ("all to all", "alltoall_perf -b 16G -e 16G")):
        yield Step(6, "cluster", test, what, 1, program, ceiling, None, "GB/s", "to be agreed")


def _burn_in(design: Design) -> Iterator[Step]:
    for part, count in _parts(design):
        name = part.name
        yield Step(8, "node", "burn-in", name, count, "dcgmi diag -r 4", "no test fails", 0, "failures", _DCGM)
