"""The phase that links the fat-trees: nodes, managers and boxes to leaves, leaves to spines, spines to cores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from clusterdesign.design.records import Link, PortRef, Tier
from clusterdesign.elaboration.counting import box_ports, halved, manager_ports
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.services import box_paths
from clusterdesign.elaboration.tree_plan import Spot, TreePlan, spread
from clusterdesign.fabric import Managers
from clusterdesign.parts import AnyPart, Port, Switch
from clusterdesign.units import Rate


def link_trees(draft: Draft) -> None:
    """Link nodes to leaves, leaves to spines, spines to cores, managers to leaves."""
    panels = _Panels(draft)
    for plan in draft.trees.values():
        _link_nodes(draft, panels, plan)
        _link_leaves(draft, panels, plan)
        _link_spines(draft, panels, plan)
        if plan.managers is not None:
            _link_managers(draft, panels, plan, plan.managers)
        _link_boxes(draft, panels, plan)


class _Panels:
    """Fabric ports of the switches, by position."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._names: dict[str, Sequence[str]] = {}

    def port(self, switch: str, slot: int, sub: int | None = None) -> PortRef:
        """Return a fabric port by its 0-based position, or the 1-based sub-port of one that is run split.

        A switch that an override made too small has no such port; the name is then one past its panel, which a rule
        reports.
        """
        names = self._names.get(switch)
        if names is None:
            names = self._names[switch] = self._find_names(switch)
        name = names[slot] if slot < len(names) else f"port-{slot + 1}"
        return PortRef(switch, name if sub is None else f"{name}/{sub}")

    def _find_names(self, switch: str) -> Sequence[str]:
        part = _part(self._draft, switch)
        return [port.name for port in part.fabric_ports] if isinstance(part, Switch) else ()


def _part(draft: Draft, device: str) -> AnyPart:
    return draft.builder.parts[draft.builder.devices[device].part]


def _link_nodes(draft: Draft, panels: _Panels, plan: TreePlan) -> None:
    tier: Tier = "node-leaf" if plan.tiers else "node-switch"
    rails = [{port.rail for port in base} for base in plan.bases]
    for path, seat in draft.seating.nodes():
        for port in draft.node_part(path).ports(plan.policy.NODE_ROLE):
            if port.rail not in rails[seat.group]:
                continue
            near = PortRef(path, port.name)
            far = panels.port(*plan.down(seat.unit, seat.group, seat.position, port))
            rail = port.rail if plan.policy.BY_RAIL else None
            speed = _joint_speed(draft, port, far)
            draft.builder.connect(Link(f"link/{path}:{port.name}", plan.fabric, tier, near, far, speed, rail))


def _link_leaves(draft: Draft, panels: _Panels, plan: TreePlan) -> None:
    above = plan.tiers
    if above is None:
        return
    leaf_part, spine_part = plan.policy.switch, plan.policy.spine or plan.policy.switch
    before = plan.leaf_numbers()
    leaves: list[tuple[int, int, str, int | None]] = [
        (1, number, plan.box_leaf(number), None) for number in range(plan.box_leaves)
    ]
    for unit in range(1, draft.seating.units + 1):
        own = enumerate(plan.leaves(unit, draft.seating.group_of(unit)), before[unit - 1])
        leaves += [(plan.pod_of(unit), number, leaf, rail) for number, (leaf, rail) in own]
    deal = _Deal(leaf_part, plan.shape.up, above.leaf_lanes, above=above.spines, top=spine_part)
    spines = [plan.spines(pod) for pod in range(1, above.pods + 1)]
    for pod, number, leaf, rail in leaves:
        for near, far, speed in deal.ends(panels, leaf, number, spines[pod - 1]):
            path = f"link/{leaf}:{near.port}"
            draft.builder.connect(Link(path, plan.fabric, "leaf-spine", near, far, speed, rail))


def _link_spines(draft: Draft, panels: _Panels, plan: TreePlan) -> None:
    above = plan.tiers
    if above is None or not above.cores:
        return
    part = plan.policy.spine or plan.policy.switch
    deal = _Deal(part, above.spine_up, above.spine_lanes, above=above.cores, top=part)
    cores: dict[int, list[str]] = defaultdict(list)
    for group, _, core in plan.cores():
        cores[group].append(core)
    for pod in range(1, above.pods + 1):
        for group, spine in enumerate(plan.spines(pod)):
            for near, far, speed in deal.ends(panels, spine, pod - 1, cores[group]):
                draft.builder.connect(Link(f"link/{spine}:{near.port}", plan.fabric, "spine-core", near, far, speed))


class _Deal:
    """How the uplinks of every switch of a tier, the last ports of its panel, are dealt over those above.

    Args:
        part: the switch below, as the policy declares it.
        count: uplinks of each.
        lanes: links of every pair.
        above: number of switches above.
        top: the switch above.
    """

    def __init__(self, part: Switch, count: int, lanes: int, *, above: int, top: Switch) -> None:
        self._grain = _grain(part, lanes)
        self._ports = list(enumerate(part.fabric_ports))[len(part.fabric_ports) - count :]
        radix = len(top.fabric_ports)
        self._dealt = [spread(up, lanes, above, grain=self._grain, radix=radix) for up in range(count)]

    def ends(
        self, panels: _Panels, switch: str, number: int, above: Sequence[str]
    ) -> Iterator[tuple[PortRef, PortRef, Rate]]:
        """Yield both ends and the speed of each uplink of a switch, by its 0-based number among those below."""
        own = number * self._grain
        for (up, port), (top, slot) in zip(self._ports, self._dealt, strict=True):
            yield panels.port(switch, up), panels.port(above[top], slot + own), port.speed


def _grain(part: Switch, lanes: int) -> int:
    """Return how many uplinks are dealt together: a whole cage where the links of a pair fill whole cages."""
    cage = len(part.cage_of[part.fabric_ports[0].name].ports)
    return cage if lanes % cage == 0 else 1


def _link_managers(draft: Draft, panels: _Panels, plan: TreePlan, managers: Managers) -> None:
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
            far = panels.port(*spot)
            speed = _joint_speed(draft, port, far)
            draft.builder.connect(Link(f"link/{near}", plan.fabric, "manager-leaf", near, far, speed))


def _joint_speed(draft: Draft, port: Port, far: PortRef) -> Rate:
    """Return the speed of a link: that of the slower of its ports."""
    part = _part(draft, far.device)
    other = part.port_named.get(far.port) if isinstance(part, Switch) else None
    return port.speed if other is None else min(port.speed, other.speed)


def _link_boxes(draft: Draft, panels: _Panels, plan: TreePlan) -> None:
    number = 0
    for system in plan.policy.systems:
        ports = system.part.ports("fabric")
        widest = max(box_ports(plan.policy))
        for box in box_paths(system):
            for p, port in enumerate(ports):
                near = PortRef(box, port.name)
                far = panels.port(*plan.box_port(number, p, widest))
                speed = _joint_speed(draft, port, far)
                draft.builder.connect(Link(f"link/{near}", plan.fabric, "storage-leaf", near, far, speed))
            number += 1
