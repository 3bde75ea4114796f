"""Drawings of a design, each as DOT and as SVG."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.exporters.diagrams.cooling import cooling_picture
from clusterdesign.exporters.diagrams.fabric import fabric_picture
from clusterdesign.exporters.diagrams.floor import floor_picture
from clusterdesign.exporters.diagrams.picture import to_dot
from clusterdesign.exporters.diagrams.power import power_picture
from clusterdesign.exporters.diagrams.racks import racks_picture
from clusterdesign.exporters.diagrams.render import RenderingError, svg

__all__ = ["RenderingError", "diagrams", "fabric_dot", "svg"]


def fabric_dot(design: Design, lang: str = "en") -> str:
    """Return the drawing of the networks as DOT."""
    return to_dot(fabric_picture(design, lang))


def diagrams(design: Design, lang: str = "en") -> dict[str, bytes]:
    """Return every drawing by file name: the DOT that can be edited, and the SVG rendered from it.

    What a design leaves out, racks, power or cooling, is not drawn.
    """
    pictures = [fabric_picture(design, lang)]
    drawn = (
        (racks_picture, design.racks),
        (floor_picture, design.racks),
        (power_picture, design.feeds),
        (cooling_picture, design.heat),
    )
    pictures += (picture(design, lang) for picture, there in drawn if there)
    files: dict[str, bytes] = {}
    for picture in pictures:
        dot = to_dot(picture)
        files[f"{picture.name}.gv"], files[f"{picture.name}.svg"] = dot.encode(), svg(dot)
    return files
