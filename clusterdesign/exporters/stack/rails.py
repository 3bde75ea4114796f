"""Rails as resources of Kubernetes: a pod asks for the adapter of each rail by name."""

from __future__ import annotations

from collections.abc import Mapping

from clusterdesign.design import Design
from clusterdesign.parts import Node


def rail_devices(design: Design) -> Mapping[str, tuple[str, ...]]:
    """Return the network interfaces of every rail, ``rail-1`` to those of all node types; empty where unknown."""
    found: dict[int, dict[str, None]] = {}
    for device in design.nodes():
        part = design.parts[device.part]
        if not isinstance(part, Node):
            continue
        for cage in part.cages:
            for port in cage.ports:
                if port.rail is not None and port.role == "compute":
                    if not port.netdev:
                        return {}
                    found.setdefault(port.rail, {})[port.netdev] = None
    return {f"rail-{rail}": tuple(found[rail]) for rail in sorted(found)}


def rdma_resource(rail: str) -> str:
    """Return the name of the resource of a rail, ``rdma/rail_1`` for ``rail-1``."""
    return f"rdma/{rail.replace('-', '_')}"
