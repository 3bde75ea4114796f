"""Sheets: each declared once, read off the design and nothing else, rendered by every format."""

from clusterdesign.tables.bom import bill_sheet, bom_book
from clusterdesign.tables.cabling import cable_id, cable_sheet, cabling_book
from clusterdesign.tables.cooling import cooling_book
from clusterdesign.tables.i18n import LANGUAGES
from clusterdesign.tables.power import power_book
from clusterdesign.tables.racks import racks_book
from clusterdesign.tables.sheet import Book, Column, Sheet
from clusterdesign.tables.values import Scalar

__all__ = [
    "LANGUAGES",
    "Book",
    "Column",
    "Scalar",
    "Sheet",
    "bill_sheet",
    "bom_book",
    "cable_id",
    "cable_sheet",
    "cabling_book",
    "cooling_book",
    "power_book",
    "racks_book",
]
