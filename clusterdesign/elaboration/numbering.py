"""Numbers of devices in every IP network, from their positions alone.

A number is the offset of an address from the beginning of its network. It follows from the number in a node's name,
from unit and rail of a leaf, from the place of a rack, never from how many there are, so that growth moves none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.inband import inband_switch, networks, sides
from clusterdesign.elaboration.services import box_paths
from clusterdesign.elaboration.tree_plan import TreePlan
from clusterdesign.fabric import Reserve

BLOCKS = (
    "site",
    "hosts",
    "servers",
    "managers",
    "storage",
    "nodes",
    "leaves",
    "spines",
    "cores",
    "inband",
    "oob",
    "cdus",
    "core_oob",
    "pdus",
)
"""Blocks of a network, in order: fields of :class:`~clusterdesign.fabric.Reserve`."""

PORTS = 4
"""Addresses of a box or a manager in one network: it may have more ports than a fabric has rails."""

_SERVER_GROUP = 64
_BOXES = 64
_OOB_PER_UNIT = 8
_OOB_PER_RACK = 2
_CDUS_PER_ROW = 26
_MANAGERS = 32
_NOWHERE = 1 << 30


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a block.

    Attributes:
        index: counted from 0; may lie beyond the share, which then has no room for it.
        share: the sixteenths of the block that it is counted in.
    """

    block: str
    index: int
    share: tuple[int, int] = (0, 16)


@lru_cache(maxsize=64)
def _starts(reserve: Reserve) -> Mapping[str, tuple[int, int]]:
    """Return start and size of every block."""
    sizes = [int(getattr(reserve, block)) for block in BLOCKS]
    return dict(zip(BLOCKS, zip(accumulate(sizes, initial=0), sizes, strict=False), strict=True))


def offset(reserve: Reserve, spot: Spot) -> int | None:
    """Return the number of a spot; None where its share of the block is too small."""
    start, size = _starts(reserve)[spot.block]
    low, high = size * spot.share[0] // 16, size * spot.share[1] // 16
    return start + low + spot.index if low + spot.index < high else None


def node_spots(draft: Draft, grow_to: int = 0) -> Iterator[tuple[str, Spot]]:
    """Yield every node with its spot: the number in its name; nodes that are named otherwise come behind.

    Args:
        draft: the cluster half way.
        grow_to: nodes in all to go up to; those that exist by default.
    """
    groups = draft.cluster.groups
    names = list(dict.fromkeys(nodes.name for nodes in groups))
    extra = max(grow_to - draft.seating.total, 0)
    for number, nodes in enumerate(groups):
        base = names.index(nodes.name) * draft.cluster.addressing.reserve.node_group + nodes.first
        for index in range(nodes.count + (extra if number == len(groups) - 1 else 0)):
            yield nodes.path(index), Spot("nodes", base + index)


def spots(draft: Draft) -> Mapping[str, Spot]:
    """Return the spot of every device that has a place in the plan, by path; of switches to come as well."""
    found: dict[str, Spot] = dict(node_spots(draft))
    for where in (_servers, _boxes, _trees, _ethernet, _site):
        found.update(where(draft))
    return found


def _servers(draft: Draft) -> Iterator[tuple[str, Spot]]:
    for group, servers in enumerate(draft.cluster.servers):
        for index, path in enumerate(servers.paths()):
            yield path, Spot("servers", group * _SERVER_GROUP + index)


def _boxes(draft: Draft) -> Iterator[tuple[str, Spot]]:
    systems = (system for tree in draft.cluster.trees for system in tree.systems)
    for number, system in enumerate(systems):
        for index, path in enumerate(box_paths(system)):
            yield path, Spot("storage", (number * _BOXES + index) * PORTS)


_SHARES = {"compute": (0, 10), "storage": (10, 14)}
"""Sixteenths of the blocks of switches; what is left is for the leaves of storage boxes, one each."""

_BOX_SHARES = {"compute": (14, 15), "storage": (15, 16)}


