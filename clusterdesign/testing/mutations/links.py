"""Faults of links and of the shape of a fabric."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design import Design, End, Link, PortRef, Transceiver
from clusterdesign.testing.mutations.base import drop, far, moved, mutation, node_link, put, spare, uplink


def _exchange(design: Design, one: Link, other: Link, *, links_too: bool) -> Design:
    first, second = design.cable_of[one.path], design.cable_of[other.path]
    design = put(design, moved(first, one, far(second, other)), moved(second, other, far(first, one)))
    return put(design, replace(one, b=other.b), replace(other, b=one.b)) if links_too else design


@mutation("NET007")
def two_rails_of_a_node_are_swapped(design: Design) -> Design:
    """Adapters 1 and 2 of a node end on each other's leaf."""
    return _exchange(design, node_link(design, 1, 1), node_link(design, 1, 2), links_too=True)


@mutation("NET007")
def nodes_of_two_units_are_swapped(design: Design) -> Design:
    """A rail of a node ends in the other unit."""
    return _exchange(design, node_link(design, 0, 3), node_link(design, 4, 3), links_too=True)


@mutation("CBL004")
def two_cables_are_swapped_on_the_sheet_only(design: Design) -> Design:
    """The cables of two nodes are exchanged, the links they are to carry are not."""
    return _exchange(design, node_link(design, 0, 1), node_link(design, 1, 1), links_too=False)


@mutation("NET002", also={"CBL002": "the fibres meet in one connector as well"})
def two_nodes_share_a_port(design: Design) -> Design:
    """The cable of a node goes into the port of another."""
    kept, other = node_link(design, 0, 1), node_link(design, 1, 1)
    end = far(design.cable_of[kept.path], kept)
    return put(design, replace(other, b=kept.b), moved(design.cable_of[other.path], other, end))


@mutation("NET001", also={"CBL001": "a port that is not there has no cage"})
def a_link_ends_beyond_the_panel(design: Design) -> Design:
    """A link and its cable end at port 99 of a leaf."""
    link = node_link(design, 0, 1)
    end = End(link.b.device, "99", 0, ("99/1",))
    return put(design, replace(link, b=PortRef(link.b.device, "99/1")), moved(design.cable_of[link.path], link, end))


@mutation("NET301", "NET302")
def an_uplink_is_missing(design: Design) -> Design:
    """A cable between leaf and spine is left out with its links."""
    cable = design.cable_of[uplink(design).path]
    return drop(design, cable.path, *cable.links)


@mutation("NET006")
def a_rail_is_missing(design: Design) -> Design:
    """A node has one link fewer than it has adapters."""
    link = node_link(design, 2, 5)
    return drop(design, link.path, design.cable_of[link.path].path)


@mutation("NET003")
def a_cable_is_missing(design: Design) -> Design:
    """A link has no cable."""
    return drop(design, design.cable_of[node_link(design, 2, 5).path].path)


@mutation("NET004")
def a_link_is_half_as_fast(design: Design) -> Design:
    """A link runs at half the speed of its ports."""
    link = node_link(design, 0, 1)
    return put(design, replace(link, speed=link.speed / 2))


@mutation("NET005")
def a_fabric_speaks_another_protocol(design: Design) -> Design:
    """An InfiniBand fabric is declared to be Ethernet."""
    return put(design, replace(design.fabric["compute"], protocol="ethernet"))


@mutation("NET008")
def two_leaves_are_linked(design: Design) -> Design:
    """A spare port of a leaf goes to a spare port of another."""
    like = node_link(design, 0, 1)
    (a, near), (b, other) = (spare(design, path) for path in _leaves(design)[:2])
    cages = (near, other)
    link = replace(like, path=f"link/{a}", tier="leaf-spine", a=a, b=b, rail=None)
    ends = tuple(End(ref.device, cage, 0, (ref.port,)) for ref, cage in zip((a, b), cages, strict=True))
    module = next(module for module in design.transceivers if module.device == like.b.device)
    modules = [
        Transceiver(f"transceiver/{ref.device}:{cage}", module.part, ref.device, cage)
        for ref, cage in zip((a, b), cages, strict=True)
    ]
    cable = replace(design.cable_of[like.path], path=f"cable/{a}", ends=ends, links=(link.path,), tier="leaf-spine")
    return put(design, link, cable, *modules)


@mutation("NET009")
def a_manager_is_plugged_into_a_spine(design: Design) -> Design:
    """The splitter of a fabric manager goes to a free cage of a spine."""
    link = next(link for link in design.links if link.tier == "manager-leaf")
    cable = design.cable_of[link.path]
    old = far(cable, link)
    spine = next(switch.path for switch in design.switches("compute") if switch.role == "spine")
    ports = {port: f"32/1/{n}" for n, port in enumerate(old.ports, 1)}
    links = [replace(design.link[path], b=PortRef(spine, ports[design.link[path].b.port])) for path in cable.links]
    module = design.transceiver_in[old.device, old.cage]
    design = drop(design, module.path)
    moved_module = replace(module, path=f"transceiver/{spine}:32", device=spine, cage="32")
    return put(design, *links, moved(cable, link, End(spine, "32", 0, tuple(ports.values()))), moved_module)


@mutation("NET101")
def a_unit_reserves_more_than_its_leaf_has(design: Design) -> Design:
    """The fabric is declared with 63 node positions a leaf."""
    return put(design, replace(design.fabric["compute"], nodes_per_unit=63))


def _leaves(design: Design) -> list[str]:
    return [switch.path for switch in design.switches("compute") if switch.role == "leaf"]


LINKS = (
    two_rails_of_a_node_are_swapped,
    nodes_of_two_units_are_swapped,
    two_cables_are_swapped_on_the_sheet_only,
    two_nodes_share_a_port,
    a_link_ends_beyond_the_panel,
    an_uplink_is_missing,
    a_rail_is_missing,
    a_cable_is_missing,
    a_link_is_half_as_fast,
    a_fabric_speaks_another_protocol,
    two_leaves_are_linked,
    a_manager_is_plugged_into_a_spine,
    a_unit_reserves_more_than_its_leaf_has,
)
