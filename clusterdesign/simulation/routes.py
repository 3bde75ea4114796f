"""The forwarding tables that OpenSM wrote, read back from its dumps."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

NONE = 0xFFFF
"""Port number of a table entry that is not there."""

_SWITCH = re.compile(r"dump_ucast_routes: Switch (0x[0-9a-fA-F]+)")
_PORT = 0xFF


@dataclass(frozen=True, slots=True)
class Routes:
    """Forwarding tables.

    Attributes:
        lid: LID of every element that was given one, by GUID.
        tables: output port by LID of every switch, by GUID.
    """

    lid: Mapping[int, int]
    tables: Mapping[int, array[int]]

    def port(self, switch: int, lid: int) -> int:
        """Return the port that a switch sends a LID to, :data:`NONE` where it has no entry."""
        table = self.tables.get(switch)
        return table[lid] if table is not None and lid < len(table) else NONE


def read_routes(directory: Path) -> Routes:
    """Read ``guid2lid`` and ``opensm.fdbs`` of a run; what is missing reads as no routes."""
    lids: dict[int, int] = {}
    if (directory / "guid2lid").exists():
        for line in (directory / "guid2lid").read_text("utf-8").splitlines():
            fields = line.split()
            if len(fields) >= 2:  # noqa: PLR2004 - GUID, first LID, last LID
                # The GUID is that of a port; stand-in GUIDs of elements end in a zero octet.
                lids[int(fields[0], 16) & ~_PORT] = int(fields[1], 16)
    tables: dict[int, array[int]] = {}
    if (directory / "opensm.fdbs").exists():
        size = max(lids.values(), default=0) + 1
        table = array("H")
        # A thousand nodes make a file of more than a hundred megabytes, hence line by line.
        with (directory / "opensm.fdbs").open(encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("0x"):
                    lid = int(line[:6], 16)
                    port = line[9:12]
                    if lid < size and port.isdecimal():
                        table[lid] = int(port)
                elif found := _SWITCH.match(line):
                    table = tables[int(found[1], 16)] = array("H", [NONE]) * size
    return Routes(lids, tables)
