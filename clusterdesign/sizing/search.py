"""Every way to lay a task over GPUs: those that fit, ranked by time, with what limits each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from clusterdesign.sizing.activations import Recompute
from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.flops import flops_per_token
from clusterdesign.sizing.hardware import Accelerator, Network, Precision
from clusterdesign.sizing.layertime import LayerTime, Machine, layer_time
from clusterdesign.sizing.memory import Kind, MemoryUse, memory_use
from clusterdesign.sizing.plan import Plan
from clusterdesign.sizing.stack import stack_for
from clusterdesign.sizing.states import Stage
from clusterdesign.sizing.steptime import StepTime, step_time
from clusterdesign.sizing.traffic import Load, loads

LONG = 8192
"""Tokens that a GPU keeps of a sequence under context parallelism, at the least: half of it."""

MICRO_BATCHES = (1, 2, 4, 8, 16, 32)
CHUNKS = (1, 2, 4, 8)


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be trained, as far as one step is concerned.

    Attributes:
        model: the architecture.
        sequence: tokens of a sequence.
        batch: sequences of the global batch.
        precision: numbers of the matrix products.
        kind: kind of run.
    """

    model: Architecture
    sequence: int
    batch: int
    precision: Precision = "bf16"
    kind: Kind = "pre-training"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A plan that fits.

    Attributes:
        plan: the layout.
        memory: of the fullest GPU.
        step: seconds by cause.
        mfu: share of the peak, attention counted in full.
    """

    plan: Plan
    memory: MemoryUse
    step: StepTime
    mfu: float

    @property
    def limited_by(self) -> str:
        """The cause, besides arithmetic, that costs most time."""
        return self.step.limited_by


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found.

    Attributes:
        ranked: plans that fit, those with a tenth of the memory free before the others, then the fastest first.
        tried: plans whose memory was computed.
        nearest: of the plans that do not fit, the one that lacks least, with its memory; None where none was tried.
        unfit: by kind of which no plan fits, the least memory that one needs.
    """

    ranked: tuple[Outcome, ...]
    tried: int
    nearest: tuple[Plan, MemoryUse] | None = None
    unfit: tuple[tuple[str, MemoryUse], ...] = ()

    @property
    def best(self) -> Outcome | None:
        """The fastest plan that leaves a tenth of the memory free; where there is none, the fastest."""
        return self.ranked[0] if self.ranked else None

    def of_each_kind(self) -> tuple[Outcome, ...]:
        """Return the fastest plan of every kind: DDP, ZeRO-1 ... 3D; in the order of their ranks."""
        kinds: dict[str, Outcome] = {}
        for outcome in self.ranked:
            kinds.setdefault(outcome.plan.kind, outcome)
        return tuple(kinds.values())


def load_of(work: Work, outcome: Outcome, network: Network) -> tuple[Load, ...]:
    """Return the bytes that a GPU sends in a step under a plan."""
    return loads(work.model, work.sequence, work.batch, outcome.plan, network)


def _divisors(number: int, most: int) -> list[int]:
    return [d for d in range(1, min(number, most) + 1) if number % d == 0]


