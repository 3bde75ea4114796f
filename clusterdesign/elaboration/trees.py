"""Phases that build the fat-trees: add nodes, switches and managers, and link them."""

from __future__ import annotations

from clusterdesign.design.records import Device, DeviceKind, Fabric, Link, Partition, PortRef, Tier
from clusterdesign.elaboration.counting import box_ports, halved, manager_ports
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.services import box_paths
from clusterdesign.elaboration.tree_plan import Spot, TreePlan, spread
from clusterdesign.errors import DesignError
from clusterdesign.fabric import Managers
from clusterdesign.names import with_article
from clusterdesign.parts import Appliance, Node, Port, Switch
from clusterdesign.units import Rate


def add_nodes(draft: Draft) -> None:
    """Add every node with its seat."""
    for index, (path, seat) in enumerate(draft.seating.nodes()):
        part = draft.part_for(path, draft.cluster.groups[seat.group].fitted)
        if not isinstance(part, Node):
            raise DesignError(
                f"an override puts {part.id}, {with_article(part.kind)}, in place of a node",
                thing=path,
                fix="name a node part",
            )
        draft.builder.add_device(Device(path, "node", part.id, "node", unit=seat.unit, index=index), part)
        for adapter in part.adapters:
            if adapter.part is not None:
                draft.builder.use_part(draft.adapter_part(adapter.part))


def add_switches(draft: Draft) -> None:
    """Add the switches and managers of every fat-tree."""
    for plan in draft.trees.values():
        draft.builder.fabrics.append(_fabric(plan, draft.cluster.cabling.slack))
        tree = plan.policy
        if plan.tiers is None:
            add_switch(draft, Device(plan.single, "switch", "", "single", plan.fabric, unit=1), tree.switch)
            draft.builder.note(plan.single, plan.why)
        else:
            _add_leaves(draft, plan)
            _add_upper(draft, plan)
        for index in range(tree.managers.count if tree.managers else 0):
            path = plan.manager(index)
            part = draft.part_for(path, tree.managers.part)  # type: ignore[union-attr]  # counted above
            if not isinstance(part, Appliance | Node):
                raise DesignError(
                    f"an override puts {part.id}, {with_article(part.kind)}, in place of a fabric manager",
                    thing=path,
                    fix="name an appliance or a node part",
                )
            kind: DeviceKind = "server" if isinstance(part, Node) else "appliance"
            draft.builder.add_device(Device(path, kind, part.id, "manager", plan.fabric, index=index), part)


def _fabric(plan: TreePlan, slack: float) -> Fabric:
    tree = plan.policy
    return Fabric(
        name=plan.fabric,
        protocol=tree.switch.fabric,
        levels=plan.levels,
        rails=max((port.rail or 0 for base in plan.bases for port in base), default=0),
        nodes_per_unit=plan.shape.positions,
        taper_down=tree.taper.numerator,
        taper_up=tree.taper.denominator,
        grow_to=tree.grow_to or 0,
        node_role=tree.NODE_ROLE,
        spine_taper_down=tree.spine_taper.numerator,
        spine_taper_up=tree.spine_taper.denominator,
        mtu=tree.mtu,
        by_rail=tree.BY_RAIL,
        slack=slack,
        switch_manager=tree.switch_manager,
        partitions=tuple(Partition(one.name, one.key, one.members) for one in tree.partitions),
    )


def _add_leaves(draft: Draft, plan: TreePlan) -> None:
    for number in range(plan.box_leaves):
        device = Device(plan.box_leaf(number), "switch", "", "leaf", plan.fabric, index=number)
        add_switch(draft, device, plan.policy.switch)
    index = plan.box_leaves
    for unit in range(1, draft.seating.units + 1):
        pod = plan.pod_of(unit) if plan.tiers and plan.tiers.cores else None
        for path, rail in plan.leaves(unit, draft.seating.group_of(unit)):
            device = Device(path, "switch", "", "leaf", plan.fabric, unit, rail, index, pod)
            add_switch(draft, device, plan.policy.switch)
            index += 1


def _add_upper(draft: Draft, plan: TreePlan) -> None:
    if plan.tiers is None:
        return
    part = plan.policy.spine or plan.policy.switch
    for pod in range(1, plan.tiers.pods + 1):
        for index, path in enumerate(plan.spines(pod)):
            mark = pod if plan.tiers.cores else None
            device = Device(path, "switch", "", "spine", plan.fabric, index=index, pod=mark)
            add_switch(draft, device, part)
            draft.builder.note(path, plan.tiers.why)
    for index, (_, _, path) in enumerate(plan.cores()):
        add_switch(draft, Device(path, "switch", "", "core", plan.fabric, index=index), part)
        draft.builder.note(path, plan.tiers.why_cores)


def add_switch(draft: Draft, device: Device, default: Switch) -> None:
    """Add a switch, with the part that an override may give it.

    Raises:
        DesignError: the override gives it a part that is no switch.
    """
    part = draft.part_for(device.path, default)
    if not isinstance(part, Switch):
        raise DesignError(
            f"an override puts {part.id}, {with_article(part.kind)}, in place of a switch",
            thing=device.path,
            fix="name a switch part",
        )
    draft.builder.add_device(device.with_part(part.id), part)


def link_trees(draft: Draft) -> None:
    """Link nodes to leaves, leaves to spines, spines to cores, managers to leaves."""
    for plan in draft.trees.values():
        _link_nodes(draft, plan)
        _link_leaves(draft, plan)
        _link_spines(draft, plan)
        if plan.managers is not None:
            _link_managers(draft, plan, plan.managers)
        _link_boxes(draft, plan)


