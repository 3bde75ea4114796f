"""Floor plan: the racks to scale, rows and columns as they are named, power and weight of each."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.engineering.cooling import cooling_analysis
from clusterdesign.engineering.racks import rack_loads
from clusterdesign.exporters.diagrams.picture import Box, Picture, left_box
from clusterdesign.exporters.diagrams.site_words import SiteWords
from clusterdesign.exporters.diagrams.style import FRAME, NODE_FILL

_SCALE = 82.0
"""Points to a metre."""

_FILL = {"compute": NODE_FILL, "network": "#f7dfcc", "mixed": "#e6f0d8"}
_WIDTH, _DEPTH = 0.8, 1.2
"""Metres of a rack whose size is unknown."""

_WET = "#0072b2"


def floor_picture(design: Design, lang: str = "en") -> Picture:
    """Draw the racks from above; the edge with the name is the front. A blue edge: coolant runs in it."""
    words = SiteWords(lang)
    loads, heat = rack_loads(design), cooling_analysis(design).racks
    boxes = [left_box("title", words("floor", name=design.name), 0, 0, size=18)]
    left, top, right, bottom = 60.0, 60.0, 60.0, 60.0
    rows: dict[int, float] = {}
    for rack in design.racks:
        size = design.parts[rack.part].size
        width = (size.width.to("m") if size.width is not None else _WIDTH) * _SCALE
        depth = (size.depth.to("m") if size.depth is not None else _DEPTH) * _SCALE
        x, y = left + rack.x.to("m") * _SCALE, top + rack.y.to("m") * _SCALE
        rows.setdefault(rack.row, y + depth / 2)
        load, own = loads[rack.path], heat[rack.path]
        kilowatts = words.figure("kw", load.watts / 1000, partial=bool(load.silent))
        mass = words.figure("kg", load.mass, partial=bool(load.weightless))
        floor = f"{'≥ ' if load.weightless else ''}{load.floor:.1f} kPa" if load.floor else ""
        boxes.append(
            Box(
                rack.path,
                x + 1,
                y,
                width - 2,
                depth,
                (rack.path.removeprefix("rack/"), kilowatts, mass, floor),
                size=8,
                fill=_FILL[rack.role],
                stroke=_WET if own.liquid else FRAME,
                tip=f"{rack.path}, {rack.part}",
            )
        )
        right, bottom = max(right, x + width), max(bottom, y + depth)
    for row, y in rows.items():
        boxes.append(left_box(f"row/{row}", words("row", row=row), 0, y - 6, size=9))
    span = f"{words('metres', value=(right - left) / _SCALE)} x {words('metres', value=(bottom - top) / _SCALE)}"
    boxes.append(left_box("size", span, left, bottom + 8, size=9))
    for number, role in enumerate(dict.fromkeys(rack.role for rack in design.racks)):
        key = Box(f"key/{role}", left + number * 130, bottom + 28, 120, 16, (words(role),), size=8, fill=_FILL[role])
        boxes.append(key)
    return Picture("floor", tuple(boxes), ())
