"""A delivery list: MACs and GUIDs of what has arrived, by device and interface or by serial number.

The list is the sheet of addresses with its slots filled in, or any sheet with the same heads. A supplier who knows
serial numbers and no devices writes these; a row that has a serial number and a device says which is which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from clusterdesign.design import Design, Interface
from clusterdesign.errors import DesignError
from clusterdesign.parts.base import shorten
from clusterdesign.procurement.grid import Cell, Grid, read_grid
from clusterdesign.tables.addresses.sheets import takes_guid
from clusterdesign.tables.i18n import LANGUAGES, word

HEADS = ("Device", "Interface", "MAC", "GUID", "Serial number")
"""Heads that are read, in any of our languages; other columns are left alone."""

_MAC = re.compile(r"[0-9a-f]{12}")
_GUID = re.compile(r"[0-9a-f]{16}")
_BETWEEN = re.compile(r"[:.\- ]")


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the list that gives an interface something."""

    grid: Grid
    cells: Mapping[str, Cell]

    def text(self, head: str) -> str:
        """Return what a cell holds, without blanks around it; empty where there is none."""
        cell = self.cells.get(head)
        return "" if cell is None else cell.text.strip()

    def error(self, head: str, what: str, fix: str) -> DesignError:
        """Return an error at a cell of the row, or at its first one where that cell is empty."""
        cell = self.cells.get(head) or next(iter(self.cells.values()))
        return self.grid.error(cell, what, fix)

    def place(self, head: str) -> str:
        """Name a cell of the row."""
        return self.grid.place(self.cells[head])


def deliver(design: Design, path: Path) -> Design:
    """Return a design with the MACs and GUIDs of a delivery list filled in.

    Args:
        design: the design that was ordered.
        path: XLSX or CSV; the first sheet that has the heads is read.

    Raises:
        DesignError: the list cannot be read, or a row names a device or interface that the design does not have, or
            a MAC or GUID that is malformed, no hardware's, or somebody else's. File, cell and way out are named.
    """
    rows = tuple(_rows(read_grid(path)))
    serials = _serials(design, rows)
    filled: dict[tuple[str, str], Interface] = {}
    seen: dict[str, tuple[tuple[str, str], str]] = {}
    for row in rows:
        for head, value in (("MAC", _mac(row)), ("GUID", _guid(row))):
            if not value:
                continue
            found = _interface(design, row, serials)
            key = (found.device, found.name)
            if head == "GUID" and not takes_guid(design, found):
                raise row.error(
                    "GUID", f"{found.name} of {found.device} is no InfiniBand port", "enter its MAC in place of a GUID"
                )
            if head == "MAC" and takes_guid(design, found) and found.name != "mgmt":
                raise row.error(
                    "MAC", f"{found.name} of {found.device} is an InfiniBand port", "enter its GUID in place of a MAC"
                )
            _refuse_twice(row, head, value, key, seen)
            field = head.lower()
            filled[key] = replace(filled.get(key, found), **{field: value})
    interfaces = tuple(filled.get((one.device, one.name), one) for one in design.interfaces)
    return replace(design, interfaces=interfaces)


def _refuse_twice(
    row: _Row, head: str, value: str, key: tuple[str, str], seen: dict[str, tuple[tuple[str, str], str]]
) -> None:
    """Refuse a value that another interface has, and a second value of the same interface."""
    other = seen.setdefault(f"{head} {value}", (key, row.place(head)))
    if other[0] != key:
        raise row.error(
            head,
            f"{head} {value} of {key[0]} {key[1]} is that of {other[0][0]} {other[0][1]} in {other[1]}",
            "correct one of the two: no two ports share one",
        )
    slot = seen.setdefault(f"{head} of {key[0]} {key[1]}", (key, value))
    if slot[1] != value:
        raise row.error(
            head, f"{key[0]} {key[1]} has two of them, {slot[1]} and {value}", "keep the row of what is fitted"
        )


