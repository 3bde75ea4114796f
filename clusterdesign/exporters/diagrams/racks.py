"""Rack elevations: every rack from the front and from the rear, unit by unit, with its PDUs beside."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.engineering.racks import RackLoad, rack_loads
from clusterdesign.exporters.diagrams.picture import Box, Picture, left_box
from clusterdesign.exporters.diagrams.site_words import SiteWords
from clusterdesign.exporters.diagrams.style import FRAME, FRAME_FILL, NODE_FILL, rail_colour, rail_fill
from clusterdesign.names import natural_key

_UNIT = 9.0
"""Height of a rack unit, points."""

_WIDTH = 96.0
_SIDE = 12.0
"""Width of a view, and of a vertical PDU beside the equipment in the rear view."""

_GAP = 30.0
_PER_LINE = 7
_DEFAULT_UNITS = 42

_COLOURS = {"cdu": "#d5ecf5", "pdu": "#fbe3d6", "appliance": "#f3e7ce", "storage": "#f3e7ce", "server": "#e8e3f2"}


def racks_picture(design: Design, lang: str = "en") -> Picture:
    """Draw all racks, a few on a line, in the order of their names."""
    words = SiteWords(lang)
    boxes = [left_box("title", words("racks", name=design.name), 0, 0, size=18)]
    loads = rack_loads(design)
    x, y, line = 0.0, 44.0, 0.0
    for number, path in enumerate(sorted(loads, key=natural_key)):
        if number and number % _PER_LINE == 0:
            x, y, line = 0.0, y + line + _GAP, 0.0
        own = tuple(_rack(design, loads[path], words))
        boxes += (box.moved(x, y) for box in own)
        line = max(line, *(box.bottom for box in own))
        x += 2 * _WIDTH + 2 * _SIDE + 4 + _GAP
    return Picture("racks", tuple(boxes), ())


def _rack(design: Design, load: RackLoad, words: SiteWords) -> Iterator[Box]:
    name = load.rack.path.removeprefix("rack/")
    units = load.height or _DEFAULT_UNITS
    kilowatts = words.figure("kw", load.watts / 1000, partial=bool(load.silent))
    mass = words.figure("kg", load.mass, partial=bool(load.weightless))
    yield left_box(f"{name}/head", f"{name}  {kilowatts}  {mass}", 0, 0, size=9)
    for view, left in (("front", 0.0), ("rear", _WIDTH + _SIDE + 4)):
        yield left_box(f"{name}/{view}/head", words(view), left, 13, size=7)
        yield Box(f"{name}/{view}", left, 24, _WIDTH, units * _UNIT, fill=FRAME_FILL, stroke=FRAME)
        for unit in (1, *range(5, units + 1, 5)):
            top = 24 + (units - unit) * _UNIT
            yield Box(f"{name}/{view}/u{unit}", left - 11, top, 10, _UNIT, (str(unit),), size=5, ink="#777777")
        yield from _devices(design, load, f"{name}/{view}", left, units)
    yield from _strips(design, load, name, units)


def _devices(design: Design, load: RackLoad, view: str, left: float, units: int) -> Iterator[Box]:
    for place in load.placements:
        if not place.height_u:
            continue
        device = design.device[place.device]
        here = view.endswith(place.face)
        fill = NODE_FILL if device.kind == "node" else _COLOURS.get(device.kind, rail_fill(device.rail))
        yield Box(
            f"{view}/{device.path}",
            left + 2,
            24 + (units - place.u - place.height_u + 1) * _UNIT + 0.5,
            _WIDTH - 4,
            place.height_u * _UNIT - 1,
            (device.path,),
            size=7 if len(device.path) <= 20 else 5.5,  # noqa: PLR2004  # longer names in smaller letters
            fill=fill,
            stroke=rail_colour(device.rail) if here else FRAME,
            ink="#1a1a1a" if here else "#777777",
            tip=f"{device.path}, {device.part}, U{place.u}",
        )


def _strips(design: Design, load: RackLoad, name: str, units: int) -> Iterator[Box]:
    """Draw the vertical PDUs in the rear view, beside the equipment, from the right."""
    strips = [p.device for p in load.placements if design.device[p.device].kind == "pdu" and not p.height_u]
    left, height = 2 * _WIDTH + _SIDE + 6, units * _UNIT / max(len(strips), 1)
    for number, path in enumerate(strips):
        label = path.rpartition("-")[2]
        yield Box(
            f"{name}/{path}", left, 24 + number * height, _SIDE, height - 2, (label,),
            size=7, fill="#fbe3d6", stroke="#b5573c", tip=f"{path}, {design.device[path].part}",
        )  # fmt: skip
