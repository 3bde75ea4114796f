"""Sheets of racks, power and cooling: the numbers are those of the analysis, and sums are conserved."""

from __future__ import annotations

import pytest

from clusterdesign.design import Design
from clusterdesign.tables import Sheet, cooling_book, power_book, racks_book
from clusterdesign.testing.mutations import example
from tests.engineering.power.test_coolers import wet


@pytest.fixture(scope="module")
def design() -> Design:
    return example()


def column(sheet: Sheet, head: str) -> list:  # type: ignore[type-arg]  # any sheet
    number = [each.head for each in sheet.columns].index(head)
    return [row[number] for row in sheet.cells()]


def test_every_cord_has_a_row_and_an_outlet(design: Design) -> None:
    outlets = next(sheet for sheet in power_book(design).sheets if sheet.name == "Outlets")
    assert len(outlets.rows) == len(design.cords)
    seats = list(zip(column(outlets, "PDU"), column(outlets, "Outlet"), strict=True))
    named = [seat for seat in seats if seat[1]]
    assert len(set(named)) == len(named)


def test_feeds_and_pdus_add_up_to_the_same(design: Design) -> None:
    sheets = {sheet.name: sheet for sheet in power_book(design).sheets}
    feeds = sum(value or 0 for value in column(sheets["Feeds"], "Normal"))
    assert sum(value or 0 for value in column(sheets["PDUs"], "Normal")) == pytest.approx(feeds, abs=0.1)


def test_the_worst_case_names_its_cause(design: Design) -> None:
    pdus = power_book(design).sheets[0]
    causes = set(column(pdus, "Caused by"))
    assert causes <= {"feed/A", "feed/B", "feed/C"}
    assert all(
        worst >= normal for normal, worst in zip(column(pdus, "Normal"), column(pdus, "Worst case"), strict=True)
    )


def test_every_rack_names_what_binds_it(design: Design) -> None:
    racks = racks_book(design).sheets[0]
    for nodes, binding in zip(column(racks, "Nodes"), column(racks, "Binding limit"), strict=True):
        assert bool(nodes) == bool(binding)


def test_all_heat_of_an_air_cooled_cluster_is_in_the_air(design: Design) -> None:
    racks = cooling_book(design).sheets[0]
    assert set(column(racks, "Into coolant")) == {0}
    assert max(column(racks, "Into air")) == pytest.approx(45.2)


def test_figures_for_the_building_follow_from_the_feeds(design: Design) -> None:
    sheets = {sheet.name: sheet for sheet in power_book(design).sheets}
    load, grown, kva, generator = column(sheets["UPS and generator"], "Value")
    assert load == pytest.approx(sum(value or 0 for value in column(sheets["Feeds"], "Normal")), abs=0.1)
    assert load < grown < kva < generator


def test_everything_is_started_once_and_nodes_last(design: Design) -> None:
    start = next(sheet for sheet in power_book(design).sheets if sheet.name == "Start order")
    kinds = column(start, "What")
    assert list(dict.fromkeys(kinds)) == ["network", "storage", "servers", "nodes"]
    assert column(start, "Step") == list(range(1, len(kinds) + 1))
    drawing = [device for device in design.devices if device.kind not in {"pdu", "cdu"}]
    assert sum(column(start, "Devices")) == len(drawing)


def test_pumps_are_started_first_and_wired_units_have_a_row() -> None:
    sheets = {sheet.name: sheet for sheet in power_book(wet()).sheets}
    assert column(sheets["Start order"], "What")[0] == "cooling"
    assert column(sheets["Start order"], "Power")[0] == pytest.approx(27.4)
    wired = [row for row in sheets["Outlets"].cells() if str(row[4]).startswith("cdu/")]
    assert [row[1] for row in wired] == ["feed/A", "feed/A", "feed/B", "feed/C"]
