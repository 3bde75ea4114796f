"""How the documents of the site are printed: what a designer declares about paper and labels."""

from __future__ import annotations

from pydantic import field_validator

from clusterdesign.design.printing import LabelStock, Paper, check_label
from clusterdesign.design.printing import Printing as PrintingRecord
from clusterdesign.parts import Declared


class Printing(Declared):
    """Paper and labels, the same for every document of the site.

    Attributes:
        paper: ``A4`` or ``A3``; sheets and plans are printed landscape.
        page_per_rack: print the cabling plan rack by rack, a page for each, in place of pull groups.
        label: one end of a label, as in TIA-606: ``{rack}-{u:02}:{port}``. Both ends stand on it, the near one
            first. The fields are ``{rack}``, ``{u}``, ``{device}``, ``{port}`` and ``{cage}``.
        stock: the sheet of labels for ``labels.pdf``; ``labels.csv`` is for printers of wrap-around labels.
        qr: put a QR code with the id of cable and end on every label.
    """

    paper: Paper = "A4"
    page_per_rack: bool = False
    label: str = "{rack}-{u:02}:{port}"
    stock: LabelStock = "avery-l7651"
    qr: bool = False

    @field_validator("label")
    @classmethod
    def _label(cls, template: str) -> str:
        return check_label(template)

    def record(self) -> PrintingRecord:
        """Return what the design carries."""
        return PrintingRecord(**self.model_dump())
