from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clusterdesign.asbuilt import read_lines
from clusterdesign.asbuilt.infer import Inference, infer
from clusterdesign.asbuilt.infer.naming import fabric_name, main_group, numbered
from clusterdesign.cli import main
from clusterdesign.definitions import load
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.intent import Cluster
from clusterdesign.subnet import Subnet, Wire, netfile, subnet, subnets
from clusterdesign.testing.strategies import clusters
from tests.subnet.fabrics import compute, design, designs, three_levels

FABRIC = compute(45, "hdr")
NODE_WIRES = [wire for wire in FABRIC.wires if FABRIC.by_guid[wire.a[0]].kind == "adapter"]
UP_WIRES = [wire for wire in FABRIC.wires if FABRIC.by_guid[wire.a[0]].kind == "switch"]
PROPERTY = settings(max_examples=12, deadline=None)


def inferred(fabric: Subnet, *, foreign: bool = False) -> Inference:
    text = netfile(fabric)
    return infer(read_lines((renamed(text) if foreign else text).splitlines()))


def renamed(text: str) -> str:
    """Return a dump in which nothing is named or numbered as this library does."""
    text = re.sub(r"gpu-(\d+)", lambda found: f"node{int(found[1]) - 1:04}", text)
    text = text.replace("compute-leaf-su", "L").replace("compute-spine-", "top")
    return text.replace('"S-02', '"S-fc').replace('"H-02', '"H-b8')


def counts(made: Design, name: str) -> tuple[int, ...]:
    fabric = made.fabric[name]
    roles = [device.role for device in made.switches(name)]
    units = len({device.unit for device in made.nodes()})
    pairs: dict[tuple[str, str], int] = {}
    for link in made.links:
        if link.fabric == name and link.tier == "leaf-spine":
            pair = (link.a.device, link.b.device)
            pairs[pair] = pairs.get(pair, 0) + 1
    return (
        fabric.levels,
        fabric.rails,
        units,
        sum(1 for _ in made.nodes()),
        roles.count("spine"),
        roles.count("core"),
        next(iter(set(pairs.values())), 0),
    )


DRAWN = clusters(
    storage=st.just(False),
    management=st.just(False),
    racked=st.just(False),
    feeds=st.just(0),
    cooling=st.just("none"),
    removals=st.just(0),
    # A made-up switch with as many ports as one on sale, or one more for aggregation, is taken for that one.
    radices=st.integers(4, 72).filter(lambda radix: radix not in {40, 41, 64, 65}),
)


@settings(max_examples=40, deadline=None)
@given(DRAWN)
def test_the_dump_of_a_sound_design_gives_its_counts_back(cluster: Cluster) -> None:
    made = elaborate(cluster)
    fabric = subnet(made, "compute")
    assume(fabric.wires and not fabric.left_out)
    found = inferred(fabric)
    assert found.result.differences == ()
    assert counts(found.design, "compute") == counts(made, "compute")


@PROPERTY
@given(designs)
def test_every_fabric_of_a_design_is_inferred_alone(sound: Design) -> None:
    for fabric in subnets(sound):
        found = inferred(fabric)
        assert found.result.ok
        assert found.guess.fabric == fabric.name
        assert counts(found.design, fabric.name) == counts(sound, fabric.name)


def test_three_levels_are_inferred() -> None:
    made = three_levels(60)
    found = inferred(subnet(made, "compute"))
    assert found.result.ok
    assert counts(found.design, "compute") == counts(made, "compute")


@pytest.mark.parametrize("foreign", [False, True])
@PROPERTY
@given(wire=st.sampled_from(FABRIC.wires))
def test_a_missing_cable_is_the_one_fault(wire: Wire, *, foreign: bool) -> None:
    wires = tuple(other for other in FABRIC.wires if other != wire)
    (difference,) = inferred(replace(FABRIC, wires=wires), foreign=foreign).result.differences
    assert difference.kind == "missing-cable"


@pytest.mark.parametrize("foreign", [False, True])
@PROPERTY
@given(
    two=st.one_of(*(st.lists(st.sampled_from(w), min_size=2, max_size=2, unique=True) for w in (NODE_WIRES, UP_WIRES)))
)
def test_two_exchanged_plugs_are_the_one_fault(two: list[Wire], *, foreign: bool) -> None:
    one, other = two
    new = {one.link: replace(one, b=other.b), other.link: replace(other, b=one.b)}
    wires = tuple(new.get(wire.link, wire) for wire in FABRIC.wires)
    (difference,) = inferred(replace(FABRIC, wires=wires), foreign=foreign).result.differences
    assert difference.kind == "swapped"


