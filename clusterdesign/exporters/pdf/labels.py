"""``labels.pdf``: every label of the design on sheets of labels, both ends of a cable beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from clusterdesign.design import Design
from clusterdesign.exporters.pdf.canvas import Canvas
from clusterdesign.exporters.pdf.stock import STOCK
from clusterdesign.exporters.pdf.tape import TAPE
from clusterdesign.tables.cabling import plan
from clusterdesign.tables.cabling.cord_labels import cord_labels
from clusterdesign.tables.cabling.label_sheet import label_rows
from clusterdesign.tables.i18n import word
from clusterdesign.tables.labels import Label

_EDGE = 1.2
_TAPE = 1.6
_CODE = 0.32
_MASK = 3
"""Any mask can be read; to look for the best one takes longer than all the rest of a label."""

_LARGEST = 9.5
_SHARES = (0.42, 0.32, 0.26)
"""How high the three lines of a label are: the near end is what is looked for."""


def labels_pdf(design: Design, lang: str = "en") -> bytes:
    """Return the labels of a design, in the order of pulling, on the stock that the design names."""
    stock = STOCK[design.printing.stock]
    canvas = Canvas(*stock.page, f"{design.name}: {word('Labels', lang)}")
    _sheets(canvas, design, ((row.end.label, row.row.tape) for row in label_rows(plan(design))))
    return canvas.output()


def cord_labels_pdf(design: Design, lang: str = "en") -> bytes:
    """Return the labels of power cords, in the order of a walk along the racks, on the same stock."""
    canvas = Canvas(*STOCK[design.printing.stock].page, f"{design.name}: {word('Cord labels', lang)}")
    _sheets(canvas, design, ((row.label, row.tape) for row in cord_labels(design)))
    return canvas.output()


def _sheets(canvas: Canvas, design: Design, labels: Iterator[tuple[Label, str]]) -> None:
    """Fill sheets with labels; a design without any has an empty one."""
    stock = STOCK[design.printing.stock]
    sheet = tuple(islice(labels, stock.count))
    canvas.page()
    while sheet:
        for (label, tape), (x, y) in zip(sheet, stock.places(), strict=False):
            _draw(canvas, label, tape, (x, y), size=stock.size, qr=design.printing.qr)
        sheet = tuple(islice(labels, stock.count))
        if sheet:
            canvas.page()


def _draw(
    canvas: Canvas, label: Label, tape: str, place: tuple[float, float], *, size: tuple[float, float], qr: bool
) -> None:
    x, y = place
    width, height = size
    inner = height - 2 * _EDGE
    left, right = x + _EDGE, x + width - _EDGE
    if tape:
        canvas.fill(left, y + _EDGE, _TAPE, inner, TAPE[tape], edge=True)
    left += _TAPE + 0.8
    if qr:
        side = min(inner, width * _CODE)
        right -= side
        _code(canvas, label.code, right, y + _EDGE + (inner - side) / 2, side)
        right -= 0.8
    base = y + _EDGE
    for n, (text, share) in enumerate(zip(label.lines, _SHARES, strict=True)):
        high = inner * share
        points = min(_LARGEST, high * 0.72 / 0.3528)
        base += high
        canvas.text(left, base - high * 0.24, text, width=right - left, size=points, bold=n == 0, whole=True)


def _code(canvas: Canvas, text: str, x: float, y: float, side: float) -> None:
    """Draw a QR code with the quiet zone that readers need; dark modules beside each other are one piece."""
    import segno  # noqa: PLC0415  # only labels with codes need it

    rows = [bytes(row) for row in segno.make_qr(text, error="m", boost_error=False, mask=_MASK).matrix_iter(border=2)]
    step = side / len(rows)
    canvas.blacken(
        (x + start * step, y + n * step, length * step, step)
        for n, row in enumerate(rows)
        for start, length in _runs(row)
    )


def _runs(row: bytes) -> Iterator[tuple[int, int]]:
    """Yield start and length of every run of dark modules."""
    start = None
    for n, module in enumerate((*row, 0)):
        if module and start is None:
            start = n
        elif not module and start is not None:
            yield start, n - start
            start = None


__all__ = ["cord_labels_pdf", "labels_pdf"]
