"""Worked examples of the formulas, with the precision that each source allows."""

from __future__ import annotations

from fractions import Fraction

import pytest

from clusterdesign.sizing import activations, checkpoints, collectives, energy, failures, flops, states, storage
from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.fabric_counts import fat_tree
from clusterdesign.sizing.hardware import Accelerator, Network
from clusterdesign.sizing.memory import held, state_memory
from clusterdesign.sizing.plan import Plan
from clusterdesign.sizing.shapes import named
from clusterdesign.sizing.steptime import bubble_share

GIB = 2**30
GB = 1e9
MIXED = Accelerator("x", 80 * GB, 2e12, 300 * GB, 312e12)


def close(value: float, expected: float, tolerance: float = 1e-6) -> bool:
    return value == pytest.approx(expected, rel=tolerance)


# --- memory ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stage", "gigabytes"), [(0, 120), (1, 31.40625), (2, 16.640625), (3, 1.875)])
def test_zero_stages_of_a_7_5b_model_on_64_ranks(stage: states.Stage, gigabytes: float) -> None:
    assert close(states.state_bytes(7.5e9, 64, stage) / GB, gigabytes)


def test_fp32_gradients_make_18_bytes() -> None:
    assert states.state_bytes(1, 1, 0, gradient=4) == 18
    assert states.state_bytes(1, 8, 1, gradient=4) == 6 + 12 / 8


def test_deepspeed_estimates() -> None:
    assert close(states.deepspeed_zero2(70e9, 64) / GB, 297.5)
    assert close(states.deepspeed_zero2(70e9, 64, offload=True) / GB, 140)
    assert close(states.deepspeed_zero3(70e9, 64, 0) / GB, 19.6875)
    assert close(states.deepspeed_zero3(70e9, 8, 0) / GB, 157.5)
    assert close(states.deepspeed_zero3(70e9, 8, 1e9, offload="optimizer") / GB, 4 + 17.5)


@pytest.mark.parametrize(("pp", "dp", "gigabytes"), [(1, 8, 66.14), (4, 2, 26.46)])
def test_megatron_states_of_a_70b_model(pp: int, dp: int, gigabytes: float) -> None:
    share = 70.55e9 / (8 * pp)
    assert close(states.state_bytes(share, dp, 1, gradient=4) / GB, gigabytes, 1e-3)


def test_embedding_sits_on_the_first_stage() -> None:
    model = named("llama-3-70b")
    one, _ = held(model, Plan(tp=8))
    four, _ = held(model, Plan(tp=8, pp=4))
    assert one == (model.block_parameters + 2 * model.embedding_parameters) / 8
    assert four == (model.block_parameters / 4 + model.embedding_parameters) / 8
    assert state_memory(model, Plan(tp=8)) == 18 * one


def test_activations_of_one_layer() -> None:
    model = Architecture(layers=1, hidden=1024, heads=16)
    sbh = 2048 * 2 * 1024
    scores = 5 * 16 * 2048 / 1024
    for tp in (1, 4):
        assert close(activations.per_layer(model, 2048, 2, tp=tp), sbh * (10 + (24 + scores) / tp))
        parallel = activations.per_layer(model, 2048, 2, tp=tp, sequence_parallel=True, recompute="selective")
        assert close(parallel, sbh * 34 / tp)
    assert activations.per_layer(model, 2048, 2, recompute="full") == 2 * sbh


def test_activations_of_a_70b_model() -> None:
    """The figures count a feed-forward block of 4h without a gate, as the paper does."""
    model = Architecture(layers=80, hidden=8192, heads=64)

    def gibibytes(sequence: int, tp: int, recompute: activations.Recompute, *, parallel: bool) -> float:
        each = activations.per_layer(model, sequence, 1, tp=tp, sequence_parallel=parallel, recompute=recompute)
        return 80 * each / GIB

    assert close(gibibytes(4096, 8, "selective", parallel=True), 10.625)
    assert close(gibibytes(8192, 8, "selective", parallel=True), 21.25)
    assert close(gibibytes(4096, 1, "full", parallel=False), 5.0)
    assert close(gibibytes(4096, 1, "none", parallel=False), 485.0, 1e-2)


