from __future__ import annotations

import csv
import io
import re

import openpyxl
import pytest
from hypothesis import given, settings

from clusterdesign.design import Design
from clusterdesign.exporters.fabric_files import fabric_files
from clusterdesign.exporters.fabric_files.systems import ibdm_port, system_type
from clusterdesign.subnet import subnet, subnets
from tests.subnet.fabrics import design, designs


@settings(max_examples=6, deadline=None)
@given(designs)
def test_every_wire_stands_once_in_every_list(sound: Design) -> None:
    files = fabric_files(sound)
    found = subnets(sound)
    for fabric in found:
        folder = "fabric" if len(found) == 1 else f"fabric/{fabric.name}"
        wires = len(fabric.wires)
        assert files[f"{folder}/fabric.topo"].decode().count(" -> ") == wires
        assert len(list(csv.DictReader(io.StringIO(files[f"{folder}/ndt.csv"].decode())))) == wires
        assert files[f"fabric/links-{fabric.name}.dot"].decode().count(" -- ") == wires
        names = files[f"{folder}/node_names.map"].decode().splitlines()
        count = len(fabric.elements)
        assert names[0] == f"# {count} of {count} GUIDs stand in for those of the hardware: build with a delivery list."
        assert len(names) == count + 1


def test_system_definitions_hold_every_port_of_the_topology() -> None:
    files = fabric_files(design(31, managers=2))
    ports: dict[str, set[str]] = {}
    for path, content in files.items():
        if path.endswith(".ibnl"):
            name = path.removeprefix("fabric/").removesuffix(".ibnl")
            ports[name] = set(re.findall(r"-> (\S+)", content.decode()))
    assert set(ports) == {"MQM9700-NS2F", "MQM9700-NS2F-SPLIT", "DGX-H100", "UFM-3-1"}
    near = ""
    for line in files["fabric/fabric.topo"].decode().splitlines():
        if " -> " in line:
            port, far, _, far_port = re.match(r"   (\S+) -> (\S+) (\S+) (\S+)$", line).groups()  # type: ignore[union-attr]
            assert port in ports[near]
            assert far_port in ports[far]
        elif line and not line.startswith("#"):
            near = line.split()[0]


def test_the_workbook_has_the_columns_of_the_validation_tool() -> None:
    book = openpyxl.load_workbook(io.BytesIO(fabric_files(design(32))["fabric/p2p.xlsx"]))
    links = list(book["Links"].iter_rows(values_only=True))
    assert links[0][:5] == ("A-Node", "A-Port", "Z-Node", "Z-Port", "Protocol")
    nodes = {row[0] for row in book["Nodes"].iter_rows(min_row=2, values_only=True)}
    assert len(nodes) == 32 + 8 + 4
    assert {row[0] for row in links[1:]} | {row[2] for row in links[1:]} == nodes
    # Port names stay text.
    assert {type(row[3]) for row in links[1:]} == {str}


def test_each_fabric_has_its_own_folder_where_there_are_several() -> None:
    assert "fabric/ibsim.net" in fabric_files(design(32))
    files = fabric_files(design(32, storage=True))
    assert {"fabric/compute/ibsim.net", "fabric/storage/ibsim.net"} < set(files)


def test_root_switches_are_the_spines() -> None:
    sound = design(32)
    head, *roots = fabric_files(sound)["fabric/root_guids.txt"].decode().splitlines()
    assert (
        head == f"# {len(roots)} of {len(roots)} GUIDs stand in for those of the hardware: build with a delivery list."
    )
    assert roots == [f"{element.guid:#018x}" for element in subnet(sound, "compute").roots]
    assert len(roots) == 4


def test_one_switch_asks_for_no_fat_tree() -> None:
    files = fabric_files(design(4, "hdr"))
    assert b"routing_engine" not in files["fabric/opensm.conf"]
    assert "fabric/root_guids.txt" not in files


def test_the_standby_manager_differs_by_its_priority_only() -> None:
    files = fabric_files(design(32))
    master = files["fabric/opensm.conf"].decode().splitlines()
    standby = files["fabric/opensm-standby.conf"].decode().splitlines()
    assert [pair for pair in zip(master, standby, strict=True) if len(set(pair)) > 1] == [
        ("sm_priority 14", "sm_priority 13")
    ]


def test_the_same_design_gives_the_same_bytes() -> None:
    assert fabric_files(design(9)).digest == fabric_files(design(9)).digest


@pytest.mark.parametrize(("name", "port"), [("1/1", "P1/1"), ("OSFP1P2", "OSFP1P2"), ("17/2/1", "P17/2/1")])
def test_ports_do_not_begin_with_a_digit(name: str, port: str) -> None:
    if "/" in name:
        assert ibdm_port(name) == port
    else:
        assert ibdm_port(name) == name


def test_system_types_are_names_that_the_parser_takes() -> None:
    assert system_type("vendor/9k") == "T-9K"
    assert system_type("a/b+8xc.d") == "B-8XC-D"