def _trees(draft: Draft) -> Iterator[tuple[str, Spot]]:
    """Yield the switches and managers of the fat-trees."""
    before = 0
    for role, share in _SHARES.items():
        plans = [plan for plan in draft.trees.values() if role == plan.policy.NODE_ROLE]
        for plane, plan in enumerate(plans):
            yield from _leaves(draft, plan, plane, plans, share)
            for index in range(plan.box_leaves):
                yield plan.box_leaf(index), Spot("leaves", index * len(plans) + plane, _BOX_SHARES[role])
            yield from _upper(plan, plane, len(plans), share)
            for index in range(plan.managers.count if plan.managers else 0):
                yield plan.manager(index), Spot("managers", ((before + plane) * _MANAGERS + index) * PORTS)
        before += len(plans)


def _leaves(
    draft: Draft, plan: TreePlan, plane: int, plans: list[TreePlan], share: tuple[int, int]
) -> Iterator[tuple[str, Spot]]:
    by_rail = plan.policy.BY_RAIL
    width = max(port.rail or 0 for one in plans for base in one.bases for port in base)
    each = max(one.rails for one in plans)
    per_unit = width if by_rail else each * len(plans)
    for unit in range(1, draft.seating.units_reserved + 1 if plan.tiers else 1):
        for number, (path, rail) in enumerate(plan.leaves(unit, draft.seating.group_of(unit))):
            within = (rail or 1) - 1 if by_rail else plane * each + number
            yield path, Spot("leaves", (unit - 1) * per_unit + within, share)


def _upper(plan: TreePlan, plane: int, planes: int, share: tuple[int, int]) -> Iterator[tuple[str, Spot]]:
    """Yield spines and cores; as many spines as a leaf has uplinks are kept for every plane of a pod."""
    if plan.tiers is None:
        yield plan.single, Spot("spines", plane, share)
        return
    stride = plan.shape.up
    for pod in range(1, plan.pods_reserved + 1):
        for index, path in enumerate(plan.spines(pod)):
            yield path, Spot("spines", ((pod - 1) * planes + plane) * stride + index, share)
    for group, index, path in plan.cores():
        yield path, Spot("cores", (index * planes + plane) * stride + group, share)


def _ethernet(draft: Draft) -> Iterator[tuple[str, Spot]]:
    """Yield the in-band switches and the out-of-band switches of units and core racks."""
    count = sides(draft)
    for network in networks(draft):
        for unit in range(1, draft.seating.units_reserved + 1):
            for side in range(count):
                yield inband_switch(network, unit, side), Spot("inband", (unit - 1) * count + side)
    in_core = {path: (rack, index) for rack, paths in draft.core_oob.items() for index, path in enumerate(paths)}
    for device in draft.builder.devices.values():
        if device.role != "oob":
            continue
        if device.unit is not None:
            yield device.path, Spot("oob", (device.unit - 1) * _OOB_PER_UNIT + device.index)
        elif device.path in in_core:
            rack, index = in_core[device.path]
            yield device.path, Spot("core_oob", _rack(draft, rack) * _OOB_PER_RACK + index)
        else:
            yield device.path, Spot("core_oob", device.index)


def _site(draft: Draft) -> Iterator[tuple[str, Spot]]:
    """Yield PDUs and CDUs by the place of their rack, CDUs of a row by their row."""
    placements = draft.builder.placements
    feeds = max(len(draft.feed_names), PORTS)
    for device in draft.builder.devices.values():
        if device.kind == "pdu":
            place = _rack(draft, placements[device.path].rack)
            yield device.path, Spot("pdus", place * feeds + device.index)
        elif device.kind == "cdu":
            rack = f"rack/{device.path.removeprefix('cdu/')}"
            in_row = ((device.unit or 1) - 1) * _CDUS_PER_ROW + device.index
            yield device.path, Spot("cdus", _rack(draft, rack) if rack in draft.builder.racks else in_row)


def _rack(draft: Draft, path: str) -> int:
    """Return the number of a rack by its place; one beyond every block where its row is not numbered so far."""
    rack = draft.builder.racks[path]
    per_row = draft.cluster.addressing.reserve.racks_per_row
    return (rack.row - 1) * per_row + rack.column - 1 if rack.column <= per_row else _NOWHERE
