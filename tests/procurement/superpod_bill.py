"""Our bill of the SuperPOD H100 beside the published one: every line of either stands in exactly one row.

``python -m tests.procurement.superpod_bill`` prints the comparison as the documentation shows it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from clusterdesign.procurement.bill import BillLine, bill
from tests.networks.superpod import Row as Published
from tests.networks.superpod import rows as published_rows
from tests.networks.superpod import superpod


@dataclass(frozen=True, slots=True)
class Group:
    """Lines of our bill and rows of the published one that are about the same goods.

    Attributes:
        what: name of the goods.
        starts: how the part numbers of our lines begin, or the ids of their parts; or the name of a section.
        items: items of the published bill; none where it leaves the goods out.
        why: why the two differ; empty where they may not.
    """

    what: str
    starts: tuple[str, ...]
    items: tuple[str, ...] = ()
    why: str = ""

    def holds(self, line: BillLine) -> bool:
        """Tell whether a line of our bill belongs here."""
        names = (line.part_number, *line.parts, line.section)
        # A dollar sign ends a number that others begin with.
        return any(f"{name}$".startswith(start) for name in names if name for start in self.starts)


GROUPS: tuple[Group, ...] = (
    Group("DGX H100", ("nvidia/dgx-h100",), ("DGX H100 nodes",)),
    Group("servers", ("Servers",), why="the rows carried over from tables 7 and 8 leave the management servers out"),
    Group("QM9700 switches", ("MQM9700",), ("compute fabric QM9700 switches", "storage fabric QM9700 switches")),
    Group("in-band switches", ("MSN4600",), ("in-band SN4600C switches",)),
    Group("out-of-band switches", ("MSN2201",), ("out-of-band SN2201 switches",)),
    Group("UFM appliances", ("nvidia/ufm",), ("UFM appliances",)),
    Group("storage boxes", ("Storage",), why="published without storage, which its vendor delivers"),
    Group(
        "twin-port OSFP for switches",
        ("MMA4Z00-NS$",),
        ("compute fabric twin-port OSFP in switches", "storage fabric twin-port OSFP in switches"),
        "368 or 370 in the storage fabric, depending on where the splitters of UFM sit; how 369 comes about is not "
        "published",
    ),
    Group("twin-port OSFP for nodes", ("MMA4Z00-NS-FLT",), ("compute fabric twin-port OSFP in nodes",)),
    Group(
        "OSFP for UFM",
        ("MMA4Z00-NS400",),
        ("compute fabric UFM transceivers",),
        "four more in the two UFM appliances of the storage fabric, which its rows do not show",
    ),
    Group("QSFP112 for nodes", ("MMA1Z00-NS400",), ("storage fabric QSFP112 transceivers in nodes",)),
    Group("straight fibres", ("MFP7E10",), ("compute fabric NDR fibres", "storage fabric NDR fibres")),
    Group(
        "splitter fibres",
        ("MFP7E20",),
        ("compute fabric UFM splitter fibres",),
        "two more for the UFM appliances of the storage fabric, which its rows do not show",
    ),
    Group(
        "200 Gb/s in-band cables",
        ("MFS1S00",),
        ("in-band 200G AOC to nodes",),
        "eight more for the four management servers, two ports each",
    ),
    Group("out-of-band uplinks", ("MFA1A00",), ("out-of-band switch uplinks",)),
    Group("storage cables", ("MFA7U10",), why="of the storage boxes, which are published without their cables"),
    Group(
        "copper patch cables",
        ("generic/cat6",),
        (
            "out-of-band Cat5e to nodes",
            "out-of-band Cat5e to InfiniBand switches",
            "out-of-band Cat5e to management and UFM",
            "out-of-band Cat5e to in-band switches",
            "UFM back to back Cat5e",
            "out-of-band Cat5e to PDUs",
        ),
        "24 more for the management ports of the storage boxes, two less between the UFM appliances, whose ports for "
        "it are not on the published front panel",
    ),
    Group("racks", ("Racks",), ("racks",)),
    Group("PDUs of compute racks", ("PX3-5878",), ("rack PDUs in compute racks",)),
    Group("PDUs of other racks", ("PX3-5747",), ("rack PDUs in management racks",)),
    Group("power cords", ("Cords",), why="published without; those of a DGX come with it"),
    Group("blanking panels", ("Fittings",), why="published without"),
    Group("sheets of labels", ("Labels",), why="published without"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the comparison."""

    group: Group
    lines: tuple[BillLine, ...]
    items: tuple[Published, ...]

    @property
    def ours(self) -> int:
        """How many our bill has."""
        return sum(line.quantity for line in self.lines)

    @property
    def published(self) -> int | None:
        """How many the published bill has; None where it has no such row."""
        return sum(item.published for item in self.items) if self.items else None


def compared() -> tuple[Row, ...]:
    """Return the comparison, in the order of our bill."""
    lines, items = bill(superpod()), published_rows()
    return tuple(
        Row(
            group,
            tuple(line for line in lines if group.holds(line)),
            tuple(item for item in items if item.item in group.items),
        )
        for group in GROUPS
    )


def table() -> str:
    """Return the comparison as a Markdown table."""
    found = ["| goods | part numbers | our bill | published | |", "|---|---|--:|--:|---|"]
    for row in compared():
        numbers = dict.fromkeys(line.part_number or ", ".join(line.parts) for line in row.lines)
        shown = ", ".join(numbers) if len(numbers) < 4 else f"{next(iter(numbers))} and {len(numbers) - 1} more"
        published = "—" if row.published is None else row.published
        verdict = "equal" if row.ours == row.published else row.group.why
        found.append(f"| {row.group.what} | {shown} | {row.ours} | {published} | {verdict} |")
    return "\n".join(found)


if __name__ == "__main__":
    sys.stdout.write(table() + "\n")
