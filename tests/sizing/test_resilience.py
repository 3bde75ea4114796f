"""Scheduler, fault tolerance, facility water and storage class: each changes what is bought, and the definition."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clusterdesign import DesignError, check, elaborate
from clusterdesign.design import Design
from clusterdesign.sizing.candidate import Candidate, Option
from clusterdesign.sizing.chain import compare
from clusterdesign.sizing.definition import cluster, definition
from clusterdesign.sizing.evaluating import evaluate
from clusterdesign.sizing.facility import loop_supply, warmest, water_class
from clusterdesign.sizing.filesystems import file_systems
from clusterdesign.sizing.judging import judged
from clusterdesign.sizing.parameters import nine_parameters
from clusterdesign.sizing.platforms import PLATFORMS
from clusterdesign.sizing.propose import propose
from clusterdesign.sizing.resilience import spare_nodes
from clusterdesign.sizing.storage import class_for
from clusterdesign.sizing.task import DataSet, Growth, Operations, Site, TrainingTask
from clusterdesign.sizing.understood import understand
from clusterdesign.units import Data, Power, Temperature

A100, H100, H200, LIQUID = PLATFORMS
HIGH = Operations(availability="high", scheduler="both", tolerated_loss=0.01)


def sized(platform: Any, nodes: int, taper: int = 1, **said: Any) -> tuple[Candidate, TrainingTask]:
    task = TrainingTask(name="atlas", model="llama-3-8b", tokens=10**11, **said)  # type: ignore[arg-type]
    found = evaluate(understand(task), Option(platform, nodes, Fraction(taper)))
    assert isinstance(found, Candidate)
    return judged(understand(task), found), task


def designed(platform: Any, nodes: int, taper: int = 1, **said: Any) -> tuple[Candidate, Design]:
    found, task = sized(platform, nodes, taper, **said)
    return found, elaborate(cluster(understand(task), found))


def compute_switches(design: Design) -> tuple[int, int, int]:
    name = next(fabric.name for fabric in design.fabrics if fabric.node_role == "compute")
    roles = Counter[str](switch.role for switch in design.switches(name))
    return roles["single"] + roles["leaf"], roles["spine"], roles["core"]


# --- the definition --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda platform: platform.name)
@pytest.mark.parametrize("nodes", [1, 8, 32])
def test_high_availability_elaborates_without_error_findings(platform: Any, nodes: int) -> None:
    found, design = designed(platform, nodes, operations=HIGH)
    assert [finding.message for finding in check(design).findings if finding.severity == "error"] == []
    assert len(list(design.nodes())) == nodes + found.resilience.spares > nodes


@pytest.mark.parametrize(
    ("platform", "nodes", "taper", "later", "operations"),
    [
        (A100, 24, 1, None, HIGH),
        (A100, 128, 1, None, HIGH),
        (A100, 64, 2, None, HIGH),
        (H100, 8, 1, None, Operations()),
        (H100, 8, 1, 32, Operations()),
        (H100, 8, 1, 64, HIGH),
        (H100, 32, 1, None, HIGH),
        (H100, 96, 2, None, Operations()),
        (LIQUID, 3, 1, None, Operations()),
        (LIQUID, 8, 1, None, HIGH),
        (LIQUID, 48, 1, None, HIGH),
        (LIQUID, 64, 2, None, HIGH),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_the_switches_that_are_counted_are_those_of_the_design(
    platform: Any, nodes: int, taper: int, later: int | None, operations: Operations
) -> None:
    found, design = designed(platform, nodes, taper, operations=operations, growth=Growth(later=later))
    counted = found.switches
    assert (counted.leaves, counted.spines, counted.cores) == compute_switches(design)


OPERATIONS = st.builds(
    Operations, availability=st.sampled_from(("standard", "high")), spare_nodes=st.sampled_from((None, 0, 4))
)
SITES = st.builds(
    lambda rack, celsius: Site(
        rack_power=Power.parse(rack), supply=None if celsius is None else Temperature.of(celsius, "°C")
    ),
    st.sampled_from(("11 kW", "21 kW", "31 kW", "44 kW")),
    st.sampled_from((None, 7, 25, 45)),
)
DATA = st.builds(lambda size: DataSet(size=Data.parse(size), format="raw"), st.sampled_from(("1 TB", "2000 TB")))
GROWTH = st.builds(Growth, later=st.sampled_from((None, 24, 63, 128)))


@settings(max_examples=10, deadline=None)
@given(
    st.sampled_from(PLATFORMS),
    st.sampled_from((1, 2, 5, 8, 12, 20, 31, 33, 47)),
    st.fixed_dictionaries({"operations": OPERATIONS, "site": SITES, "data": DATA, "growth": GROWTH}),
)
def test_any_definition_elaborates_without_error_findings(platform: Any, nodes: int, said: dict[str, Any]) -> None:
    task = TrainingTask(name="atlas", model="llama-3-8b", tokens=10**11, batch=32 * nodes, **said)  # type: ignore[arg-type]
    found = evaluate(understand(task), Option(platform, nodes))
    assume(isinstance(found, Candidate))
    assert isinstance(found, Candidate)
    design = elaborate(cluster(understand(task), found))
    assert [finding.message for finding in check(design).findings if finding.severity == "error"] == []
    assert (found.switches.leaves, found.switches.spines, found.switches.cores) == compute_switches(design)
    assert found.room >= found.bought


@pytest.mark.parametrize(
    ("said", "plane", "servers"), [("slurm", "slurm", 2), ("kubernetes", "kubernetes", 3), ("both", "hybrid", 3)]
)
def test_the_scheduler_decides_the_hosts_and_their_servers(said: str, plane: str, servers: int) -> None:
    found, design = designed(H100, 4, operations=Operations(scheduler=said))  # type: ignore[arg-type]
    assert design.scheduler == plane
    assert found.resilience.servers == servers
    roles = {host.role for host in design.managed_hosts}
    assert ("kube" in roles) is (plane != "slurm")
    assert ("slurm" in roles) is (plane != "kubernetes")
    apart = [host for host in design.managed_hosts if host.group and host.role in {"slurm", "kube"}]
    for role in {host.role for host in apart}:
        on = [host.server for host in apart if host.role == role]
        assert len(set(on)) == len(on)


def test_what_high_availability_adds() -> None:
    usual, _ = sized(H100, 16)
    high, task = sized(H100, 16, operations=Operations(availability="high"))
    one, two = usual.resilience, high.resilience
    assert (one.spares, one.managers, one.servers, one.feeds) == (0, 0, 2, 3)
    assert (two.spares, two.managers, two.servers, two.feeds) == (2, 2, 3, 3)
    assert high.power > usual.power
    text = definition(understand(task), high)
    assert 'managers=Managers(part=catalog.appliance("nvidia/ufm-3.1"), count=2)' in text
    assert 'upstream=(("board-1", "ups-1"), ("board-2", "ups-2"), ("board-3", "ups-3"))' in text
    assert text.startswith('"""atlas: 16 nodes and 2 to spare for llama-3-8b')


