"""A design in a few numbers, each counted on the records."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.parts import Node


def summary(design: Design) -> dict[str, int]:
    """Count what a reader asks for first; what a design does not have is left out."""
    nodes = list(design.nodes())
    parts = [design.part_of(node) for node in nodes]
    roles = [switch.role for switch in design.switches()]
    counts = {
        "nodes": len(nodes),
        "GPUs": sum(part.gpus for part in parts if isinstance(part, Node)),
        "leaf switches": roles.count("leaf"),
        "spine switches": roles.count("spine"),
        "core switches": roles.count("core"),
        "other switches": sum(role not in ("leaf", "spine", "core") for role in roles),
        "links": len(design.links),
        "cables": len(design.cables),
        "transceivers": len(design.transceivers),
        "racks": len(design.racks),
    }
    return {name: count for name, count in counts.items() if count}
