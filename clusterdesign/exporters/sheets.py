"""The sheets of a design as workbook, as CSV and, where they are read on paper, as PDF."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters import csvfile
from clusterdesign.exporters.fileset import FileSet
from clusterdesign.procurement.prices import PriceBook
from clusterdesign.tables import Book, bom_book, cabling_book, cooling_book, power_book, racks_book
from clusterdesign.tables.bom import BILL, ERP
from clusterdesign.tables.cabling import plan
from clusterdesign.tables.cabling.cord_labels import cord_label_sheet
from clusterdesign.tables.cabling.label_sheet import label_sheet


def cabling_files(design: Design, lang: str) -> FileSet:
    """Return the cabling plan as workbook, CSV and PDF, and the labels of cables and power cords."""
    from clusterdesign.exporters.pdf import (  # noqa: PLC0415  # fpdf2 is slow to import
        cabling_pdf,
        cord_labels_pdf,
        labels_pdf,
    )

    files = {
        "cabling/cabling.pdf": cabling_pdf(design, lang),
        "cabling/labels.csv": csvfile.render(label_sheet(plan(design)), lang),
        "cabling/labels.pdf": labels_pdf(design, lang),
    }
    if design.cords:
        files["cabling/cord-labels.csv"] = csvfile.render(cord_label_sheet(design), lang)
        files["cabling/cord-labels.pdf"] = cord_labels_pdf(design, lang)
    return _both("cabling", cabling_book(design), lang).merged(files)


def bom_files(design: Design, lang: str, prices: PriceBook | None = None) -> FileSet:
    """Return ``bom/bom.xlsx`` with all its sheets, ``bom/bom.csv`` with the bill, ``bom/erp.csv`` for programs.

    The last one is the same in every language.
    """
    from clusterdesign.exporters import xlsx  # noqa: PLC0415  # openpyxl is slow to import

    book = bom_book(design, prices)
    named = {sheet.name: sheet for sheet in book.sheets}
    return FileSet(
        {
            "bom/bom.xlsx": xlsx.render(book, lang),
            "bom/bom.csv": csvfile.render(named[BILL], lang),
            "bom/erp.csv": csvfile.render(named[ERP]),
        }
    )


def site_files(design: Design, lang: str) -> FileSet:
    """Return racks, power and cooling under ``site/``: a workbook, each sheet as CSV, all of it as PDF.

    A design that leaves one of them out has no files of it.
    """
    from clusterdesign.exporters.pdf.site import site_pdf  # noqa: PLC0415  # fpdf2 is slow to import

    makers = ((racks_book, design.racks), (power_book, design.feeds), (cooling_book, design.heat))
    books = [make(design) for make, there in makers if there]
    files = FileSet({}).merged(*(_both("site", book, lang) for book in books))
    for book in books:
        # The main sheet has the name of the book alone.
        more = {f"site/{book.name}-{_slug(sheet.name)}.csv": csvfile.render(sheet, lang) for sheet in book.sheets[1:]}
        files = files.merged({f"site/{book.name}.pdf": site_pdf(design, book, lang), **more})
    return files


def _slug(name: str) -> str:
    """Return the name of a sheet as part of the name of a file, the same in every language."""
    return name.lower().replace(" ", "-")


def _both(folder: str, book: Book, lang: str) -> FileSet:
    from clusterdesign.exporters import xlsx  # noqa: PLC0415  # openpyxl is slow to import

    stem = f"{folder}/{book.name}"
    return FileSet({f"{stem}.xlsx": xlsx.render(book, lang), f"{stem}.csv": csvfile.render(book.sheets[0], lang)})
