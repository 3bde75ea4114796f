"""What must hold for every model, plan and fabric."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.collectives import Group, Operation, duration, factor, slowdown
from clusterdesign.sizing.hardware import Accelerator, Network
from clusterdesign.sizing.layertime import Machine, layer_time
from clusterdesign.sizing.memory import held, memory_use
from clusterdesign.sizing.plan import Plan
from clusterdesign.sizing.search import Work, layouts, search
from clusterdesign.sizing.stack import stack_for
from clusterdesign.sizing.steptime import step_time
from clusterdesign.sizing.traffic import loads, split

GPU = Accelerator("x", 80e9, 3.35e12, 450e9, 989.5e12, 1979e12)

MODELS = st.builds(
    lambda depth, heads, ratio: Architecture(
        layers=8 * depth, hidden=128 * 8 * heads, heads=8 * heads, kv_heads=8 * heads // ratio
    ),
    st.integers(1, 12),
    st.integers(1, 16),
    st.sampled_from((1, 2, 4, 8)),
)

PLANS = st.builds(
    lambda tp, pp, dp, stage, micro, recompute: Plan(
        tp=tp, pp=pp, dp=dp, zero=stage if pp == 1 else min(stage, 1), micro_batch=micro, recompute=recompute
    ),
    st.sampled_from((1, 2, 4, 8)),
    st.sampled_from((1, 2, 4, 8)),
    st.sampled_from((1, 2, 4, 8, 16)),
    st.sampled_from((0, 1, 2, 3)),
    st.sampled_from((1, 2, 4)),
    st.sampled_from(("none", "full")),
)

NETWORKS = st.builds(
    lambda nodes, nic, taper, rails, unit: Network(nodes, nic, taper=taper, rails=rails, unit=unit),
    st.integers(1, 128),
    st.floats(5e9, 200e9),
    st.floats(1, 4),
    st.booleans(),
    st.sampled_from((4, 16, 32)),
)


@given(MODELS, PLANS, st.floats(10e9, 500e9), st.floats(1, 10))
def test_more_memory_never_makes_a_fitting_plan_unfit(
    model: Architecture, plan: Plan, memory: float, more: float
) -> None:
    small, large = (
        memory_use(model, 4096, plan, replace(GPU, memory=size), micro_batches=16) for size in (memory, memory * more)
    )
    assert large.fits or not small.fits
    assert small.total == large.total


@given(MODELS, PLANS, NETWORKS, st.floats(1, 20))
def test_a_faster_fabric_never_lengthens_a_step(
    model: Architecture, plan: Plan, network: Network, faster: float
) -> None:
    batch = plan.dp * plan.micro_batch * 4
    slow, fast = (
        step_time(model, 4096, batch, plan, Machine(GPU, one, stack_for(plan))).total
        for one in (network, replace(network, nic=network.nic * faster))
    )
    assert fast <= slow * (1 + 1e-12)


@given(NETWORKS, st.integers(1, 128), st.sampled_from(("all-reduce", "all-to-all", "all-gather")), st.floats(1, 4))
def test_taper_and_collisions_never_speed_up(network: Network, nodes: int, operation: Operation, more: float) -> None:
    assert slowdown(operation, replace(network, taper=network.taper * more), nodes) >= slowdown(
        operation, network, nodes
    )
    assert slowdown(operation, replace(network, collisions=more), nodes) >= slowdown(operation, network, nodes)


@given(MODELS, st.sampled_from((1, 2, 4, 8)), st.sampled_from((1, 2, 4, 8)))
def test_every_parameter_is_held_somewhere(model: Architecture, tp: int, pp: int) -> None:
    """All shards hold the model once; the embedding is counted on every stage, since the fullest has it."""
    dense, experts = held(model, Plan(tp=tp, pp=pp))
    assert experts == 0
    whole = tp * pp * dense - (pp - 1) * model.embedding_parameters
    assert whole == pytest.approx(model.parameters)


@given(st.sampled_from((2, 4, 8)), st.sampled_from((1, 2, 4)))
def test_experts_are_held_once_for_each_of_their_groups(experts: int, ep: int) -> None:
    model = Architecture(layers=4, hidden=512, heads=4, experts=8 * experts, experts_per_token=2)
    plan = Plan(dp=4 * ep, ep=ep)
    _, each = held(model, plan)
    assert each * ep == model.all_expert_parameters
    assert plan.expert_shards * ep == plan.dp


@given(st.floats(1, 1e12), st.integers(1, 64), st.sampled_from((1, 2, 4, 8)))
def test_a_split_loses_no_bytes(size: float, ranks: int, stride: int) -> None:
    inside, outside = split(size, "all-reduce", Group(ranks, stride))
    assert inside >= 0
    assert inside + outside == pytest.approx(size * factor("all-reduce", ranks))


@given(st.floats(1, 1e12), st.integers(1, 64), st.floats(1e9, 1e12))
def test_reduce_scatter_and_all_gather_make_an_all_reduce(size: float, ranks: int, bus: float) -> None:
    parts = duration("reduce-scatter", size, ranks, bus) + duration("all-gather", size, ranks, bus)
    assert parts == pytest.approx(duration("all-reduce", size, ranks, bus))


@given(MODELS, st.sampled_from((1, 2, 4, 8)), st.sampled_from((1, 2, 4)), st.integers(1, 8))
def test_a_stage_hands_on_every_byte_whatever_the_ranks(
    model: Architecture, tp: int, micro_batch: int, count: int
) -> None:
    """Together the tensor-parallel ranks of a stage send each micro-batch once onward and its gradient once back."""
    plan = Plan(tp=tp, pp=4, micro_batch=micro_batch)
    batch = micro_batch * count
    sent = {load.name: load for load in loads(model, 2048, batch, plan, Network(4, 50e9))}["PP"]
    assert tp * (sent.fabric + sent.nvlink) == pytest.approx(2 * 2 * batch * 2048 * model.hidden)


@given(MODELS, st.sampled_from((2, 4, 8)), st.sampled_from((0, 1, 2)))
def test_gradients_cross_once_whatever_the_shards(model: Architecture, dp: int, stage: int) -> None:
    """Cutting a model by tensor parallelism cuts what each of its ranks exchanges."""

    def exchanged(tp: int) -> float:
        plan = Plan(tp=tp, dp=dp, zero=stage)  # type: ignore[arg-type]  # drawn from the stages
        found = {load.name: load for load in loads(model, 2048, dp, plan, Network(8, 50e9))}["DP"]
        return tp * (found.nvlink + found.fabric)

    assert exchanged(8) == pytest.approx(exchanged(1))


@given(MODELS, PLANS)
def test_recomputation_costs_time_and_saves_memory(model: Architecture, plan: Plan) -> None:
    machine = Machine(GPU, Network(128, 50e9), stack_for(plan))
    none, full = (replace(plan, recompute=mode) for mode in ("none", "full"))
    assert layer_time(model, 4096, full, machine).total > layer_time(model, 4096, none, machine).total
    kept, again = (memory_use(model, 4096, one, GPU, micro_batches=16).activations for one in (none, full))
    assert again < kept or model.layers <= 8


@given(st.sampled_from((1, 2, 4, 8)), st.sampled_from((64, 96, 128)))
def test_layouts_use_every_gpu_and_divide_the_batch(nodes: int, batch: int) -> None:
    work = Work(Architecture(layers=24, hidden=2048, heads=16), 2048, batch)
    network = Network(nodes, 50e9)
    found = list(layouts(work, network))
    assert all(plan.gpus == network.gpus and batch % plan.dp == 0 for plan in found)
    assert len(set(found)) == len(found)


def test_a_search_is_the_same_twice() -> None:
    work = Work(Architecture(layers=24, hidden=2048, heads=16), 2048, 256)
    network = Network(4, 50e9)
    assert search(work, GPU, network) == search(work, GPU, network)
