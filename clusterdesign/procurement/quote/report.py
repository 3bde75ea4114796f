"""The comparison as text and as data."""

from __future__ import annotations

from typing import Any

from clusterdesign.procurement.grid import column_letters
from clusterdesign.procurement.quote.compare import Comparison
from clusterdesign.procurement.quote.fields import letters_of
from clusterdesign.procurement.quote.heading import Table
from clusterdesign.procurement.quote.words import FIELDS


def comparison_text(result: Comparison) -> str:
    """Return the comparison: how the sheet was read, a paragraph a difference, what was skipped, the verdict."""
    lines: list[str] = []
    for table in result.quote.tables:
        lines += [*_columns(result.quote.where, table), ""]
    for number, one in enumerate(result.differences, 1):
        where = f" ({', '.join(one.places)})" if one.places else ""
        lines += [f"{number}. {one.kind}: {one.what}{where}", f"   do: {one.fix}", ""]
    lines += [f"note: {note}" for note in result.notes]
    lines += [f"skipped: {one.place}, {one.why}: {one.text}" for one in result.skipped]
    if result.notes or result.skipped:
        lines.append("")
    for currency, total in result.total.items():
        lines.append(f"offered for {total:,.2f} {currency}".replace(",", " ").rstrip())
    if result.total and result.unpriced:
        lines.append(f"{result.unpriced} lines of the quote have no price and are not in the sum")
    faults = len(result.differences)
    verdict = "as asked" if result.ok else f"{faults} difference{'s' * (faults != 1)}"
    lines.append(f"{len(result.matched)} of {len(result.lines)} lines of the bill are offered as asked: {verdict}")
    return "\n".join((*lines, ""))


def _columns(where: str, table: Table) -> list[str]:
    sheet = f", sheet {table.grid.sheet}" if table.grid.sheet else ""
    heads = f"heads in row {table.row}" if table.row else "no heads"
    lines = [f"{where}{sheet}: {heads}"]
    for field in FIELDS:
        if field in table.columns:
            how = "named" if field in table.named else "guessed"
            head = f"  {table.heads[field]!r}" if field in table.heads else ""
            lines.append(f"  {field:<13} {column_letters(table.columns[field]):<3} {how:<8}{head}")
    lines.append(f"  to confirm or correct: --columns {letters_of(table.columns)}")
    return lines


def comparison_data(result: Comparison) -> dict[str, Any]:
    """Return the comparison as plain data, for JSON."""
    return {
        "as_asked": result.ok,
        "lines": len(result.lines),
        "matched": list(result.matched),
        "tables": [
            {
                "sheet": table.grid.sheet,
                "row": table.row,
                "columns": {field: column_letters(column) for field, column in table.columns.items()},
                "heads": dict(table.heads),
                "named": [field for field in FIELDS if field in table.named],
            }
            for table in result.quote.tables
        ],
        "differences": [
            {
                "kind": one.kind,
                "key": one.key,
                "offered": one.offered,
                "places": list(one.places),
                "needed": one.needed,
                "got": one.got,
                "rules": list(one.rules),
                "what": one.what,
                "fix": one.fix,
            }
            for one in result.differences
        ],
        "notes": list(result.notes),
        "skipped": [{"place": one.place, "why": one.why, "text": one.text} for one in result.skipped],
        "total": {currency: str(total) for currency, total in result.total.items()},
        "unpriced": result.unpriced,
    }


__all__ = ["comparison_data", "comparison_text"]
