"""The figures of a configuration, each with its name: the summary and the comparison print the same ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clusterdesign import catalog
from clusterdesign.design import Design
from clusterdesign.engineering.power import power_analysis
from clusterdesign.rules.report import SEVERITIES
from clusterdesign.sizing.candidate import Candidate
from clusterdesign.sizing.parameters import plan_text
from clusterdesign.sizing.platforms import Platform
from clusterdesign.tables.proposal.offer import Configuration
from clusterdesign.tables.proposal.teller import Teller


def generation(tell: Teller, platform: Platform) -> str:
    """Return the InfiniBand generation and its speed."""
    speed = tell.printer.digits(platform.nic * 8 / 1e9, 3, "Gb/s")
    return tell("figure.infiniband.value", generation=platform.generation.upper(), speed=speed)


def nodes(tell: Teller, candidate: Candidate) -> str:
    """Return the nodes that train, and those that stand by."""
    trained, spares = candidate.option.nodes, candidate.resilience.spares
    return tell("figure.nodes.value", nodes=trained, spares=spares) if spares else str(trained)


def goodput(tell: Teller, share: tuple[float, float, float]) -> str:
    """Return the share of the time that trains as a range."""
    return tell.printer.ordered(100 * share[0], 100 * share[2], "%", 3)


def energy(tell: Teller, kilowatt_hours: tuple[float, float, float]) -> str:
    """Return the energy of a run as a range."""
    return tell.printer.ordered(kilowatt_hours[0] / 1e3, kilowatt_hours[2] / 1e3, "MWh")


def rated_power(tell: Teller, configuration: Configuration) -> str:
    """Return the rated load of all feeds, a lower bound where a draw is unknown.

    As sized where there is no feed, or where nobody published what a node draws: a like one was taken there.
    """
    design = configuration.design
    if not design.feeds:
        return tell.kilowatts(configuration.candidate.power)
    analysis = power_analysis(design)
    if silent_nodes(design):
        return f"~ {tell.kilowatts(configuration.candidate.power)}"
    total = sum(analysis.normal.get((feed.path, ""), 0.0) for feed in design.feeds)
    return f"{'≥ ' if analysis.unknown else ''}{tell.kilowatts(total)}"


def silent_nodes(design: Design) -> bool:
    """Tell whether there are nodes whose draw nobody published."""
    unknown = {path for paths in power_analysis(design).unknown.values() for path in paths}
    return any(node.path in unknown for node in design.nodes())


def counted(tell: Teller, configuration: Configuration) -> dict[str, str]:
    """Return the facts of the nine parameters that the design counts, where sizing had estimates."""
    design = configuration.design
    compute = next((fabric.name for fabric in design.fabrics if fabric.node_role == "compute"), None)
    roles = Counter[str](switch.role for switch in design.switches(compute)) if compute else Counter[str]()
    levels = [roles[role] for role in ("single", "leaf", "spine", "core") if roles[role]]
    power = rated_power(tell, configuration).removesuffix(tell.printer.unit("kW")).rstrip()
    return {"switches": " + ".join(map(str, levels)), "power": power} if levels else {"power": power}


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
    yield "nodes", nodes(tell, candidate)
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
    yield "power", rated_power(tell, configuration)
    yield "energy", energy(tell, candidate.energy)
    yield "cost", cost(tell, configuration)
    report = configuration.report
    yield "findings", tell("figure.findings.value", **{severity: report.count(severity) for severity in SEVERITIES})
    yield "fits", tell("yes" if candidate.feasible else "no")


__all__ = ["cost", "counted", "energy", "figures", "generation", "goodput", "nodes", "rated_power", "silent_nodes"]
