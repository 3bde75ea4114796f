"""Phases that build the fat-trees: count them, add nodes, switches and managers, link them."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.records import Device, Fabric, Link, PortRef, Tier
from clusterdesign.elaboration.draft import Draft, TreePlan
from clusterdesign.errors import DesignError
from clusterdesign.fabric import FatTreePolicy, Managers
from clusterdesign.fabric.fattree import Demand, fat_tree
from clusterdesign.parts import Port, Switch


def count_trees(draft: Draft) -> None:
    """Count every fat-tree; the first rail-optimised one sets the scalable unit."""
    cluster = draft.cluster
    primary = cluster.primary
    draft.unit_size = cluster.nodes.count
    if primary is None:
        return
    plan = _count(draft, primary, None)
    draft.unit_size = plan.counts.nodes_per_unit
    draft.units, draft.units_reserved = plan.counts.units, plan.counts.units_reserved
    draft.displaced = plan.displaced
    reserve = max(primary.grow_to or 0, cluster.nodes.count)
    for tree in cluster.trees:
        if tree is primary:
            draft.trees[tree.name] = plan
            continue
        draft.trees[tree.name] = _count(draft, tree, draft.unit_size, reserve, draft.displaced)


def _count(draft: Draft, tree: FatTreePolicy, unit_size: int | None, reserve: int = 0, displaced: int = 0) -> TreePlan:
    """Count one tree; one that follows another takes over its units, so that node k has one seat for all.

    Managers use leaf ports beyond the node positions, beginning with a fresh cage; where there are none, they
    displace the last node positions of the first unit.
    """
    nodes = draft.cluster.nodes
    base = _base(draft, tree)
    if unit_size is not None and tree.nodes_per_unit not in {None, unit_size}:
        raise DesignError(
            f"fabric {tree.name!r} has {tree.nodes_per_unit} nodes per unit, the first fat-tree has {unit_size}",
            thing=draft.cluster.name,
            fix=f"leave nodes_per_unit out on {tree.name!r}: a node has one seat for all fabrics",
        )
    radix = len(tree.switch.fabric_ports)
    rows = -(-_manager_heads(tree) // len(base))
    demand = Demand(
        nodes=nodes.count,
        reserve_for=max(tree.grow_to or 0, reserve),
        rails=len(base),
        radix=radix,
        nodes_per_unit=tree.nodes_per_unit or unit_size,
        taper=tree.taper,
        split=tree.split,
        extra_ports=_manager_heads(tree),
        minimum_spines=tree.minimum_spines,
        one_switch=tree.ONE_SWITCH and tree.nodes_per_unit is None and unit_size is None,
        spine_radix=len((tree.spine or tree.switch).fabric_ports),
        displaced=displaced,
    )
    counts = fat_tree(demand)
    spare = radix - counts.down - counts.down % 2 - counts.up
    if rows == 0 or counts.levels == 1 or rows <= spare:
        return TreePlan(tree, counts, base, 0)
    if unit_size is not None:
        raise DesignError(
            f"fabric {tree.name!r} has no leaf port left for its managers",
            thing=draft.cluster.name,
            fix="declare a taper that leaves ports on the leaf, or managers on the first fabric only",
        )
    displaced = rows * tree.split
    if displaced >= counts.nodes_per_unit:
        raise DesignError(
            f"the managers of fabric {tree.name!r} take {rows} ports of every leaf of the first unit, which has "
            f"{counts.down} toward the nodes",
            thing=draft.cluster.name,
            fix="declare fewer managers",
        )
    return TreePlan(tree, fat_tree(replace(demand, displaced=displaced)), base, displaced)


def _base(draft: Draft, tree: FatTreePolicy) -> tuple[Port, ...]:
    """Return the node ports that a tree connects, in panel order: each with a rail of its own."""
    nodes = draft.cluster.nodes
    base = tuple(port for port in nodes.fitted.ports(tree.NODE_ROLE) if port.rail is not None)
    if not base:
        raise DesignError(
            f"the nodes ({nodes.part.id}) have no {tree.NODE_ROLE} ports for fabric {tree.name!r}",
            thing=draft.cluster.name,
            fix="fit adapters with Nodes(hca=...), or leave the fabric out",
        )
    rails = [port.rail for port in base]
    twice = next((rail for rail in rails if rails.count(rail) > 1), None)
    if twice is not None:
        raise DesignError(
            f"two {tree.NODE_ROLE} ports are on rail {twice}", thing=nodes.fitted.id, fix="give each port its own rail"
        )
    return base


def _manager_heads(tree: FatTreePolicy) -> int:
    """Return the leaf ports that the managers take: one per port, or one per manager through splitters."""
    if tree.managers is None:
        return 0
    ports = _manager_ports(tree.managers)
    return tree.managers.count * (1 if _halved(tree, ports) else len(ports))


def _manager_ports(managers: Managers) -> tuple[Port, ...]:
    ports = managers.part.ports("fabric")
    if not ports:
        raise DesignError(
            "the manager has no fabric port", thing=managers.part.id, fix="take an appliance with fabric ports"
        )
    return ports


def _halved(tree: FatTreePolicy, ports: tuple[Port, ...]) -> bool:
    """Tell whether the managers run at a split of the leaf's ports."""
    leaf = tree.switch.fabric_ports[0]
    return leaf.splits == len(ports) > 1 and ports[0].speed * leaf.splits == leaf.speed


def add_nodes(draft: Draft) -> None:
    """Add every node with its seat."""
    nodes = draft.cluster.nodes
    for index in range(nodes.count):
        path = nodes.path(index)
        part = draft.part_for(path, nodes.fitted)
        draft.builder.add_device(Device(path, "node", part.id, "node", unit=draft.seat(index).unit, index=index), part)
        for adapter in part.adapters:
            if adapter.part is not None:
                draft.builder.use_part(draft.adapter_part(adapter.part))