def test_half_of_the_supplies_is_enough_only_where_the_node_has_twice_as_many() -> None:
    """DGX A100 has 3+3 supplies and the liquid-cooled node 2+2; DGX H100 has 4+2, which two feeds do not serve."""
    found = {platform.name: sized(platform, 8, operations=HIGH)[0].resilience for platform in PLATFORMS}
    assert {name: (kept.feeds, kept.halves) for name, kept in found.items()} == {
        "a100": (2, True),
        "h100": (3, False),
        "h200": (3, False),
        "h200-liquid": (2, True),
    }


def test_spare_nodes_follow_the_failures() -> None:
    """On 99 of 100 days: the mean in repair is 0.09 for 8 nodes and 1.5 for 128, three days each."""
    assert [spare_nodes(nodes, 3.79e-3) for nodes in (1, 8, 32, 128)] == [1, 1, 2, 5]
    assert spare_nodes(128, 6.5e-3) > spare_nodes(128, 2.34e-3)
    assert spare_nodes(8, 3.79e-3, covered=0.9) == 0
    asked, _ = sized(H100, 8, operations=Operations(spare_nodes=3))
    assert (asked.bought, asked.compute_racks) == (11, 3)


# --- facility water --------------------------------------------------------------------------------------------


def water(celsius: float) -> Site:
    return Site(supply=Temperature.of(celsius, "°C"))


def test_warm_water_leaves_only_liquid() -> None:
    found = propose(
        TrainingTask(name="atlas", model="llama-3-8b", tokens=10**11, growth=Growth(now=4), site=water(40))  # type: ignore[arg-type]
    )
    assert {candidate.option.platform.name for candidate in found.candidates if candidate.feasible} == {"h200-liquid"}
    (problem,) = next(c for c in found.candidates if c.option.platform == H100).problems
    assert problem.what == "air cooled by facility water of 40 °C is 45 °C, a node takes 30 °C"
    assert problem.fix == ("facility water of 25 °C or colder, or direct liquid cooling, or another source of cold air")
    assert problem.kind == "water"


def test_water_that_no_cdu_takes() -> None:
    found, _ = sized(LIQUID, 4, site=water(48))
    (problem,) = found.problems
    assert problem.what == "facility water of 48 °C, the CDU takes 45 °C at most"
    assert problem.fix == "facility water of 45 °C or colder, or a CDU and nodes that are made for it"