def test_a_gate_keeps_a_third_wide_tensor() -> None:
    plain = Architecture(layers=1, hidden=1024, heads=16, ffn=4096)
    gated = plain.with_(gated=True)
    more = activations.per_layer(gated, 64, 1) - activations.per_layer(plain, 64, 1)
    assert more == 2 * 4 * 64 * 1024


def test_the_first_stage_holds_all_layers_whatever_the_number_of_stages() -> None:
    assert activations.first_stage_layers(96, 8, 64) == 96
    assert activations.first_stage_layers(96, 8, 2) == 24
    assert activations.first_stage_layers(96, 8, 64, 3) == 96 * (1 + 7 / 24)


# --- arithmetic and time ---------------------------------------------------------------------------------------


def test_days_of_training() -> None:
    assert close(flops.training_days(175e9, 300e9, 1024, 140e12, recompute=True), 33.9, 1e-3)
    assert close(flops.training_days(1008e9, 450e9, 3072, 163e12, recompute=True), 83.9, 1e-3)
    assert close(flops.training_days(70e9, 1.4e12, 64, 0.40 * 989e12), 269, 5e-3)


def test_pipeline_bubble() -> None:
    assert close(bubble_share(8, 64), 0.109375)
    assert close(bubble_share(8, 64, 3), 0.109375 / 3)
    assert bubble_share(1, 1) == 0


# --- communication ---------------------------------------------------------------------------------------------


def test_ring_all_reduce() -> None:
    assert close(collectives.duration("all-reduce", 4 * GIB, 32, 377.34e9), 22.05e-3, 1e-3)
    assert close(collectives.duration("all-reduce", 4 * GIB, 8, 740.64e9), 10.15e-3, 1e-3)
    assert close(collectives.duration("all-reduce", 4 * GIB, 32, 400e9), 20.8e-3, 1e-3)


def test_latency_counts_the_steps_of_a_ring() -> None:
    assert close(collectives.duration("all-reduce", 0, 8, 1e9, latency=1e-6), 14e-6)
    assert close(collectives.duration("all-gather", 0, 8, 1e9, latency=1e-6), 7e-6)


@pytest.mark.parametrize(
    ("operation", "factor"),
    [("all-reduce", 1.75), ("all-gather", 0.875), ("all-to-all", 0.875), ("broadcast", 1), ("in-network", 7 / 9)],
)
def test_factors(operation: collectives.Operation, factor: float) -> None:
    assert collectives.factor(operation, 8) == factor
    assert collectives.factor(operation, 1) == 0


def test_hierarchical_all_reduce_brackets_the_measurement() -> None:
    inside, between = collectives.hierarchical(4 * GIB, 8, 4, 740.64e9, 50e9)
    assert close(between, 16.1e-3, 1e-2)
    assert close(inside + between, 26.3e-3, 1e-2)
    assert max(inside, between) < 22.05e-3 < inside + between


def test_tensor_parallel_messages_of_a_70b_model() -> None:
    size = 2 * 4096 * 8192
    assert close(size / 1e6, 67.1, 1e-3)
    once = collectives.duration("all-reduce", size, 8, 370e9)
    assert close(once, 0.317e-3, 2e-3)
    assert close(4 * 80 * once, 101.6e-3, 2e-3)
    assert close(size / 8 / 50e9, 0.168e-3, 2e-3)


def test_zero_3_of_a_70b_model_over_400_gigabytes_a_second() -> None:
    assert close(3 * 4 * 140e9 * 7 / 8 / 400e9, 3.68, 2e-3)
    once = collectives.duration("all-gather", 140e9, 8, 400e9)
    assert close(12 * once, 3.68, 2e-3)


def test_crossing_of_the_spines() -> None:
    network = Network(nodes=128, nic=50 * GB, unit=32, taper=2)
    assert collectives.crossing("all-reduce", network, 1) == 0
    assert collectives.crossing("all-reduce", network, 32) == 0
    assert collectives.crossing("all-reduce", network, 128) == 1 / 32
    assert collectives.crossing("all-to-all", network, 128) == 3 / 4
    assert collectives.slowdown("all-reduce", network, 128) == 1
    assert collectives.slowdown("all-to-all", network, 128) == 1.5
    plain = Network(nodes=32, nic=50 * GB, unit=4, taper=2, rails=False)
    assert collectives.slowdown("all-reduce", plain, 32) == 2


