"""From a file to its sheets: what kind of file it is, by its content and not by its name."""

from __future__ import annotations

from pathlib import Path

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid.cells import Grid
from clusterdesign.procurement.grid.csvtext import read_csv
from clusterdesign.procurement.grid.workbook import read_workbook

LARGEST = 32 * 1024 * 1024
"""Bytes of a file; a bill of the largest cluster has some ten thousand."""

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""Start of the container that Excel 97 stored workbooks in, and in which it stores encrypted ones to this day."""

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


def read_grid(path: Path) -> tuple[Grid, ...]:
    """Read every sheet of an XLSX or CSV file that holds something.

    Raises:
        DesignError: the file cannot be read, is too large, empty, cut off, encrypted, an older or another kind of
            spreadsheet, or holds macros or links to other files.
    """
    where = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise DesignError(f"cannot be read: {error.strerror}", where=where, fix="name an XLSX or CSV file") from error
    return read_grid_bytes(data, where)


def read_grid_bytes(data: bytes, where: str) -> tuple[Grid, ...]:
    """Read the content of an XLSX or CSV file.

    Args:
        data: the content.
        where: name of the file for messages.

    Raises:
        DesignError: as :func:`read_grid`.
    """
    if len(data) > LARGEST:
        raise DesignError(
            f"is larger than {LARGEST // 1024**2} MiB", where=where, fix="keep only the sheet with the lines in it"
        )
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise DesignError("is encrypted", where=where, fix="take off its password and save it again")
        raise DesignError(
            "is a workbook of Excel 97 (.xls)", where=where, fix="save it as Excel workbook (.xlsx) or as CSV UTF-8"
        )
    if data.startswith(b"%PDF"):
        raise DesignError("is a PDF", where=where, fix="ask for the lines as Excel workbook (.xlsx) or CSV")
    grids = read_workbook(data, where) if data.startswith(b"PK") else (read_csv(data, where),)
    held = tuple(grid for grid in grids if grid.rows)
    if not held:
        raise DesignError("is empty", where=where, fix="name the file with the lines in it")
    return held


__all__ = ["LARGEST", "read_grid", "read_grid_bytes"]