def test_cold_water_serves_both() -> None:
    assert all(sized(platform, 4, site=water(18))[0].feasible for platform in PLATFORMS)
    assert [warmest(platform) for platform in PLATFORMS] == [30, 25, 25, 45]


@pytest.mark.parametrize(
    ("celsius", "loop", "name"), [(7, 15, "W17"), (20, 25, "W27"), (32, 37, "W32"), (46, 51, "W+")]
)
def test_the_loop_is_warmer_than_the_water_and_than_the_dew_point(celsius: float, loop: float, name: str) -> None:
    assert loop_supply(celsius) == loop
    assert water_class(celsius) == name


@pytest.mark.parametrize("celsius", [5, 32, 45])
def test_liquid_definitions_of_a_water_have_no_error_findings(celsius: float) -> None:
    _, design = designed(LIQUID, 4, site=water(celsius))
    assert [finding.message for finding in check(design).findings if finding.severity == "error"] == []
    assert {loop.facility for loop in design.loops} == {Temperature.of(celsius, "°C")}


def test_absurd_water_is_refused() -> None:
    with pytest.raises(DesignError) as caught:
        water(-5)
    assert "facility water of -5 °C is outside 2 to 70 °C" in str(caught.value)


# --- storage ---------------------------------------------------------------------------------------------------


def test_the_file_system_follows_size_and_class() -> None:
    first = {
        (nodes, kind): file_systems(nodes, kind)[0].product
        for nodes in (4, 16, 64)
        for kind in ("good", "better", "best")
    }
    assert first == {
        (4, "good"): "beegfs",
        (4, "better"): "beegfs",
        (4, "best"): "beegfs",
        (16, "good"): "lustre",
        (16, "better"): "spectrum-scale",
        (16, "best"): "weka",
        (64, "good"): "lustre",
        (64, "better"): "spectrum-scale",
        (64, "best"): "vast",
    }
    assert [one.product for one in file_systems(64, "good", "weka")] == ["weka"]


def test_the_file_system_is_that_of_the_design() -> None:
    for nodes, data in ((2, DataSet()), (8, DataSet(format="raw")), (8, DataSet(file_system="vast"))):
        found, design = designed(H100, nodes, data=data)
        assert [system.product for system in design.storage] == [found.file_systems[0].product]


def test_checkpoints_may_ask_for_a_higher_class_than_the_data() -> None:
    assert class_for(8, "good", 1e9) == "good"
    assert class_for(8, "good", 5e9) == "better"
    assert class_for(8, "best", 1e9) == "best"
    assert class_for(8, "good", 1e12) == "best"


def test_tiers_hold_what_is_in_use() -> None:
    found, _ = sized(H100, 8)
    need = found.capacity
    assert need.hot + need.warm == pytest.approx(need.net / need.fill)
    assert need.cold == need.dataset + need.milestones


def test_a_file_system_that_may_be_filled_needs_less() -> None:
    lustre, scale = (
        sized(H100, 8, data=DataSet(file_system=name))[0].capacity for name in ("lustre", "spectrum-scale")
    )
    assert scale.raw == pytest.approx(0.8 * lustre.raw)


# --- consequences ----------------------------------------------------------------------------------------------


def test_consequences_of_fault_tolerance_and_scheduler_run_through() -> None:
    old, new = (
        propose(
            TrainingTask(
                name="atlas",
                model="llama-3-8b",  # type: ignore[arg-type]
                tokens=10**11,
                growth=Growth(now=8, gpu="h100"),
                operations=operations,
            )
        )
        for operations in (Operations(), Operations(availability="high", scheduler="both"))
    )
    chain = compare(old, new)
    changed = {link.what: (link.old, link.new) for link in chain.links if link.changed}
    assert changed["scheduler"] == ("slurm", "both")
    assert changed["availability"] == ("standard", "high")
    assert changed["spare nodes"] == ("0", "1")
    assert changed["servers"] == ("2", "4")
    assert changed["managers of the fabric"] == ("0", "2")
    bought = {quantity.part: (quantity.old, quantity.new) for quantity in chain.quantities}
    assert bought["nvidia/dgx-h100"] == (8, 9)
    assert bought["nvidia/ufm-3.1"] == (0, 2)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_nine_parameters_tell_it(lang: str) -> None:
    found, task = sized(LIQUID, 8, operations=HIGH, site=water(32))
    answers = [one.answer for one in nine_parameters(understand(task), found, lang)]
    site, scheduler, fault = answers[5], answers[6], answers[8]
    assert "W32" in site
    assert ("an approach of 5 K" if lang == "en" else "при перепаде 5 К") in site
    assert ("servers for its hosts: 4" if lang == "en" else "серверов для его хостов: 4") in scheduler
    assert ("spare nodes: 1" if lang == "en" else "запасных узлов: 1") in fault
    assert "UFM" in fault
    assert "Lustre" in answers[3]
