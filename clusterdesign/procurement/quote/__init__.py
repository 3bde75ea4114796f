"""Quotes: a reseller's sheet, read with its own heads and compared with the bill line by line."""

from __future__ import annotations

from clusterdesign.procurement.quote.compare import Asked, Comparison, compare
from clusterdesign.procurement.quote.differences import KINDS, Difference, DifferenceKind
from clusterdesign.procurement.quote.fields import columns
from clusterdesign.procurement.quote.lines import Offer, Skipped
from clusterdesign.procurement.quote.reading import Quote, read_quote
from clusterdesign.procurement.quote.report import comparison_data, comparison_text
from clusterdesign.procurement.quote.words import FIELDS, Field

__all__ = [
    "FIELDS",
    "KINDS",
    "Asked",
    "Comparison",
    "Difference",
    "DifferenceKind",
    "Field",
    "Offer",
    "Quote",
    "Skipped",
    "columns",
    "compare",
    "comparison_data",
    "comparison_text",
    "read_quote",
]
