"""Reader of ``ibnetdiscover`` output."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clusterdesign.asbuilt.dump import LONGEST, Dump, Seen, Speed

_HEAD = re.compile(r'(Switch|Ca|Hca|Rt)\s+(\d{1,4})\s+"[SHR]-([0-9a-fA-F]{1,16})"(.*)', re.ASCII)
_PORT = re.compile(
    r"\[(\d{1,4})\](?:\[[^\]]*\])?(?:\([0-9a-fA-F]+\))?\s+"
    r'"([SHR])-([0-9a-fA-F]{1,16})"\[(\d{1,4})\](?:\[[^\]]*\])?(?:\([0-9a-fA-F]+\))?(.*)',
    re.ASCII,
)
_NAME = re.compile(r'#\s*"(.*?)"\s*(?:(?:enhanced|base) port 0.*)?$')
_FAR_NAME = re.compile(r'"(.*)"\s*lid \d+', re.ASCII)
_SPEED = re.compile(r"\b(\d{1,2})x(SDR|DDR|QDR|FDR10|FDR|EDR|HDR|NDR|XDR)\b", re.ASCII)
_ATTRIBUTE = re.compile(r"(vendid|devid|sysimgguid|switchguid|caguid|hcaguids|rtguid)=", re.ASCII)

_KINDS = {"S": "switch", "H": "adapter", "R": "router"}
_HEADS = {"Switch": "switch", "Ca": "adapter", "Hca": "adapter", "Rt": "router"}


def looks_like(line: str) -> bool:
    """Tell whether a line could only come from this tool."""
    return bool(_HEAD.match(line) or _ATTRIBUTE.match(line)) or line.startswith("# Topology file: generated")


def read_ibnetdiscover(lines: Iterable[str]) -> Dump:
    """Read a dump line by line. What cannot be read is skipped and told; nothing is raised."""
    dump = Dump("ibnetdiscover")
    owner: Seen | None = None
    for number, whole in enumerate(lines, 1):
        line = whole[:LONGEST].rstrip()
        if not line or line.startswith("#") or _ATTRIBUTE.match(line):
            # A blank line ends a record: port lines that follow have lost their head.
            owner = owner if line else None
            continue
        if head := _HEAD.match(line):
            owner = _node(head)
            dump.add(owner)
        elif owner is not None and (port := _PORT.match(line)):
            _link(dump, owner, port)
        else:
            dump.skip(number, line)
    return dump


def _node(head: re.Match[str]) -> Seen:
    found = _NAME.search(head[4])
    name = found[1].strip() if found else ""
    return Seen(int(head[3], 16), _HEADS[head[1]], name, int(head[2]))  # type: ignore[arg-type]  # of the table


def _link(dump: Dump, owner: Seen, port: re.Match[str]) -> None:
    far = int(port[3], 16)
    comment = port[5].partition("#")[2]
    if far not in dump.nodes:
        # The far node's own record may follow, or may be missing where the dump is cut.
        found = _FAR_NAME.search(comment)
        dump.add(Seen(far, _KINDS[port[2]], found[1].strip() if found else ""))  # type: ignore[arg-type]  # likewise
    speed = _SPEED.search(comment.rsplit('"', 1)[-1])
    dump.connect((owner.guid, int(port[1])), (far, int(port[4])), Speed(int(speed[1]), speed[2]) if speed else None)
