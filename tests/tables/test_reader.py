"""The plan is read back, also after people and spreadsheets had it in their hands."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.design import Cable, Design
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.exporters import csvfile
from clusterdesign.intent import Cluster
from clusterdesign.tables import cable_sheet
from clusterdesign.tables.cabling.reader import read_cabling
from clusterdesign.testing.strategies import clusters
from clusterdesign.units import m
from tests.tables.small import small_design

Table = list[list[str]]


def written(design: Design, lang: str = "en") -> bytes:
    return csvfile.render(cable_sheet(design), lang)


def to_the_centimetre(cables: Sequence[Cable]) -> dict[str, Cable]:
    return {cable.path: replace(cable, run=m(round(cable.run.to("m"), 2))) for cable in cables}


def edited(change: Callable[[Table], object], delimiter: str = ",", lang: str = "en") -> bytes:
    table = list(csv.reader(io.StringIO(written(small_design(), lang).decode("utf-8-sig"), newline="")))
    change(table)
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows(table)
    return out.getvalue().encode()


def put(table: Table, cable: str, head: str, text: str) -> None:
    heads = table[0]
    row = next(row for row in table if row[heads.index("Cable")] == cable)
    row[heads.index(head)] = text


@given(clusters(counts=st.integers(1, 24)), st.sampled_from(("en", "ru")))
def test_what_is_written_is_read_back(cluster: Cluster, lang: str) -> None:
    design = elaborate(cluster)
    read = read_cabling(written(design, lang), design)

    assert len(read) == len(design.cables)
    assert to_the_centimetre(read) == to_the_centimetre(design.cables)


def test_moved_and_added_columns_trailing_blanks_and_empty_rows_do_no_harm() -> None:
    def change(table: Table) -> None:
        for row in table:
            row.reverse()
            row.insert(3, "our remark" if row is table[0] else "done")
            row[5] += "  "
            row.append("")
        table.append([""] * 5)
        table.append(["", "  "])

    read = read_cabling(edited(change), small_design())
    assert to_the_centimetre(read) == to_the_centimetre(small_design().cables)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_semicolons_and_decimal_commas_are_read(lang: str) -> None:
    def change(table: Table) -> None:
        n = table[0].index("Run, m" if lang == "en" else "Трасса, м")
        for row in table[1:]:
            row[n] = row[n].replace(".", ",")

    read = read_cabling(edited(change, delimiter=";", lang=lang), small_design())
    assert to_the_centimetre(read) == to_the_centimetre(small_design().cables)


def test_heads_may_be_spelt_in_any_case() -> None:
    read = read_cabling(edited(lambda table: table.__setitem__(0, [head.upper() for head in table[0]])), small_design())
    assert len(read) == 3


def test_a_cable_that_was_moved_to_another_port_has_no_link_of_the_design() -> None:
    design = small_design()
    read = read_cabling(edited(lambda table: put(table, "gpu/001:P2", "B port", "4/1")), design)
    moved = next(cable for cable in read if cable.path == "cable/gpu/001:P2")

    assert moved.ends[1].cage == "4"
    assert moved.ends[1].ports == ("4/1",)
    assert moved.links == ()


def plug_into_a_taken_port(table: Table) -> None:
    put(table, "gpu/002:P2", "B port", "1/1")
    put(table, "gpu/002:P2", "B connector", "1")


CASES: dict[str, tuple[Callable[[Table], object], str]] = {
    "a stranger port": (
        lambda table: put(table, "gpu/001:P2", "B port", "1/3"),
        "plan.csv:2: row 2, B port: compute/leaf/r2 has no port '1/3'\n"
        "  way out: the design has 1/1 here; write 1/2 or 1/1",
    ),
    "a port that a spreadsheet took for a date": (
        lambda table: put(table, "gpu/001:P2", "B port", "01.янв"),
        "plan.csv:2: row 2, B port: compute/leaf/r2 has no port '01.янв'\n"
        "  way out: the design has 1/1 here; write 1/1, 1/2 or 2/1",
    ),
    "a stranger device": (
        lambda table: put(table, "gpu/001:P2", "A device", "gpu/01"),
        "plan.csv:2: row 2, A device: there is no device 'gpu/01'\n  way out: write gpu/001, gpu/002 or pdu/A01-A",
    ),
    "a stranger part": (
        lambda table: put(table, "gpu/001:P2", "Part", "acme/fiber"),
        "plan.csv:2: row 2, Part: 'acme/fiber' is no cable of this design\n"
        "  way out: write acme/fibre or acme/splitter",
    ),
    "a port that is missing": (
        lambda table: put(table, "gpu/001:P2", "B port", ""),
        "plan.csv:2: row 2, B port: no port of compute/leaf/r2 is named\n"
        "  way out: name the port as printed on its panel",
    ),
    "two cables in one port": (
        plug_into_a_taken_port,
        "plan.csv:3: row 3, B port: compute/leaf/r2 1/1 is taken by row 2\n"
        "  way out: plug one of the two somewhere else",
    ),
    "a cable twice": (
        lambda table: table.append(table[1]),
        "plan.csv:5: row 5, Cable: gpu/001:P2 is in row 2 already\n  way out: keep one of the two rows",
    ),
    "a row without a cable": (
        lambda table: put(table, "gpu/001:P2", "Cable", ""),
        "plan.csv:2: row 2, Cable: the row names no cable\n  way out: fill in its id, or clear the whole row",
    ),
    "a length that is no number": (
        lambda table: put(table, "gpu/001:P2", "Length, m", "three"),
        "plan.csv:2: row 2, Length, m: 'three' is no number\n  way out: write digits, with a decimal point",
    ),
    "no length": (
        lambda table: put(table, "gpu/001:P2", "Length, m", ""),
        "plan.csv:2: row 2, Length, m: the length is missing\n  way out: write it in metres",
    ),
    "a stranger tier": (
        lambda table: put(table, "gpu/001:P2", "Tier", "leaf-node"),
        "plan.csv:2: row 2, Tier: 'leaf-node' is no tier\n  way out: write leaf-spine",
    ),
    "a column that was renamed": (
        lambda table: table[0].__setitem__(table[0].index("A device"), "A devices"),
        "plan.csv:1: there is no column 'A device'\n  way out: rename the column 'A devices'",
    ),
    "a column twice": (
        lambda table: table[0].__setitem__(table[0].index("Remarks"), "A port"),
        "plan.csv:1: two columns are headed 'A port'\n  way out: remove one of them",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_fault_is_one_error_with_row_and_way_out(case: str) -> None:
    change, message = CASES[case]
    with pytest.raises(DesignError) as error:
        read_cabling(edited(change), small_design(), where="plan.csv")

    assert str(error.value) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "cabling.csv:1: there is no column 'Cable'"),
        ("Кабель".encode("cp1251"), "cabling.csv: is not UTF-8 text"),
        (b'Cable,"A device', "cabling.csv:1: is not CSV: unexpected end of data"),
    ],
)
def test_what_is_no_plan_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(DesignError) as error:
        read_cabling(data, small_design())

    assert str(error.value).startswith(message)
