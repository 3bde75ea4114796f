"""Russian project documents: the specification of equipment and the cable journal, as their standards head them.

They are written in Russian only, so their heads stand here as the standards print them and not among the words.
"""

from clusterdesign.tables.gost.cable_journal import journal_book, journal_document
from clusterdesign.tables.gost.specification import specification_book, specification_rows
from clusterdesign.tables.gost.specification_document import specification_document

__all__ = [
    "journal_book",
    "journal_document",
    "specification_book",
    "specification_document",
    "specification_rows",
]
