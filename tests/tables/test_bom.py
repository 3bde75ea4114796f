from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.design import Cable, Design, Device, Rack, Transceiver
from clusterdesign.procurement.bill import bill
from clusterdesign.tables import Sheet, bill_sheet, bom_book
from clusterdesign.units import m
from tests.tables.small import NODE, PARTS, small_design


def records(sheet: Sheet[Any]) -> list[dict[str, Any]]:
    return [dict(zip(sheet.heads(), row, strict=True)) for row in sheet.cells()]


def sheet_of(design: Design, name: str) -> Sheet[Any]:
    return next(sheet for sheet in bom_book(design).sheets if sheet.name == name)


def test_one_row_a_part_number_in_the_order_of_the_sections() -> None:
    rows = records(bill_sheet(small_design()))

    assert [(row["Section"], row["Part number"], row["Quantity"], row["Follows from"]) for row in rows] == [
        ("Nodes", "00123", 2, "gpu/* × 2"),
        ("Adapters", "HCA-1", 4, "gpu/* × 2 × 2"),
        ("Switches", "1/3", 2, "compute/leaf/* × 2"),
        ("Transceivers", None, 1, "transceiver/compute/leaf/r2:1"),
        ("Cables", "SPL-2", 1, "cable/compute/leaf/r1:1"),
        ("Fibre", "F-003", 1, "cable/gpu/001:P2"),
        ("Fibre", "F-005", 1, "cable/gpu/002:P2"),
        ("Racks", "R-48", 2, "rack/* × 2"),
        ("PDUs", "PDU-1", 1, "pdu/A01-A"),
        ("Labels", "L7651", 1, "cable/compute/leaf/r1:1, cable/gpu/** × 2"),
    ]


def test_what_is_to_be_cleared_up_before_ordering_is_said() -> None:
    rows = {row["Part"]: row for row in records(bill_sheet(small_design()))}

    assert rows["acme/module"]["To clear up"] == "part number unknown"
    assert rows["acme/module"]["Confidence"] == "unknown"
    assert rows["acme/pdu"]["To clear up"] == "discontinued"
    assert rows["acme/node"]["To clear up"] is None
    assert rows["acme/node"]["Confidence"] == "high"
    by_number = {row["Part number"]: row for row in records(bill_sheet(small_design()))}
    assert by_number["F-005"]["To clear up"] == "no source for this length"
    assert by_number["F-003"]["Order number"] == "O-3"


def test_changed_parts_that_kept_their_number_are_one_row() -> None:
    changed = NODE.without("hca2")
    design = small_design()
    devices = tuple(
        replace(device, part=changed.id) if device.path == "gpu/002" else device for device in design.devices
    )
    design = replace(design, devices=devices, parts={**PARTS, changed.id: changed})
    rows = {row["Part number"]: row for row in records(bill_sheet(design))}

    assert rows["00123"]["Quantity"] == 2
    assert rows["00123"]["Part"] == "acme/node, acme/node+without-hca2"
    assert (rows["HCA-1"]["Quantity"], rows["HCA-1"]["Follows from"]) == (3, "gpu/001 × 2, gpu/002")


def test_an_adapter_that_the_design_does_not_carry_is_in_the_bill_and_flagged() -> None:
    design = small_design()
    design = replace(design, parts={id_: part for id_, part in PARTS.items() if id_ != "acme/hca"})
    row = next(row for row in records(bill_sheet(design)) if row["Section"] == "Adapters")

    assert (row["Part"], row["Quantity"], row["To clear up"]) == (
        "acme/hca",
        4,
        "part is not in the design; part number unknown",
    )


def test_assumptions_unknowns_and_what_is_missing_are_listed_with_their_components() -> None:
    rows = records(sheet_of(small_design(), "Assumptions"))

    missing = next(row for row in rows if row["Status"] == "not in the bill")
    assert (missing["Name"], missing["Quantity"]) == ("power cords", 1)
    assumed = next(row for row in rows if row["Status"] == "assumed")
    assert assumed == {
        "Status": "assumed",
        "Part": "acme/leaf",
        "Name": "Switch",
        "Field": "weight",
        "Value": "14 kg",
        "Note": "as heavy as its neighbour",
        "Components": "compute/leaf/* × 2",
        "Quantity": 2,
    }
    unknown = {(row["Part"], row["Field"]) for row in rows if row["Status"] == "unknown"}
    assert ("acme/module", "part_number") in unknown


def test_deviations_are_printed_with_their_reason() -> None:
    rows = records(sheet_of(small_design(), "Deviations"))

    assert [(row["Where"], row["Because"], row["Changed"]) for row in rows] == [
        ("gpu/002", "the door", 1),
        ("+nothing", "=because", 0),
    ]


@st.composite
def designs(draw: st.DrawFn) -> Design:
    """Any number of each thing that is bought."""
    small = small_design()
    switches, nodes, racks = (draw(st.integers(0, 5)) for _ in range(3))
    devices = [replace(small.devices[0], path=f"compute/leaf/r{n}") for n in range(switches)]
    for n in range(nodes):
        part = draw(st.sampled_from(["acme/node", "acme/pdu"]))
        devices.append(Device(f"gpu/{n:03}", "node" if part == "acme/node" else "pdu", part, "node"))
    cables: list[Cable] = []
    for n in range(draw(st.integers(0, 6))):
        model = draw(st.sampled_from(small.cables))
        length = draw(st.sampled_from([model.length, m(7)]))
        number = model.part_number if length == model.length else ""
        cables.append(replace(model, path=f"cable/x/{n}", length=length, part_number=number))
    return replace(
        small,
        devices=tuple(devices),
        racks=tuple(Rack(f"rack/{n}", "acme/rack", 0, n, m(0), m(0), "mixed") for n in range(racks)),
        transceivers=tuple(
            Transceiver(f"transceiver/x:{n}", "acme/module", "x", str(n)) for n in range(draw(st.integers(0, 4)))
        ),
        cables=tuple(cables),
    )


@given(designs())
def test_the_bill_equals_the_graph(design: Design) -> None:
    counted: Counter[str] = Counter()
    for group in (design.devices, design.racks, design.transceivers, design.cables):
        counted.update(record.part for record in group)
    adapters = sum(2 for device in design.devices if device.part == "acme/node")
    if adapters:
        counted["acme/hca"] = adapters
    billed: Counter[str] = Counter()
    for line in bill(design):
        if line.parts:
            billed[line.parts[0]] += line.quantity

    assert billed == counted
    numbers = [line.part_number for line in bill(design) if line.part_number]
    assert len(numbers) == len(set(numbers))
