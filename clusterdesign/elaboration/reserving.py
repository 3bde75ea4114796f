"""The phase that records what growth will need: the places that are kept free for devices to come."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from clusterdesign.design.records import Reservation
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.floor import Floor, rack_path
from clusterdesign.elaboration.racks import below_nodes
from clusterdesign.fabric import FatTreePolicy
from clusterdesign.parts import AnyPart


def reserve_places(draft: Draft) -> None:
    """Record a place for every node up to ``grow_to``, and for the switches that come with them."""
    floor = draft.floor
    if floor is None or draft.seating.grow_to <= draft.seating.total:
        return
    because = f"kept for growth to {draft.seating.grow_to} nodes"
    for path, part, rack, u in (*_nodes(draft, floor), *_leaves(draft, floor), *_core(draft, floor)):
        height = part.size.height_u
        if height is not None:
            draft.builder.reservations.append(Reservation(path, part.id, rack, u, height, because))


_Kept = Iterator[tuple[str, AnyPart, str, int]]
"""Path, part, rack and lowest rack unit of a device to come."""


def _nodes(draft: Draft, floor: Floor) -> _Kept:
    """Yield the nodes of the last group that are to come."""
    seating = draft.seating
    group = len(seating.groups) - 1
    last = seating.groups[group]
    below = below_nodes(draft, last.fitted)
    for number in range(last.count, last.count + seating.grow_to - seating.total):
        where, place = floor.compute(seating.seat(group, number))
        yield last.path(number), last.fitted, rack_path(where), below + 1 + place * (last.fitted.size.height_u or 0)


def _leaves(draft: Draft, floor: Floor) -> _Kept:
    """Yield the leaves of the units that are to come, from the top of their network racks down."""
    seating = draft.seating
    for unit in range(seating.units + 1, seating.units_reserved + 1):
        u = floor.top
        for plan in draft.trees.values():
            part = plan.policy.switch
            for path, _ in plan.leaves(unit, seating.group_of(unit)):
                u -= part.size.height_u or 1
                yield path, part, rack_path(floor.network(unit)), u + 1


def _core(draft: Draft, floor: Floor) -> _Kept:
    """Yield the spines of the pods that are to come."""
    policies = {path: plan.policy for plan in draft.trees.values() for path in _spines(plan.pods_reserved, plan.spines)}
    for row, racks in floor.core.items():
        for number, stack in enumerate(racks):
            u = floor.top
            for path, height in stack:
                u -= height
                if path not in draft.builder.devices and path in policies:
                    yield path, _upper(policies[path]), rack_path(floor.core_rack(row, number)), u + 1


def _spines(pods: int, spines: Callable[[int], list[str]]) -> Iterator[str]:
    return (path for pod in range(1, pods + 1) for path in spines(pod))


def _upper(policy: FatTreePolicy) -> AnyPart:
    return policy.spine or policy.switch
