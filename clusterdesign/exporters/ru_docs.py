"""Russian documents: specification of equipment, cable journal, description of the procurement object, remarks.

They are in Russian whatever language the rest is built in.
"""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters.fileset import FileSet
from clusterdesign.tables.gost import journal_book, journal_document, specification_book, specification_document
from clusterdesign.tables.tender import description_book, description_document
from clusterdesign.tables.tender_remarks import remarks_text

LANG = "ru"


def ru_docs_files(design: Design) -> FileSet:
    """Return the documents under ``ru-docs/``, each as workbook and as Word file, and what they lack as text.

    Raises:
        DesignError: a declared text holds what no spreadsheet can store.
    """
    from clusterdesign.exporters import docx, xlsx  # noqa: PLC0415  # openpyxl and python-docx are slow to import

    books = (specification_book(design), journal_book(design), description_book(design))
    documents = (specification_document(design), journal_document(design), description_document(design))
    files = {f"ru-docs/{book.name}.xlsx": xlsx.render(book, LANG) for book in books}
    files |= {f"ru-docs/{document.name}.docx": docx.render(document) for document in documents}
    return FileSet({**files, "ru-docs/remarks.txt": remarks_text(design).encode()})
