"""The sound design with all its cables in one piece of tray."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import Route, Tray
from clusterdesign.units import m, mm


def trayed(design: Design, *, width: float) -> Design:
    """Return the design with its cables in a tray of ``width`` x 20 mm: copper is 9.43 mm thick, fibre 3 mm."""
    tray = Tray("tray/R1-R2", m(0.8), mm(width), mm(20), 0.40, 0.50)
    route = Route("route/R1-R2", "rack/R1", "rack/R2", m(0.8), (tray.path,))
    cables = tuple(replace(cable, route=route.path) for cable in design.cables)
    return replace(design, trays=(tray,), routes=(route,), cables=cables)