def _link_nodes(draft: Draft, plan: TreePlan) -> None:
    tier: Tier = "node-leaf" if plan.tiers else "node-switch"
    rails = [{port.rail for port in base} for base in plan.bases]
    for path, seat in draft.seating.nodes():
        for port in draft.node_part(path).ports(plan.policy.NODE_ROLE):
            if port.rail not in rails[seat.group]:
                continue
            near = PortRef(path, port.name)
            far = _port(draft, plan.down(seat.unit, seat.group, seat.position, port))
            rail = port.rail if plan.policy.BY_RAIL else None
            speed = _joint_speed(draft, port, far)
            draft.builder.connect(Link(f"link/{near}", plan.fabric, tier, near, far, speed, rail))


def _link_leaves(draft: Draft, plan: TreePlan) -> None:
    above = plan.tiers
    if above is None:
        return
    leaf_part, spine_part = plan.policy.switch, plan.policy.spine or plan.policy.switch
    first_up = len(leaf_part.fabric_ports) - plan.shape.up
    grain = _grain(leaf_part, above.leaf_lanes)
    before = plan.leaf_numbers()
    radix = len(spine_part.fabric_ports)
    leaves: list[tuple[int, int, str, int | None]] = [
        (1, number, plan.box_leaf(number), None) for number in range(plan.box_leaves)
    ]
    for unit in range(1, draft.seating.units + 1):
        own = enumerate(plan.leaves(unit, draft.seating.group_of(unit)), before[unit - 1])
        leaves += [(plan.pod_of(unit), number, leaf, rail) for number, (leaf, rail) in own]
    for pod, number, leaf, rail in leaves:
        for up in range(plan.shape.up):
            spine, slot = spread(up, above.leaf_lanes, above.spines, number, grain=grain, radix=radix)
            near = _port(draft, Spot(leaf, first_up + up))
            far = _port(draft, Spot(plan.spine(pod, spine), slot))
            speed = leaf_part.fabric_ports[first_up + up].speed
            draft.builder.connect(Link(f"link/{near}", plan.fabric, "leaf-spine", near, far, speed, rail))


def _link_spines(draft: Draft, plan: TreePlan) -> None:
    above = plan.tiers
    if above is None or not above.cores:
        return
    part = plan.policy.spine or plan.policy.switch
    radix = len(part.fabric_ports)
    first_up = radix - above.spine_up
    grain = _grain(part, above.spine_lanes)
    for pod in range(1, above.pods + 1):
        for group, spine in enumerate(plan.spines(pod)):
            for up in range(above.spine_up):
                core, slot = spread(up, above.spine_lanes, above.cores, pod - 1, grain=grain, radix=radix)
                near = _port(draft, Spot(spine, first_up + up))
                far = _port(draft, Spot(plan.core(group, core), slot))
                speed = part.fabric_ports[first_up + up].speed
                draft.builder.connect(Link(f"link/{near}", plan.fabric, "spine-core", near, far, speed))


def _grain(part: Switch, lanes: int) -> int:
    """Return how many uplinks are dealt together: a whole cage where the links of a pair fill whole cages."""
    cage = len(part.cage_of[part.fabric_ports[0].name].ports)
    return cage if lanes % cage == 0 else 1


def _link_managers(draft: Draft, plan: TreePlan, managers: Managers) -> None:
    """Deal the managers over the leaves of the first unit, one leaf each where their ports are halves."""
    ports = manager_ports(managers)
    half = halved(plan.policy, ports)
    cage = len(plan.policy.switch.cage_of[plan.policy.switch.fabric_ports[0].name].ports)
    leaves = [path for path, _ in plan.leaves(1, 0)]
    for index in range(managers.count):
        for p, port in enumerate(ports):
            head = index if half else index * len(ports) + p
            sub = p + 1 if half else None
            if plan.tiers is None:
                spot = Spot(plan.single, plan.shape.down + sum(box_ports(plan.policy)) + head, sub)
            else:
                row, leaf = divmod(head, len(leaves))
                slot = plan.shape.down - 1 - row if plan.displaced else -(-plan.shape.down // cage) * cage + row
                spot = Spot(leaves[leaf], slot, sub)
            near = PortRef(plan.manager(index), port.name)
            far = _port(draft, spot)
            speed = _joint_speed(draft, port, far)
            draft.builder.connect(Link(f"link/{near}", plan.fabric, "manager-leaf", near, far, speed))


def _joint_speed(draft: Draft, port: Port, far: PortRef) -> Rate:
    """Return the speed of a link: that of the slower of its ports."""
    part = draft.builder.parts[draft.builder.devices[far.device].part]
    other = part.port_named.get(far.port) if isinstance(part, Switch) else None
    return port.speed if other is None else min(port.speed, other.speed)


def _link_boxes(draft: Draft, plan: TreePlan) -> None:
    number = 0
    for system in plan.policy.systems:
        ports = system.part.ports("fabric")
        widest = max(box_ports(plan.policy))
        for box in box_paths(system):
            for p, port in enumerate(ports):
                near = PortRef(box, port.name)
                far = _port(draft, plan.box_port(number, p, widest))
                speed = _joint_speed(draft, port, far)
                draft.builder.connect(Link(f"link/{near}", plan.fabric, "storage-leaf", near, far, speed))
            number += 1


def _port(draft: Draft, spot: Spot) -> PortRef:
    """Return a fabric port by position.

    A switch that an override made too small has no such port; the name is then one past its panel, which a rule
    reports.
    """
    part = draft.builder.parts[draft.builder.devices[spot.switch].part]
    ports = part.fabric_ports if isinstance(part, Switch) else ()
    name = ports[spot.slot].name if spot.slot < len(ports) else f"port-{spot.slot + 1}"
    return PortRef(spot.switch, name if spot.sub is None else f"{name}/{spot.sub}")
