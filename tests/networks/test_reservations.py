"""What growth will need is visible before it comes: places, in the design, in ``explain`` and on a sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from clusterdesign.design import Design
from clusterdesign.design.explain import explain
from clusterdesign.design.manifest import dump, load
from clusterdesign.elaboration import elaborate
from clusterdesign.elaboration.growth import growth, power
from clusterdesign.tables.racks import racks_book
from clusterdesign.tables.reservations import reservation_sheet
from clusterdesign.units import Power
from tests.elaboration.clusters import cluster, racks

HERE = Path(__file__).parent


def growing(count: int, to: int | None) -> Design:
    return elaborate(cluster(count, tree={"grow_to": to}, racks=racks()))


@pytest.mark.parametrize(("before", "after"), [(9, 32), (40, 64), (32, 128), (200, 600)])
def test_every_place_that_is_kept_is_the_place_that_is_taken(before: int, after: int) -> None:
    small, large = growing(before, after), growing(after, after)
    kept = {place.path: (place.rack, place.u, place.height_u, place.part) for place in small.reservations}
    taken = {
        place.device: (place.rack, place.u, place.height_u, large.device[place.device].part)
        for place in large.placements
        if place.device not in small.device
    }
    assert kept == taken


def test_nothing_is_kept_where_nothing_was_declared() -> None:
    assert growing(40, None).reservations == ()
    assert growing(40, 40).reservations == ()
    assert elaborate(cluster(40, tree={"grow_to": 64})).reservations == ()


def test_a_rack_says_what_it_keeps_free() -> None:
    (rack,) = explain(growing(42, 64), "rack/B03")
    kept = next(section for section in rack.sections if section.head == "Kept free")
    assert kept.lines[0] == ("U17", "gpu/043, kept for growth to 64 nodes")


def test_the_sheet_sums_the_power_to_come() -> None:
    """Power now and power to come make the power of the final size."""
    design, final = growing(32, 64), growing(64, 64)
    sheet = reservation_sheet(design)
    column = next(n for n, column in enumerate(sheet.columns) if column.head == "Power")
    to_come = sum(float(row[column] or 0) for row in sheet.cells())
    assert power(design).to("kW") + to_come == pytest.approx(power(final).to("kW"), abs=0.1)
    assert growth(cluster(32, tree={"grow_to": 64}), [64])[1].power == power(final)
    assert isinstance(power(design), Power)


def test_the_rack_workbook_has_it_only_where_something_is_kept() -> None:
    assert [sheet.name for sheet in racks_book(growing(32, 64)).sheets][-1] == "Reservations"
    assert "Reservations" not in [sheet.name for sheet in racks_book(growing(32, None)).sheets]


def test_it_is_written_and_read_back() -> None:
    design = growing(9, 32)
    assert load(dump(design)) == design


def test_every_head_has_a_russian_word() -> None:
    assert "Резерв мест" in reservation_sheet(growing(9, 32)).title("ru")
