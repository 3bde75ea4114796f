"""An XLSX: its sheets, and what they share."""

from __future__ import annotations

import re
from posixpath import normpath
from xml.etree.ElementTree import Element  # only its type

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid.archive import AGAIN, WORKBOOK, Archive, local
from clusterdesign.procurement.grid.cells import Grid
from clusterdesign.procurement.grid.limits import SHEETS
from clusterdesign.procurement.grid.worksheet import Shared, read_worksheet

_RELATIONS = "xl/_rels/workbook.xml.rels"

_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
"""Number formats that are dates or times without being declared (ECMA-376 part 1, 18.8.30)."""

_NO_LETTERS = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
"""Quoted text, colours and fillers in a number format."""


def read_workbook(data: bytes, where: str) -> tuple[Grid, ...]:
    """Read every sheet of an XLSX, hidden ones included, in their order.

    Raises:
        DesignError: the archive is damaged, too large, encrypted, of another program, or holds macros or links to
            other files.
    """
    archive = Archive(data, where)
    book = [(local(one.tag), one) for one in archive.elements(WORKBOOK)]
    shared = Shared(
        where=where,
        strings=_strings(archive),
        dates=_date_styles(archive),
        since_1904=any(one.get("date1904") in {"1", "true"} for tag, one in book if tag == "workbookPr"),
        linked=bool(archive.links()),
    )
    paths = _paths(archive)
    sheets = [(one.get("name", ""), paths.get(_relation(one), "")) for tag, one in book if tag == "sheet"]
    if not sheets:
        raise DesignError("has no sheet", where=where, fix=AGAIN)
    if len(sheets) > SHEETS:
        raise DesignError(f"has {len(sheets)} sheets", where=where, fix="keep the sheet with the lines in it")
    # A sheet that is a chart has no cells.
    grids = tuple(read_worksheet(archive.elements(path), name, shared) for name, path in sheets if path)
    if shared.linked:
        raise DesignError(
            "links to other files", thing=archive.links()[0], where=where, fix="break the links, so that values remain"
        )
    return grids


def _relation(sheet: Element) -> str:
    return next((value for name, value in sheet.attrib.items() if name.endswith("}id")), "")


def _paths(archive: Archive) -> dict[str, str]:
    """Return the parts of the worksheets by the id of their relation."""
    found: dict[str, str] = {}
    for one in archive.elements(_RELATIONS):
        if one.get("Type", "").endswith("/worksheet"):
            target = one.get("Target", "")
            found[one.get("Id", "")] = normpath(target.lstrip("/") if target.startswith("/") else f"xl/{target}")
    return found


def _strings(archive: Archive) -> list[str]:
    """Return the texts that cells refer to by number, without the readings of East Asian text."""
    found: list[str] = []
    pieces: list[str] = []
    for one in archive.elements("xl/sharedStrings.xml"):
        tag = local(one.tag)
        if tag == "t":
            pieces.append(one.text or "")
        elif tag == "rPh":
            del pieces[-1:]
        elif tag == "si":
            found.append("".join(pieces))
            pieces.clear()
            one.clear()
    return found


def _date_styles(archive: Archive) -> frozenset[int]:
    """Return the numbers of the cell styles that show a date."""
    own: dict[int, str] = {}
    styles: list[int] = []
    for one in archive.elements("xl/styles.xml"):
        tag = local(one.tag)
        if tag == "numFmt":
            own[_whole(one.get("numFmtId"))] = one.get("formatCode", "")
        elif tag == "cellXfs":
            styles = [_whole(style.get("numFmtId")) for style in one]
    return frozenset(n for n, format_ in enumerate(styles) if _is_date(format_, own))


def _is_date(format_: int, own: dict[int, str]) -> bool:
    if format_ not in own:
        return format_ in _DATES
    letters = _NO_LETTERS.sub("", own[format_].partition(";")[0]).lower()
    return any(letter in letters for letter in "dmyh") and "general" not in letters


def _whole(text: str | None) -> int:
    return int(text) if text and text.isdecimal() else 0


__all__ = ["read_workbook"]
