"""The files of the delivery plan."""

from __future__ import annotations

import io
import re
from datetime import date

import pytest
from openpyxl import load_workbook

from clusterdesign.elaboration import elaborate
from clusterdesign.exporters import build
from clusterdesign.exporters.delivery import delivery_files, plan_files
from clusterdesign.exporters.delivery.gantt import gantt_picture
from clusterdesign.intent.procurement import Lot, Procurement, Stage
from clusterdesign.procurement.delivery import STAGES, delivery_plan
from clusterdesign.rules import check
from clusterdesign.tables.delivery import delivery_book
from clusterdesign.tables.i18n import words
from tests.elaboration.clusters import cluster
from tests.procurement.delivery.plans import WEEKS, bare, design

NAMES = ["delivery/delivery.csv", "delivery/delivery.xlsx", "delivery/gantt.gv", "delivery/gantt.svg"]


def test_the_exporter_writes_four_files_the_same_each_time() -> None:
    files = build(design(), check(design(), rules=()), only=["delivery"])
    assert list(files) == NAMES
    assert build(design(), check(design(), rules=()), only=["delivery"]) == files


def test_every_word_is_translated() -> None:
    russian = words("ru")
    plan = delivery_plan(design(terms=WEEKS), arrived=["nodes"])
    used: set[str] = set()
    for book in (
        delivery_book(design(), plan),
        delivery_book(design(), delivery_plan(design(), start=date(2027, 3, 1))),
    ):
        for sheet in book.sheets:
            used |= {sheet.name, *(column.head for column in sheet.columns), *(column.unit for column in sheet.columns)}
            for n, column in enumerate(sheet.columns):
                if column.kind == "word":
                    used |= {text for row in sheet.cells() for text in str(row[n] or "lot").split("; ")}
    used |= {stage.because for stage in STAGES} - {text for text in used if "; " in text}
    joined = {stage.because for stage in STAGES if "; " in stage.because}
    pieces = {piece for text in joined for piece in text.split("; ")}
    assert used - pieces - {""} - russian.keys() == set()
    assert joined <= russian.keys()


def test_sheets_of_what_is_not_there_are_left_out() -> None:
    assert [sheet.name for sheet in delivery_book(design(), delivery_plan(design())).sheets] == [
        "Delivery plan",
        "Lots and steps",
        "Unknown lead times",
        "Racks by lot",
        "Cables by lot",
        "Basis of the plan",
    ]
    assert "Racks by lot" not in [sheet.name for sheet in delivery_book(bare(), delivery_plan(bare())).sheets]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_days_are_numbers_and_dates_are_days_of_the_calendar(lang: str) -> None:
    for start, expected in ((None, (45, 90)), (date(2027, 3, 1), ("2027-04-15", "2027-05-30"))):
        files = plan_files(design(), delivery_plan(design(), start=start), lang)
        sheet = load_workbook(io.BytesIO(files["delivery.xlsx"])).worksheets[0]
        (row,) = [row for row in sheet.iter_rows(values_only=True) if row[1] in {"delivery", "поставка"}]
        assert (row[8], row[9]) == expected


def test_a_rack_and_a_cable_say_what_they_wait_for() -> None:
    plan = delivery_plan(design(), arrived=["infrastructure"])
    book = load_workbook(io.BytesIO(plan_files(design(), plan, "en")["delivery.xlsx"]))
    racks = list(book["Racks by lot"].iter_rows(min_row=2, values_only=True))
    cables = list(book["Cables by lot"].iter_rows(min_row=2, values_only=True))
    assert len(cables) == len(design().cables)
    built = "infrastructure; network; nodes"
    assert {row[2:] for row in racks} == {
        ("infrastructure", "infrastructure; nodes", "yes", "no", "nodes"),
        ("infrastructure", "infrastructure; network", "yes", "no", "network"),
    }
    assert {row[4:] for row in cables} == {
        ("infrastructure; network", built, "no", "no", "network; nodes"),
        ("infrastructure; network", "infrastructure; network", "no", "no", "network"),
    }


def test_bars_lie_within_the_axis_and_in_order() -> None:
    plan = delivery_plan(design(terms=WEEKS), start=date(2027, 3, 1))
    boxes = {box.name: box for box in gantt_picture(design(), plan).boxes}
    lines = sorted(box.x for name, box in boxes.items() if name.startswith("line/"))
    for n, one in enumerate(plan.activities):
        if one.window is None:
            assert f"told/{n}" in boxes
            continue
        early, late = boxes[f"early/{n}"], boxes[f"late/{n}"]
        assert lines[0] - 1 <= early.x == late.x
        assert early.right <= late.right <= lines[-1] + 1
    assert boxes["name/3"].text == ("delivery",)


def test_the_picture_is_text_in_both_languages() -> None:
    english = plan_files(design(), delivery_plan(design()), "en")["gantt.svg"].decode()
    russian = plan_files(design(), delivery_plan(design()), "ru")["gantt.svg"].decode()
    assert re.findall(r">([^<>]*Delivery plan)</text>", english) == ["example: Delivery plan"]
    assert "монтаж и настройка" in russian
    assert "до договора, рабочие дни: 5&#45;7" in russian or "до договора, рабочие дни: 5-7" in russian


def test_hostile_names_and_odd_designs_are_written() -> None:
    stages = (
        Stage(name="=1+1\n<b>&\\N" + "x" * 200, least=0, because="=cmd|x"),
        Stage(name="Приёмка", least=4000, because="x"),
    )
    lots = (Lot(name="racks", of=("Racks",), title="=HYPERLINK(1)"),)
    for one in (design(stages=stages, lots=lots), elaborate(cluster(1, procurement=Procurement(stages=stages)))):
        files = delivery_files(one, "ru")
        assert list(files) == ["delivery/delivery.xlsx", *NAMES[:1], *NAMES[2:]]
        cells = [
            cell
            for sheet in load_workbook(io.BytesIO(files["delivery/delivery.xlsx"]))
            for row in sheet
            for cell in row
        ]
        assert {cell.data_type for cell in cells} <= {"s", "n"}
