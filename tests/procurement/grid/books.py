"""Workbooks and texts made by hand."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

from openpyxl import Workbook


def workbook(*sheets: tuple[str, Any]) -> bytes:
    """Return an XLSX with these sheets."""
    book = Workbook()
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    del book["Sheet"]
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def changed(data: bytes, parts: Mapping[str, bytes | Callable[[bytes], bytes]]) -> bytes:
    """Return a workbook with some parts replaced, changed or added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in dict.fromkeys([*old.namelist(), *parts]):
            part = parts.get(name)
            content = part if isinstance(part, bytes) else old.read(name)
            new.writestr(name, part(content) if callable(part) else content)
    return out.getvalue()
