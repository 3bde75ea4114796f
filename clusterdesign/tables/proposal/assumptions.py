"""Chapter: what the figures rest on without being known, and how far they go."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.sizing import evaluating
from clusterdesign.sizing.energy import MEAN_SHARE
from clusterdesign.sizing.failures import RATES
from clusterdesign.sizing.understood import Assumption
from clusterdesign.tables.assumptions import assumption_sheet
from clusterdesign.tables.document import Block, Bullets, Heading, Table, Text
from clusterdesign.tables.proposal.offer import Configuration, Offer
from clusterdesign.tables.proposal.teller import Teller

_TASK = (45.0, 45.0, 85.0)
_SITE = (55.0, 40.0, 30.0, 50.0)
_UNKNOWN = (60.0, 90.0, 25.0)


def assumptions(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    chosen = offer.chosen
    yield Heading(tell("assumptions"), page=True)
    yield Text(tell("assumptions.intro"))
    heads = tuple(tell(f"assumptions.{key}") for key in ("field", "value", "why"))
    taken = tuple(_taken(tell, chosen, note) for note in chosen.understood.assumptions)
    if taken:
        yield Table(heads, taken, caption=tell("assumptions.task"), widths=_TASK, aligned="lll", size=8.5)
    site = tuple(_site(tell, chosen.design))
    if site:
        heads = tuple(tell(f"assumptions.{key}") for key in ("part", "field", "value", "why"))
        yield Table(heads, site, caption=tell("assumptions.site"), widths=_SITE, aligned="llll", size=8)
    unknown = tuple(_unknown(chosen.design))
    if unknown:
        heads = tuple(tell(f"assumptions.{key}") for key in ("part", "fields", "touched"))
        yield Table(heads, unknown, caption=tell("assumptions.unknown"), widths=_UNKNOWN, aligned="llr", size=8)
    yield Heading(tell("assumptions.method"), 2)
    yield Bullets(tuple(_method(tell, chosen)))


def _taken(tell: Teller, chosen: Configuration, note: Assumption) -> tuple[str, str, str]:
    """Return an assumption about the task: its name, the value, the reason."""
    name = tell(f"field.{note.field}")
    if tell.lang == "en":
        return name, note.value, note.why
    rate = tell.printer.digits(chosen.understood.failure_rate * 1000, 2)
    tokens = tell.printer.short(chosen.understood.work.batch * chosen.understood.work.sequence)
    return name, _value(tell, chosen, note), tell(f"why.{note.field}", rate=rate, tokens=tokens)


def _value(tell: Teller, chosen: Configuration, note: Assumption) -> str:
    """Return an assumed value in the language: a word, or a number with its unit."""
    if tell.has(f"value.{note.value}"):
        return tell(f"value.{note.value}")
    if tell.has(f"taken.{note.field}"):
        model, understood = chosen.understood.work.model, chosen.understood
        return tell(
            f"taken.{note.field}",
            layers=model.layers,
            width=model.hidden,
            parameters=tell.printer.short(model.parameters),
            times=tell.printer.digits(evaluating.SLOW_EXPERTS),
            air=tell.printer.digits(understood.pue[0], 3),
            liquid=tell.printer.digits(understood.pue[1], 3),
            loss=tell.printer.percent(understood.tolerated_loss),
            size=tell.printer.size(understood.dataset),
            rack=tell.kilowatts(understood.rack_power),
        )
    return tell.sizing.get(note.value, note.value)


def _site(tell: Teller, design: Design) -> Iterator[tuple[str, str, str, str]]:
    """Yield what was assumed about site and parts, for the same reason together; the reasons speak English."""
    alike: dict[str, list[tuple[str, str, str]]] = {}
    for row in assumption_sheet(design).rows:
        if row.status == "assumed":
            alike.setdefault(row.note, []).append((row.part or tell.few(row.paths), row.field, row.value))
    for note, same in alike.items():
        parts, fields, values = (tuple(dict.fromkeys(texts)) for texts in zip(*same, strict=True))
        yield tell.few(parts), tell.few(fields), tell.few(value for value in values if value), note


def _unknown(design: Design) -> Iterator[tuple[str, str, int]]:
    fields: dict[str, list[str]] = {}
    touched: dict[str, int] = {}
    for row in assumption_sheet(design).rows:
        if row.status == "unknown":
            fields.setdefault(row.name, []).append(row.field)
            touched[row.name] = len(row.paths)
    for name, unknown in fields.items():
        yield name, ", ".join(dict.fromkeys(unknown)), touched[name]


def _method(tell: Teller, chosen: Configuration) -> Iterator[str]:
    printer, understood, candidate = tell.printer, chosen.understood, chosen.candidate
    fast, slow, whole = (printer.percent(share, 3) for share in (evaluating.FAST, evaluating.SLOW, evaluating.ALL_IN))
    yield tell("method.time", fast=fast, slow=slow, all_in=whole)
    if understood.work.model.experts:
        yield tell("method.experts", experts=printer.digits(evaluating.SLOW_EXPERTS))
    rates = (printer.digits(rate, 3) for rate in (understood.failure_rate, RATES["low"], RATES["high"]))
    yield tell("method.failures", rate=next(rates), low=next(rates), high=next(rates))
    pue = understood.pue[1 if candidate.option.platform.cooling == "liquid" else 0]
    yield tell("method.power", mean=printer.percent(MEAN_SHARE), pue=printer.digits(pue, 3))
    yield tell(
        "method.storage",
        keep=evaluating.KEPT,
        milestones=evaluating.MILESTONES,
        scratch=printer.size(evaluating.SCRATCH),
    )
    yield tell("method.design", name=chosen.design.name)


__all__ = ["assumptions"]
