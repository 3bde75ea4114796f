"""The task as understood: every value that the models need, and which of them nobody gave."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.sizing.counts import short
from clusterdesign.sizing.energy import PUE_AIR, PUE_LIQUID
from clusterdesign.sizing.failures import RATES
from clusterdesign.sizing.search import Work
from clusterdesign.sizing.storage import Class
from clusterdesign.sizing.task import TrainingTask


@dataclass(frozen=True, slots=True)
class Assumption:
    """A value that nobody gave.

    Attributes:
        field: dotted field of the task.
        value: what was taken.
        why: where it comes from, and what giving it would change.
    """

    field: str
    value: str
    why: str


@dataclass(frozen=True, slots=True)
class Understood:
    """Every value of a task in base units: seconds, bytes, watts.

    Attributes:
        task: what was given.
        work: one step.
        tokens: of the run.
        dataset: bytes.
        storage_class: what NVIDIA's reference calls good, better and best.
        rack_power: watts of a rack.
        water: °C of the facility water; None where nobody said.
        scheduler, asynchronous, tolerated_loss, failure_rate, high_availability: how it is run.
        pue: by cooling: air, liquid.
        assumptions: what nobody gave.
    """

    task: TrainingTask
    work: Work
    tokens: int
    dataset: float
    storage_class: Class
    rack_power: float
    water: float | None
    scheduler: str
    asynchronous: bool
    tolerated_loss: float
    failure_rate: float
    high_availability: bool
    pue: tuple[float, float]
    assumptions: tuple[Assumption, ...]

    @property
    def steps(self) -> float:
        """Steps of the run."""
        return max(1.0, self.tokens / (self.work.sequence * self.work.batch))


_LARGE = 30e9
"""From so many parameters a batch of millions of tokens is usual."""

_CLASSES: dict[str, Class] = {
    "tokens": "good",
    "parquet": "good",
    "jpeg": "better",
    "tfrecord": "better",
    "raw": "best",
}


class _Notes:
    """Collects what is assumed while a task is read."""

    def __init__(self) -> None:
        self.taken: list[Assumption] = []

    def take(self, field: str, value: str, why: str) -> None:
        self.taken.append(Assumption(field, value, why))


def understand(task: TrainingTask) -> Understood:
    """Return the task with every value that the models need; what was not given is assumed and listed.

    Args:
        task: what the customer said.
    """
    notes = _Notes()
    work = _work(task, notes)
    if task.model.name.startswith("dense-"):
        shape = f"{task.model.layers} layers, width {task.model.hidden}, {short(task.model.parameters)} parameters"
        notes.take("model", shape, "a likely shape; give the architecture, which decides the plans that divide it")
    if task.model.experts:
        notes.take("model.experts", "2.5 times at the pessimistic end", "no published row is stored to test it")
    data = _data(task, notes)
    for value, *note in _defaults(task):
        if value is None:
            notes.take(*note)
    operations, site = task.operations, task.site
    return Understood(
        task=task,
        work=work,
        tokens=task.tokens,
        dataset=data,
        storage_class=_CLASSES[task.data.format or "tokens"],
        rack_power=44e3 if site.rack_power is None else site.rack_power.to("W"),
        water=None if site.supply is None else site.supply.to("°C"),
        scheduler=operations.scheduler or "slurm",
        asynchronous=operations.checkpoint == "async",
        tolerated_loss=operations.tolerated_loss or 0.02,
        failure_rate=RATES[operations.failures or "middle"],
        high_availability=operations.availability == "high",
        pue=(site.pue or PUE_AIR, site.pue or PUE_LIQUID),
        assumptions=tuple(notes.taken),
    )


def _defaults(task: TrainingTask) -> tuple[tuple[object, str, str, str], ...]:
    """Return what may be left out: the value given, the field, what is taken instead, why."""
    operations, site, target = task.operations, task.site, task.target
    return (
        (
            operations.scheduler,
            "operations.scheduler",
            "slurm",
            "usual for training; decides the servers beside",
        ),
        (operations.checkpoint, "operations.checkpoint", "sync", "the careful choice: async asks less of storage"),
        (operations.tolerated_loss, "operations.tolerated_loss", "0.02", "of the time; half of it asks four times"),
        (operations.failures, "operations.failures", "middle", "3.8 failures in 1000 node-days (arXiv:2407.21783)"),
        (
            operations.availability,
            "operations.availability",
            "standard",
            "switches manage the fabric; nothing to spare",
        ),
        (site.rack_power, "site.rack_power", "44 kW", "four nodes as in NVIDIA RA-11333-001; decides the racks"),
        (site.cooling, "site.cooling", "air or liquid", "both are proposed"),
        (site.pue, "site.pue", f"{PUE_AIR} air, {PUE_LIQUID} liquid", "industry mean of 2024; changes energy"),
        (task.growth.later, "growth.later", "as now", "no ports are reserved beyond those that whole leaves have"),
        (target.time, "target.time", "none", "without a time nothing is too slow"),
        (target.decide_by, "target.decide_by", "time", "the currency of the decision: time, cost or energy"),
    )


def _work(task: TrainingTask, notes: _Notes) -> Work:
    kind, precision = task.kind or "pre-training", task.precision or "bf16"
    if task.kind is None:
        notes.take("kind", kind, "the largest of the three; LoRA needs a third less arithmetic and far less memory")
    if task.precision is None:
        notes.take("precision", precision, "FP8 is faster and not to everybody's liking")
    sequence = task.sequence or 4096
    if task.sequence is None:
        notes.take("sequence", str(sequence), "usual; longer sequences cost memory and attention")
    batch = task.batch or _batch(task, kind, sequence)
    if task.batch is None:
        notes.take("batch", str(batch), f"{short(batch * sequence)} tokens; bounds the GPUs that share a step")
    return Work(task.model, sequence, batch, precision, kind)


def _batch(task: TrainingTask, kind: str, sequence: int) -> int:
    """Return a usual batch: 4M tokens for large models, 1M for small ones, a quarter of it when fine-tuning."""
    tokens = 2**22 if task.model.parameters >= _LARGE else 2**20
    if kind != "pre-training":
        tokens //= 4
    return int(max(8, 2 ** round((tokens / sequence).__ceil__().bit_length() - 1)))


def _data(task: TrainingTask, notes: _Notes) -> float:
    if task.data.format is None:
        notes.take("data.format", "tokens", "packed binary; images and video ask far more of storage")
    if task.data.size is not None:
        return task.data.size.to("B")
    size = 4.0 * task.tokens
    notes.take("data.size", f"{size / 1e12:.3g} TB", "4 bytes a token, each token once")
    return size
