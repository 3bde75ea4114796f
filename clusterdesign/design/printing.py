"""How the documents of a design are printed: paper, labels. Declared once a site, carried by the design."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from clusterdesign.errors import DesignError
from clusterdesign.names import fill, template_fields

Paper: TypeAlias = Literal["A4", "A3"]

LabelStock: TypeAlias = Literal["avery-l7651", "avery-l4731", "avery-l7636", "avery-5160"]
"""Sheets of labels, by the names under which they are sold; an exporter knows their measures."""

LABELS_ON_SHEET: Mapping[LabelStock, int] = MappingProxyType(
    {"avery-l7651": 65, "avery-l4731": 189, "avery-l7636": 48, "avery-5160": 30}
)
"""Labels on one sheet: how many sheets are bought follows from it."""

LABEL_FIELDS = ("cage", "device", "port", "rack", "u")
"""What a label template may name of an end."""

JOINT = " / "
"""Between the near and the far end of a label."""


@dataclass(frozen=True, slots=True)
class Printing:
    """What the printed documents of a site look like.

    Attributes:
        paper: size of sheets and plans, always landscape.
        page_per_rack: the printed plan goes rack by rack, a page for each, and not by pull group.
        label: template of one end of a label; see :func:`check_label`.
        stock: sheet of labels that ``labels.pdf`` is printed on.
        qr: whether a label carries a QR code with the id of cable and end.
    """

    paper: Paper = "A4"
    page_per_rack: bool = False
    label: str = "{rack}-{u:02}:{port}"
    stock: LabelStock = "avery-l7651"
    qr: bool = False


def check_label(template: str) -> str:
    """Return a label template that can name every end of every cable apart.

    It is filled with :data:`LABEL_FIELDS` and must hold the port or cage, and rack and unit or the device.

    Raises:
        DesignError: it names an unknown field, or leaves out what tells two ends apart.
    """
    used = template_fields(template)
    unknown = sorted(used.difference(LABEL_FIELDS))
    listed = ", ".join(f"{{{name}}}" for name in LABEL_FIELDS)
    if unknown:
        raise DesignError(
            f"label template {template!r} has the unknown field {unknown[0]!r}", fix=f"the fields are {listed}"
        )
    place = "device" in used or {"rack", "u"} <= used
    if not place or "port" not in used:
        raise DesignError(
            f"label template {template!r} does not tell two ends apart",
            fix="name {port} and, for the place, {rack} and {u} or {device}, as in '{rack}-{u:02}:{port}'",
        )
    if JOINT in template or not template.isprintable():
        raise DesignError(
            f"label template {template!r} cannot be printed on one line of a label",
            fix=f"leave out line breaks and {JOINT!r}, which stands between the two ends",
        )
    fill(template, rack="A01", u=1, device="gpu/001", port="1/1", cage="1")
    return template


__all__ = ["JOINT", "LABELS_ON_SHEET", "LABEL_FIELDS", "LabelStock", "Paper", "Printing", "check_label"]
