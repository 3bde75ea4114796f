"""Drawings of a design, each as DOT and as SVG."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.exporters.diagrams.fabric import fabric_picture
from clusterdesign.exporters.diagrams.picture import to_dot
from clusterdesign.exporters.diagrams.render import RenderingError, svg

__all__ = ["RenderingError", "diagrams", "fabric_dot", "svg"]


def fabric_dot(design: Design, lang: str = "en") -> str:
    """Return the drawing of the networks as DOT."""
    return to_dot(fabric_picture(design, lang))


def diagrams(design: Design, lang: str = "en") -> dict[str, bytes]:
    """Return every drawing by file name: the DOT that can be edited, and the SVG rendered from it."""
    dot = fabric_dot(design, lang)
    return {"fabric.gv": dot.encode(), "fabric.svg": svg(dot)}
