from __future__ import annotations

import json
from itertools import chain

from clusterdesign.exporters import csvfile
from clusterdesign.simulation import Case, Simulation
from clusterdesign.simulation.opensm import Run
from clusterdesign.simulation.paths import Walker, all_to_all, rail_shifts
from clusterdesign.simulation.report import case_data, cases_text, simulation_data, simulation_text
from clusterdesign.subnet import Subnet
from clusterdesign.tables.i18n import words
from clusterdesign.tables.simulation import simulation_book
from tests.simulation.test_paths import shortest_routes
from tests.subnet.fabrics import compute


def simulation(fabric: Subnet, engine: str = "ftree", *complaints: str) -> Simulation:
    routes = shortest_routes(fabric)
    walker = Walker(fabric, routes)
    return Simulation(fabric, Run(engine, True, complaints, routes, 0.5), all_to_all(walker), rail_shifts(walker))


WHOLE = simulation(compute(32))
LESS = compute(32).without(devices=["compute/spine/04"])
CASE = Case(("compute/spine/04",), simulation(LESS, "updn", "no tree"), ())


def test_a_sound_fabric_in_words() -> None:
    assert (
        simulation_text(WHOLE)
        == """\
fabric compute: 12 switches, 256 adapter ports, 512 links
  engine       ftree configured the switches, 0.5 s
  reached      256 of 256 ports; 65280 pairs: 7936 through 1 switch, 57344 through 3 switches
  all to all   224 to 224 paths over a link, mean 224.0; none carries more than 1.25 times the mean of its tier
  rail shifts  at most 0 flows on a link between switches, on every rail (31 of 31 shifts)
  spines       4, each carries 14336 to 14336 paths
  deadlock     no credit loop
sound
"""
    )


def test_a_fall_back_is_a_fault_with_its_reason() -> None:
    assert CASE.result.faults == ("updn configured the switches instead of ftree: no tree",)
    assert simulation_text(CASE.result).endswith(
        "  fault: updn configured the switches instead of ftree: no tree\nnot sound: 1 fault\n"
    )
    assert CASE.survives


def test_a_case_is_compared_with_the_whole() -> None:
    text = cases_text(WHOLE, [CASE])
    assert "compute/spine/04  all 256 ports connected, falls back to updn, busiest link " in text
    assert "(whole: 224)" in text
    assert text.endswith("1 case: every other port stays connected\n")


def test_data_is_plain() -> None:
    data = json.loads(json.dumps([simulation_data(WHOLE), case_data(CASE)]))
    assert data[0]["sound"] is True
    assert data[0]["hops"] == {"1": 7936, "3": 57344}
    assert data[1]["missing"] == ["compute/spine/04"]


def test_the_sheets_have_russian_heads_and_a_row_for_each_case_and_link() -> None:
    book = simulation_book("test", [(WHOLE, [CASE])])
    heads = {column.head for column in chain.from_iterable(sheet.columns for sheet in book.sheets)}
    used = {sheet.name for sheet in book.sheets} | heads | {"sound", "faults", "yes", "no"}
    assert used - words("ru").keys() == set()
    cases, loads = book.sheets
    assert len(csvfile.read(csvfile.render(cases), cases.columns)) == 2
    assert len(csvfile.read(csvfile.render(loads), loads.columns)) == 512
