"""The nine parameters by which a cluster is selected: what was said, and what the candidate answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from clusterdesign import catalog
from clusterdesign.errors import DesignError
from clusterdesign.sizing import platforms
from clusterdesign.sizing.candidate import Candidate
from clusterdesign.sizing.facility import APPROACH, loop_supply, water_class
from clusterdesign.sizing.plan import Plan
from clusterdesign.sizing.printer import Printer
from clusterdesign.sizing.storage import guideline, local_cache
from clusterdesign.sizing.understood import Understood
from clusterdesign.sizing.words import WORDS

_DRIVES = re.compile(r"(\d+) x ([\d.]+) TB")


NOT_COUNTED: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Answer:
    """One of the nine parameters.

    Attributes:
        parameter: its name.
        said: what the customer said, or that it was assumed.
        answer: what the candidate gives.
    """

    parameter: str
    said: str
    answer: str


def nine_parameters(
    understood: Understood, candidate: Candidate, lang: str = "en", counted: Mapping[str, str] = NOT_COUNTED
) -> tuple[Answer, ...]:
    """Return the table that a customer expects.

    Args:
        understood: the task.
        candidate: the cluster.
        lang: language of the words, ``en`` or ``ru``.
        counted: facts that a design of the candidate knows better: ``switches``, ``power`` in kW.

    Raises:
        DesignError: there is no such language.
    """
    if lang not in WORDS:
        raise DesignError(f"unknown language {lang!r}", fix=f"the languages are {', '.join(WORDS)}")
    words = WORDS[lang]
    facts = _facts(understood, candidate, words, Printer(lang)) | dict(counted)
    return tuple(
        Answer(words[name], words[f"{name}.said"].format(**facts), words[f"{name}.answer"].format(**facts))
        for name in ("model", "training", "nodes", "data", "infiniband", "site", "scheduler", "checkpoint", "fault")
    )


def _facts(understood: Understood, candidate: Candidate, words: dict[str, str], printer: Printer) -> dict[str, object]:
    return (
        _model_facts(understood, candidate, words, printer)
        | _fabric_facts(candidate, words, printer)
        | _site_facts(understood, candidate, words, printer)
        | _storage_facts(understood, candidate, words, printer)
    )


def _model_facts(
    understood: Understood, candidate: Candidate, words: dict[str, str], printer: Printer
) -> dict[str, object]:
    work, option = understood.work, candidate.option
    model, memory = work.model, candidate.outcome.memory
    growth = understood.task.growth
    return {
        "parameters": printer.short(model.parameters),
        "architecture": words["moe"].format(active=printer.short(model.active_parameters))
        if model.experts
        else words["dense"],
        "tokens": printer.short(understood.tokens),
        "kind": words[work.kind],
        "gpu": catalog.part(option.platform.gpu).name,
        "each": catalog.node(option.platform.node).gpus,
        "nodes": option.nodes,
        "used": printer.size(memory.total),
        "usable": printer.size(memory.usable),
        "plan": plan_text(candidate.outcome.plan, words),
        "limit": words[f"limit.{candidate.outcome.limited_by}"],
        "now": growth.now or words["open"],
        "later": growth.later or words["open"],
        "room": candidate.room,
        "reserved": max(option.nodes, growth.later or option.nodes),
    }


def _fabric_facts(candidate: Candidate, words: dict[str, str], printer: Printer) -> dict[str, object]:
    option, switches = candidate.option, candidate.switches
    fabric = sum(load.fabric for load in candidate.load)
    levels = (switches.leaves, switches.spines, switches.cores)
    speed = printer.digits(option.platform.nic * 8 / 1e9, 3, "Gb/s")
    return {
        "load": printer.rate(fabric / candidate.outcome.step.total) if fabric else words["nothing"],
        "generation": f"{option.platform.generation.upper()} {speed}",
        "switches": " + ".join(str(count) for count in levels if count),
        "taper": f"{option.taper.numerator}:{option.taper.denominator}",
        "tree": words["one switch"] if switches.total == 1 else words["fat-tree"],
    }


def _site_facts(
    understood: Understood, candidate: Candidate, words: dict[str, str], printer: Printer
) -> dict[str, object]:
    task, platform = understood.task, candidate.option.platform
    low, _, high = candidate.energy
    rated, proxy = platforms.rated(platform)
    return {
        "rack_power": printer.digits(understood.rack_power / 1e3, 3),
        "cooling": words[task.site.cooling or "open"],
        "cooled": words[platform.cooling],
        "racks": candidate.compute_racks,
        "per_rack": candidate.per_rack,
        "rated": f"{'~' if proxy else ''}{printer.digits(rated / 1e3, 3)}",
        "power": printer.digits(candidate.power / 1e3, 3),
        "energy": printer.ordered(low / 1e3, high / 1e3, "MWh"),
        "scheduler": words[understood.scheduler],
        "scheduled": words[f"{understood.scheduler}.answer"],
        "servers": candidate.resilience.servers,
        "water": _water(understood, candidate, words, printer),
        "availability": words["high" if understood.high_availability else "standard"],
        "redundancy": redundancy_text(understood, candidate, words),
        "feeds": candidate.resilience.feeds,
        "supplies": words["halves" if candidate.resilience.halves else "one feed"],
    }


def redundancy_text(understood: Understood, candidate: Candidate, words: dict[str, str]) -> str:
    """Return who manages the fabric and what stands by, in the words of a language."""
    kept = candidate.resilience
    parts = [words["managers" if kept.managers else "switch managers"].format(managers=kept.managers)]
    parts.append(words["spares"].format(spares=kept.spares) if kept.spares else words["no spares"])
    if kept.bonded:
        parts.append(words["bonded"])
    if understood.high_availability:
        parts.append(words["high.answer"])
    return "; ".join(parts)


def _water(understood: Understood, candidate: Candidate, words: dict[str, str], printer: Printer) -> str:
    """Return what the facility water does, where its temperature is given."""
    water = understood.water
    if water is None:
        return ""
    facts = {"water": printer.digits(water, 3, "°C"), "class": water_class(water)}
    if candidate.option.platform.cooling == "air":
        return words["water.air"].format(**facts)
    loop = printer.digits(loop_supply(water), 3, "°C")
    return words["water.liquid"].format(loop=loop, approach=printer.digits(APPROACH), **facts)


def plan_text(plan: Plan, words: dict[str, str]) -> str:
    """Return a plan as English has it, with the words of a language."""
    text = str(plan)
    for english in ("one GPU", "micro-batch", "chunks a stage", "selective recomputation", "full recomputation"):
        text = text.replace(english, words[english])
    return text


def _cache(understood: Understood, candidate: Candidate, words: dict[str, str], printer: Printer) -> str:
    """Return how much of the data set the nodes' own drives hold together."""
    drives = _DRIVES.match(catalog.node(candidate.option.platform.node).nvme_data or "")
    if drives is None:
        return words["unknown"]
    share = local_cache(understood.dataset, candidate.option.nodes, int(drives[1]) * float(drives[2]) * 1e12)
    return words["all"] if share == 1 else printer.percent(share)


