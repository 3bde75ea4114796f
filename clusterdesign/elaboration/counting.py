"""The phase that counts every fat-tree and gives every node its seat."""

from __future__ import annotations

from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.seating import Seating
from clusterdesign.elaboration.tree_plan import TreePlan
from clusterdesign.errors import DesignError
from clusterdesign.fabric import FatTreePolicy, Managers
from clusterdesign.fabric.fattree import LeafShape, leaf_shape, tiers
from clusterdesign.parts import Port

_Bases = tuple[tuple[Port, ...], ...]


def count_trees(draft: Draft) -> None:
    """Count every fat-tree; the first rail-optimised one sets the scalable unit that the others share."""
    cluster = draft.cluster
    primary = cluster.primary
    if primary is None:
        return
    grow_to = max(primary.grow_to or 0, draft.seating.total)
    _seat(draft, primary, grow_to)
    for tree in cluster.trees:
        for plane in range(tree.planes):
            fabric = tree.name if tree.planes == 1 else f"{tree.name}-p{plane + 1}"
            bases = _bases(draft, tree, plane)
            if tree is primary and draft.seating.unit_size >= grow_to and _fits_one(tree, bases, draft, grow_to):
                draft.trees[fabric] = _one_switch(draft, tree, fabric, bases)
            else:
                draft.trees[fabric] = _plan(draft, tree, fabric, bases)


def _bases(draft: Draft, tree: FatTreePolicy, plane: int) -> _Bases:
    """Return the node ports of each group that a plane of a fabric connects.

    Raises:
        DesignError: no group has any.
    """
    bases = tuple(
        tuple(
            port
            for port in nodes.fitted.ports(tree.NODE_ROLE)
            if port.rail is not None and (port.rail - 1) % tree.planes == plane
        )
        for nodes in draft.cluster.groups
    )
    if not any(bases):
        raise DesignError(
            f"the nodes ({draft.cluster.groups[0].part.id}) have no {tree.NODE_ROLE} ports for fabric {tree.name!r}",
            thing=draft.cluster.name,
            fix="fit adapters with Nodes(hca=...), or leave the fabric or some planes out",
        )
    for nodes, base in zip(draft.cluster.groups, bases, strict=True):
        rails = [port.rail for port in base]
        twice = next((rail for rail in rails if rails.count(rail) > 1), None)
        if twice is not None:
            raise DesignError(
                f"two {tree.NODE_ROLE} ports are on rail {twice}",
                thing=nodes.fitted.id,
                fix="give each port its own rail",
            )
    return bases