# --- fabric ----------------------------------------------------------------------------------------------------


def test_tapered_leaves() -> None:
    counted = fat_tree(128, 64, Fraction(2))
    assert (counted.unit, counted.leaves, counted.spines) == (42, 32, 21)
    whole = fat_tree(128, 64, Fraction(2), widest=40)
    assert (whole.unit, whole.leaves, whole.spines) == (40, 32, 10)
    assert fat_tree(4, 40).total == 1


# --- failures and checkpoints ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("gpus", "hours"), [(16_384, 1.803), (131_072, 0.2254)])
def test_mean_time_to_failure(gpus: int, hours: float) -> None:
    assert close(failures.mean_time_to_failure(gpus // 8, 6.5e-3) / 3600, hours, 1e-3)


def test_checkpoint_intervals() -> None:
    failure = 3.093 * 3600
    assert close(failures.young(60, failure) / 60, 19.27, 1e-3)
    assert close(failures.daly(60, failure) / 60, 18.27, 1e-3)
    assert close(failures.with_restart(60, failure, 600) / 60, 20.80, 2e-2)
    assert close(failures.with_restart(10, 6000, 600) / 15, 24.9, 3e-2)


@pytest.mark.parametrize(("minutes", "share"), [(60, 0.684), (5, 0.932)])
def test_goodput_of_2000_nodes(minutes: int, share: float) -> None:
    assert close(failures.goodput(2000, 6.5e-3, interval=60 * minutes, restart=300), share, 1e-3)


@pytest.mark.parametrize(("loss", "gigabytes"), [(0.01, 43), (0.02, 10.8), (0.05, 1.7)])
def test_write_bandwidth_for_a_loss(loss: float, gigabytes: float) -> None:
    assert close(checkpoints.bandwidth_for_loss(0.98e12, loss, 126.4 * 3600) / GB, gigabytes, 2e-2)


def test_write_for_a_loss() -> None:
    assert close(failures.write_for_loss(0.01, 126.4 * 3600), 22.752)


def test_writers_of_a_checkpoint() -> None:
    first, other = checkpoints.bytes_per_writer(70e9, 64, zero=1)
    assert (first + 63 * other) == pytest.approx(14 * 70e9)
    assert first - other == 140e9
    assert checkpoints.bytes_per_writer(70e9, 64) == (14 * 70e9 / 64, 14 * 70e9 / 64)


def test_other_bandwidths() -> None:
    assert checkpoints.write_bandwidth(980e9, 24.5) == 40e9
    assert checkpoints.bandwidth_asynchronous(980e9, 1960) == 1e9


# --- storage and energy ----------------------------------------------------------------------------------------


def test_capacity() -> None:
    needed = storage.capacity(1e12, 70e9, keep=1, milestones=5, dataset=10e12, scratch=20e12)
    assert needed.checkpoints == 2e12
    assert close(needed.net, 32.7e12)
    assert close(needed.raw, 32.7e12 / 0.64)
    assert close(needed.hot, 15e12)


def test_reading_tokens_is_nothing() -> None:
    assert close(storage.token_read(64 * 1039) / 1e6, 0.27, 2e-2)


def test_local_cache() -> None:
    assert storage.local_cache(100e12, 4, 8e12) == pytest.approx(0.32)
    assert storage.local_cache(10e12, 4, 8e12) == 1
    assert storage.local_cache(0, 4, 8e12) == 1


def test_energy_of_eight_nodes_for_a_day() -> None:
    drawn = energy.power(8, 10_200)
    assert drawn.provisioned == 81_600
    assert close(drawn.peak, 8 * 8400)
    assert close(energy.energy(drawn.mean, 86_400, 1.3) / 3.6e6, 1934, 2e-3)
    assert energy.cost(8, 300_000, 1000, 0.1) == 2_400_100
