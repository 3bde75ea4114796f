"""The figures of a configuration, each with its name: the summary and the comparison print the same ones."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign import catalog
from clusterdesign.rules.report import SEVERITIES
from clusterdesign.sizing.parameters import plan_text
from clusterdesign.sizing.platforms import Platform
from clusterdesign.tables.proposal.offer import Configuration
from clusterdesign.tables.proposal.teller import Teller


def generation(tell: Teller, platform: Platform) -> str:
    """Return the InfiniBand generation and its speed."""
    speed = tell.printer.digits(platform.nic * 8 / 1e9, 3, "Gb/s")
    return tell("figure.infiniband.value", generation=platform.generation.upper(), speed=speed)


def goodput(tell: Teller, share: tuple[float, float, float]) -> str:
    """Return the share of the time that trains as a range."""
    return tell.printer.ordered(100 * share[0], 100 * share[2], "%", 3)


def energy(tell: Teller, kilowatt_hours: tuple[float, float, float]) -> str:
    """Return the energy of a run as a range."""
    return tell.printer.ordered(kilowatt_hours[0] / 1e3, kilowatt_hours[2] / 1e3, "MWh")


def cost(tell: Teller, configuration: Configuration) -> str:
    """Return the cost of nodes and energy, or that nothing is priced."""
    value = configuration.candidate.cost
    if value is None:
        return tell("figure.unpriced")
    return tell.printer.digits(value, 3, configuration.understood.task.prices.currency)


def figures(tell: Teller, configuration: Configuration) -> Iterator[tuple[str, str]]:
    """Yield key and text of every figure, as sized and as designed."""
    candidate, design, printer = configuration.candidate, configuration.design, tell.printer
    option, platform = candidate.option, candidate.option.platform
    memory = candidate.outcome.memory
    yield "name", configuration.name
    yield "node", catalog.node(platform.node).name
    yield "nodes", str(option.nodes)
    yield "gpus", str(option.nodes * catalog.node(platform.node).gpus)
    yield "gpu", catalog.part(platform.gpu).name
    yield "days", printer.span(candidate.days)
    yield "goodput", goodput(tell, candidate.saving.goodput)
    yield "plan", plan_text(candidate.outcome.plan, tell.sizing)
    yield "mfu", printer.percent(candidate.outcome.mfu)
    yield (
        "memory",
        tell("figure.memory.value", used=printer.size(memory.total), usable=printer.size(memory.usable)),
    )
    yield "infiniband", generation(tell, platform)
    yield "taper", f"{option.taper.numerator}:{option.taper.denominator}"
    infiniband = {fabric.name for fabric in design.fabrics if fabric.protocol == "infiniband"}
    yield "switches", str(sum(switch.fabric in infiniband for switch in design.switches()))
    yield "cables", printer.digits(len(design.cables), 6)
    yield "transceivers", printer.digits(len(design.transceivers), 6)
    yield "room", str(candidate.room)
    yield (
        "storage",
        tell(
            "figure.storage.value",
            boxes=candidate.boxes,
            box=catalog.storage(platform.box).name,
            read=printer.rate(candidate.read),
            write=printer.rate(candidate.saving.write),
        ),
    )
    yield "racks", str(len(design.racks))
    yield "power", tell.kilowatts(candidate.power)
    yield "energy", energy(tell, candidate.energy)
    yield "cost", cost(tell, configuration)
    report = configuration.report
    yield "findings", tell("figure.findings.value", **{severity: report.count(severity) for severity in SEVERITIES})
    yield "fits", tell("yes" if candidate.feasible else "no")


__all__ = ["cost", "energy", "figures", "generation", "goodput"]