def _seat(draft: Draft, tree: FatTreePolicy, grow_to: int) -> None:
    """Set the scalable unit by the first plane of the primary fabric.

    Managers use leaf ports beyond the node positions, beginning with a fresh cage; where there are none, they
    displace the last node positions of the first unit. The plane with the fewest leaves needs most of them.
    """
    bases = _bases(draft, tree, 0)
    if _fits_one(tree, bases, draft, grow_to):
        room = (len(tree.switch.fabric_ports) - _extra(tree)) * tree.split
        draft.seating = Seating(draft.cluster.groups, room // max(len(base) for base in bases), 0, grow_to)
        return
    shape = leaf_shape(len(tree.switch.fabric_ports), tree.taper, positions=tree.nodes_per_unit, split=tree.split)
    rows = max(_rows(tree, _bases(draft, tree, plane)) for plane in range(tree.planes))
    displaced = 0 if rows <= _spare(tree, shape) else _whole_cages(tree, rows) * tree.split
    if displaced >= shape.positions:
        raise DesignError(
            f"the managers of fabric {tree.name!r} take {rows} ports of every leaf of the first unit, which has "
            f"{shape.down} toward the nodes",
            thing=draft.cluster.name,
            fix="declare fewer managers",
        )
    draft.seating = Seating(draft.cluster.groups, shape.positions, displaced, grow_to)


def _fits_one(tree: FatTreePolicy, bases: _Bases, draft: Draft, grow_to: int) -> bool:
    """Tell whether one switch is enough, and allowed: one group of nodes whose links all find a port."""
    if not tree.ONE_SWITCH or tree.nodes_per_unit or tree.levels or len(draft.cluster.groups) > 1:
        return False
    return -(-grow_to * len(bases[0]) // tree.split) + _extra(tree) <= len(tree.switch.fabric_ports)


def _one_switch(draft: Draft, tree: FatTreePolicy, fabric: str, bases: _Bases) -> TreePlan:
    ports = len(tree.switch.fabric_ports)
    nodes, links = draft.seating.total, len(bases[0])
    split = f" / {tree.split}" if tree.split > 1 else ""
    why = f"one switch of {ports} ports: {nodes} nodes x {links} links{split}"
    shape = LeafShape(draft.seating.unit_size, ports - _extra(tree), 0)
    return TreePlan(fabric, tree, bases, shape, None, (1,), 0, why=why)


def _plan(draft: Draft, tree: FatTreePolicy, fabric: str, bases: _Bases) -> TreePlan:
    seating = draft.seating
    if tree.nodes_per_unit not in {None, seating.unit_size}:
        raise DesignError(
            f"fabric {tree.name!r} has {tree.nodes_per_unit} nodes per unit, the first fat-tree has "
            f"{seating.unit_size}",
            thing=draft.cluster.name,
            fix=f"leave nodes_per_unit out on {tree.name!r}: a node has one seat for all fabrics",
        )
    radix = len(tree.switch.fabric_ports)
    shape = leaf_shape(radix, tree.taper, positions=seating.unit_size, split=tree.split)
    rows = _rows(tree, bases)
    primary = tree is draft.cluster.primary
    if rows > _spare(tree, shape) and not (primary and seating.displaced):
        raise DesignError(
            f"fabric {tree.name!r} has no leaf port left for its managers",
            thing=draft.cluster.name,
            fix="declare a taper that leaves ports on the leaf, or managers on the first fabric only",
        )
    units = range(1, seating.units_reserved + 1)
    unit_leaves = tuple(len(bases[seating.group_of(unit)]) for unit in units)
    boxes = box_leaves(tree, shape)
    above = tiers(
        (unit_leaves[0] + boxes, *unit_leaves[1:]),
        seating.units,
        shape,
        len((tree.spine or tree.switch).fabric_ports),
        minimum_spines=tree.minimum_spines,
        levels=tree.levels,
        spine_taper=tree.spine_taper,
    )
    if boxes and above.cores:
        raise DesignError(
            f"fabric {tree.name!r} needs three levels, and shared storage joins two",
            thing=draft.cluster.name,
            fix="give storage a fabric of its own with more planes or switches with more ports",
        )
    return TreePlan(fabric, tree, bases, shape, above, unit_leaves, seating.displaced if rows else 0, boxes)


def _whole_cages(tree: FatTreePolicy, ports: int) -> int:
    """Return the leaf ports that managers displace: whole cages where a splitter would sit beside a straight fibre."""
    if tree.managers is None or tree.managers.share_cage or not halved(tree, manager_ports(tree.managers)):
        return ports
    cage = len(tree.switch.cage_of[tree.switch.fabric_ports[0].name].ports)
    return -(-ports // cage) * cage


def box_ports(tree: FatTreePolicy) -> list[int]:
    """Return the number of fabric ports of every storage box of a fabric.

    Raises:
        DesignError: a box has none.
    """
    ports = []
    for system in tree.systems:
        count = len(system.part.ports("fabric"))
        if not count:
            raise DesignError(
                "the storage box has no fabric port", thing=system.part.id, fix="take a box with fabric ports"
            )
        ports += [count] * system.count
    return ports


def box_leaves(tree: FatTreePolicy, shape: LeafShape) -> int:
    """Return the leaves for shared storage: as many pairs as half the ports of all boxes fill."""
    ports = box_ports(tree)
    if not ports:
        return 0
    return 2 * -(-sum(-(-max(ports) // 2) for _ in ports) // shape.down)


def _spare(tree: FatTreePolicy, shape: LeafShape) -> int:
    """Return the ports of a leaf beyond its node positions, counted from a fresh cage."""
    cage = len(tree.switch.cage_of[tree.switch.fabric_ports[0].name].ports)
    return max(len(tree.switch.fabric_ports) - -(-shape.down // cage) * cage - shape.up, 0)


def _rows(tree: FatTreePolicy, bases: _Bases) -> int:
    """Return how many ports of one leaf the managers take at most; they are dealt over the leaves of unit 1."""
    return -(-_heads(tree) // max(len(bases[0]), 1))


def _extra(tree: FatTreePolicy) -> int:
    """Return the ports of a fabric of one switch that managers and storage boxes take."""
    return _heads(tree) + sum(box_ports(tree))


def _heads(tree: FatTreePolicy) -> int:
    """Return the leaf ports that the managers take: one per port, or one per manager through splitters."""
    if tree.managers is None:
        return 0
    ports = manager_ports(tree.managers)
    return tree.managers.count * (1 if halved(tree, ports) else len(ports))


def manager_ports(managers: Managers) -> tuple[Port, ...]:
    """Return the ports by which a manager joins its fabric.

    Raises:
        DesignError: its part has none.
    """
    ports = managers.part.ports("fabric") or managers.part.ports("compute")
    if not ports:
        raise DesignError("the manager has no fabric port", thing=managers.part.id, fix="take a part with fabric ports")
    return ports


def halved(tree: FatTreePolicy, ports: tuple[Port, ...]) -> bool:
    """Tell whether the managers run at a split of the leaf's ports."""
    leaf = tree.switch.fabric_ports[0]
    return leaf.splits == len(ports) > 1 and ports[0].speed * leaf.splits == leaf.speed
