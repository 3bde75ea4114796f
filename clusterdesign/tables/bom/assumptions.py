"""What the bill rests on and what it leaves open: tax, rates, spares, terms, prices."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.procurement.extras import unneeded
from clusterdesign.procurement.priced import PricedBill
from clusterdesign.tables.assumptions import Assumption


def bill_assumptions(priced: PricedBill) -> Iterator[Assumption]:
    """Yield the assumptions of the bill and everything that nobody declared; lines without a price one by one."""
    declared = priced.design.procurement
    for line in priced.missing:
        where = f"line of lot {line.lot}"
        yield Assumption("no price", line.ids[0], line.description, "price", value="", note=where, paths=())
    if priced.book is not None and priced.vat is None:
        yield _open("value added tax", "vat", "amounts are without tax")
    if priced.book is not None and not declared.priced_on:
        yield _open("day of the prices", "priced_on", "until when prices hold is printed and not judged")
    for rate in declared.rates:
        note = " ".join(filter(None, (rate.source, rate.on)))
        yield Assumption("assumed", "", "exchange rate", f"rates/{rate.currency}", value=rate.rate, note=note, paths=())
    if not declared.spares:
        yield _open("spare parts", "spares", "no policy is declared, so none are in the bill")
    for what, name in (
        ("lead time", "lead_time_weeks"),
        ("warranty", "warranty_months"),
        ("country of origin", "country"),
    ):
        lines = sum(getattr(one.line, name) in (None, "") for one in priced.lines)
        if lines:
            yield _open(what, f"terms.{name}", f"in {lines} of {len(priced.lines)} lines")
    for extra in unneeded(priced.design):
        note = f"the design has no {extra.per}"
        yield Assumption("not in the bill", extra.id, extra.description, "per", value=extra.per, note=note, paths=())


def _open(name: str, field: str, note: str) -> Assumption:
    return Assumption("unknown", part="", name=name, field=f"procurement.{field}", value="", note=note, paths=())
