"""Phases that build the fat-trees: add nodes, switches and managers; :mod:`tree_links` links them."""

from __future__ import annotations

from clusterdesign.design.records import Device, DeviceKind, Fabric, Partition
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.tree_plan import TreePlan
from clusterdesign.errors import DesignError
from clusterdesign.names import with_article
from clusterdesign.parts import Appliance, Node, Switch


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
