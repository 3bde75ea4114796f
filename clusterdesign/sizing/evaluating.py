"""How a number of nodes becomes a candidate."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign import catalog
from clusterdesign.errors import DesignError
from clusterdesign.sizing import energy, platforms, storage
from clusterdesign.sizing.candidate import Candidate, Option, Unfit
from clusterdesign.sizing.fabric_counts import Switches, fat_tree
from clusterdesign.sizing.filesystems import file_systems
from clusterdesign.sizing.hardware import Network
from clusterdesign.sizing.platforms import Platform
from clusterdesign.sizing.resilience import MANAGER_PORTS, SERVER, Resilience, resilience
from clusterdesign.sizing.saving import saving
from clusterdesign.sizing.search import Found, Outcome, load_of, search
from clusterdesign.sizing.understood import Understood

FAST, SLOW = 0.90, 1.14
"""Measured to predicted time of a step: nine of ten published rows that were predicted blind lie above the first, and
nine of ten below the second (``tools/blind_prediction.py``)."""

SLOW_EXPERTS = 2.5
"""The same for mixtures of experts, for which no row is stored: published runs reach 0.12 to 0.35 of the bf16 peak
(performance summary of Megatron-Bridge; DeepSeek-V3), where the model of a step gives 0.4 to 0.6."""

LEAST_GOODPUT = 0.01
"""Days are not computed with less: a run that hardly trains is told as a problem."""

ALL_IN = 0.85
"""Share of the calendar that a long run trains at most, at the pessimistic end: 66.9 days of compute in 78.4 for Llama
3.1 405B (arXiv:2407.21783 and its model card)."""

DAY = 86_400.0
RACK_NODES = 4
"""Nodes of a rack at the most, whatever its power: 4 x 8 U, with room for network equipment."""

KEPT, MILESTONES, SCRATCH = 3, 5, 50e12
"""Checkpoints and released weights that are kept, bytes of scratch: planning values."""


def network(option: Option) -> Network:
    """Return the compute fabric of an option."""
    return Network(option.nodes, option.platform.nic, unit=tree(option, option.nodes).unit, taper=float(option.taper))


def tree(option: Option, nodes: int, *, managers: int = 0, later: int = 0, boxes: int = 0) -> Switches:
    """Return the switches of the compute fabric.

    Args:
        option: platform and taper.
        nodes: nodes, those that stand by included.
        managers: appliances that manage the fabric.
        later: nodes that ports are reserved for.
        boxes: storage boxes, which join where the nodes have no ports for a storage fabric.
    """
    return fat_tree(
        nodes,
        platforms.radix(option.platform),
        option.taper,
        managers=MANAGER_PORTS if managers else 0,
        widest=option.platform.widest if option.taper > 1 else None,
        later=later,
        boxes=0 if option.platform.storage_ports else boxes,
    )


def fitted(understood: Understood, nodes: int) -> Understood:
    """Return the task with three quarters of a batch that nobody gave, where the number of nodes is divided by 3."""
    if understood.task.batch is not None or nodes % 3:
        return understood
    return replace(understood, work=replace(understood.work, batch=max(3, understood.work.batch * 3 // 4)))


def evaluate(understood: Understood, option: Option) -> Candidate | Unfit:
    """Return what a cluster would give for a task, or why it cannot be used. A pure function of its arguments.

    Args:
        understood: the task.
        option: the cluster.
    """
    gpu, fabric = platforms.accelerator(option.platform), network(option)
    understood = fitted(understood, option.nodes)
    try:
        gpu.peak(understood.work.precision)
    except DesignError:
        return Unfit(option, None)
    found = search(understood.work, gpu, fabric)
    return Unfit(option, found.nearest) if found.best is None else _candidate(understood, option, found, found.best)


def _candidate(understood: Understood, option: Option, found: Found, best: Outcome) -> Candidate:
    policy = saving(understood, option.nodes)
    seconds = understood.steps * best.step.total
    pessimistic, expected, optimistic = (max(LEAST_GOODPUT, share) for share in policy.goodput)
    slow = SLOW_EXPERTS if understood.work.model.experts else SLOW
    days = (
        seconds * FAST / optimistic / DAY,
        seconds / expected / DAY,
        seconds * slow / min(pessimistic, ALL_IN) / DAY,
    )
    rated, _ = platforms.rated(option.platform)
    kept = resilience(understood, option.platform, option.nodes)
    bought = option.nodes + kept.spares
    kind = storage.class_for(option.nodes, understood.storage_class, policy.write)
    suited = file_systems(option.nodes, understood.storage_class, understood.task.data.file_system)
    need = storage.capacity(
        policy.size,
        understood.work.model.parameters,
        keep=KEPT,
        milestones=MILESTONES,
        dataset=understood.dataset,
        scratch=SCRATCH,
        fill=suited[0].fill,
    )
    read = storage.guideline(option.nodes, understood.storage_class)[0]
    count = boxes(option.platform, need, read, policy.write)
    switches = tree(option, bought, managers=kept.managers, later=understood.task.growth.later or 0, boxes=count)
    drawn = energy.power(option.nodes, rated)
    pue = understood.pue[1 if option.platform.cooling == "liquid" else 0]
    used = tuple(energy.energy(drawn.mean, span * DAY, pue) / 3.6e6 for span in days)
    prices = understood.task.prices
    price = prices.nodes.get(option.platform.node)
    return Candidate(
        option=option,
        outcome=best,
        kinds=found.of_each_kind(),
        loads=tuple(load_of(understood.work, outcome, network(option)) for outcome in found.of_each_kind()),
        unfit=found.unfit,
        saving=policy,
        days=days,
        resilience=kept,
        storage_class=kind,
        file_systems=suited,
        capacity=need,
        read=read,
        boxes=count,
        switches=switches,
        per_rack=max(1, min(RACK_NODES, int(understood.rack_power // rated))),
        power=bought * rated
        + switches.total * platforms.switch_power(option.platform)
        + _box_power(option, count)
        + _run_power(option, kept),
        energy=(used[0], used[1], used[2]),
        cost=None if price is None else energy.cost(bought, price, used[1], prices.kilowatt_hour or 0.0),
    )


def boxes(platform: Platform, need: storage.Capacity, read: float, write: float) -> int:
    """Return the storage boxes that capacity, read and write rates ask for.

    Args:
        platform: names the box.
        need: capacity.
        read: bytes/s.
        write: bytes/s.
    """
    box = catalog.storage(platform.box)
    counts = [1.0]
    if box.capacity:
        counts.append(need.net / need.fill / storage.PROTECTION / box.capacity.to("B"))
    for wanted, rate in ((read, box.read), (write, box.write)):
        if rate:
            counts.append(wanted / (rate.to("GB/s") * 1e9))
    return max(int(-(-count // 1)) for count in counts)


def _box_power(option: Option, count: int) -> float:
    maximum = catalog.storage(option.platform.box).power.maximum
    return 0.0 if maximum is None else count * maximum.to("W")


def _run_power(option: Option, kept: Resilience) -> float:
    """Return the largest draw of what runs the cluster, in watts; 0 for what the catalogue does not know."""
    server = catalog.node(SERVER).power.maximum
    manager = catalog.appliance(option.platform.manager).power.maximum if option.platform.manager else None
    drawn = ((kept.servers, server), (kept.managers, manager))
    return sum(count * power.to("W") for count, power in drawn if power is not None)
