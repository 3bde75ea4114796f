from __future__ import annotations

from dataclasses import replace
from typing import Any

from clusterdesign.design import End
from clusterdesign.tables import Sheet, cable_id, cable_sheet, cabling_book
from clusterdesign.units import m
from tests.tables.small import small_design


def records(sheet: Sheet[Any], lang: str = "en") -> list[dict[str, Any]]:
    return [dict(zip(sheet.heads(lang), row, strict=True)) for row in sheet.cells(lang)]


def test_a_splitter_is_one_row_with_all_its_ends() -> None:
    row = next(row for row in records(cable_sheet(small_design())) if row["Part number"] == "SPL-2")

    assert (row["A rack"], row["A U"], row["A device"], row["A port"]) == (
        "A02",
        40,
        "compute/leaf/r1",
        "1/1, 1/2",
    )
    assert (row["B rack"], row["B U"], row["B device"], row["B port"]) == ("A01", 1, "gpu/001", "12:04")
    assert (row["C rack"], row["C U"], row["C device"], row["C port"]) == ("A01", 9, "gpu/002", "12:04")
    assert row["More ends"] == "C: A01 U9 gpu/002 12:04"
    assert (row["A cage"], row["B OS name"], row["C plugged"]) == ("1", "mlx5_3", None)
    assert (row["Length, m"], row["Run, m"], row["Slack, m"], row["Links"]) == (2, 1.2, 0.8, 2)
    assert (row["Tier"], row["Rail"], row["Medium"]) == ("node-leaf", 1, "copper-passive")


def test_each_bought_cable_is_one_row() -> None:
    design = small_design()
    rows = records(cable_sheet(design))

    assert sorted(row["Cable"] for row in rows) == sorted(cable_id(cable) for cable in design.cables)


def test_rows_follow_the_walk_along_the_racks_from_the_top_down() -> None:
    rows = records(cable_sheet(small_design()))

    assert [(row["A rack"], row["A U"]) for row in rows] == [("A01", 9), ("A01", 1), ("A02", 40)]


def test_the_transceiver_stands_at_the_end_that_is_plugged_into_it() -> None:
    row = next(row for row in records(cable_sheet(small_design())) if row["Cable"] == "gpu/001:P2")

    # The module has no known part number: the part stands in for it.
    assert (row["A transceiver"], row["B transceiver"]) == (None, "acme/module")
    assert (row["C rack"], row["C device"]) == (None, None)


def test_without_splitters_there_are_two_ends() -> None:
    design = small_design()
    heads = cable_sheet(replace(design, cables=design.cables[1:])).heads()

    assert "B port" in heads
    assert "C port" not in heads
    assert "B port" in cable_sheet(replace(design, cables=())).heads()


def test_a_parked_tail_has_no_place() -> None:
    design = small_design()
    splitter = replace(design.cables[0], ends=(*design.cables[0].ends[:2], End("", "", None, ())))
    row = records(cable_sheet(replace(design, cables=(splitter,))))[0]

    assert (row["C rack"], row["C U"], row["C device"], row["C port"]) == (None, None, None, None)
    assert row["More ends"] == "C:"


def test_a_cable_keeps_its_id_when_others_go() -> None:
    design = small_design()
    fewer = records(cable_sheet(replace(design, cables=design.cables[1:])))
    more = {row["Cable"]: row for row in records(cable_sheet(design))}

    for row in fewer:
        assert row.items() <= more[row["Cable"]].items()


def test_transceivers_are_listed_by_the_cage_they_go_into() -> None:
    rows = records(cabling_book(small_design()).sheets[1])

    assert rows == [
        {
            "Rack": "A02",
            "U": 39,
            "Device": "compute/leaf/r2",
            "Cage": "1",
            "Ports": "1/1, 1/2",
            "Part number": None,
            "Name": "Module",
            "Inserted": None,
            "Remarks": None,
            "Part": "acme/module",
        }
    ]


def test_the_summary_counts_by_part_and_length() -> None:
    rows = records(cabling_book(small_design()).sheets[2])

    assert [(row["Section"], row["Part number"], row["Quantity"], row["Total length, m"]) for row in rows] == [
        ("Transceivers", None, 1, None),
        ("Cables", "SPL-2", 1, 2),
        ("Fibre", "F-003", 1, 3),
        ("Fibre", "F-005", 1, 5),
    ]


def test_a_cable_without_links_in_the_design_is_listed_all_the_same() -> None:
    design = small_design()
    stray = replace(design.cables[1], links=("link/nowhere",), length=m(3))
    row = records(cable_sheet(replace(design, cables=(stray,))))[0]

    assert (row["Rail"], row["Speed, Gb/s"], row["Links"]) == (None, None, 1)
