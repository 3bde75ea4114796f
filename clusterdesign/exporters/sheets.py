"""The cabling plan and the bill of materials, as workbook and as CSV."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters import csvfile
from clusterdesign.exporters.fileset import FileSet
from clusterdesign.tables import Book, bom_book, cabling_book, cooling_book, power_book, racks_book
from clusterdesign.tables.cabling import plan
from clusterdesign.tables.cabling.label_sheet import label_sheet


def cabling_files(design: Design, lang: str) -> FileSet:
    """Return the cabling plan as workbook, CSV and PDF, and the labels as CSV and PDF."""
    from clusterdesign.exporters.pdf import cabling_pdf, labels_pdf  # noqa: PLC0415  # fpdf2 is slow to import

    return _both("cabling", cabling_book(design), lang).merged(
        {
            "cabling/cabling.pdf": cabling_pdf(design, lang),
            "cabling/labels.csv": csvfile.render(label_sheet(plan(design)), lang),
            "cabling/labels.pdf": labels_pdf(design, lang),
        }
    )


def bom_files(design: Design, lang: str) -> FileSet:
    """Return ``bom/bom.xlsx`` with all its sheets and ``bom/bom.csv`` with the bill."""
    return _both("bom", bom_book(design), lang)


def site_files(design: Design, lang: str) -> FileSet:
    """Return the workbooks of racks, power and cooling under ``site/``, each with its main sheet as CSV.

    A design that leaves one of them out has no workbook of it.
    """
    books = ((racks_book, design.racks), (power_book, design.feeds), (cooling_book, design.heat))
    return FileSet({}).merged(*(_both("site", book(design), lang) for book, there in books if there))


def _both(folder: str, book: Book, lang: str) -> FileSet:
    from clusterdesign.exporters import xlsx  # noqa: PLC0415  # openpyxl is slow to import

    stem = f"{folder}/{book.name}"
    return FileSet({f"{stem}.xlsx": xlsx.render(book, lang), f"{stem}.csv": csvfile.render(book.sheets[0], lang)})
