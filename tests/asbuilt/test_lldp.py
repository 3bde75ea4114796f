from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign.asbuilt import Verification
from clusterdesign.asbuilt.ethernet import verify_ethernet
from clusterdesign.asbuilt.lldp import Neighbour, neighbours
from clusterdesign.cli import main
from clusterdesign.definitions import load
from clusterdesign.design import Design, Link, PortRef
from clusterdesign.errors import DesignError
from clusterdesign.subnet.naming import host_name

ROOT = Path(__file__).resolve().parents[2]
DEFINITION = ROOT / "stacks" / "production-h100" / "design.py"
DESIGN: Design = load(DEFINITION)
LINKS = [link for link in DESIGN.links if DESIGN.fabric[link.fabric].protocol == "ethernet"]
TALKING = [link for link in LINKS if link.tier != "oob"]


def said(links: list[Link], *, both: bool = True) -> list[Neighbour]:
    """Return what both ends of some links, or the switches alone, report."""
    found = []
    for link in links:
        a, b = host_name(link.a.device), host_name(link.b.device)
        found.append(Neighbour(b, link.b.port, a, (), (link.a.port,)))
        if both:
            found.append(Neighbour(a, link.a.port, b, (), (link.b.port,)))
    return found


def built(links: list[Link], *, both: bool = True) -> Verification:
    return verify_ethernet(DESIGN, said(links, both=both))


def moved(one: Link, other: Link) -> Link:
    """Return a link whose plug is in the port of another."""
    return Link(one.path, one.fabric, one.tier, one.a, other.b, one.speed)


@pytest.mark.parametrize("both", [False, True])
def test_links_that_are_reported_once_or_twice_are_as_designed(*, both: bool) -> None:
    result = built(LINKS, both=both)
    assert result.ok
    assert result.right == result.wires == len(LINKS)
    assert result.notes == ()


def test_names_are_known_in_any_case_and_with_their_domain() -> None:
    loud = [
        Neighbour(n.owner.upper() + ".Example.ORG", n.port.upper(), n.name.upper() + ".example.org", n.macs, n.ports)
        for n in said(LINKS)
    ]
    text = [{"lldp": json1(n)} for n in loud]
    again = [
        n for report, tree in zip(loud, text, strict=True) for n in neighbours(json.dumps(tree).encode(), report.owner)
    ]
    assert verify_ethernet(DESIGN, again).ok


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(TALKING))
def test_a_missing_cable_is_one_finding(link: Link) -> None:
    (difference,) = built([other for other in LINKS if other != link]).differences
    assert difference.kind == "missing-cable"
    assert link.path.partition("/")[2].partition(":")[0] in difference.what


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(TALKING), min_size=2, max_size=2, unique=True))
def test_exchanged_plugs_are_one_finding(two: list[Link]) -> None:
    one, other = two
    wrong = [moved(one, other) if link == one else moved(other, one) if link == other else link for link in LINKS]
    (difference,) = built(wrong).differences
    assert difference.kind == "swapped"
    assert len(difference.cables) == 2


def test_a_plug_in_a_free_port_is_a_wrong_port() -> None:
    taken = {other.b for other in LINKS}
    link, free = next(
        (link, ref)
        for link in LINKS
        for cage in getattr(DESIGN.parts[DESIGN.device[link.b.device].part], "cages", ())
        for port in cage.ports
        if link.tier == "oob" and port.role == "fabric" and (ref := PortRef(link.b.device, port.name)) not in taken
    )
    wrong = Link(link.path, link.fabric, link.tier, link.a, free, link.speed)
    (difference,) = built([wrong if other == link else other for other in LINKS]).differences
    assert difference.kind == "wrong-port"


def test_neighbours_without_a_name_are_taken_for_what_is_designed_there_and_told() -> None:
    bare = [Neighbour(n.owner, n.port, "", ("aa:00",), ()) if "BMC" in n.ports else n for n in said(LINKS, both=False)]
    result = verify_ethernet(DESIGN, bare)
    assert result.ok
    assert result.notes[0].endswith("each was taken for what the design has at its port")


def test_an_address_that_somebody_names_is_known_everywhere() -> None:
    one, other = (
        link
        for link in TALKING
        if link.tier == "inband" and link.a.device in {"gpu/001", "gpu/002"} and link.b.device == "inband/su1-1"
    )
    mac = {one.a.device: "aa:01", other.a.device: "aa:02"}
    reports = [
        Neighbour(host_name(link.b.device), link.b.port, "", (mac[link.a.device],), ())
        for link in (moved(one, other), moved(other, one))
    ]
    named = [Neighbour("elsewhere", "1", host_name(device), (address,), ()) for device, address in mac.items()]
    result = verify_ethernet(DESIGN, [*reports, *named], ("inband",))
    assert [d.kind for d in result.differences if len(d.cables) == 2] == ["swapped"]
    assert any("hosts are not in the design: elsewhere" in note for note in result.notes)


