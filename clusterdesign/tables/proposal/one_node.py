"""Chapter: one node against the cluster."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign import catalog
from clusterdesign.sizing import platforms
from clusterdesign.sizing.candidate import Candidate, Unfit
from clusterdesign.sizing.parameters import plan_text
from clusterdesign.tables.document import Block, Heading, Table, Text
from clusterdesign.tables.proposal.figures import energy, goodput
from clusterdesign.tables.proposal.offer import Offer
from clusterdesign.tables.proposal.teller import Teller

_WIDTHS = (58.0, 45.0, 45.0, 27.0)
_DASH = "–"


def one_node(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    cluster = offer.chosen.candidate
    platform = cluster.option.platform
    yield Heading(tell("one"), page=True)
    if cluster.option.nodes == 1:
        yield Text(tell("one.same"))
        return
    yield Text(tell("one.intro", node=catalog.node(platform.node).name))
    rows = [(tell(f"figure.{key}"), *texts) for key, *texts in _rows(tell, offer.one_node, cluster)]
    heads = (tell("what"), tell("one.node"), tell("one.cluster"), tell("one.ratio"))
    yield Table(heads, tuple(rows), caption=tell("one.caption"), widths=_WIDTHS, aligned="llll")
    yield Text(_verdict(tell, offer.one_node, cluster))


def _verdict(tell: Teller, alone: Candidate | Unfit, cluster: Candidate) -> str:
    printer = tell.printer
    if isinstance(alone, Candidate):
        ratio = alone.days[1] / cluster.days[1]
        nodes = cluster.option.nodes
        told = tell("one.efficiency", nodes=nodes, ratio=printer.digits(ratio, 3), share=printer.percent(ratio / nodes))
        return f"{tell('one.slow', days=printer.span(alone.days))} {told}"
    if alone.nearest is None:
        return tell("one.undivided")
    plan, memory = alone.nearest
    return tell(
        "one.unfit",
        plan=plan_text(plan, tell.sizing),
        needed=printer.size(memory.total),
        usable=printer.size(memory.usable),
    )


def _rows(tell: Teller, alone: Candidate | Unfit, cluster: Candidate) -> Iterator[tuple[str, str, str, str]]:
    left, right = _column(tell, alone), _column(tell, cluster)
    ratios = _ratios(tell, alone, cluster)
    for key, value in right.items():
        yield key, left.get(key, _DASH), value, ratios.get(key, "")


def _column(tell: Teller, one: Candidate | Unfit) -> dict[str, str]:
    printer = tell.printer
    each = catalog.node(one.option.platform.node).gpus
    counts = {"nodes": str(one.option.nodes), "gpus": str(one.option.nodes * each)}
    if isinstance(one, Unfit):
        memory = "" if one.nearest is None else _memory(tell, one.nearest[1].total, one.nearest[1].usable)
        rated = one.option.nodes * platforms.rated(one.option.platform)[0]
        return {
            **counts,
            "memory.fit": tell("does not fit"),
            "memory": memory or _DASH,
            "node_power": tell.kilowatts(rated),
        }
    use = one.outcome.memory
    return {
        **counts,
        "memory.fit": tell("fits"),
        "memory": _memory(tell, use.total, use.usable),
        "plan": plan_text(one.outcome.plan, tell.sizing),
        "mfu": printer.percent(one.outcome.mfu),
        "days": printer.span(one.days),
        "goodput": goodput(tell, one.saving.goodput),
        "failure": printer.hours(one.saving.failure),
        "interval": printer.hours(one.saving.interval),
        "write": printer.rate(one.saving.write),
        "node_power": tell.kilowatts(one.option.nodes * platforms.rated(one.option.platform)[0]),
        "energy": energy(tell, one.energy),
    }


def _memory(tell: Teller, used: float, usable: float) -> str:
    return tell("figure.memory.value", used=tell.printer.size(used), usable=tell.printer.size(usable))


def _ratios(tell: Teller, alone: Candidate | Unfit, cluster: Candidate) -> dict[str, str]:
    def times(new: float, old: float) -> str:
        return f"× {tell.printer.digits(new / old, 3)}" if old else ""

    found = {"nodes": times(cluster.option.nodes, 1), "gpus": times(cluster.option.nodes, 1)}
    if isinstance(alone, Candidate):
        found |= {
            "days": times(cluster.days[1], alone.days[1]),
            "energy": times(cluster.energy[1], alone.energy[1]),
            "write": times(cluster.saving.write, alone.saving.write),
        }
    return found


__all__ = ["one_node"]
