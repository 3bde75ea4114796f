"""Delivery lists: what fills the slots, and the exact message of each fault."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.exporters import csvfile, xlsx
from clusterdesign.rules import check
from clusterdesign.tables.addresses import addresses_book, deliver
from clusterdesign.tables.addresses.delivery import HEADS
from tests.addresses.clusters import small

CELLS = st.one_of(
    st.sampled_from(
        ["gpu/001", "gpu/002", "bmc", "bond0", "sto0", "S1", "b8:3f:d2:00:00:01", "0xb83fd20300000010", ""]
    ),
    st.text(max_size=12),
)
"""Cells of a list: what stands in good ones, in any column, and anything else."""

MACS = ("b8:3f:d2:00:00:01", "b8:3f:d2:00:00:02")


@lru_cache(maxsize=1)
def built() -> Design:
    return elaborate(small())


@pytest.fixture
def design() -> Design:
    return built()


@pytest.fixture
def listed(tmp_path: Path) -> Callable[[str], Path]:
    """Write a list as CSV."""

    def write(text: str) -> Path:
        path = tmp_path / "delivery.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def mac(design: Design, device: str, name: str) -> str:
    return design.interface[device, name].mac


@pytest.mark.parametrize("text", ["B8-3F-D2-00-00-01", "b83f.d200.0001", "b83fd2000001", " b8:3f:d2:00:00:01 "])
def test_a_mac_is_read_however_it_is_written(design: Design, listed: Callable[[str], Path], text: str) -> None:
    got = deliver(design, listed(f"Device,Interface,MAC\ngpu/001,bmc,{text}\n"))
    assert mac(got, "gpu/001", "bmc") == MACS[0]
    assert {one for one in got.interfaces if one.mac} - set(design.interfaces) == {got.interface["gpu/001", "bmc"]}


@pytest.mark.parametrize("text", ["0xb83fd20300000010", "B8:3F:D2:03:00:00:00:10", "b83f:d203:0000:0010"])
def test_so_is_a_guid(design: Design, listed: Callable[[str], Path], text: str) -> None:
    got = deliver(design, listed(f"Device;Interface;GUID\ngpu/001;sto0;{text}\n"))
    assert got.interface["gpu/001", "sto0"].guid == "0xb83fd20300000010"


def test_a_switch_has_a_mac_and_a_guid(design: Design, listed: Callable[[str], Path]) -> None:
    leaf = "storage/leaf/su1-r1"
    text = f"Device,Interface,MAC,GUID\n{leaf},mgmt,{MACS[0]},0xb83fd20300000010\n"
    one = deliver(design, listed(text)).interface[leaf, "mgmt"]
    assert (one.mac, one.guid) == (MACS[0], "0xb83fd20300000010")


def test_serial_numbers_name_devices_that_one_row_ties_to_them(design: Design, listed: Callable[[str], Path]) -> None:
    text = f"Serial number,Device,Interface,MAC\nS1,gpu/002,,\nS1,,bmc,{MACS[0]}\nS1,,bond0,{MACS[1]}\n"
    got = deliver(design, listed(text))
    assert (mac(got, "gpu/002", "bmc"), mac(got, "gpu/002", "bond0")) == MACS


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_sheet_of_addresses_is_a_delivery_list(design: Design, tmp_path: Path, lang: str, kind: str) -> None:
    """Written, filled in and read: in either language, as CSV and as workbook."""
    book, path = addresses_book(design), tmp_path / f"addresses.{kind}"
    if kind == "csv":
        row = next(line for line in csvfile.render(book.sheets[0], lang).decode().splitlines() if "gpu/001,bmc" in line)
        filled = row.replace(",,,", f",{MACS[0]},,")
        path.write_bytes(csvfile.render(book.sheets[0], lang).replace(row.encode(), filled.encode()))
    else:
        workbook = load_workbook(BytesIO(xlsx.render(book, lang)))
        sheet = workbook.worksheets[0]
        cells = next(row for row in sheet.iter_rows() if [cell.value for cell in row[:2]] == ["gpu/001", "bmc"])
        cells[9].value = MACS[0]
        workbook.save(path)
    got = deliver(design, path)
    assert [one for one in got.interfaces if one.mac] == [got.interface["gpu/001", "bmc"]]
    assert mac(got, "gpu/001", "bmc") == MACS[0]


def test_rows_that_are_missing_are_a_finding(design: Design, listed: Callable[[str], Path]) -> None:
    assert "ADR901" not in check(design).codes()
    got = deliver(design, listed(f"Device,Interface,MAC\ngpu/001,bmc,{MACS[0]}\n"))
    (finding,) = [one for one in check(got).findings if one.code == "ADR901"]
    due = sum(one.network in {"oob", "inband"} and one.device in design.device for one in design.interfaces)
    assert finding.message.startswith(f"{due - 1} of {due} interfaces have no MAC: ")


FAULTS = [
    (
        "Device,Interface,MAC\ngpu/01,bmc,b8:3f:d2:00:00:01\n",
        "cell A2: 'gpu/01' is no device of small\n  way out: did you mean gpu/001 or gpu/002?",
    ),
    (
        "Device,Interface,MAC\n=1+1,bmc,b8:3f:d2:00:00:01\n",
        "cell A2: '=1+1' is no device of small\n  way out: write its path, as in the sheet of addresses",
    ),
    (
        "Device,Interface,MAC\ngpu/001,bcm,b8:3f:d2:00:00:01\n",
        "cell B2: gpu/001 has no interface 'bcm'\n  way out: write one of bmc, bond0, sto0, sto1",
    ),
    (
        "Device,Interface,MAC\ngpu/001,,b8:3f:d2:00:00:01\n",
        "cell A2: the row names no interface of gpu/001\n  way out: write one of bmc, bond0, sto0, sto1",
    ),
    (
        "Device,Interface,MAC\ngpu/001,bmc,b8:3f:d2:00:00:0g\n",
        "cell C2: 'b8:3f:d2:00:00:0g' is no MAC\n  way out: write six octets, as in b8:3f:d2:00:00:01",
    ),
    (
        "Device,Interface,MAC\ngpu/001,bmc,b8:3f:d2:00:00\n",
        "cell C2: 'b8:3f:d2:00:00' is no MAC\n  way out: write six octets, as in b8:3f:d2:00:00:01",
    ),
    (
        "Device,Interface,MAC\ngpu/001,bmc,01:00:5e:00:00:01\n",
        (
            "cell C2: 01:00:5e:00:00:01 is no MAC of a port, but of a group or of nobody\n"
            "  way out: copy it from the label of the port"
        ),
    ),
    (
        "Device,Interface,MAC\ngpu/001,bmc,00:00:00:00:00:00\n",
        (
            "cell C2: 00:00:00:00:00:00 is no MAC of a port, but of a group or of nobody\n"
            "  way out: copy it from the label of the port"
        ),
    ),
    (
        "Device,Interface,MAC\ngpu/001,bmc,b8:3f:d2:00:00:01\ngpu/002,bmc,B8-3F-D2-00-00-01\n",
        (
            "cell C3: MAC b8:3f:d2:00:00:01 of gpu/002 bmc is that of gpu/001 bmc in cell C2\n"
            "  way out: correct one of the two: no two ports share one"
        ),
    ),
    (
        "Device,Interface,MAC\ngpu/001,bmc,b8:3f:d2:00:00:01\ngpu/001,bmc,b8:3f:d2:00:00:02\n",
        (
            "cell C3: gpu/001 bmc has two of them, b8:3f:d2:00:00:01 and b8:3f:d2:00:00:02\n"
            "  way out: keep the row of what is fitted"
        ),
    ),
    (
        "Device,Interface,MAC\ngpu/001,sto0,b8:3f:d2:00:00:01\n",
        "cell C2: sto0 of gpu/001 is an InfiniBand port\n  way out: enter its GUID in place of a MAC",
    ),
    (
        "Device,Interface,GUID\ngpu/001,bmc,b83fd20300000010\n",
        "cell C2: bmc of gpu/001 is no InfiniBand port\n  way out: enter its MAC in place of a GUID",
    ),
    (
        "Device,Interface,GUID\ngpu/001,sto0,0000000000000000\n",
        "cell C2: '0000000000000000' is no GUID\n  way out: write eight octets, as in 0xb83fd20300000010",
    ),
    (
        "Serial number,Interface,MAC\nS1,bmc,b8:3f:d2:00:00:01\n",
        "cell A2: S1 belongs to no device\n  way out: add its device in one of the rows of this number",
    ),
    (
        "Serial number,Device,Interface,MAC\n,,bmc,b8:3f:d2:00:00:01\n",
        "cell C2: the row names no device\n  way out: enter the device or its serial number",
    ),
    (
        "Serial number,Device,Interface,MAC\nS1,gpu/001,,\nS1,gpu/002,,\n",
        "cell A3: S1 is gpu/001 and gpu/002 at once\n  way out: give each device its own number",
    ),
    (
        "Part,Price\nx,1\n",
        (
            "has no delivery list\n"
            "  way out: write a row of heads with Device or Serial number, Interface, and MAC or GUID"
        ),
    ),
    ("", "is empty\n  way out: name the file with the lines in it"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS, ids=[message.partition("\n")[0] for _, message in FAULTS])
def test_a_fault_has_this_message(
    design: Design, listed: Callable[[str], Path], text: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(DesignError) as error:
        deliver(design, listed(text))
    assert str(error.value) == f"{tmp_path / 'delivery.csv'}: {message}"


@given(st.lists(st.lists(CELLS, min_size=1, max_size=5), max_size=6))
def test_whatever_is_in_a_list_is_read_or_refused(rows: list[list[str]]) -> None:
    """Never another error, and whatever is read keeps the rules about MACs and GUIDs."""
    table = StringIO()
    csv.writer(table).writerows([list(HEADS), *rows])
    with TemporaryDirectory() as folder:
        path = Path(folder) / "delivery.csv"
        path.write_text(table.getvalue(), encoding="utf-8", newline="")
        got, refused = _read(path)
    if got is None:
        assert str(path) in refused
        assert "way out" in refused
        return
    assert not {"ADR005", "ADR006"} & check(got).codes()
    assert [replace(one, mac="", guid="") for one in got.interfaces] == list(built().interfaces)


def _read(path: Path) -> tuple[Design | None, str]:
    """Return the design that a list fills, or why it does not."""
    try:
        return deliver(built(), path), ""
    except DesignError as error:
        return None, str(error)


def test_a_file_that_is_not_there(design: Design, tmp_path: Path) -> None:
    with pytest.raises(DesignError, match="cannot be read"):
        deliver(design, tmp_path / "none.csv")


def test_only_the_sheet_with_the_heads_is_read(design: Design, tmp_path: Path) -> None:
    workbook = Workbook()
    workbook.worksheets[0].append(["Packing list", "of 30 November"])
    second = workbook.create_sheet("MACs")
    second.append(["Delivered on Monday"])
    second.append(["Устройство", "Интерфейс", "MAC", "Box"])
    second.append(["gpu/001", "bmc", MACS[0], "4"])
    workbook.save(tmp_path / "d.xlsx")
    assert mac(deliver(design, tmp_path / "d.xlsx"), "gpu/001", "bmc") == MACS[0]