def test_silent_management_controllers_are_no_fault() -> None:
    result = built([link for link in LINKS if link.tier != "oob"])
    assert result.ok
    assert any("may not speak LLDP" in note for note in result.notes)


def test_a_stranger_in_a_port_is_told() -> None:
    link = TALKING[0]
    reports = said([other for other in LINKS if other != link])
    reports.append(Neighbour(host_name(link.b.device), link.b.port, "printer", (), ("1",)))
    (difference,) = verify_ethernet(DESIGN, reports).differences
    assert difference.kind == "unknown-device"
    assert "leads to printer" in difference.what


def json1(n: Neighbour) -> Any:
    """Return one neighbour in the shape of ``-f json``."""
    chassis: Any = {"id": {"type": "mac", "value": n.macs[0] if n.macs else "00:00"}, "descr": "a switch"}
    port = {"id": {"type": "ifname", "value": n.ports[0] if n.ports else ""}, "ttl": "120"}
    return {"interface": {n.port: {"via": "LLDP", "chassis": {n.name: chassis} if n.name else chassis, "port": port}}}


JSON = {
    "lldp": {
        "interface": [
            {
                "swp1": {
                    "via": "LLDP",
                    "rid": "1",
                    "chassis": {"GPU-001": {"id": {"type": "mac", "value": "AA:BB"}, "mgmt-ip": "10.0.0.1"}},
                    "port": {"id": {"type": "mac", "value": "aa:bc"}, "descr": "eth0 ", "ttl": "120"},
                }
            },
            {"swp2": {"via": "LLDP", "chassis": {"id": {"type": "mac", "value": "aa:bd"}}, "port": {}}},
        ]
    }
}
JSON0 = {
    "lldp": [
        {
            "interface": [
                {
                    "name": "swp1",
                    "via": "LLDP",
                    "chassis": [{"id": [{"type": "mac", "value": "AA:BB"}], "name": [{"value": "GPU-001"}]}],
                    "port": [{"id": [{"type": "mac", "value": "aa:bc"}], "descr": [{"value": "eth0 "}]}],
                },
                {"name": "swp2", "via": "LLDP", "chassis": [{"id": [{"type": "mac", "value": "aa:bd"}]}], "port": [{}]},
            ]
        }
    ]
}
EXPECTED = (
    Neighbour("sw-1", "swp1", "gpu-001", ("aa:bb", "aa:bc"), ("eth0",)),
    Neighbour("sw-1", "swp2", "", ("aa:bd",), ()),
)


@pytest.mark.parametrize("form", [JSON, JSON0, {"SW-1": JSON}], ids=["json", "json0", "by host"])
def test_both_forms_say_the_same(form: Any) -> None:
    assert neighbours(json.dumps(form).encode(), "sw-1") == EXPECTED


@pytest.mark.parametrize(
    "data", [b"", b"{", b'{"lldp"', b"[1]", b"{}", b'{"a": {"b": 1}}', b"[" * 100_000, b"\xff\xfe", b'"x"']
)
def test_what_is_not_of_the_tool_is_one_error(data: bytes) -> None:
    with pytest.raises(DesignError, match=r"is cut short, or no JSON|is JSON, but not of lldpcli"):
        neighbours(data, "sw")


KEYS = st.sampled_from(["lldp", "interface", "chassis", "port", "id", "name", "value", "type", "via", "descr", "x"])
TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None)
@given(TREES)
def test_no_json_raises_anything_but_the_one_error(tree: Any) -> None:
    try:
        found = neighbours(json.dumps({"lldp": tree}).encode(), "inband-su1-1")
    except DesignError:
        return
    verify_ethernet(DESIGN, found)


def test_the_command_reads_the_reports_of_several_hosts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    by_host: dict[str, list[Any]] = {}
    for n in said(LINKS, both=False):
        by_host.setdefault(n.owner, []).append(json1(n)["interface"])
    files = []
    for host, interfaces in by_host.items():
        files.append(tmp_path / f"{host}.json")
        files[-1].write_text(json.dumps({"lldp": {"interface": interfaces}}))
    arguments = ["verify", str(DEFINITION), *map(str, files)]
    assert main(arguments) == 0
    assert f"{len(LINKS)} of {len(LINKS)} links are as designed (lldp)" in capsys.readouterr().out
    assert main([*arguments, "--fabric", "oob", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["as_designed"]
