"""The published bill of the SuperPOD H100 beside what the design of ``stacks/superpod-h100`` counts.

``python -m tests.networks.superpod`` prints the comparison as the documentation shows it.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from clusterdesign.definitions import load
from clusterdesign.design import Cable, Design, Device, Link
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Fibre

ROOT = Path(__file__).parents[2]
BILL = ROOT / "tests" / "data" / "superpod_h100_bill.csv"

Figure: TypeAlias = Callable[[Design], int]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the published bill, and the same figure read off the design."""

    table: str
    item: str
    published: int
    counted: int

    @property
    def note(self) -> str:
        """Why the two differ; empty where they may not."""
        return UNDECIDED.get(self.item, "")


@cache
def superpod() -> Design:
    """Return the elaborated reference definition."""
    return load(ROOT / "stacks" / "superpod-h100" / "design.py")


def rows() -> list[Row]:
    """Return the published rows, in order, each with the figure of the design."""
    lines = [line for line in BILL.read_text().splitlines() if not line.startswith("#")]
    return [
        Row(row["table"], row["item"], int(row["quantity"]), FIGURES[row["item"]](superpod()))
        for row in csv.DictReader(lines)
    ]


def table() -> str:
    """Return the comparison as a Markdown table."""
    lines = ["| table | item | published | designed | |", "|--:|---|--:|--:|---|"]
    for row in rows():
        verdict = "equal" if row.published == row.counted else row.note
        lines.append(f"| {row.table} | {row.item} | {row.published} | {row.counted} | {verdict} |")
    return "\n".join(lines)


# -- how each figure is read off the design -------------------------------------------------------------------------


def _devices(**wanted: str) -> Figure:
    return lambda design: sum(_is(device, wanted) for device in design.devices)


def _is(device: Device, wanted: dict[str, str]) -> bool:
    return all(getattr(device, name) == value for name, value in wanted.items())


def _pdus(role: str) -> Figure:
    return lambda design: sum(
        device.kind == "pdu" and design.rack[design.placement[device.path].rack].role == role
        for device in design.devices
    )


def _oob(kinds: Iterable[str], fabrics: Iterable[str] | None = None) -> Figure:
    """Count out-of-band links to devices of some kinds, and of some fabrics."""

    def count(design: Design) -> int:
        ends = (design.device[link.a.device] for link in design.links if link.tier == "oob")
        return sum(end.kind in set(kinds) and (fabrics is None or end.fabric in set(fabrics)) for end in ends)

    return count


def _links(wanted: Callable[[Link, Device], bool]) -> Figure:
    return lambda design: sum(wanted(link, design.device[link.a.device]) for link in design.links)


def _fibres(fabric: str, *, split: bool = False) -> Figure:
    return lambda design: sum(_is_fibre(design, cable, fabric, split=split) for cable in design.cables)


def _is_fibre(design: Design, cable: Cable, fabric: str, *, split: bool) -> bool:
    part = design.cable_part(cable)
    return cable.fabric == fabric and isinstance(part, Fibre) and (part.split > 1) == split


def _optical(fabric: str, kind: str) -> Figure:
    """Count active optical cables of a fabric whose first link begins at a kind of device."""
    return lambda design: sum(
        cable.fabric == fabric
        and isinstance(part := design.cable_part(cable), CablePart)
        and part.medium == "aoc"
        and design.device[design.link[cable.links[0]].a.device].kind == kind
        for cable in design.cables
    )


def _modules(fabric: str, kind: str) -> Figure:
    """Count transceivers in devices of a kind; in nodes, those of the cages that a fabric connects."""

    def count(design: Design) -> int:
        used = {
            (end.device, end.cage)
            for cable in design.cables
            if cable.fabric == fabric and cable.tier != "inband"
            for end in cable.ends
        }
        modules = (module for module in design.transceivers if (module.device, module.cage) in used)
        return sum(design.device[module.device].kind == kind for module in modules)

    return count


FIGURES: dict[str, Figure] = {
    "racks": lambda design: len(design.racks),
    "DGX H100 nodes": _devices(kind="node"),
    "UFM appliances": _devices(kind="appliance", role="manager"),
    "compute fabric QM9700 switches": _devices(kind="switch", fabric="compute"),
    "storage fabric QM9700 switches": _devices(kind="switch", fabric="storage"),
    "in-band SN4600C switches": _devices(kind="switch", fabric="inband"),
    "out-of-band SN2201 switches": _devices(kind="switch", fabric="oob"),
    "rack PDUs in compute racks": _pdus("compute"),
    "rack PDUs in management racks": _pdus("network"),
    "in-band 200G AOC to nodes": _optical("inband", "node"),
    "out-of-band Cat5e to nodes": _oob({"node"}),
    "out-of-band Cat5e to InfiniBand switches": _oob({"switch"}, {"compute", "storage"}),
    "out-of-band Cat5e to management and UFM": _oob({"server", "appliance"}),
    "out-of-band Cat5e to in-band switches": _oob({"switch"}, {"inband"}),
    "UFM back to back Cat5e": _links(lambda link, a: a.role == "manager" and link.tier not in {"manager-leaf", "oob"}),
    "out-of-band Cat5e to PDUs": _oob({"pdu"}),
    "out-of-band switch uplinks": _links(lambda link, _: link.tier == "oob-uplink"),
    "compute fabric NDR fibres": _fibres("compute"),
    "compute fabric UFM splitter fibres": _fibres("compute", split=True),
    "compute fabric twin-port OSFP in switches": _modules("compute", "switch"),
    "compute fabric twin-port OSFP in nodes": _modules("compute", "node"),
    "compute fabric UFM transceivers": _modules("compute", "appliance"),
    "storage fabric QSFP112 transceivers in nodes": _modules("storage", "node"),
    "storage fabric NDR fibres": _fibres("storage"),
    "storage fabric twin-port OSFP in switches": _modules("storage", "switch"),
}
"""Every published item, and how its figure is read off the design."""

UNDECIDED: dict[str, str] = {
    "UFM back to back Cat5e": "the ports by which a pair of UFM appliances joins itself are not on the published "
    "front panel, so the part has none",
    "storage fabric twin-port OSFP in switches": "368 where the splitters of UFM share the cages of node 31 on its "
    "two leaves, as the compute fabric's bill has it, and 370 where they have cages of their own; how 369 comes about "
    "is not published",
}
"""Items that the model cannot decide, and why."""


if __name__ == "__main__":
    sys.stdout.write(table() + "\n")
