"""The sheets of the address plan, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from clusterdesign.elaboration import elaborate
from clusterdesign.tables.addresses import addresses_book
from clusterdesign.tables.i18n import words
from clusterdesign.tables.sheet import Sheet
from clusterdesign.testing.address_strategies import delivered
from tests.addresses.clusters import small


def cells(sheet: Sheet[Any], lang: str = "en") -> list[dict[str, Any]]:
    return [dict(zip(sheet.heads(lang), row, strict=True)) for row in sheet.cells(lang)]


def sheets(**changes: Any) -> dict[str, Sheet[Any]]:
    return {sheet.name: sheet for sheet in addresses_book(elaborate(small(**changes))).sheets}


def test_an_interface_is_a_row() -> None:
    rows = cells(sheets()["Addresses"])
    assert rows[0] == {
        "Device": "gpu/001",
        "Interface": "bmc",
        "Rack": "A01",
        "U": 1,
        "Network": "oob",
        "VLAN": 10,
        "IPv4": "10.10.8.1",
        "IPv6": "fd81:db8e:bbbb:10::801",
        "Host name": "gpu-001-bmc.small.internal",
        "MAC": None,
        "GUID": None,
        "DHCP": "MAC is missing",
    }
    assert next(row["DHCP"] for row in rows if row["Interface"] == "sto0") == "by hand"


def test_a_network_says_how_many_addresses_are_left() -> None:
    (inband,) = [row for row in cells(sheets()["IP networks"]) if row["Network"] == "inband"]
    assert (inband["Addresses used"], inband["Addresses in all"], inband["MTU, B"]) == (2 + 3 + 3, 65534, 1500)


def test_a_host_says_whom_it_keeps_away_from() -> None:
    (kube,) = [row for row in cells(sheets()["Managed hosts"]) if row["Host"] == "kube-2"]
    assert kube == {
        "Host": "kube-2",
        "Role": "kube",
        "Server": "mgmt/03",
        "Not together with": "kube-1, kube-3",
        "Virtual processors": 4,
        "Memory, GiB": 16,
        "Disk, GiB": 200,
        "IPv4": "10.30.0.73",
    }


def test_guids_are_asked_for_where_there_are_some() -> None:
    rows = cells(sheets()["GUIDs"])
    assert {row["Device"] for row in rows if row["Device"].startswith("storage/leaf")}
    assert {row["Interface"] for row in rows if row["Device"] == "gpu/001"} == {"sto0", "sto1"}
    assert set(sheets(fabrics=(), management=None)) == {"Addresses", "IP networks"}


@pytest.mark.parametrize("full", [False, True])
def test_every_head_and_word_has_a_russian_one(*, full: bool) -> None:
    design = elaborate(small())
    russian = words("ru")
    for sheet in addresses_book(delivered(design) if full else design).sheets:
        assert {sheet.name, *(column.head for column in sheet.columns)} - russian.keys() == set()
        worded = [n for n, column in enumerate(sheet.columns) if column.kind == "word"]
        printed = {row[n] for row in sheet.cells() for n in worded} - {None}
        assert printed - russian.keys() == set()
