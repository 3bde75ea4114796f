from __future__ import annotations

import json
from dataclasses import replace
from itertools import chain
from typing import get_args

from clusterdesign.asbuilt import read_lines, verify
from clusterdesign.asbuilt.findings import Kind
from clusterdesign.asbuilt.report import verification_data, verification_text
from clusterdesign.exporters import csvfile
from clusterdesign.subnet import netfile
from clusterdesign.tables.i18n import words
from clusterdesign.tables.workorder import work_order
from tests.subnet.fabrics import compute, design

FABRIC = compute(5, "hdr")
DESIGN = design(5, "hdr")
CUT = replace(FABRIC, wires=FABRIC.wires[1:])
RESULT = verify(DESIGN, [FABRIC], read_lines(netfile(CUT).splitlines()))


def test_the_work_order_has_a_russian_word_for_everything_it_prints() -> None:
    sheets = work_order(DESIGN, RESULT).sheets
    heads = {column.head for column in chain.from_iterable(sheet.columns for sheet in sheets)}
    assert ({sheet.name for sheet in sheets} | heads | set(get_args(Kind))) - words("ru").keys() == set()


def test_each_fault_is_a_row_a_paragraph_and_an_entry() -> None:
    (sheet,) = work_order(DESIGN, RESULT).sheets
    assert len(csvfile.read(csvfile.render(sheet), sheet.columns)) == 1
    text = verification_text(DESIGN, RESULT)
    assert text.startswith("1. missing-cable: no link between gpu/001 port HCA1P1 and compute/switch/1 port 1")
    assert text.endswith("39 of 40 links are as designed (ibnetdiscover): 1 fault\n")
    data = json.loads(json.dumps(verification_data(DESIGN, RESULT)))
    assert [difference["kind"] for difference in data["differences"]] == ["missing-cable"]
    assert data["links_right"] == 39
