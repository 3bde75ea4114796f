"""Network rules about redundancy: who manages a fabric and what takes all managers at once; bonded ports."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.design.records import Device, Fabric
from clusterdesign.design.subnets import managers
from clusterdesign.parts import Switch
from clusterdesign.rules.index import index
from clusterdesign.rules.rule import Gap, Hit, rule
from clusterdesign.rules.words import listed


def _managed(design: Design) -> Iterator[tuple[Fabric, tuple[Device, ...]]]:
    """Yield every fabric that has managers of its own, with them."""
    for fabric in design.fabrics:
        found = managers(design, fabric.name)
        if found:
            yield fabric, found


def _unmanaged(design: Design) -> Iterator[tuple[Fabric, list[Device]]]:
    """Yield every InfiniBand fabric without managers of its own, with its switches."""
    for fabric in design.fabrics:
        switches = list(design.switches(fabric.name))
        if fabric.protocol == "infiniband" and switches and not managers(design, fabric.name):
            yield fabric, switches


@rule("NET201", "managers-on-one-switch", "warning")
def managers_on_one_switch(design: Design) -> Iterator[Hit]:
    """All managers of a fabric of several switches hang on one of them.

    Why: The loss of that switch takes the subnet manager and its stand-by with it, and no route is computed again.
    Example: Both UFM appliances on leaf 1.
    Fix: Connect the managers to different leaves.
    Source: practice of redundant subnet managers: two, on different leaves, racks and feeds.
    """
    found = index(design)
    for fabric, pair in _managed(design):
        if len(pair) < 2 or sum(1 for _ in design.switches(fabric.name)) < 2:  # noqa: PLR2004  # a pair
            continue
        links = (link for device in pair for link in found.links_on.get(device.path, ()) if link.fabric == fabric.name)
        ends = {link.b.device for link in links}
        if len(ends) == 1:
            (switch,) = ends
            yield Hit(
                paths=(*(device.path for device in pair), switch),
                message=f"the {len(pair)} managers of {fabric.name} hang on {switch}",
                fix="connect the managers to different leaves",
                measured="1 switch",
                limit="2 switches",
            )


@rule("NET202", "managers-in-one-rack", "warning")
def managers_in_one_rack(design: Design) -> Iterator[Hit]:
    """All managers of a fabric stand in one rack.

    Why: A fire, a leak or a fitter in that rack takes the subnet manager and its stand-by.
    Example: Both UFM appliances one above the other.
    Fix: Put them in different racks, with a pin if need be.
    Source: practice of redundant subnet managers: two, on different leaves, racks and feeds.
    """
    for fabric, pair in _managed(design):
        places = [design.placement.get(device.path) for device in pair]
        racks = {place.rack for place in places if place is not None}
        if len(pair) > 1 and None not in places and len(racks) == 1:
            (rack,) = racks
            yield Hit(
                paths=(*(device.path for device in pair), rack),
                message=f"the {len(pair)} managers of {fabric.name} stand in {rack}",
                fix="put them in different racks, with a pin if need be",
                measured="1 rack",
                limit="2 racks",
            )


@rule("NET203", "bond-on-one-switch", "error")
def bond_on_one_switch(design: Design) -> Iterator[Hit]:
    """The bonded in-band ports of a node or server end on one switch.

    Why: The bond is there to survive the loss of a switch, and does not.
    Example: Both in-band ports of node 17 on ``inband/su1-1``.
    Fix: End the two ports on the two switches of the pair.
    Source: NVIDIA RA-11333-001, in-band network: two bonded ports on different switches.
    """
    fabrics = {fabric.name for fabric in design.fabrics if fabric.node_role == "inband"}
    ends: dict[str, list[str]] = {}
    for link in design.links:
        if link.fabric in fabrics and link.tier == "inband":
            ends.setdefault(link.a.device, []).append(link.b.device)
    for device, switches in ends.items():
        if len(switches) > 1 and len(set(switches)) == 1:
            yield Hit(
                paths=(device, switches[0]),
                message=f"{len(switches)} in-band ports of {device} end on {switches[0]}",
                fix="end them on different switches",
                measured="1 switch",
                limit="2 switches",
            )


@rule("NET204", "managers-on-one-feed", "warning")
def managers_on_one_feed(design: Design) -> Iterator[Hit]:
    """Every supply of every manager of a fabric hangs on the same feed.

    Why: The loss of that feed takes the subnet manager and its stand-by.
    Example: A rack with one PDU that holds both managers.
    Fix: Feed them from two feeds.
    Source: practice of redundant subnet managers: two, on different leaves, racks and feeds.
    """
    feed_of = {pair.pdu: pair.feed for pair in design.pdu_feeds}
    feeds: dict[str, set[str]] = {}
    for cord in design.cords:
        if cord.pdu in feed_of:
            feeds.setdefault(cord.device, set()).add(feed_of[cord.pdu])
    for fabric, pair in _managed(design):
        each = [feeds.get(device.path, set()) for device in pair]
        every = set().union(*each)
        if len(pair) > 1 and all(each) and len(every) == 1:
            (feed,) = every
            yield Hit(
                paths=(*(device.path for device in pair), feed),
                message=f"all supplies of the {len(pair)} managers of {fabric.name} hang on {feed}",
                fix="feed them from two feeds",
                measured="1 feed",
                limit="2 feeds",
            )


@rule("NET205", "fabric-without-manager", "warning")
def fabric_without_manager(design: Design) -> Iterator[Hit | Gap]:
    """An InfiniBand fabric declares no subnet manager, and none of its switches can run one.

    Why: Without a subnet manager no port of the fabric becomes active.
    Example: A fabric of unmanaged MQM9790 switches and no ``managers=``.
    Fix: Declare managers=Managers(...), or take managed switches.
    Source: InfiniBand architecture: a subnet is configured by its subnet manager.
    """
    found = index(design)
    for fabric, switches in _unmanaged(design):
        parts = {switch.part: found.part(switch.path, Switch) for switch in switches}
        known = {id_: part.managed for id_, part in parts.items() if part is not None}
        if any(known.values()) or not known:
            continue
        unknown = [id_ for id_, managed in known.items() if managed is None]
        if unknown:
            paths = tuple(switch.path for switch in switches if switch.part in unknown)
            yield from (Gap(part=id_, field="managed", paths=paths) for id_ in unknown)
            continue
        yield Hit(
            paths=(fabric.name, *(switch.path for switch in switches[:1])),
            message=f"fabric {fabric.name} declares no subnet manager, and {listed(list(known))} cannot run one",
            fix="declare managers=Managers(...), or take managed switches",
        )


@rule("NET206", "manager-left-to-switches", "info")
def manager_left_to_switches(design: Design) -> Iterator[Hit]:
    """An InfiniBand fabric of several switches declares no subnet manager; its managed switches will run it.

    Why: It works, and nobody decided it: partitions, routing and monitoring are then set up on switches by hand.
    Example: Two levels of MQM9700 switches and no ``managers=``.
    Fix: Declare managers=Managers(...), or switch_manager=True where the switches are to do it.
    Source: vendor manuals of managed switches: the embedded subnet manager.
    """
    found = index(design)
    for fabric, switches in _unmanaged(design):
        able = [switch for switch in switches if (part := found.part(switch.path, Switch)) and part.managed]
        if able and len(switches) > 1 and not fabric.switch_manager:
            yield Hit(
                paths=(fabric.name,),
                message=f"fabric {fabric.name} declares no subnet manager; {len(able)} of its {len(switches)} "
                "switches are managed and can run it",
                fix="declare managers=Managers(...), or switch_manager=True where the switches are to do it",
                measured="0 managers",
                limit="2 managers",
            )


@rule("NET207", "single-manager", "warning")
def single_manager(design: Design) -> Iterator[Hit]:
    """A fabric declares one subnet manager, and no switch that stands in for it.

    Why: While the one manager is away, no failure is routed around and no node joins.
    Example: ``Managers(part=..., count=1)``.
    Fix: Declare two managers.
    Source: practice of redundant subnet managers: two, on different leaves, racks and feeds.
    """
    for fabric, pair in _managed(design):
        if len(pair) == 1 and not fabric.switch_manager:
            yield Hit(
                paths=(pair[0].path, fabric.name),
                message=f"fabric {fabric.name} has one subnet manager, {pair[0].path}",
                fix="declare two managers",
                measured="1 manager",
                limit="2 managers",
            )


NET_REDUNDANCY = (
    managers_on_one_switch,
    managers_in_one_rack,
    bond_on_one_switch,
    managers_on_one_feed,
    fabric_without_manager,
    manager_left_to_switches,
    single_manager,
)
"""Rules of this module, in order."""
