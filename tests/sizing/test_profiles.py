"""Three reference clusters as they are offered: what the models say of each, and where an offer contradicts itself.

An offer names a starter (2 to 4 nodes, 7B to 70B fine-tuned, BeeGFS, 2 to 3 racks of 12 kW), a production cluster (8 to
32 nodes of H100, 30B to 70B, Lustre or Spectrum Scale, 4 to 8 racks of 20 to 30 kW) and a large one (32 to 128 nodes,
70B to 1T pre-trained, 30 to 50 kW a rack with liquid cooling). Figures below are for 1B tokens, the rest as assumed.
"""

from __future__ import annotations

from typing import Any

import pytest

from clusterdesign.sizing.candidate import Candidate, Option, Unfit
from clusterdesign.sizing.evaluating import evaluate
from clusterdesign.sizing.judging import judged
from clusterdesign.sizing.parameters import nine_parameters
from clusterdesign.sizing.platforms import PLATFORMS
from clusterdesign.sizing.propose import propose
from clusterdesign.sizing.task import DataSet, Growth, Operations, Site, TrainingTask
from clusterdesign.sizing.understood import understand
from clusterdesign.units import Duration, Power

A100, H100, H200, LIQUID = PLATFORMS


def sized(platform: Any, nodes: int, model: str, kind: str, **said: Any) -> Candidate | Unfit:
    task = TrainingTask(model=model, tokens=10**9, kind=kind, **said)  # type: ignore[arg-type]  # read by validators
    found = evaluate(understand(task), Option(platform, nodes))
    return judged(understand(task), found) if isinstance(found, Candidate) else found


def fitting(*arguments: Any, **said: Any) -> Candidate:
    found = sized(*arguments, **said)
    assert isinstance(found, Candidate)
    return found


def racks(power: str, count: int) -> Site:
    return Site(rack_power=Power.parse(power), racks=count)


def problems(found: Candidate) -> list[tuple[str, str]]:
    return [(problem.what, problem.fix) for problem in found.problems]


# --- starter ---------------------------------------------------------------------------------------------------


def test_two_nodes_fine_tune_8b_in_full_and_70b_with_lora() -> None:
    """A day at the most for 8B, two for 70B; full fine-tuning of 70B needs four nodes."""
    small, adapted = fitting(A100, 2, "llama-3-8b", "full-fine-tuning"), fitting(A100, 2, "llama-3-70b", "lora")
    assert small.days[2] < 1
    assert adapted.days[2] < 2
    assert isinstance(sized(A100, 2, "llama-3-70b", "full-fine-tuning"), Unfit)
    assert fitting(A100, 4, "llama-3-70b", "full-fine-tuning").days[2] < 2


def test_a_starter_has_one_switch_and_beegfs() -> None:
    for nodes in (2, 3, 4):
        found = fitting(A100, nodes, "llama-3-8b", "lora")
        assert found.switches.total == 1
        assert found.file_systems[0].product == "beegfs"
        assert found.boxes == 1


def test_three_racks_of_12_kw_carry_three_nodes_and_not_four() -> None:
    assert problems(fitting(A100, 3, "llama-3-8b", "lora", site=racks("12 kW", 3))) == []
    found = fitting(A100, 4, "llama-3-8b", "lora", site=racks("12 kW", 3))
    assert problems(found) == [
        ("4 nodes of 6.5 kW need 4 racks of 12 kW, there are 3", "4 racks, racks of 13 kW, or 3 nodes")
    ]


def test_a_rack_of_12_kw_holds_one_node_of_10_2_kw() -> None:
    assert fitting(H100, 4, "llama-3-8b", "lora", site=racks("12 kW", 4)).per_rack == 1


# --- production ------------------------------------------------------------------------------------------------


def test_32_nodes_do_not_stand_in_8_racks_of_30_kw() -> None:
    """326 kW in 240 kW; half of the nodes would."""
    found = fitting(H100, 32, "llama-3-70b", "full-fine-tuning", site=racks("30 kW", 8))
    assert problems(found) == [
        ("32 nodes of 10.2 kW need 16 racks of 30 kW, there are 8", "16 racks, racks of 40.8 kW, or 16 nodes")
    ]
    assert problems(fitting(H100, 16, "llama-3-70b", "full-fine-tuning", site=racks("30 kW", 8))) == []


