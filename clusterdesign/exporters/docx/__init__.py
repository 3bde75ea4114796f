"""Documents as Word files, which python-docx writes.

Headings are headings, lists are lists, heads of tables are repeated, pages are numbered: what Word can navigate and
renumber. The same document gives the same bytes.
"""

from clusterdesign.exporters.docx.render import render

__all__ = ["render"]
