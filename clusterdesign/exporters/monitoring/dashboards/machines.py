"""Dashboards of nodes and of shared storage."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.dashboards.model import Board, Panel, bars, series
from clusterdesign.exporters.monitoring.forms import match
from clusterdesign.exporters.monitoring.rules.storage import FREE, FSTYPE
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
    for system in design.storage:
        name = FSTYPE.get(system.product)
        if name is None:
            continue
        one = match(fstype=name)
        free, size = f"min(node_filesystem_avail_bytes{one})", f"max(node_filesystem_size_bytes{one})"
        panels += [
            series(
                f"Space of {system.path}",
                (size, "size"),
                (free, "free"),
                about=f"As the nodes see it; {FREE['warning']:.0%} are to stay free.",
                unit="bytes",
            ),
            series(
                f"Nodes that mount {system.path}",
                (f"count(node_filesystem_size_bytes{one})", "nodes"),
                about="A node that does not mount it cannot run jobs.",
            ),
        ]
    return Board("Storage", tuple(panels)) if panels else None


__all__ = ["nodes", "storage"]
