"""Phases of what stands beside the nodes: storage boxes and servers."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.records import Device, StorageSystem
from clusterdesign.elaboration.draft import Draft
from clusterdesign.errors import DesignError
from clusterdesign.fabric import StorageSystem as SystemPolicy
from clusterdesign.intent import Cluster
from clusterdesign.names import with_article
from clusterdesign.parts import AnyPart, Node, StorageBox


def box_paths(system: SystemPolicy) -> list[str]:
    """Return the path of every box of a storage system."""
    return [f"storage/{system.name}/{n + 1}" for n in range(system.count)]


def service_stack(cluster: Cluster) -> list[tuple[str, int]]:
    """Return path and height of everything that stands in the core racks beside the switches, from the top down."""
    return [(path, part.size.height_u or 1) for path, part in _services(cluster)]


def _services(cluster: Cluster) -> Iterator[tuple[str, AnyPart]]:
    for tree in cluster.trees:
        for system in tree.systems:
            for path in box_paths(system):
                yield path, system.part
    for servers in cluster.servers:
        for path in servers.paths():
            yield path, servers.part


def add_services(draft: Draft) -> None:
    """Add storage boxes with their systems, and servers."""
    for plan in draft.trees.values():
        for system in plan.policy.systems:
            for index, path in enumerate(box_paths(system)):
                part = draft.part_for(path, system.part)
                if not isinstance(part, StorageBox):
                    raise _wrong_part(path, part, "a storage box")
                draft.builder.add_device(Device(path, "storage", part.id, "storage", plan.fabric, index=index), part)
            draft.builder.add_storage(_record(system, plan.fabric))
    index = 0
    for servers in draft.cluster.servers:
        for path in servers.paths():
            part = draft.part_for(path, servers.part)
            if not isinstance(part, Node):
                raise _wrong_part(path, part, "a server")
            draft.builder.add_device(Device(path, "server", part.id, "service", index=index), part)
            draft.builder.note(path, servers.purpose)
            index += 1


def _record(system: SystemPolicy, fabric: str) -> StorageSystem:
    return StorageSystem(
        path=f"storage/{system.name}",
        product=system.product,
        tier=system.tier,
        fabric=fabric,
        boxes=tuple(box_paths(system)),
        usable=system.usable,
        capacity=system.capacity,
        read=system.read,
        write=system.write,
        node_read=system.node_read,
        node_write=system.node_write,
    )


def _wrong_part(path: str, part: AnyPart, wanted: str) -> DesignError:
    return DesignError(
        f"an override puts {part.id}, {with_article(part.kind)}, in place of {wanted}", thing=path, fix=f"name {wanted}"
    )
