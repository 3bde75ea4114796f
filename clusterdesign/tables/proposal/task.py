"""Chapter: the task as understood, and where each value comes from."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.sizing.understood import Understood
from clusterdesign.tables.document import Block, Heading, Table, Text
from clusterdesign.tables.proposal.offer import Offer
from clusterdesign.tables.proposal.teller import Teller

_WIDTHS = (62.0, 83.0, 30.0)


def task(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    understood = offer.chosen.understood
    assumed = {note.field for note in understood.assumptions}
    rows = []
    for field, value in _values(tell, understood):
        origin = "assumed" if field in assumed else "derived" if field in _DERIVED else "said" if value else "unsaid"
        rows.append((tell(f"field.{field}"), value or tell("unsaid"), "" if origin == "unsaid" else tell(origin)))
    yield Heading(tell("task"), page=True)
    yield Text(tell("task.intro"))
    heads = (tell("what"), tell("value"), tell("origin"))
    yield Table(heads, tuple(rows), caption=tell("task.caption"), widths=_WIDTHS, aligned="lll")


_DERIVED = frozenset({"steps"})


def _values(tell: Teller, understood: Understood) -> Iterator[tuple[str, str]]:
    """Yield every field of the task with its value; empty where nobody gave one and nothing is assumed."""
    printer, given, work = tell.printer, understood.task, understood.work
    model, words = work.model, tell.sizing
    yield "name", given.name
    shape = words["moe"].format(active=printer.short(model.active_parameters)) if model.experts else words["dense"]
    named = tell.model(model)
    if named == model.name:
        yield "model", tell("field.model.value", name=named, parameters=printer.short(model.parameters), shape=shape)
    else:
        yield "model", f"{named}, {shape}"
    yield "architecture", tell("field.architecture.value", layers=model.layers, width=model.hidden, heads=model.heads)
    yield "tokens", printer.short(understood.tokens)
    yield "kind", words[work.kind]
    yield "sequence", printer.digits(work.sequence, 8)
    yield (
        "batch",
        tell("field.batch.value", sequences=work.batch, tokens=printer.short(work.batch * work.sequence)),
    )
    yield "precision", work.precision.upper()
    yield "steps", printer.digits(understood.steps, 3)
    yield "data.size", printer.size(understood.dataset)
    yield "data.format", given.data.format or tell("value.tokens")
    yield "data.file_system", given.data.file_system or ""
    yield from _wishes(tell, understood)


def _wishes(tell: Teller, understood: Understood) -> Iterator[tuple[str, str]]:
    printer, given, words = tell.printer, understood.task, tell.sizing
    target, growth, site, operations = given.target, given.growth, given.site, given.operations
    yield "target.time", "" if target.time is None else printer.digits(target.time.to("d"), 3, "days")
    yield "target.budget", "" if target.budget is None else printer.digits(target.budget, 4, given.prices.currency)
    yield "target.decide_by", tell(f"value.{target.decide_by or 'time'}")
    yield "growth.now", str(growth.now or "")
    yield "growth.later", str(growth.later or "")
    yield "growth.gpu", (growth.gpu or "").upper()
    yield "growth.infiniband", (growth.infiniband or "").upper()
    yield "site.rack_power", tell.kilowatts(understood.rack_power)
    yield "site.racks", str(site.racks or "")
    yield "site.power", "" if site.power is None else tell.quantity(site.power, "kW")
    yield "site.cooling", words[site.cooling] if site.cooling else ""
    yield "site.supply", "" if site.supply is None else tell.quantity(site.supply, "°C")
    yield "site.pue", " / ".join(printer.digits(value, 3) for value in dict.fromkeys(understood.pue))
    yield "operations.scheduler", words[understood.scheduler]
    yield "operations.checkpoint", words["async" if understood.asynchronous else "sync"]
    yield "operations.interval", "" if operations.interval is None else printer.hours(operations.interval.to("s"))
    yield "operations.tolerated_loss", printer.percent(understood.tolerated_loss)
    yield "operations.failures", tell(f"value.{operations.failures or 'middle'}")
    yield "operations.availability", words["high" if understood.high_availability else "standard"]
    yield "operations.spare_nodes", "" if operations.spare_nodes is None else str(operations.spare_nodes)
    lost = operations.lost_hour
    yield "operations.lost_hour", "" if lost is None else printer.digits(lost, 4, given.prices.currency)


__all__ = ["task"]
