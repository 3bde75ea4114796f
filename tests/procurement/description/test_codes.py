"""Tables of codes that the user supplies."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from clusterdesign.errors import DesignError
from clusterdesign.intent.procurement import Code
from clusterdesign.procurement.description import read_codes

TABLE = """Коды\n
Раздел;ОКПД2;КТРУ;ОКЕИ;Режим;Номер реестровой записи;Страна происхождения;Баллы;Обоснование;Источник;Прочее
Switches;26.30.11.110;;796;запрет;;;;;каталог ЕИС;ничего
nvidia/*;26.20.14.000;26.20.14.000-00000189;;;10001;Россия;30;нужны порты;каталог ЕИС;
"""


def table(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "codes.csv"
    path.write_text(text, "utf-8")
    return path


def test_a_table_with_russian_heads_is_read(tmp_path: Path) -> None:
    assert read_codes(table(tmp_path, TABLE)) == (
        Code(of="Switches", okpd2="26.30.11.110", okei="796", regime="ban", source="каталог ЕИС"),
        Code(
            of="nvidia/*",
            okpd2="26.20.14.000",
            ktru="26.20.14.000-00000189",
            registry="10001",
            country="Россия",
            points=30,
            justification="нужны порты",
            source="каталог ЕИС",
        ),
    )


def test_a_workbook_is_read_alike(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Коды"
    sheet.append(["of", "okpd2", "points", "source"])
    sheet.append(["Racks", "31.01.11", 5, "list"])
    book.save(tmp_path / "codes.xlsx")

    assert read_codes(tmp_path / "codes.xlsx") == (Code(of="Racks", okpd2="31.01.11", points=5, source="list"),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "a;b\n1;2\n",
            "{path}: has no table of codes\n  way out: write a row with the heads of, okpd2, source; the others are"
            " ktru, okei, regime, registry, country, points, justification",
        ),
        (
            "of;okpd2;source\nSwitches;;list\n",
            "{path}: cell A2: row 2 has no okpd2\n  way out: fill the cell in: of, okpd2, source are needed",
        ),
        (
            "of;okpd2;ktru;source\nSwitches;26.30.11.110;26.30.11.110-189;list\n",
            "{path}: cell C2: ktru: string should match pattern"
            " '^(\\d{{2}}\\.\\d{{2}}\\.\\d{{2}}\\.\\d{{3}}-\\d{{8}})?$', got '26.30.11.110-189'"
            "\n  way out: correct ktru=",
        ),
        (
            "of;okpd2;source\nWheels;26.30.11.110;list\n",
            "{path}: cell A2: of: 'Wheels' selects nothing\n  way out: name a section (Nodes, Servers, Adapters,"
            " Switches, Appliances, Storage, Transceivers, Cables, Fibre, Racks, PDUs, Cords, CDUs, Fittings, Labels,"
            " Software, Services), a glob over the ids of parts such as 'nvidia/*', or '**' for all",
        ),
        (
            "of;okpd2;points;source\nSwitches;26.30.11.110;many;list\n",
            "{path}: cell C2: points: input should be a valid integer, unable to parse string as an integer, got 'many'"
            "\n  way out: correct points=",
        ),
    ],
)
def test_a_fault_of_a_table_is_one_message_with_its_cell(tmp_path: Path, text: str, message: str) -> None:
    path = table(tmp_path, text)
    with pytest.raises(DesignError) as error:
        read_codes(path)

    assert str(error.value) == message.format(path=path)
