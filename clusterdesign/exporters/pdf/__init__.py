"""Printed documents: the cabling plan, the labels, and any document of text, tables and drawings, as PDF.

fpdf2 draws them. Fonts are embedded and come with the package, so Latin and Cyrillic look alike everywhere; dates
are fixed, so the same design gives the same bytes.
"""

from clusterdesign.exporters.pdf.cabling import cabling_pdf
from clusterdesign.exporters.pdf.document import document_pdf
from clusterdesign.exporters.pdf.labels import cord_labels_pdf, labels_pdf

__all__ = ["cabling_pdf", "cord_labels_pdf", "document_pdf", "labels_pdf"]
