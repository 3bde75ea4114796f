"""Sums of the bill by section and by lot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from clusterdesign.design.procurement import Lot
from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.lots import lots
from clusterdesign.procurement.priced import PricedBill, Sums
from clusterdesign.tables.bom.full import BILL
from clusterdesign.tables.bom.priced import PRICED
from clusterdesign.tables.sheet import Column, Sheet


@dataclass(frozen=True, slots=True)
class GroupRow:
    """Lines of one section or lot.

    Attributes:
        lot: None for a section.
    """

    name: str
    lines: tuple[BillLine, ...]
    sums: Sums
    lot: Lot | None = None

    @property
    def lead_time(self) -> int | None:
        """Longest known lead time of its lines, in weeks."""
        return max((line.lead_time_weeks for line in self.lines if line.lead_time_weeks is not None), default=None)

    @property
    def no_lead_time(self) -> int:
        """Lines whose lead time is unknown."""
        return sum(line.lead_time_weeks is None for line in self.lines)


def overview_sheet(priced: PricedBill) -> Sheet[GroupRow]:
    """Return the sums by section of the bill."""
    rows = _rows(priced, lambda line: line.section)
    return Sheet(
        name="Overview",
        rows=rows,
        columns=(
            Column("Section", lambda row: row.name, kind="word", width=26),
            Column("Lines", lambda row: len(row.lines), kind="integer", width=9, total=True, formula=_count("Section")),
            *(_pieces(head, "Section") for head in ("Quantity", "Spares", "To order")),
            *_money(priced, "Section"),
        ),
    )


def lot_sheet(priced: PricedBill) -> Sheet[GroupRow]:
    """Return the lots in the order of their delivery: what each holds, what must stand before, and its sums."""
    order = {lot.name: lot for lot in lots(priced.design)}
    rows = {row.name: row for row in _rows(priced, lambda line: line.lot)}

    def sections(row: GroupRow) -> tuple[str, ...]:
        return tuple(dict.fromkeys(line.section for line in row.lines))

    return Sheet(
        name="Lots",
        rows=tuple(
            GroupRow(name, rows[name].lines, rows[name].sums, lot) for name, lot in order.items() if name in rows
        ),
        columns=(
            Column("Lot", lambda row: row.name, kind="word", width=16),
            Column("Title", lambda row: row.lot.title if row.lot else "", kind="word", width=28),
            Column("After", lambda row: row.lot.after if row.lot else (), kind="word", width=24),
            Column("Sections", sections, kind="word", width=44),
            Column("Lines", lambda row: len(row.lines), kind="integer", width=9, total=True, formula=_count("Lot")),
            _pieces("To order", "Lot"),
            Column("Longest lead time", lambda row: row.lead_time, kind="integer", unit="wk", width=12),
            Column("Lead time unknown", lambda row: row.no_lead_time, kind="integer", unit="lines", width=12),
            *_money(priced, "Lot"),
        ),
    )


def _rows(priced: PricedBill, key: Callable[[BillLine], str]) -> tuple[GroupRow, ...]:
    return tuple(
        GroupRow(name, tuple(one.line for one in priced.lines if key(one.line) == name), sums)
        for name, sums in priced.by(key).items()
    )


def _count(head: str) -> str:
    return f"COUNTIFS([{BILL}!{head}],[{head}])"


def _pieces(head: str, by: str) -> Column[GroupRow]:
    """Return the column that adds up a quantity; pieces of different kinds are not added over groups."""
    name = {"Quantity": "quantity", "Spares": "spares", "To order": "total"}[head]
    return Column(
        head,
        lambda row: sum(getattr(line, name) for line in row.lines),
        kind="integer",
        width=11,
        formula=f"SUMIFS([{BILL}!{head}],[{BILL}!{by}],[{by}])",
    )


def _money(priced: PricedBill, by: str) -> tuple[Column[GroupRow], ...]:
    known = priced.book is not None

    def amount(head: str, get: Callable[[Sums], Decimal | None]) -> Column[GroupRow]:
        some = f'COUNTIFS([{PRICED}!{by}],[{by}],[{PRICED}!{head}],">=0")'
        return Column(
            head,
            lambda row: get(row.sums) if row.sums.lines > row.sums.unpriced else None,
            kind="number",
            digits=2,
            width=18,
            total=known,
            grouped=True,
            formula=f'IF({some}=0,"",SUMIFS([{PRICED}!{head}],[{PRICED}!{by}],[{by}]))',
        )

    return (
        amount("Net", lambda sums: sums.net),
        amount("VAT", lambda sums: sums.tax),
        amount("Gross", lambda sums: sums.gross),
        Column(
            "Without a price",
            lambda row: row.sums.unpriced,
            kind="integer",
            unit="lines",
            width=12,
            total=True,
            formula=f'COUNTIFS([{PRICED}!{by}],[{by}])-COUNTIFS([{PRICED}!{by}],[{by}],[{PRICED}!Net],">=0")',
        ),
    )