def _rows(grids: Sequence[Grid]) -> Iterator[_Row]:
    """Yield the rows of the first sheet with the heads, those without a value left out."""
    known = {word(head, lang).casefold(): head for head in HEADS for lang in LANGUAGES}
    for grid in grids:
        for number, head_row in enumerate(grid.rows):
            heads = {cell.column: known[text] for cell in head_row if (text := _folded(cell)) in known}
            if "Device" not in heads.values() and "Serial number" not in heads.values():
                continue
            if not {"MAC", "GUID"} & set(heads.values()):
                continue
            for cells in grid.rows[number + 1 :]:
                named = {heads[cell.column]: cell for cell in cells if cell.column in heads}
                if any(cell.text.strip() for cell in named.values()):
                    yield _Row(grid, named)
            return
    where = grids[0].where if grids else ""
    raise DesignError(
        "has no delivery list",
        fix="write a row of heads with Device or Serial number, Interface, and MAC or GUID",
        where=where,
    )


def _folded(cell: Cell) -> str:
    return cell.text.strip().casefold()


def _serials(design: Design, rows: Sequence[_Row]) -> Mapping[str, str]:
    """Return the device of every serial number that a row ties to one."""
    found: dict[str, str] = {}
    for row in rows:
        serial, device = row.text("Serial number"), row.text("Device")
        if serial and device:
            _known_device(design, row, device)
            other = found.setdefault(serial, device)
            if other != device:
                raise row.error(
                    "Serial number", f"{serial} is {other} and {device} at once", "give each device its own number"
                )
    return found


def _interface(design: Design, row: _Row, serials: Mapping[str, str]) -> Interface:
    serial = row.text("Serial number")
    device = row.text("Device") or serials.get(serial, "")
    if not device:
        if serial:
            raise row.error(
                "Serial number", f"{serial} belongs to no device", "add its device in one of the rows of this number"
            )
        raise row.error("Device", "the row names no device", "enter the device or its serial number")
    _known_device(design, row, device)
    own = design.interfaces_of.get(device, ())
    name = row.text("Interface")
    named = [one for one in own if one.name == name]
    if named:
        return named[0]
    what = f"{device} has no interface {shorten(name)!r}" if name else f"the row names no interface of {device}"
    raise row.error("Interface", what, f"write one of {', '.join(one.name for one in own)}")


def _known_device(design: Design, row: _Row, device: str) -> None:
    if device not in design.interfaces_of:
        near = get_close_matches(device, design.interfaces_of, n=2, cutoff=0.5)
        fix = f"did you mean {' or '.join(near)}?" if near else "write its path, as in the sheet of addresses"
        raise row.error("Device", f"{shorten(device)!r} is no device of {design.name}", fix)


def _mac(row: _Row) -> str:
    """Return the MAC of a row in lower case with colons; empty where it gives none."""
    text = row.text("MAC")
    digits = _BETWEEN.sub("", text.lower())
    if not text:
        return ""
    if not _MAC.fullmatch(digits):
        raise row.error("MAC", f"{shorten(text)!r} is no MAC", "write six octets, as in b8:3f:d2:00:00:01")
    if not int(digits, 16) or int(digits[:2], 16) & 1:
        raise row.error(
            "MAC", f"{text} is no MAC of a port, but of a group or of nobody", "copy it from the label of the port"
        )
    return ":".join(digits[n : n + 2] for n in range(0, 12, 2))


def _guid(row: _Row) -> str:
    """Return the GUID of a row as ``0x`` and 16 digits; empty where it gives none."""
    text = row.text("GUID")
    digits = _BETWEEN.sub("", text.lower().removeprefix("0x"))
    if not text:
        return ""
    if not _GUID.fullmatch(digits) or not int(digits, 16):
        raise row.error("GUID", f"{shorten(text)!r} is no GUID", "write eight octets, as in 0xb83fd20300000010")
    return f"0x{digits}"
