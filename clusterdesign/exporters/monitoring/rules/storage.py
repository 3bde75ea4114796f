"""Shared file systems: space, and size against the design."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from clusterdesign.design import Design
from clusterdesign.design.records import StorageSystem
from clusterdesign.design.storage_path import usable_capacity
from clusterdesign.exporters.monitoring.forms import Data, alert, match, number

FSTYPE: Mapping[str, str] = MappingProxyType(
    {"lustre": "lustre", "beegfs": "beegfs", "weka": "wekafs", "spectrum-scale": "gpfs"}
)
"""File system to its name in /proc/mounts, by which nodes tell it from others."""

FREE = {"warning": 0.15, "critical": 0.05}
"""Share of a file system that is to stay free (house practice: most slow down when they are nearly full)."""

SHORT = 0.98
"""Share of its designed size that a file system has at least: its own records take some (house practice)."""


def storage_rules(design: Design) -> Iterator[Data]:
    """Yield the rules about file systems; none where no system has a product that nodes can tell by name."""
    for name, systems in by_type(design).items():
        one = match(fstype=name)
        component = ", ".join(system.path for system in systems)
        free = f"min(node_filesystem_avail_bytes{one} / node_filesystem_size_bytes{one})"
        for severity, share in FREE.items():
            above = f" >= {number(FREE['critical'])}" if severity == "warning" else ""
            yield alert(
                "StorageFull" if severity == "critical" else "StorageFilling",
                f"{free} < {number(share)}{above}",
                wait="5m",
                severity="critical" if severity == "critical" else "warning",
                concern="storage",
                summary=f"{component} has {{{{ $value | humanizePercentage }}}} left",
                why=f"{number(share * 100)} % are to stay free; checkpoints stop when nothing is left.",
                labels={"component": component},
            )
        if len(systems) == 1:
            yield from _size(design, systems[0], one)


def by_type(design: Design) -> Mapping[str, list[StorageSystem]]:
    """Return the systems that nodes can tell by the type of their file system, by that type."""
    found: dict[str, list[StorageSystem]] = {}
    for system in design.storage:
        if system.product in FSTYPE:
            found.setdefault(FSTYPE[system.product], []).append(system)
    return found


def _size(design: Design, system: StorageSystem, one: str) -> Iterator[Data]:
    capacity = usable_capacity(design, system)
    if capacity is None:
        return
    yield alert(
        "StorageSmallerThanDesign",
        f"max(node_filesystem_size_bytes{one}) < {number(capacity.to('B') * SHORT)}",
        wait="15m",
        severity="warning",
        concern="storage",
        summary=f"{system.path} has {{{{ $value | humanize }}}}B",
        why=f"By design {capacity.text('TB', 1)} are usable: a box or a target is missing.",
        labels={"component": system.path},
    )


__all__ = ["FREE", "FSTYPE", "by_type", "storage_rules"]
