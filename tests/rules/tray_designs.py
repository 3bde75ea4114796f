"""The sound design with all its cables in one piece of tray."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import Route, Tray
from clusterdesign.parts import Cable, Fibre
from clusterdesign.units import m, mm


def trayed(design: Design, *, width: float) -> Design:
    """Return the design with its cables in a tray of ``width`` x 20 mm: copper of 9.43 mm, fibre of 3 mm."""
    tray = Tray("tray/R1-R2", m(0.8), mm(width), mm(20), 0.40, 0.50)
    route = Route("route/R1-R2", "rack/R1", "rack/R2", m(0.8), (tray.path,))
    parts = dict(design.parts)
    for part in design.parts.values():
        if isinstance(part, Cable):
            parts[part.id] = part.with_(diameter=mm(9.43), grams_per_metre=45.0)
        elif isinstance(part, Fibre):
            parts[part.id] = part.with_(diameter=mm(3), grams_per_metre=9.0)
    cables = tuple(replace(cable, route=route.path) for cable in design.cables)
    return replace(design, parts=parts, trays=(tray,), routes=(route,), cables=cables)
