"""Floor plan: the racks to scale, rows and columns as they are named, power and weight of each."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.engineering.cooling import cooling_analysis
from clusterdesign.engineering.cooling.aisles import ROWS, aisles
from clusterdesign.engineering.racks import rack_loads
from clusterdesign.exporters.diagrams.picture import Box, Picture, left_box
from clusterdesign.exporters.diagrams.site_words import SiteWords
from clusterdesign.exporters.diagrams.style import FRAME, NODE_FILL
from clusterdesign.parts import CduPart

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
    edges: dict[int, tuple[float, float, float]] = {}
    for rack in design.racks:
        size = design.parts[rack.part].size
        width = (size.width.to("m") if size.width is not None else _WIDTH) * _SCALE
        depth = (size.depth.to("m") if size.depth is not None else _DEPTH) * _SCALE
        x, y = left + rack.x.to("m") * _SCALE, top + rack.y.to("m") * _SCALE
        rows.setdefault(rack.row, y + depth / 2)
        load, own = loads[rack.path], heat[rack.path]
        kilowatts = words.figure("kw", load.watts / 1000, partial=bool(load.silent))
        mass = words.figure("kg", load.mass, partial=bool(load.weightless))
        floor = words.figure("kpa", load.floor, partial=bool(load.weightless)) if load.floor else ""
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
        edges[rack.row] = (y, y + depth, max(x + width, edges.get(rack.row, (0.0, 0.0, 0.0))[2]))
    for row, y in rows.items():
        boxes.append(left_box(f"row/{row}", words("row", row=row), 0, y - 6, size=9))
    boxes += _aisles(design, words, edges, left)
    boxes += _units(design, words, edges)
    span = f"{words('metres', value=(right - left) / _SCALE)} x {words('metres', value=(bottom - top) / _SCALE)}"
    boxes.append(left_box("size", span, left, bottom + 8, size=9))
    for number, role in enumerate(dict.fromkeys(rack.role for rack in design.racks)):
        key = Box(f"key/{role}", left + number * 130, bottom + 28, 120, 16, (words(role),), size=8, fill=_FILL[role])
        boxes.append(key)
    return Picture("floor", tuple(boxes), ())


_Edges = dict[int, tuple[float, float, float]]
"""Upper and lower edge of each row, and its right end."""


def _aisles(design: Design, words: SiteWords, edges: _Edges, left: float) -> Iterator[Box]:
    """Write into the aisles between rows what they are: rows face each other in pairs."""
    cold = {aisle.rows[0]: aisle for aisle in aisles(design)} if design.halls else {}
    for row, (_, lower, _) in edges.items():
        below = edges.get(row + 1)
        if below is None:
            continue
        text = words("hot")
        if row % ROWS:
            if row not in cold:
                continue
            aisle = cold[row]
            text = words("cold", number=aisle.number, volume=aisle.demand, least="≥ " if aisle.unknown else "")
        yield left_box(f"aisle/{row}", text, left, (lower + below[0]) / 2 - 6, size=9)


def _units(design: Design, words: SiteWords, edges: _Edges) -> Iterator[Box]:
    """Draw the CDUs of a row at its end; where they stand is for the site to say."""
    placed: dict[int, int] = {}
    for device in design.devices:
        row = device.unit
        if device.kind != "cdu" or device.path in design.placement or row not in edges:
            continue
        upper, lower, right = edges[row]
        size = design.parts[device.part].size
        width = (size.width.to("m") if size.width is not None else _WIDTH) * _SCALE
        x = right + 8 + placed.get(row, 0) * (width + 2)
        placed[row] = placed.get(row, 0) + 1
        part = design.parts[device.part]
        capacity = part.capacity if isinstance(part, CduPart) else None
        text = ("CDU", device.path.rpartition("/")[2], "" if capacity is None else words("kw", value=capacity.to("kW")))
        yield Box(device.path, x, upper, width, lower - upper, text, size=8, fill="#d5ecf5", stroke=_WET,
                  tip=f"{device.path}, {device.part}")  # fmt: skip