def layouts(work: Work, network: Network) -> Iterator[Plan]:
    """Yield every division of the GPUs into ranks, with its ZeRO stages; micro-batch and recomputation not chosen yet.

    Tensor parallelism stays inside a node and divides the heads; stages divide the layers; context parallelism begins
    with long sequences; ZeRO-2 and 3 go without pipelines, since they would gather for every micro-batch of a stage.
    """
    model, gpus = work.model, network.gpus
    for tp in (t for t in (1, 2, 4, 8) if t <= network.per_node and model.heads % t == 0):
        for pp in _divisors(model.layers, gpus // tp):
            for cp in (c for c in (1, 2, 4, 8, 16) if c == 1 or work.sequence // c >= LONG // 2):
                dp, rest = divmod(gpus, tp * pp * cp)
                if rest or not dp or work.batch % dp:
                    continue
                for ep in _divisors(model.experts, cp * dp) if model.experts else (1,):
                    if cp * dp % ep == 0:
                        yield from (Plan(tp, pp, cp, dp, ep, zero) for zero in _stages(pp, cp * dp))


def _stages(pp: int, shards: int) -> tuple[Stage, ...]:
    if shards == 1:
        return (0,)
    return (0, 1) if pp > 1 else (0, 1, 2, 3)


@dataclass(slots=True)
class _Search:
    """One search at work."""

    work: Work
    gpu: Accelerator
    network: Network
    outcomes: list[Outcome] = field(default_factory=list)
    layers: dict[tuple[object, ...], LayerTime] = field(default_factory=dict)
    tried: int = 0
    least: dict[str, tuple[Plan, MemoryUse]] = field(default_factory=dict)

    def try_layout(self, layout: Plan) -> None:
        """Try micro-batches and recomputation; what is kept is only recomputed where it does not fit."""
        modes: tuple[Recompute, ...] = ("none", "full")
        for recompute in modes:
            for micro_batch in MICRO_BATCHES:
                plan = _with(layout, micro_batch, recompute)
                count = plan.micro_batches(self.work.batch)
                if not count or not self._fits(plan, count):
                    break
                for chunks in _chunks(self.work.model, plan, count):
                    self._time(_with(layout, micro_batch, recompute, chunks))

    def _fits(self, plan: Plan, count: int) -> bool:
        work = self.work
        self.tried += 1
        memory = memory_use(work.model, work.sequence, plan, self.gpu, micro_batches=count, kind=work.kind)
        if not memory.fits:
            known = self.least.get(plan.kind)
            if known is None or memory.total < known[1].total:
                self.least[plan.kind] = (plan, memory)
        return memory.fits

    def _time(self, plan: Plan) -> None:
        work = self.work
        count = plan.micro_batches(work.batch)
        memory = memory_use(work.model, work.sequence, plan, self.gpu, micro_batches=count, kind=work.kind)
        if not memory.fits:
            return
        machine = Machine(self.gpu, self.network, stack_for(plan), work.precision)
        key = (plan.tp, plan.cp, plan.ep, plan.pp, plan.micro_batch, plan.recompute, machine.stack.name)
        if key not in self.layers:
            self.layers[key] = layer_time(work.model, work.sequence, plan, machine)
        step = step_time(work.model, work.sequence, work.batch, plan, machine, layer=self.layers[key], kind=work.kind)
        done = flops_per_token(work.model, work.sequence) * work.sequence * work.batch
        if work.kind == "lora":
            done *= 2 / 3  # no gradients of the weights
        mfu = done / (step.total * plan.gpus * self.gpu.peak(work.precision))
        self.outcomes.append(Outcome(plan, memory, step, mfu))


def _with(layout: Plan, micro_batch: int, recompute: Recompute, chunks: int = 1) -> Plan:
    return Plan(layout.tp, layout.pp, layout.cp, layout.dp, layout.ep, layout.zero, micro_batch, recompute, chunks)


def _chunks(model: Architecture, plan: Plan, micro_batches: int) -> tuple[int, ...]:
    """Return the chunks that a stage may be cut into: they divide its layers, and its stages the micro-batches."""
    if plan.pp == 1 or micro_batches % plan.pp:
        return (1,)
    return tuple(chunks for chunks in CHUNKS if model.layers // plan.pp % chunks == 0)


def search(work: Work, gpu: Accelerator, network: Network) -> Found:
    """Return every plan that fits, ranked.

    Args:
        work: what is trained.
        gpu: the accelerator.
        network: the fabric and the number of nodes.

    Limits: see :func:`~clusterdesign.sizing.steptime.step_time`; what a published row says of two plans may be closer
    than the error of the model.
    """
    running = _Search(work, gpu, network)
    for layout in layouts(work, network):
        running.try_layout(layout)
    ranked = sorted(running.outcomes, key=lambda outcome: (outcome.memory.tight, outcome.step.total, outcome.plan))
    fitting = {outcome.plan.kind for outcome in ranked}
    unfit = sorted((kind, memory) for kind, (_, memory) in running.least.items() if kind not in fitting)
    nearest = min(running.least.values(), key=lambda pair: (pair[1].total, pair[0]), default=None)
    return Found(tuple(ranked), running.tried, nearest, tuple(unfit))
