from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.design import End
from clusterdesign.elaboration import elaborate
from clusterdesign.intent import Cluster
from clusterdesign.tables import Sheet, cable_id, cable_sheet, cabling_book
from clusterdesign.tables.cabling import end_rows, plan, tags
from clusterdesign.tables.cabling.colours import RAILS, feed_colour, rail_colour
from clusterdesign.testing.strategies import clusters
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


def sheet(name: str) -> Sheet[Any]:
    return next(sheet for sheet in cabling_book(small_design()).sheets if sheet.name == name)


def test_rows_by_rack_follow_the_walk_along_the_racks_from_the_top_down() -> None:
    rows = records(sheet("By rack A"))
    assert [(row["A rack"], row["A U"]) for row in rows] == [("A01", 9), ("A01", 1), ("A02", 40)]

    rows = records(sheet("By rack B"))
    assert [(row["B rack"], row["B U"]) for row in rows] == [("A01", 1), ("A02", 39), ("A02", 39)]


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
    rows = records(sheet("Transceivers"))

    assert rows == [
        {
            "Rack": "A02",
            "U": 39,
            "Device": "compute/leaf/r2",
            "Cage": "1",
            "Ports": "1/1, 1/2",
            "Part number": None,
            "Name": "Module",
            "Inspected": None,
            "Inserted": None,
            "Remarks": None,
            "Part": "acme/module",
        }
    ]


def test_the_summary_counts_by_part_and_length() -> None:
    rows = records(sheet("Summary"))

    assert [
        (row["Section"], row["Part number"], row["Quantity"], row["Total length, m"], row["Total slack, m"])
        for row in rows
    ] == [
        ("Transceivers", None, 1, None, None),
        ("Cables", "SPL-2", 1, 2, 0.8),
        ("Fibre", "F-003", 1, 3, 0.5),
        ("Fibre", "F-005", 1, 5, 1.9),
    ]


def test_a_cable_without_links_in_the_design_is_listed_all_the_same() -> None:
    design = small_design()
    stray = replace(design.cables[1], links=("link/nowhere",), length=m(3))
    row = records(cable_sheet(replace(design, cables=(stray,))))[0]

    assert (row["Rail"], row["Speed, Gb/s"], row["Links"]) == (None, None, 1)


def test_every_end_is_listed_in_its_rack_with_what_it_leads_to() -> None:
    rows = records(sheet("Ends by rack"))

    assert len(rows) == sum(len(cable.ends) for cable in small_design().cables)
    head = next(row for row in rows if (row["Device"], row["Port"]) == ("compute/leaf/r1", "1/1, 1/2"))
    assert (head["To rack"], head["To U"], head["To device"]) == ("A01\nA01", "1\n9", "gpu/001\ngpu/002")
    assert (head["End"], head["Side"]) == ("A", "left")
    tail = next(row for row in rows if (row["Device"], row["Port"]) == ("gpu/002", "12:04"))
    assert (tail["To rack"], tail["To device"], tail["To port"]) == ("A02", "compute/leaf/r1", "1/1, 1/2")
    assert (tail["OS name"], tail["Mark"], tail["Side"]) == ("mlx5_3", "blue", None)


def test_a_new_page_begins_with_every_rack() -> None:
    ends = sheet("Ends by rack")
    racks = [row.near.rack for row in ends.rows]

    assert ends.breaks() == (racks.count("A01"),)
    assert sheet("Cables").breaks() == ()


def test_strands_that_leave_a_rack_are_counted_by_side_and_medium() -> None:
    assert [tuple(row.values()) for row in records(sheet("Rack exits"))] == [
        ("A01", "copper-passive", 0, 0, 2, 2),
        ("A01", "multimode", 0, 0, 2, 2),
        ("A02", "copper-passive", 2, 0, 0, 2),
        ("A02", "multimode", 2, 0, 0, 2),
    ]


def test_the_journal_has_the_columns_of_the_form_on_one_row() -> None:
    assert sheet("Cable journal").heads("ru") == (
        "Обозначение кабеля",
        "Трасса: начало",
        "Трасса: конец",
        "Участок трассы кабеля",
        "По проекту: марка",
        "По проекту: кол., число и сечение жил",
        "По проекту: длина, м",
        "Проложен: марка",
        "Проложен: кол., число и сечение жил",
        "Проложен: длина",
    )
    rows = {row["Designed: type"]: row for row in records(sheet("Cable journal"))}
    assert rows["F-003"]["Designed: number and cores"] == "1x MPO-12/APC OM4"
    assert rows["F-003"]["Way: from"] == "A01 U1 gpu/001 P2"
    assert rows["SPL-2"]["Designed: number and cores"] == "1x OSFP - 2x"
    assert rows["SPL-2"]["Way: to"] == "A01 U1 gpu/001 12:04\nA01 U9 gpu/002 12:04"
    assert rows["SPL-2"]["Laid: type"] is None


def test_power_cords_carry_the_colour_of_their_feed() -> None:
    (row,) = records(sheet("Power cords"))

    assert (row["Rack"], row["U"], row["Device"], row["Supply"], row["PDU"]) == ("A01", 1, "gpu/001", 1, "pdu/A01-A")
    assert (feed_colour("feed/A"), feed_colour("feed/B"), feed_colour("feed/Z")) == ("red", "blue", "")


def test_fibre_has_the_colour_of_its_kind_and_rails_have_theirs() -> None:
    rows = {row["Part number"]: row for row in records(cable_sheet(small_design()))}

    assert (rows["F-003"]["Jacket"], rows["SPL-2"]["Jacket"]) == ("aqua", "black")
    assert (rows["F-003"]["Mark"], rows["SPL-2"]["Mark"]) == ("orange", "blue")
    assert len(set(RAILS)) == len(RAILS)
    assert (rail_colour(13), rail_colour(None)) == ("", "")


@given(clusters(counts=st.integers(1, 24)))
def test_whatever_is_built_every_list_holds_every_cable(cluster: Cluster) -> None:
    """Every link is on one row; lists by rack are permutations; both ways lists every end once."""
    design = elaborate(cluster)
    made = plan(design)
    paths = [row.cable.path for row in made.rows]
    assert sorted(paths) == sorted(cable.path for cable in design.cables)
    links = [link for row in made.rows for link in row.cable.links]
    assert len(links) == len(set(links))
    for n in (0, 1):
        assert sorted(row.cable.path for row in made.by_end(n)) == sorted(paths)
    ends = [(end.row.cable.path, end.near.mark) for end in end_rows(made)]
    assert len(set(ends)) == len(ends) == sum(len(cable.ends) for cable in design.cables)
    assert len(set(tags(design).values())) == len(paths)