def add_switches(draft: Draft) -> None:
    """Add the switches and managers of every fat-tree."""
    for plan in draft.trees.values():
        tree, counts = plan.policy, plan.counts
        draft.builder.fabrics.append(
            Fabric(
                name=tree.name,
                protocol=tree.switch.fabric,
                levels=counts.levels,
                rails=max(plan.rails),
                nodes_per_unit=counts.nodes_per_unit,
                taper_down=tree.taper.numerator,
                taper_up=tree.taper.denominator,
                grow_to=tree.grow_to or 0,
                node_role=tree.NODE_ROLE,
            )
        )
        if counts.levels == 1:
            _add_switch(draft, Device(plan.leaf(1, 1), "switch", "", "single", tree.name, unit=1), tree.switch)
            draft.builder.note(plan.leaf(1, 1), counts.why)
        for unit in range(1, counts.units + 1) if counts.levels > 1 else ():
            for place, rail in enumerate(plan.rails):
                index = (unit - 1) * len(plan.rails) + place
                device = Device(plan.leaf(unit, rail), "switch", "", "leaf", tree.name, unit, rail, index)
                _add_switch(draft, device, tree.switch)
        for index in range(counts.spines):
            _add_switch(
                draft,
                Device(plan.spine(index), "switch", "", "spine", tree.name, index=index),
                tree.spine or tree.switch,
            )
            draft.builder.note(plan.spine(index), counts.why)
        for index in range(tree.managers.count if tree.managers else 0):
            path = f"{tree.name}/manager/{index + 1}"
            part = draft.part_for(path, tree.managers.part)  # type: ignore[union-attr]  # counted above
            draft.builder.add_device(Device(path, "appliance", part.id, "manager", tree.name, index=index), part)


def _add_switch(draft: Draft, device: Device, default: Switch) -> None:
    part = draft.part_for(device.path, default)
    draft.builder.add_device(
        Device(device.path, device.kind, part.id, device.role, device.fabric, device.unit, device.rail, device.index),
        part,
    )


def link_trees(draft: Draft) -> None:
    """Link nodes to leaves, leaves to spines, managers to leaves."""
    for plan in draft.trees.values():
        _link_nodes(draft, plan)
        _link_spines(draft, plan)
        if plan.policy.managers is not None:
            _link_managers(draft, plan, plan.policy.managers)


def _link_nodes(draft: Draft, plan: TreePlan) -> None:
    tier: Tier = "node-leaf" if plan.counts.levels > 1 else "node-switch"
    rails = frozenset(plan.rails)
    for node in draft.nodes():
        seat = draft.seat(node.index)
        for port in draft.node_part(node.path).ports(plan.policy.NODE_ROLE):
            if port.rail is None or port.rail not in rails:
                continue
            slot, sub = plan.down_port(seat.position, port.rail)
            far = PortRef(
                plan.leaf(seat.unit, port.rail), _port_name(draft, plan.leaf(seat.unit, port.rail), slot, sub)
            )
            near = PortRef(node.path, port.name)
            draft.builder.connect(Link(f"link/{near}", plan.policy.name, tier, near, far, port.speed, port.rail))


def _link_spines(draft: Draft, plan: TreePlan) -> None:
    counts = plan.counts
    if counts.levels == 1:
        return
    leaf_ports = plan.policy.switch.fabric_ports
    first_up = len(leaf_ports) - counts.up
    for unit in range(1, counts.units + 1):
        for place, rail in enumerate(plan.rails):
            leaf = plan.leaf(unit, rail)
            index = (unit - 1) * len(plan.rails) + place
            for up in range(counts.up):
                spine, lane = divmod(up, counts.links_per_pair)
                near = PortRef(leaf, _port_name(draft, leaf, first_up + up, None))
                far_name = _port_name(draft, plan.spine(spine), index * counts.links_per_pair + lane, None)
                far = PortRef(plan.spine(spine), far_name)
                speed = leaf_ports[first_up + up].speed
                draft.builder.connect(Link(f"link/{near}", plan.policy.name, "leaf-spine", near, far, speed, rail))


def _link_managers(draft: Draft, plan: TreePlan, managers: Managers) -> None:
    """Deal the managers over the leaves of the first unit, one leaf each where their ports are halves."""
    counts = plan.counts
    ports = _manager_ports(managers)
    halved = _halved(plan.policy, ports)
    for index in range(managers.count):
        path = f"{plan.policy.name}/manager/{index + 1}"
        for p, port in enumerate(ports):
            head = index if halved else index * len(ports) + p
            row, place = divmod(head, len(plan.rails))
            if counts.levels == 1:
                slot = counts.down + head
            elif plan.displaced:
                slot = counts.down - 1 - row
            else:
                slot = counts.down + counts.down % 2 + row
            leaf = plan.leaf(1, plan.rails[place])
            far = PortRef(leaf, _port_name(draft, leaf, slot, p + 1 if halved else None))
            near = PortRef(path, port.name)
            draft.builder.connect(Link(f"link/{near}", plan.policy.name, "manager-leaf", near, far, port.speed))


def _port_name(draft: Draft, switch: str, slot: int, sub: int | None) -> str:
    """Return the name of a fabric port by position.

    A switch that an override made too small has no such port; the name is then one past its panel, which a rule
    reports.
    """
    part = draft.builder.parts[draft.builder.devices[switch].part]
    ports = part.fabric_ports if isinstance(part, Switch) else ()
    name = ports[slot].name if slot < len(ports) else f"port-{slot + 1}"
    return name if sub is None else f"{name}/{sub}"
