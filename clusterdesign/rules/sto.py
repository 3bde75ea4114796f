"""Storage rules: capacity, bandwidth along the path, and what shares a fabric with it."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.design.records import StorageSystem
from clusterdesign.design.storage_path import Direction, asked, stages, usable_capacity
from clusterdesign.parts import Node
from clusterdesign.rules.rule import Gap, Hit, rule
from clusterdesign.rules.words import count


@rule("STO101", "storage-capacity-short", "error")
def storage_capacity_short(design: Design) -> Iterator[Hit | Gap]:
    """A storage system holds less than is asked of it, protection and reserve taken off.

    Why: Data sets and checkpoints outgrow it before the first training run is over.
    Example: 500 TB asked of two boxes of 246 TB, of which 80 % are usable.
    Fix: Add boxes, or take boxes with more capacity.
    Source: raw capacity of the box times its number times the usable share declared.
    """
    for system in design.storage:
        if system.capacity is None:
            continue
        usable = usable_capacity(design, system)
        if usable is None:
            yield Gap(part=design.device[system.boxes[0]].part, field="capacity", paths=system.boxes)
        elif usable < system.capacity:
            yield Hit(
                paths=(system.path,),
                message=f"{system.path}: {usable.text('TB', 1)} are usable, {system.capacity.text('TB', 1)} are asked",
                fix="add boxes, or take boxes with more capacity",
                measured=usable.text("TB", 1),
                limit=system.capacity.text("TB", 1),
                margin=(usable - system.capacity).text("TB", 1),
            )


@rule("STO102", "storage-read-too-slow", "error")
def storage_read_too_slow(design: Design) -> Iterator[Hit | Gap]:
    """Somewhere between the media and the nodes less can be read than is asked; the narrowest stage is named.

    Why: Nodes wait for data, and a restart from a checkpoint takes as long as the narrowest stage needs.
    Example: 32 nodes that read 4 GB/s each through four ports of 200 Gb/s.
    Fix: Widen the stage that is named.
    Source: datasheet of the box and line rates of the links, before protocol overhead.
    """
    for system in design.storage:
        yield from _too_slow(design, system, "read")


@rule("STO103", "storage-write-too-slow", "error")
def storage_write_too_slow(design: Design) -> Iterator[Hit | Gap]:
    """Somewhere between the nodes and the media less can be written than is asked; the narrowest stage is named.

    Why: A checkpoint stops the training for as long as the narrowest stage needs.
    Example: 50 GB/s asked of one box that writes 40 GB/s.
    Fix: Widen the stage that is named.
    Source: datasheet of the box and line rates of the links, before protocol overhead.
    """
    for system in design.storage:
        yield from _too_slow(design, system, "write")


@rule("STO104", "no-local-scratch", "warning")
def no_local_scratch(design: Design) -> Iterator[Hit | Gap]:
    """A GPU node has no local drive for scratch data, or nobody knows whether it has one.

    Why: Caches of the training data and of checkpoints then go over the storage fabric, on every node at once.
    Example: A platform that is sold with two boot drives only.
    Fix: Order the node with local NVMe drives, or state them on the part.
    Source: the local drives in the part's catalogue entry.
    """
    users: dict[str, list[str]] = {}
    for node in design.nodes():
        users.setdefault(node.part, []).append(node.path)
    for id_, paths in users.items():
        part = design.parts.get(id_)
        if not isinstance(part, Node) or part.nvme_data:
            continue
        if part.nvme_bays is None:
            yield Gap(part=id_, field="nvme_data", paths=tuple(paths))
        elif part.nvme_bays == 0:
            yield Hit(
                paths=(paths[0], *paths[1:]),
                message=f"{id_} ({count(len(paths), 'node')}) has no local drive for scratch data",
                fix="order the node with local NVMe drives, or state them on the part",
                measured="0 bays",
            )


def _too_slow(design: Design, system: StorageSystem, direction: Direction) -> Iterator[Hit | Gap]:
    wanted = asked(design, system, direction)
    if wanted is None:
        return
    path = stages(design, system, direction)
    yield from (Gap(part=s.unknown[0], field=s.unknown[1], paths=system.boxes) for s in path if s.unknown is not None)
    known = [(stage.name, stage.rate) for stage in path if stage.rate is not None]
    name, rate = min(known, key=lambda pair: pair[1].base)
    if rate < wanted:
        yield Hit(
            paths=(system.path,),
            message=f"{system.path}: {wanted.text('GB/s', 1)} of {direction} are asked, the narrowest stage is "
            f"the {name} with {rate.text('GB/s', 1)}",
            fix=f"widen the {name}, or ask for less",
            measured=rate.text("GB/s", 1),
            limit=wanted.text("GB/s", 1),
            margin=(rate - wanted).text("GB/s", 1),
        )


@rule("STO201", "storage-shares-compute-fabric", "warning")
def storage_shares_compute_fabric(design: Design) -> Iterator[Hit]:
    """A storage system joins the fabric that carries the collectives of the training.

    Why: A checkpoint of all nodes meets their gradients on the same links; both wait for each other.
    Example: A BeeGFS box on the one switch of a small cluster.
    Fix: Give storage a fabric of its own, or keep the classes apart with service levels (QoS).
    Source: NVIDIA RA-11333-001, storage fabric: storage is kept independent of the compute fabric.
    """
    for system in design.storage:
        fabric = design.fabric[system.fabric]
        if fabric.node_role == "compute":
            yield Hit(
                paths=(system.path, fabric.name),
                message=f"{system.path} joins {fabric.name}, which carries the collectives as well",
                fix="give storage a fabric of its own, or keep the classes apart with service levels (QoS)",
            )


@rule("STO202", "storage-box-on-one-switch", "warning")
def storage_box_on_one_switch(design: Design) -> Iterator[Hit]:
    """All links of a storage box end on one switch, although the fabric has several.

    Why: The loss of that switch takes the box, and with it a share of the data, off the network.
    Example: Both ports of a box on the same leaf.
    Fix: Join the two ports of a box to two leaves.
    Source: practice of redundant attachment; RA-11333-001 joins storage to pairs of leaves.
    """
    many = {fabric.name for fabric in design.fabrics if fabric.levels > 1}
    boxes = {device.path for device in design.devices if device.kind == "storage"}
    ends: dict[str, set[str]] = {}
    for link in design.links if boxes else ():
        if link.fabric in many and link.a.device in boxes:
            ends.setdefault(link.a.device, set()).add(link.b.device)
    for box, switches in ends.items():
        if len(switches) == 1:
            (switch,) = switches
            yield Hit(
                paths=(box, switch),
                message=f"all links of {box} end on {switch}",
                fix="join the ports of the box to two leaves",
                measured="1 switch",
                limit="2 switches",
            )


STO = (
    storage_capacity_short,
    storage_read_too_slow,
    storage_write_too_slow,
    no_local_scratch,
    storage_shares_compute_fabric,
    storage_box_on_one_switch,
)
"""Rules of this module, in order."""
