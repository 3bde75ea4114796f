"""The exported fabrics under the real OpenSM, the InfiniBand diagnostics and IBDM."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from clusterdesign.asbuilt import read_lines, verify
from clusterdesign.asbuilt.infer import infer
from clusterdesign.design import Design
from clusterdesign.exporters.fabric_files import fabric_files
from clusterdesign.simulation import simulate, simulate_cases, simulate_without
from clusterdesign.simulation.opensm import simulator
from clusterdesign.subnet import subnet, subnets
from tests.subnet.fabrics import design, planes, three_levels

Program = Callable[[str], Path]

ROOT = Path(__file__).resolve().parents[2]

# nodes, generation, taper, managers: one switch, part of a unit, units full and in part, tapered, split ports.
SOUND = [
    (2, "ndr", "1:1", 0),
    (5, "hdr", "1:1", 0),
    (24, "hdr", "1:1", 0),
    (33, "ndr", "1:1", 0),
    (45, "ndr", "2:1", 0),
    (63, "ndr", "1:1", 2),
    (100, "ndr", "1:1", 0),
    (256, "ndr", "1:1", 0),
]


@pytest.fixture(autouse=True)
def programs(program: Program) -> None:
    for name in ("opensm", "ibsim", "ibsim-run", "ibnetdiscover", "iblinkinfo"):
        program(name)


def sound(case: tuple[int, str, str, int]) -> Design:
    nodes, generation, taper, managers = case
    return design(nodes, generation, taper, managers=managers)


@pytest.mark.parametrize("case", SOUND, ids=lambda case: "-".join(map(str, case)))
def test_opensm_brings_a_sound_design_up_with_its_fat_tree_engine(case: tuple[int, str, str, int]) -> None:
    fabric = subnet(sound(case), "compute")
    result = simulate(fabric)
    assert result.faults == ()
    assert result.run.engine == ("ftree" if fabric.levels > 1 else result.run.engine)
    assert result.run.complaints == ()
    ports = sum(1 for _ in fabric.adapters)
    assert result.all_to_all.pairs == ports * (ports - 1)
    assert set(result.all_to_all.hops) <= {1, 3}


@pytest.mark.parametrize("case", [SOUND[1], SOUND[3], SOUND[5]], ids=lambda case: "-".join(map(str, case)))
def test_what_the_diagnostics_see_is_the_design(case: tuple[int, str, str, int]) -> None:
    planned = sound(case)
    fabric = subnet(planned, "compute")
    with simulator(fabric, next(fabric.adapters)) as simulated:
        simulated.opensm()
        assert "nrecognized" not in (simulated.directory / "opensm.out").read_text()
        dumps = [simulated.ask("ibnetdiscover"), simulated.ask("iblinkinfo"), simulated.ask("iblinkinfo", "--line")]
    for text in dumps:
        dump = read_lines(text.splitlines())
        assert dump.skipped == []
        result = verify(planned, [fabric], dump)
        assert result.differences == ()
        assert result.right == len(fabric.wires)


@pytest.mark.parametrize("case", [SOUND[1], SOUND[3], SOUND[4], SOUND[5]], ids=lambda case: "-".join(map(str, case)))
def test_what_the_diagnostics_see_gives_the_definition_back(case: tuple[int, str, str, int]) -> None:
    planned = sound(case)
    fabric = subnet(planned, "compute")
    with simulator(fabric, next(fabric.adapters)) as simulated:
        simulated.opensm()
        dumps = [simulated.ask("ibnetdiscover"), simulated.ask("iblinkinfo")]
    for text in dumps:
        found = infer(read_lines(text.splitlines()))
        assert found.result.differences == ()
        ours, theirs = planned.fabric["compute"], found.design.fabric["compute"]
        assert (theirs.levels, theirs.rails) == (ours.levels, ours.rails)
        for role in ("leaf", "spine", "single", "manager"):
            assert [d.path for d in found.design.devices if d.role == role] == [
                d.path for d in planned.devices if d.role == role
            ]


def test_a_swapped_rail_is_the_one_fault_without_a_design() -> None:
    fabric = subnet(design(33), "compute")
    one, two = fabric.wires[-1], fabric.wires[-2]
    crossed = {one.link: replace(one, b=two.b), two.link: replace(two, b=one.b)}
    swapped = replace(fabric, wires=tuple(crossed.get(wire.link, wire) for wire in fabric.wires))
    with simulator(swapped, next(swapped.adapters)) as simulated:
        simulated.opensm()
        (difference,) = infer(read_lines(simulated.ask("ibnetdiscover").splitlines())).result.differences
    assert difference.kind == "swapped"


def test_faults_that_opensm_accepts_in_silence_are_found_in_the_dump() -> None:
    planned = design(33)
    fabric = subnet(planned, "compute")
    one, two = fabric.wires[-1], fabric.wires[-2]
    assert fabric.by_guid[one.a[0]].device == fabric.by_guid[two.a[0]].device
    crossed = {one.link: replace(one, b=two.b), two.link: replace(two, b=one.b)}
    swapped = replace(fabric, wires=tuple(crossed.get(wire.link, wire) for wire in fabric.wires))
    for wrong, kind in ((swapped, "swapped"), (fabric.without(devices=["compute/spine/02"]), "absent-device")):
        assert simulate(wrong).run.engine == "ftree"
        with simulator(wrong, next(wrong.adapters)) as simulated:
            simulated.opensm()
            dump = read_lines(simulated.ask("ibnetdiscover").splitlines())
        (difference,) = verify(planned, [fabric], dump).differences
        assert difference.kind == kind


def test_three_levels_come_up_with_the_fat_tree_engine() -> None:
    fabric = subnet(three_levels(60), "compute")
    result = simulate(fabric)
    assert result.faults == ()
    assert result.run.engine == "ftree"
    assert set(result.all_to_all.hops) == {1, 3, 5}
    assert result.worst_shift == 1


def test_every_plane_comes_up_on_its_own() -> None:
    for fabric in subnets(planes(33, 2)):
        result = simulate(fabric)
        assert result.faults == ()
        assert result.run.engine == "ftree"


def test_a_storage_fabric_comes_up_beside_the_compute_fabric() -> None:
    compute, storage = subnets(design(33, storage=True))
    assert simulate(storage).faults == ()
    assert simulate(storage).run.engine == "ftree"
    assert compute.name != storage.name


def test_with_its_roots_named_the_fat_tree_engine_bears_a_missing_uplink() -> None:
    planned = design(64)
    fabric = subnet(planned, "compute")
    uplink = next(wire for wire in fabric.wires if fabric.by_guid[wire.a[0]].kind == "switch")
    case = simulate_without(planned, fabric, [uplink.link])
    assert case.survives
    assert case.result.run.engine == "ftree"


def test_a_node_on_a_spine_makes_the_engine_fall_back_to_one_without_credit_loops() -> None:
    fabric = subnet(design(45, taper="2:1"), "compute")
    spine = fabric.roots[0]
    free = next(number for number in range(1, 65) if (spine.guid, number) not in fabric.wire_at)
    node = fabric.wires[-1]
    assert fabric.by_guid[node.a[0]].kind == "adapter"
    wires = tuple(replace(wire, b=(spine.guid, free)) if wire == node else wire for wire in fabric.wires)
    result = simulate(replace(fabric, wires=wires))
    assert result.run.engine == "updn"
    assert result.faults[0].startswith("updn configured the switches instead of ftree: fabric_mark_leaf_switches: ")
    assert result.all_to_all.credit_loop == ()


def test_leaves_cabled_to_each_other_leave_pairs_without_a_path() -> None:
    fabric = subnet(design(45, taper="2:1"), "compute")
    first, *_, last = (wire for wire in fabric.wires if fabric.by_guid[wire.a[0]].kind == "switch")
    wires = tuple(replace(wire, b=last.a) if wire == first else wire for wire in fabric.wires if wire != last)
    result = simulate(replace(fabric, wires=wires))
    # OpenSM says nothing about it and exits with 0.
    assert result.run.engine == "ftree"
    assert result.run.up
    (fault,) = result.faults
    assert fault.endswith("pairs have no path")


def test_a_lost_spine_cuts_nobody_off_and_a_lost_leaf_its_rail() -> None:
    planned = design(33)
    fabric = subnet(planned, "compute")
    assert all(case.survives for case in simulate_cases(planned, fabric, "spine"))
    (leaf,) = [simulate_without(planned, fabric, ["compute/leaf/su1-r1"])]
    assert len(leaf.cut) == 32
    assert leaf.result.unreached == ()


@pytest.mark.parametrize("case", [SOUND[1], SOUND[3], SOUND[5]], ids=lambda case: "-".join(map(str, case)))
def test_ibdm_reads_the_topology_and_finds_no_credit_loop(
    case: tuple[int, str, str, int], program: Program, tmp_path: Path
) -> None:
    fabric = subnet(sound(case), "compute")
    fabric_files(sound(case)).write(tmp_path / "out")
    folder = tmp_path / "out" / "fabric"
    start = "gpu-001/U1"
    # Debian's program ends with a crash after its last line, always: only its words count.
    done = subprocess.run(
        [program("ibdmchk"), "-t", "fabric.topo", "-n", start, "-p", "1"],
        cwd=folder,
        env=os.environ | {"IBDM_IBNL_PATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    ports = sum(1 for _ in fabric.adapters)
    assert "-E-" not in done.stdout
    assert "-W-" not in done.stdout.replace("-W- Unused port", "")
    assert f"-I- Scanned:{ports * (ports - 1)} CA to CA paths" in done.stdout
    assert "-I- no credit loops found" in done.stdout


def mine(directory: Path) -> list[str]:
    """Return the processes that run in a directory."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink().is_relative_to(directory):
                found.append(re.sub(r"\0", " ", (process / "cmdline").read_text()))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_an_interrupt_leaves_no_process_and_no_file(number: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "clusterdesign", "simulate", "stacks/production-h100/design.py"]
    process = subprocess.Popen(
        [*command, "--each", "cable"],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while not any("opensm" in line for line in mine(tmp_path)):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(number)
    assert process.wait(20) != 0
    assert mine(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
