"""Quotes that nobody meant well with: a clear answer or a clear error, never a traceback."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.catalog import builtin
from clusterdesign.errors import DesignError
from clusterdesign.exporters import xlsx
from clusterdesign.procurement.grid import read_grid_bytes
from clusterdesign.procurement.quote import compare, comparison_data, comparison_text, read_quote
from clusterdesign.tables.quote import quote_book
from tests.procurement.delivery.plans import bare

HEADS = ["PN", "Item", "Qty", "Unit", "Price", "Amount", "Currency", "№", "Total", "=1+1", "", "Цена, руб."]

CELLS = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        ["", "1", "0", "-1", "1,234", "1e999", "12 шт.", "=1+1", "DGX H100", "MQM9700-NS2F", "Total", "9" * 40]
    ),
    st.sampled_from(["MMA4Z00-NS", "x" * 40_000, "\u202e\u200b", "NaN", "Infinity", "½", "٣", "1_000", "0x10"]),
)


@given(heads=st.permutations(HEADS), rows=st.lists(st.lists(CELLS, max_size=12), max_size=8))
def test_any_cells_are_compared_or_refused(heads: list[str], rows: list[list[str]]) -> None:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=";").writerows([heads, *rows])
    data = out.getvalue().encode("utf-8", "replace")
    try:
        result: Any = compare(bare(), read_quote(read_grid_bytes(data, "quote.csv")), builtin)
    except DesignError as error:
        told = str(error)
        assert told.startswith(("quote.csv: ", "quote.csv:"))
        assert "\n  way out: " in told
        assert len(told) < 1000
        return
    assert len(comparison_text(result)) < 100_000
    assert json.loads(json.dumps(comparison_data(result)))["as_asked"] is result.ok
    assert xlsx.render(quote_book("example", result), "ru").startswith(b"PK")


def test_a_quote_of_twenty_thousand_rows_is_read() -> None:
    lines = "".join(f"X-{n};{n};1,5\r\n" for n in range(19_990))
    quote = read_quote(read_grid_bytes(f"PN;Qty;Price\r\n{lines}".encode(), "quote.csv"))
    assert len(quote.lines) == 19_990
    assert len(compare(bare(), quote, builtin).differences) == 19_990 + 2
