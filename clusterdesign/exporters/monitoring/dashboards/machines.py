"""Dashboards of nodes and of shared storage."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.dashboards.model import Board, Panel, bars, series
from clusterdesign.exporters.monitoring.forms import match
from clusterdesign.exporters.monitoring.rules.storage import FREE, by_type
from clusterdesign.parts import Node

_PLACE = {"rack": "~$rack", "unit": "~$unit"}
_OF = match(**_PLACE)


def nodes(design: Design) -> Board | None:
    """Return the dashboard of nodes; None without one."""
    found = list(design.nodes())
    if not found:
        return None
    alive = f"up{match(job='node', kind='node', **_PLACE)}"
    panels: list[Panel] = [
        series(
            "Nodes that answer",
            (f"sum by (unit) ({alive})", "unit {{unit}}"),
            about=f"The design has {len(found)} nodes.",
        ),
        series(
            "Load and memory",
            (f"sum(node_load1{_OF})", "load"),
            (f"sum(node_memory_MemAvailable_bytes{_OF}) / 1e9", "free memory, GB"),
            about="Sums over the chosen nodes.",
        ),
    ]
    gpus = sum(part.gpus for node in found if isinstance(part := design.parts[node.part], Node))
    if gpus:
        panels += [
            series(
                "GPUs that answer",
                (f"count by (unit) (DCGM_FI_DEV_GPU_TEMP{_OF})", "unit {{unit}}"),
                about=f"The design has {gpus} GPUs.",
            ),
            series(
                "Use of GPUs",
                (f"avg by (unit) (DCGM_FI_DEV_GPU_UTIL{_OF})", "unit {{unit}}"),
                about="Mean over the GPUs of a unit.",
                unit="percent",
            ),
            series(
                "Draw of GPUs",
                (f"sum by (rack) (DCGM_FI_DEV_POWER_USAGE{_OF})", "{{rack}}"),
                about="Sum over the GPUs of a rack, without the rest of its nodes.",
                unit="watt",
            ),
            bars(
                "Hottest GPUs",
                f"topk(20, DCGM_FI_DEV_GPU_TEMP{_OF})",
                "{{host}} GPU {{gpu}}",
                about="The last reading.",
                unit="celsius",
            ),
        ]
    return Board("Nodes", tuple(panels), {"rack": "up", "unit": "up"})


def storage(design: Design) -> Board | None:
    """Return the dashboard of shared file systems; None where nodes cannot tell them by name."""
    panels: list[Panel] = []
    for name, systems in by_type(design).items():
        one = match(fstype=name)
        free = f"min by (mountpoint) (node_filesystem_avail_bytes{one})"
        size = f"max by (mountpoint) (node_filesystem_size_bytes{one})"
        paths = ", ".join(system.path for system in systems)
        panels += [
            series(
                f"Space of {paths}",
                (size, "size of {{mountpoint}}"),
                (free, "free of {{mountpoint}}"),
                about=f"As the nodes see it; {FREE['warning']:.0%} are to stay free.",
                unit="bytes",
            ),
            series(
                f"Nodes that mount {paths}",
                (f"count(node_filesystem_size_bytes{one})", "nodes"),
                about="A node that does not mount it cannot run jobs.",
            ),
        ]
    return Board("Storage", tuple(panels)) if panels else None


__all__ = ["nodes", "storage"]
