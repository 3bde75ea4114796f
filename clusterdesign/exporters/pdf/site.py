"""``racks.pdf``, ``power.pdf`` and ``cooling.pdf``: the sheets of the site, and behind them its drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from clusterdesign.design import Design
from clusterdesign.exporters.diagrams.cooling import cooling_picture
from clusterdesign.exporters.diagrams.floor import floor_picture
from clusterdesign.exporters.diagrams.picture import Picture
from clusterdesign.exporters.diagrams.power import power_picture
from clusterdesign.exporters.diagrams.racks import racks_picture
from clusterdesign.exporters.pdf.document import document_pdf
from clusterdesign.tables.printed_book import printed_book
from clusterdesign.tables.sheet import Book

DRAWINGS: Mapping[str, Mapping[str, Callable[[Design, str], Picture]]] = MappingProxyType(
    {
        "racks": {"racks": racks_picture, "floor": floor_picture},
        "power": {"power": power_picture},
        "cooling": {"cooling": cooling_picture},
    }
)
"""By the name of the workbook: the drawings that belong to it."""


def site_pdf(design: Design, book: Book, lang: str = "en") -> bytes:
    """Return a workbook of the site as PDF, with the drawings that belong to it.

    Raises:
        DesignError: there is no such language, or a text of the design cannot be stored in a sheet.
    """
    drawings = {name: draw(design, lang) for name, draw in DRAWINGS[book.name].items()}
    return document_pdf(printed_book(book, lang, tuple(drawings)), drawings)


__all__ = ["DRAWINGS", "site_pdf"]