def _lost(understood: Understood, candidate: Candidate, words: dict[str, str], printer: Printer) -> str:
    """Return what the hours that do not train cost, where an hour has a price."""
    price = understood.task.operations.lost_hour
    if price is None:
        return ""
    low, _, high = candidate.saving.goodput
    costs = [price * 24 * candidate.days[1] * (1 - share) for share in (high, low)]
    return words["lost"].format(cost=printer.ordered(costs[0], costs[1], understood.task.prices.currency))


def _beyond(candidate: Candidate, words: dict[str, str], printer: Printer) -> str:
    """Return that more is to be written than NVIDIA's reference calls best."""
    _, best = guideline(candidate.option.nodes, "best")
    return words["beyond"].format(best=printer.rate(best)) if candidate.saving.write > best else ""


def _others(candidate: Candidate, words: dict[str, str]) -> str:
    """Return the file systems that would do as well."""
    names = [other.name for other in candidate.file_systems[1:]]
    return words["others"].format(names=", ".join(names)) if names else ""


def _storage_facts(
    understood: Understood, candidate: Candidate, words: dict[str, str], printer: Printer
) -> dict[str, object]:
    saving, operations = candidate.saving, understood.task.operations
    low, _, high = saving.goodput
    return {
        "dataset": printer.size(understood.dataset),
        "format": understood.task.data.format or "tokens",
        "cache": _cache(understood, candidate, words, printer),
        "class": candidate.storage_class,
        "beyond": _beyond(candidate, words, printer),
        "product": candidate.file_systems[0].name,
        "others": _others(candidate, words),
        "net": printer.size(candidate.capacity.net),
        "hot": printer.size(candidate.capacity.hot),
        "warm": printer.size(candidate.capacity.warm),
        "cold": printer.size(candidate.capacity.cold),
        "boxes": candidate.boxes,
        "read": printer.rate(candidate.read),
        "write": printer.rate(saving.write),
        "mode": words["async" if understood.asynchronous else "sync"],
        "loss": printer.percent(understood.tolerated_loss),
        "lost_hour": words["open"] if operations.lost_hour is None else printer.digits(operations.lost_hour, 3),
        "size": printer.size(saving.size),
        "interval": printer.hours(saving.interval),
        "block": printer.hours(saving.block),
        "goodput": printer.ordered(100 * low, 100 * high, "%", 3),
        "lost": _lost(understood, candidate, words, printer),
        "failure": printer.hours(saving.failure),
    }
