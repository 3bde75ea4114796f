"""Reader of ``iblinkinfo`` output, with and without ``--line``.

Without ``--line`` the far end of a link is named by its LID, so that links are joined when all lines are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from clusterdesign.asbuilt import dump as dumps
from clusterdesign.asbuilt.dump import LONGEST, Dump, Seen, Speed, lane_name

_RECORD = re.compile(r"(CA|Switch|RT|Router): (?:(0x[0-9a-fA-F]{1,16}) )?(.*?):\s*$", re.ASCII)
_LINK = re.compile(
    r'\s*(?:(0x[0-9a-fA-F]{1,16})\s+)?(?:"(.*?)"\s+)?(\d{1,5})\s+(\d{1,4})\[[^\]]*\]\s+==\((.*?)\)==>\s*(.*)', re.ASCII
)
_FAR = re.compile(r'(?:(0x[0-9a-fA-F]{1,16})\s+)?(\d{1,5})\s+(\d{1,4})\[[^\]]*\]\s+"(.*)"', re.ASCII)
_STATE = re.compile(r"(\d{1,2})X\s+([\d.]{1,12})\s+Gbps", re.ASCII)
_SUMMARY = re.compile(r"Summary:|##|\s*$")

_KINDS = {"CA": "adapter", "Switch": "switch", "RT": "router", "Router": "router"}
_PORT_BITS = 0xFF


def looks_like(line: str) -> bool:
    """Tell whether a line could only come from this tool."""
    return bool(_RECORD.match(line)) or ("==(" in line and ")==>" in line)


@dataclass(slots=True)
class _Half:
    """One end's view of a link: the far end by GUID where it is printed, else by LID."""

    guid: int
    port: int
    far_guid: int | None
    far_lid: int
    far_port: int
    far_name: str
    speed: Speed | None


def read_iblinkinfo(lines: Iterable[str]) -> Dump:
    """Read a dump line by line. What cannot be read is skipped and told; nothing is raised."""
    dump = Dump("iblinkinfo")
    lids: dict[int, int] = {}
    halves: list[_Half] = []
    owner: Seen | None = None
    for number, whole in enumerate(lines, 1):
        line = whole[:LONGEST].rstrip()
        if record := _RECORD.match(line):
            guid = int(record[2], 16) if record[2] else None
            owner = Seen(guid or 0, _KINDS[record[1]], record[3].strip())  # type: ignore[arg-type]  # of the table
            if guid is not None:
                dump.add(owner)
        elif link := _LINK.match(line):
            _half(dump, owner, link, lids, halves)
        elif not _SUMMARY.match(line):
            dump.skip(number, line)
    _join(dump, lids, halves)
    return dump


def _half(dump: Dump, owner: Seen | None, link: re.Match[str], lids: dict[int, int], halves: list[_Half]) -> None:
    guid = int(link[1], 16) if link[1] else None
    if guid is not None:
        name = link[2] if link[2] is not None else owner.name if owner else ""
        # An adapter is listed by the GUID of its port; that of the adapter is not printed.
        kind = (
            owner.kind if owner is not None and link[2] is None else "switch" if link[2] and _is_switch(name) else None
        )
        node = Seen(guid, kind or "adapter", name.strip())
        dump.add(node)
    elif owner is not None and owner.guid:
        node = owner
    else:
        return
    lids[int(link[3])] = node.guid
    far = _FAR.match(link[6])
    if far is None:
        return
    if len(halves) >= dumps.MOST:
        dump.conflict(f"it holds more than {dumps.MOST} ports; the rest was left out")
        return
    state = _STATE.search(link[5])
    speed = Speed(int(state[1]), lane_name(_number(state[2]))) if state else None
    halves.append(
        _Half(
            node.guid,
            int(link[4]),
            int(far[1], 16) if far[1] else None,
            int(far[2]),
            int(far[3]),
            far[4].strip(),
            speed,
        )
    )


def _is_switch(name: str) -> bool:
    """With ``--line`` nothing says what a node is; adapters are described by host and device."""
    return " " not in name.strip()


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _join(dump: Dump, lids: dict[int, int], halves: list[_Half]) -> None:
    for half in halves:
        far = half.far_guid if half.far_guid is not None else lids.get(half.far_lid)
        if far is None:
            # Only the name of the far end is known: the dump leaves its record out. The LID stands for it.
            far = half.far_lid
            dump.add(Seen(far, "switch" if _is_switch(half.far_name) else "adapter", half.far_name))
        elif far not in dump.nodes:
            dump.add(Seen(far, "switch" if _is_switch(half.far_name) else "adapter", half.far_name))
        dump.connect((half.guid, half.port), (far, half.far_port), half.speed)
