"""Shared file systems: space, and size against the design."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from clusterdesign.design import Design
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
    for system in design.storage:
        name = FSTYPE.get(system.product)
        if name is None:
            continue
        one = match(fstype=name)
        free = f"min(node_filesystem_avail_bytes{one} / node_filesystem_size_bytes{one})"
        for severity, share in FREE.items():
            above = f" >= {number(FREE['critical'])}" if severity == "warning" else ""
            yield alert(
                "StorageFull" if severity == "critical" else "StorageFilling",
                f"{free} < {number(share)}{above}",
                wait="5m",
                severity="critical" if severity == "critical" else "warning",
                concern="storage",
                summary=f"{system.path} has {{{{ $value | humanizePercentage }}}} left",
                why=f"{number(share * 100)} % are to stay free; checkpoints stop when nothing is left.",
                labels={"component": system.path},
            )
        capacity = usable_capacity(design, system)
        if capacity is not None:
            size = capacity.to("B")
            yield alert(
                "StorageSmallerThanDesign",
                f"max(node_filesystem_size_bytes{one}) < {number(size * SHORT)}",
                wait="15m",
                severity="warning",
                concern="storage",
                summary=f"{system.path} has {{{{ $value | humanize }}}}B",
                why=f"By design {capacity.text('TB', 1)} are usable: a box or a target is missing.",
                labels={"component": system.path},
            )


__all__ = ["FSTYPE", "storage_rules"]
