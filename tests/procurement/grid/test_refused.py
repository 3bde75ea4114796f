"""Files that are not read: each with the one message that says why and what to do."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid import limits, read_grid, read_grid_bytes
from tests.procurement.grid.books import changed, workbook

QUOTE = workbook(("Offer", [["Part number", "Qty"], ["MQM9700-NS2F", "=C2*2"]]))
LINK = changed(QUOTE, {"xl/externalLinks/externalLink1.xml": b"<externalLink/>"})


def archive(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as new:
        for name, content in parts.items():
            new.writestr(name.replace("__", "/"), content)
    return out.getvalue()


def encrypted(data: bytes) -> bytes:
    """Set the flag of encryption on every member, in both places where it stands."""
    raw = bytearray(data)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = raw.find(signature)
        while start >= 0:
            raw[start + offset] |= 1
            start = raw.find(signature, start + 4)
    return bytes(raw)


CASES = {
    "empty": (b"", "quote: is empty\n  way out: name the file with the lines in it"),
    "blank": (b" \r\n;;\r\n", "quote: is empty\n  way out: name the file with the lines in it"),
    "xls": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
        "quote: is a workbook of Excel 97 (.xls)\n  way out: save it as Excel workbook (.xlsx) or as CSV UTF-8",
    ),
    "password": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le"),
        "quote: is encrypted\n  way out: take off its password and save it again",
    ),
    "encrypted zip": (encrypted(QUOTE), "quote: is encrypted\n  way out: take off its password and save it again"),
    "cut off": (
        QUOTE[:-100],
        "quote: is damaged or cut off\n  way out: fetch it anew, or open it in a spreadsheet program and save it as "
        "Excel workbook (.xlsx) again",
    ),
    "macro": (
        changed(QUOTE, {"xl/vbaProject.bin": b"\xd0\xcf"}),
        "quote: holds macros\n  way out: save it as Excel workbook (.xlsx), which has none, or as CSV UTF-8",
    ),
    "macro by its type": (
        changed(QUOTE, {"[Content_Types].xml": lambda xml: xml.replace(b"sheet.main", b"sheet.macroEnabled.main")}),
        "quote: holds macros\n  way out: save it as Excel workbook (.xlsx), which has none, or as CSV UTF-8",
    ),
    "formula of another file": (
        changed(LINK, {"xl/worksheets/sheet1.xml": lambda xml: xml.replace(b"C2*2", b"[1]Prices!B7*2")}),
        "quote: sheet Offer, cell B2: the formula reads another file\n  way out: put values in place of such formulas",
    ),
    "link": (
        LINK,
        "quote: xl/externallinks/externallink1.xml: links to other files\n"
        "  way out: break the links, so that values remain",
    ),
    "document type": (
        changed(QUOTE, {"xl/styles.xml": b'<!DOCTYPE a [<!ENTITY b "bbbbbbbb">]><a>&b;</a>'}),
        "quote: is damaged or cut off\n  way out: fetch it anew, or open it in a spreadsheet program and save it as "
        "Excel workbook (.xlsx) again",
    ),
    "no XML": (
        changed(QUOTE, {"xl/worksheets/sheet1.xml": b"<worksheet><sheetData>"}),
        "quote: is damaged or cut off\n  way out: fetch it anew, or open it in a spreadsheet program and save it as "
        "Excel workbook (.xlsx) again",
    ),
    "text that is not there": (
        changed(QUOTE, {"xl/worksheets/sheet1.xml": b'<w><row><c t="s"><v>7</v></c></row></w>'}),
        "quote: sheet Offer, cell A1: the cell refers to a text that is not there\n"
        "  way out: open it in a spreadsheet program and save it as Excel workbook (.xlsx) again",
    ),
    "no sheet": (
        changed(QUOTE, {"xl/workbook.xml": b"<workbook/>"}),
        "quote: has no sheet\n  way out: open it in a spreadsheet program and save it as Excel workbook (.xlsx) again",
    ),
    "OpenDocument": (
        archive(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"),
        "quote: is an OpenDocument file\n  way out: save it as Excel workbook (.xlsx) or as CSV UTF-8",
    ),
    "xlsb": (
        archive(**{"xl__workbook.bin": b""}),
        "quote: is a binary workbook (.xlsb)\n  way out: save it as Excel workbook (.xlsx) or as CSV UTF-8",
    ),
    "zip": (
        archive(readme=b""),
        "quote: is an archive, not a workbook\n  way out: save it as Excel workbook (.xlsx) or as CSV UTF-8",
    ),
    "PDF": (
        b"%PDF-1.4\n\x00\x01\x02",
        "quote: is a PDF\n  way out: ask for the lines as Excel workbook (.xlsx) or CSV",
    ),
    "picture": (
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        "quote: is neither a workbook nor text\n  way out: name an XLSX file or a CSV in UTF-8",
    ),
    "open quotation": (
        b'a,b\r\n"c,d\r\n',
        "quote:2: is not CSV: unexpected end of data\n  way out: save it as CSV again",
    ),
}


@pytest.mark.parametrize(("data", "message"), CASES.values(), ids=CASES)
def test_refused(data: bytes, message: str) -> None:
    with pytest.raises(DesignError) as error:
        read_grid_bytes(data, "quote")
    assert str(error.value) == message


def test_a_bomb_is_not_unpacked() -> None:
    bomb = changed(QUOTE, {"xl/worksheets/sheet1.xml": b"<worksheet>" + b" " * limits.UNPACKED + b"</worksheet>"})
    assert len(bomb) < 200_000
    with pytest.raises(DesignError, match=r"^quote: unpacks to more than 64 MiB\n"):
        read_grid_bytes(bomb, "quote")


def test_a_flood_of_rows_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ROWS", 1)
    with pytest.raises(
        DesignError, match=r"^quote: sheet Offer, cell A2: there are more than 1 rows or 500,000 cells\n"
    ):
        read_grid_bytes(QUOTE, "quote")
    with pytest.raises(DesignError, match=r"^quote: cell A2: there are more than 1 rows or 500,000 cells\n"):
        read_grid_bytes(b"a,b\n1,2\n", "quote")


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "quote.csv"
    with path.open("wb") as file:
        file.truncate(33 * 1024 * 1024)
    with pytest.raises(DesignError, match="is larger than 32 MiB"):
        read_grid(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DesignError) as error:
        read_grid(tmp_path / "quote.xlsx")
    assert str(error.value) == (
        f"{tmp_path}/quote.xlsx: cannot be read: No such file or directory\n  way out: name an XLSX or CSV file"
    )


@given(data=st.data())
def test_damage_anywhere_is_an_error_or_a_grid_never_a_traceback(data: st.DataObject) -> None:
    raw = bytearray(QUOTE)
    for place in data.draw(st.lists(st.integers(0, len(raw) - 1), max_size=8)):
        raw[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(raw)))
    try:
        said = [cell.text for grid in read_grid_bytes(bytes(raw[: cut or None]), "quote") for (cell, *_) in grid.rows]
    except DesignError as error:
        said = [str(error)]
    assert said
