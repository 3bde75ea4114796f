"""A proposal as text and as data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from clusterdesign.sizing.candidate import Candidate
from clusterdesign.sizing.counts import short
from clusterdesign.sizing.judging import span
from clusterdesign.sizing.parameters import nine_parameters
from clusterdesign.sizing.printing import digits, hours, ordered, rate, size
from clusterdesign.sizing.propose import Proposal
from clusterdesign.sizing.search import Outcome
from clusterdesign.sizing.traffic import Load
from clusterdesign.sizing.understood import Understood

KINDS = 6
"""So many kinds of plans are printed for a candidate."""


def text(proposal: Proposal, lang: str = "en") -> str:
    """Return a proposal for people: task, assumptions, the three nearest with their nine parameters, the front.

    Args:
        proposal: what was found.
        lang: language of the nine parameters, ``en`` or ``ru``.
    """
    return "\n".join(_lines(proposal, lang)) + "\n"


def _lines(proposal: Proposal, lang: str) -> Iterator[str]:
    understood = proposal.understood
    if not proposal.complete:
        yield "interrupted: what follows is only what was evaluated by then"
        yield ""
    yield from _task(understood)
    yield ""
    if not proposal.nearest:
        yield "nothing that fits was evaluated"
    elif not proposal.feasible:
        yield "no cluster reaches what is asked; the nearest, and what each would need:"
    else:
        yield "the three nearest:" if len(proposal.nearest) > 1 else "the nearest:"
    for candidate in proposal.nearest:
        yield ""
        yield from _candidate(understood, candidate, lang)
    if proposal.front:
        yield ""
        yield "feasible candidates that no other beats in time, power or cost, and energy at once:"
        yield from table([_row(candidate) for candidate in proposal.front], _HEADS)
    for head, names in _unfit(proposal):
        yield ""
        yield f"{head}: {', '.join(names)}"


def _unfit(proposal: Proposal) -> Iterator[tuple[str, list[str]]]:
    small = [unfit.option.name for unfit in proposal.unfit if unfit.nearest is not None]
    odd = [unfit.option.name for unfit in proposal.unfit if unfit.nearest is None]
    if small:
        yield "too little memory under every plan", small
    if odd:
        yield f"no plan divides a batch of {proposal.understood.work.batch} and the layers", odd


def _task(understood: Understood) -> Iterator[str]:
    work = understood.work
    yield f"{understood.task.name}: {work.kind} of {work.model.name}, {short(work.model.parameters)} parameters"
    yield (
        f"  {short(understood.tokens)} tokens, sequences of {work.sequence}, batches of {work.batch}"
        f" ({short(work.sequence * work.batch)} tokens), {work.precision}, {digits(understood.steps, 3)} steps"
    )
    if understood.assumptions:
        yield ""
        yield "assumed, since nothing was said:"
        yield from table([(note.field, note.value, note.why) for note in understood.assumptions])


def _candidate(understood: Understood, candidate: Candidate, lang: str) -> Iterator[str]:
    yield f"{candidate.option.name}: {span(candidate.days)}"
    for problem in candidate.problems:
        yield f"  missed: {problem.what}; needs {problem.fix}"
    answers = nine_parameters(understood, candidate, lang)
    yield from table([(one.parameter, one.said, one.answer) for one in answers])
    yield f"  plans, the fastest of each kind ({len(candidate.kinds)} kinds fit):"
    pairs = zip(candidate.kinds[:KINDS], candidate.loads, strict=False)
    heads = ("kind", "plan", "step", "MFU", "free", "limited by", "InfiniBand, a GPU and a step")
    yield from table([_plan(outcome, load) for outcome, load in pairs], heads, indent=4)
    if candidate.unfit:
        told = ", ".join(f"{kind} ({size(memory.total)})" for kind, memory in candidate.unfit[:KINDS])
        more = len(candidate.unfit) - KINDS
        yield f"    do not fit: {told}{f' and {more} more' if more > 0 else ''}"


def _plan(outcome: Outcome, load: tuple[Load, ...]) -> tuple[str, ...]:
    sent = ", ".join(f"{one.name} {size(one.fabric)}" for one in load if one.fabric)
    return (
        outcome.plan.kind,
        str(outcome.plan),
        hours(outcome.step.total),
        f"{100 * outcome.mfu:.0f} %",
        f"{100 * outcome.memory.free:.0f} %",
        outcome.limited_by,
        sent or "nothing",
    )


_HEADS = ("candidate", "training", "goodput", "power", "energy", "compute racks", "switches", "storage", "cost")


def _row(candidate: Candidate) -> tuple[str, ...]:
    low, _, high = candidate.saving.goodput
    return (
        candidate.option.name,
        span(candidate.days),
        ordered(100 * low, 100 * high, "%"),
        f"{digits(candidate.power / 1e3, 3)} kW",
        ordered(candidate.energy[0] / 1e3, candidate.energy[2] / 1e3, "MWh"),
        str(candidate.compute_racks),
        str(candidate.switches.total),
        f"{candidate.boxes} x {candidate.file_systems[0].name}, {rate(candidate.saving.write)} write",
        "not priced" if candidate.cost is None else digits(candidate.cost),
    )


def table(rows: list[tuple[str, ...]], heads: tuple[str, ...] = (), indent: int = 2) -> Iterator[str]:
    """Lay rows out in columns; the last is as long as it likes."""
    whole = [heads, *rows] if heads else rows
    widths = [max(len(row[column]) for row in whole) for column in range(len(whole[0]) - 1)]
    for row in whole:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False))
        yield " " * indent + "  ".join((*cells, row[-1])).rstrip()


def data(proposal: Proposal) -> dict[str, Any]:
    """Return a proposal for programs; every estimate is a range."""
    understood = proposal.understood
    work = understood.work
    return {
        "task": {
            "name": understood.task.name,
            "model": work.model.name,
            "parameters": work.model.parameters,
            "active_parameters": work.model.active_parameters,
            "tokens": understood.tokens,
            "sequence": work.sequence,
            "batch": work.batch,
            "precision": work.precision,
            "kind": work.kind,
        },
        "assumptions": [{"field": a.field, "value": a.value, "why": a.why} for a in understood.assumptions],
        "complete": proposal.complete,
        "feasible": proposal.feasible,
        "nearest": [candidate.option.name for candidate in proposal.nearest],
        "front": [candidate.option.name for candidate in proposal.front],
        "candidates": [_data(candidate) for candidate in proposal.candidates],
        "unfit": [unfit.option.name for unfit in proposal.unfit],
    }


def _data(candidate: Candidate) -> dict[str, Any]:
    days, energy, saving = candidate.days, candidate.energy, candidate.saving
    return {
        "name": candidate.option.name,
        "node": candidate.option.platform.node,
        "gpu": candidate.option.platform.gpu,
        "nodes": candidate.option.nodes,
        "plan": str(candidate.outcome.plan),
        "limited_by": candidate.outcome.limited_by,
        "step_seconds": _round(candidate.outcome.step.total),
        "mfu": _round(candidate.outcome.mfu),
        "days": {"low": _round(days[0]), "expected": _round(days[1]), "high": _round(days[2])},
        "goodput": {"low": _round(saving.goodput[0]), "high": _round(saving.goodput[2])},
        "checkpoint_bytes": saving.size,
        "checkpoint_interval_seconds": _round(saving.interval),
        "storage_write_bytes_per_second": _round(saving.write),
        "storage_read_bytes_per_second": _round(candidate.read),
        "storage_boxes": candidate.boxes,
        "storage_class": candidate.storage_class,
        "file_systems": [one.product for one in candidate.file_systems],
        "storage_bytes": {
            "hot": _round(candidate.capacity.hot),
            "warm": _round(candidate.capacity.warm),
            "archive": _round(candidate.capacity.cold),
        },
        "spare_nodes": candidate.resilience.spares,
        "servers": candidate.resilience.servers,
        "scheduler": candidate.resilience.scheduler,
        "fabric_managers": candidate.resilience.managers,
        "feeds": candidate.resilience.feeds,
        "switches": candidate.switches.total,
        "compute_racks": candidate.compute_racks,
        "power_watts": _round(candidate.power),
        "energy_kwh": {"low": _round(energy[0]), "high": _round(energy[2])},
        "cost": candidate.cost,
        "problems": [{"what": problem.what, "needs": problem.fix} for problem in candidate.problems],
    }


def _round(value: float) -> float:
    return float(f"{value:.3g}")


def as_json(proposal: Proposal) -> str:
    """Return :func:`data` as JSON text."""
    return json.dumps(data(proposal), indent=2, ensure_ascii=False) + "\n"