def test_production_has_two_levels_from_nine_nodes_and_lustre_or_spectrum_scale() -> None:
    one, two = (fitting(H100, nodes, "llama-3-8b", "full-fine-tuning").switches for nodes in (8, 16))
    assert (one.spines, two.spines) == (0, 4)
    suited = fitting(H100, 16, "llama-3-8b", "full-fine-tuning").file_systems
    assert [one.product for one in suited] == ["lustre", "spectrum-scale"]


def test_eight_nodes_train_70b_in_full() -> None:
    assert fitting(H100, 8, "llama-3-70b", "full-fine-tuning").days[2] < 1


# --- large -----------------------------------------------------------------------------------------------------


def test_1t_fits_from_64_nodes_of_h100_and_32_of_h200() -> None:
    assert isinstance(sized(H100, 32, "gpt-1t", "pre-training"), Unfit)
    assert fitting(H100, 64, "gpt-1t", "pre-training").feasible
    assert fitting(LIQUID, 32, "gpt-1t", "pre-training").feasible


def test_large_stands_four_to_a_rack_of_50_kw_and_not_of_30_kw() -> None:
    """Four nodes of 10.2 kW are 40.8 kW; of the 30 to 50 kW that are offered only the upper half carries them."""
    numbers = {
        power: fitting(
            LIQUID, 64, "llama-3-70b", "pre-training", site=Site(rack_power=Power.parse(power), cooling="liquid")
        ).per_rack
        for power in ("30 kW", "40 kW", "50 kW")
    }
    assert numbers == {"30 kW": 2, "40 kW": 3, "50 kW": 4}


def test_large_may_have_vast_and_three_tiers() -> None:
    found = fitting(LIQUID, 128, "gpt-1t", "pre-training", data=DataSet(format="jpeg"))
    assert {"lustre", "spectrum-scale", "vast"} <= {one.product for one in found.file_systems}
    assert min(found.capacity.hot, found.capacity.warm, found.capacity.cold) > 0
    assert found.storage_class == "best"


def test_large_is_managed_by_ufm_where_faults_must_be_survived() -> None:
    assert fitting(LIQUID, 64, "llama-3-70b", "pre-training").resilience.managers == 0
    high = fitting(LIQUID, 64, "llama-3-70b", "pre-training", operations=Operations(availability="high"))
    assert high.resilience.managers == 2


# --- the generation follows from the GPU -----------------------------------------------------------------------


def test_hdr_goes_with_a100_and_ndr_with_h100_and_h200() -> None:
    assert {(one.gpu.split("/")[1].split("-")[0], one.generation) for one in PLATFORMS} == {
        ("a100", "hdr"),
        ("h100", "ndr"),
        ("h200", "ndr"),
    }


# --- what storage cannot take ----------------------------------------------------------------------------------


def test_an_interval_that_no_port_carries_is_answered_with_the_shortest() -> None:
    growth = Growth(now=8, gpu="h100")

    def asked(interval: str) -> TrainingTask:
        operations = Operations(interval=Duration.parse(interval))
        return TrainingTask(model="llama-3-8b", tokens=10**11, growth=growth, operations=operations)  # type: ignore[arg-type]

    (problem,) = propose(asked("1 s")).nearest[0].problems
    assert problem.what == "checkpoints ask for 11 TB/s of writing, the nodes' ports carry 800 GB/s"
    assert problem.fix == "a checkpoint every 15 s"
    assert propose(asked("15 s")).nearest[0].feasible


def test_a_loss_that_no_port_carries_is_answered_with_the_least() -> None:
    growth = Growth(now=8, gpu="h100")

    def asked(loss: float) -> TrainingTask:
        operations = Operations(tolerated_loss=loss)
        return TrainingTask(model="llama-3-70b", tokens=10**12, growth=growth, operations=operations)  # type: ignore[arg-type]

    (problem,) = propose(asked(0.0001)).nearest[0].problems
    assert problem.fix == "a tolerated loss of 0.094 %"
    assert propose(asked(0.00094)).nearest[0].feasible


@pytest.mark.parametrize("nodes", [8, 128])
def test_beyond_what_nvidia_calls_best_is_said(nodes: int) -> None:
    task = TrainingTask(model="gpt-1t" if nodes > 8 else "llama-3-8b", tokens=10**11)  # type: ignore[arg-type]
    found = evaluate(understand(task), Option(H200, nodes))
    assert isinstance(found, Candidate)
    said = nine_parameters(understand(task), found)[3].answer
    assert ("beyond the 250 GB/s that NVIDIA calls best" in said) is (nodes > 8)
