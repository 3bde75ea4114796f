"""A GPU training cluster, designed as code: racks, fabric, cables, power and cooling from one short definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clusterdesign import catalog
    from clusterdesign.design import Design
    from clusterdesign.elaboration import elaborate
    from clusterdesign.errors import DesignError
    from clusterdesign.intent import Cables, Cluster, ManagementPlane, Nodes, Override, OwnLimit, Pin, Waiver
    from clusterdesign.rules import check

_HOME = {
    "Cables": "clusterdesign.intent",
    "Cluster": "clusterdesign.intent",
    "Design": "clusterdesign.design",
    "DesignError": "clusterdesign.errors",
    "ManagementPlane": "clusterdesign.intent",
    "Nodes": "clusterdesign.intent",
    "Servers": "clusterdesign.intent",
    "Override": "clusterdesign.intent",
    "OwnLimit": "clusterdesign.intent",
    "Pin": "clusterdesign.intent",
    "Waiver": "clusterdesign.intent",
    "check": "clusterdesign.rules",
    "elaborate": "clusterdesign.elaboration",
}

__all__ = [
    "Cables",
    "Cluster",
    "Design",
    "DesignError",
    "ManagementPlane",
    "Nodes",
    "Override",
    "OwnLimit",
    "Pin",
    "Servers",
    "Waiver",
    "catalog",
    "check",
    "elaborate",
]


def __getattr__(name: str) -> Any:  # the public names, each of its own type
    """Import a public name where it is first used, so that ``clusterdesign --help`` stays quick."""
    from importlib import import_module  # noqa: PLC0415  # only needed on first use of a name

    if name == "catalog":
        return import_module("clusterdesign.catalog")
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'clusterdesign' has no attribute {name!r}")
