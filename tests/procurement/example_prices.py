"""Made-up prices for tests and examples: each follows from a position, so that nobody takes it for a real one."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from decimal import Decimal

from clusterdesign.procurement.bill import BillLine

SUPPLIER = "Example Supplies"


def example_price(number: int) -> Decimal:
    """Return the price of the n-th line: 101.01, 202.02 ... with halves of cents among them."""
    return Decimal(number) * Decimal("101.01") + Decimal(number % 3) * Decimal("0.005")


def price_csv(lines: Iterable[BillLine], *, currency: str = "EUR", valid: str = "2030-12-31") -> bytes:
    """Return a price book with a price for each key, in CSV."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["Part number", "Price", "Currency", "Date", "Supplier", "Valid until"])
    keys = dict.fromkeys(line.key for line in lines)
    for number, key in enumerate(keys, 1):
        writer.writerow([key, example_price(number), currency, "2030-01-01", SUPPLIER, valid])
    return out.getvalue().encode()
