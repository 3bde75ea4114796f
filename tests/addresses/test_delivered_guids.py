"""Delivered GUIDs stand wherever the GUIDs of the design are written."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from clusterdesign import catalog
from clusterdesign.asbuilt.dump import Seen
from clusterdesign.asbuilt.identify import Identities, _by_guid
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.exporters.fabric_files import fabric_files
from clusterdesign.exporters.stack.fabrics import fabric_share, stand_ins
from clusterdesign.exporters.stack.readme import readme
from clusterdesign.fabric import RailOptimized
from clusterdesign.intent import ManagementPlane, Nodes
from clusterdesign.subnet import subnet
from clusterdesign.tables.addresses import addresses_book
from clusterdesign.tables.addresses.delivery import deliver
from clusterdesign.tables.addresses.sheets import takes_guid
from tests.addresses.clusters import H100, NDR, small

STAND_IN = re.compile("02[0-9a-f]{12}00")
UNMANAGED = catalog.switch("nvidia/mqm9790-ns2f")


@pytest.fixture(scope="module")
def ordered() -> Design:
    """Leaves and spines, switches without a management port: OpenSM runs on hosts."""
    tree = RailOptimized(switch=UNMANAGED, nodes_per_unit=4)
    plane = ManagementPlane(scheduler="slurm")
    return elaborate(small(fabrics=(tree,), management=plane).with_(nodes=Nodes(part=H100, count=8)))


def listed(design: Design, tmp_path: Path, *, without: str = "") -> Design:
    """Return the design with GUIDs that are made up, but for one device."""
    rows = [
        f"{one.device},{one.name},0xb83fd203{n:08x}"
        for n, one in enumerate(design.interfaces)
        if takes_guid(design, one) and one.device != without
    ]
    path = tmp_path / "delivered.csv"
    path.write_text("\n".join(["Device,Interface,GUID", *rows]), encoding="utf-8")
    return deliver(design, path)


def test_a_switch_without_a_management_port_has_a_row_for_its_guid(ordered: Design) -> None:
    switches = {device.path for device in ordered.switches("compute")}
    rows = next(sheet for sheet in addresses_book(ordered).sheets if sheet.name == "GUIDs").rows
    assert {(row.device, row.name) for row in rows if row.device in switches} == {(path, "port0") for path in switches}
    managed = elaborate(small(fabrics=(RailOptimized(switch=NDR, switch_manager=True),)))
    own = [one.name for device in managed.switches("compute") for one in managed.interfaces_of[device.path]]
    assert set(own) == {"mgmt"}


def test_every_file_has_the_delivered_guids(ordered: Design, tmp_path: Path) -> None:
    done = listed(ordered, tmp_path)
    fabric = subnet(done, "compute")
    assert fabric.stand_ins == stand_ins(done) == 0
    files = {**{name: text.decode("latin-1") for name, text in fabric_files(done).items()}, **fabric_share(done)}
    texts = {name: text for name, text in files.items() if not name.endswith(".xlsx")}
    assert texts.pop("fabric/ibsim.net").encode() == fabric_files(ordered)["fabric/ibsim.net"]  # the simulator's own
    assert {"fabric/node_names.map", "fabric/root_guids.txt", "node_names.map", "root_guids.txt"} <= texts.keys()
    assert [name for name, text in texts.items() if STAND_IN.search(text)] == []
    leaf = next(done.switches("compute"))
    guid = done.interface[leaf.path, "port0"].guid
    assert f'{guid} "{leaf.path.replace("/", "-")}"\n' in texts["fabric/node_names.map"]
    port = done.interface["gpu/001", "ib3"].guid
    assert re.search(rf'^{port} "gpu-001 mlx5_', texts["node_names.map"], re.MULTILINE)
    spines = {done.interface[e.device, "port0"].guid for e in fabric.roots}
    assert set(texts["root_guids.txt"].split()) == spines
    assert "true GUIDs" in readme(ordered)
    assert "true GUIDs" not in readme(done)


def test_a_port_has_the_guid_of_its_rail(ordered: Design, tmp_path: Path) -> None:
    done = listed(ordered, tmp_path)
    for element in subnet(done, "compute").adapters:
        assert element.guid == int(done.interface[element.device, f"ib{(element.rail or 0) - 1}"].guid, 16)


def test_what_still_stands_in_is_said(ordered: Design, tmp_path: Path) -> None:
    some = listed(ordered, tmp_path, without="gpu/002")
    fabric = subnet(some, "compute")
    files = fabric_files(some)
    assert fabric.stand_ins == 8
    count = len(fabric.elements)
    assert files["fabric/node_names.map"].decode().splitlines()[0] == (
        f"# 8 of {count} GUIDs stand in for those of the hardware: build with a delivery list."
    )
    assert not files["fabric/root_guids.txt"].decode().startswith("#")
    assert {e.device for e in fabric.elements if not e.delivered} == {"gpu/002"}


def test_port_0_takes_no_mac(ordered: Design, tmp_path: Path) -> None:
    leaf = next(ordered.switches("compute")).path
    path = tmp_path / "macs.csv"
    path.write_text(f"Device,Interface,MAC\n{leaf},port0,b8:3f:d2:00:00:01\n", encoding="utf-8")
    with pytest.raises(DesignError, match=f"port0 of {leaf} is an InfiniBand port"):
        deliver(ordered, path)


def test_two_elements_of_one_guid_are_refused(ordered: Design) -> None:
    """A delivery list cannot say so; a design.json can."""
    twice = tuple(
        replace(one, guid="0xb83fd20300000001")
        if one.device == "gpu/001" and one.guid == "" and one.name[:2] == "ib"
        else one
        for one in ordered.interfaces
    )
    with pytest.raises(DesignError, match="has the same name or GUID in the fabric"):
        subnet(replace(ordered, interfaces=twice), "compute")


def test_a_dump_is_matched_by_delivered_guids_and_by_no_guid_that_only_lies_near(ordered: Design) -> None:
    """A stand-in leaves 256 numbers for ports above it; above a delivered GUID lies that of another device."""
    fabric = subnet(ordered, "compute")
    one = next(fabric.adapters)
    true = replace(one, guid=0xB83FD20300000100, delivered=True)
    for element, taken in ((one, True), (true, False)):
        found = Identities()
        seen = [Seen(element.guid + 0x42, "adapter", "another")]
        _by_guid(found, seen, (replace(fabric, elements=(element,), wires=()),))
        assert bool(found.element) is taken
    found = Identities()
    _by_guid(found, [Seen(true.guid, "adapter", "a")], (replace(fabric, elements=(true,), wires=()),))
    assert found.element == {true.guid: true}
    assert not found.simulated