@PROPERTY
@given(st.sampled_from(NODE_WIRES))
def test_a_slow_link_is_the_one_fault(wire: Wire) -> None:
    wires = tuple(replace(other, rate=100) if other == wire else other for other in FABRIC.wires)
    (difference,) = inferred(replace(FABRIC, wires=wires)).result.differences
    assert difference.kind == "degraded"


@pytest.mark.parametrize("foreign", [False, True])
@pytest.mark.parametrize(
    "device",
    [
        "compute/spine/01",
        "compute/spine/07",
        "compute/spine/20",
        "compute/leaf/su1-r1",
        "compute/leaf/su2-r3",
        "gpu/007",
    ],
)
def test_an_absent_device_is_the_one_fault(device: str, *, foreign: bool) -> None:
    (difference,) = inferred(FABRIC.without(devices=[device]), foreign=foreign).result.differences
    assert difference.kind == "absent-device"


def test_a_fabric_with_other_port_numbers_is_compared_by_who_is_linked_to_whom() -> None:
    swap = {n: 41 - n for n in range(1, 41)}
    switches = {element.guid for element in FABRIC.switches}

    def end(socket: tuple[int, int]) -> tuple[int, int]:
        return (socket[0], swap[socket[1]]) if socket[0] in switches else socket

    wires = tuple(replace(wire, a=end(wire.a), b=end(wire.b)) for wire in FABRIC.wires)
    found = inferred(replace(FABRIC, wires=wires), foreign=True)
    assert found.result.ok
    assert any("ports are numbered otherwise" in note for note in found.result.notes)


def test_the_largest_of_two_subnets_is_taken_and_the_other_told() -> None:
    text = netfile(FABRIC) + netfile(compute(4, "hdr")).replace("-02", "-03").replace("gpu-", "other-")
    found = infer(read_lines(text.splitlines()))
    assert found.guess.nodes == 45
    assert any("2 fabrics that no link joins" in note for note in found.result.notes)


def test_what_is_no_fabric_is_one_error() -> None:
    with pytest.raises(DesignError, match="shows no switch with a host"):
        infer(read_lines(['Ca\t1 "H-b8cef60300000000"\t\t# "gpu-1 mlx5_0"']))


def test_the_definition_is_accepted_and_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dump, made = tmp_path / "dump.txt", tmp_path / "inferred.py"
    dump.write_text(netfile(FABRIC))
    assert main(["infer", str(dump), "--out", str(made)]) == 0
    assert "as designed" in capsys.readouterr().out
    assert main(["check", str(made)]) == 0
    assert main(["verify", str(made), str(dump)]) == 0
    assert counts(load(made), "compute") == counts(design(45, "hdr"), "compute")


def test_the_command_prints_definition_and_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dump = tmp_path / "dump.txt"
    dump.write_text(netfile(replace(FABRIC, wires=FABRIC.wires[1:])))
    assert main(["infer", str(dump)]) == 1
    printed = capsys.readouterr().out
    assert "# 1. missing-cable" in printed
    (tmp_path / "printed.py").write_text(printed)
    assert load(tmp_path / "printed.py").fabric["compute"].rails == 8
    assert main(["infer", str(dump), "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["units"], data["spines"], data["links_per_leaf_and_spine"]) == (3, 20, 1)


def test_names_are_numbered_or_not() -> None:
    pattern = numbered(["gpu-08", "gpu-09", "gpu-10"])
    assert pattern is not None
    assert (pattern.template, pattern.first) == ("gpu-{n:02}", 8)
    assert numbered(["n7", "n12"]) is None
    plain = numbered(["n9", "n10"])
    assert plain is not None
    assert plain.template == "n{n}"
    assert numbered(['x"1', 'x"2']) is None
    assert main_group({"a1": [1], "a2": [2], "ufm": [3]}) == ["a1", "a2"]
    assert fabric_name(["Fast-leaf-1", "fast-spine-2", "x"]) == "fast"
    assert fabric_name(["a'b-leaf-1"]) == "compute"


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_dump_that_is_cut_raises_nothing_but_the_one_error(first: int, second: int) -> None:
    text = netfile(compute(6, "hdr"))
    a, b = sorted((first % len(text), second % len(text)))
    try:
        infer(read_lines(text[a:b].splitlines()))
    except DesignError:
        return
