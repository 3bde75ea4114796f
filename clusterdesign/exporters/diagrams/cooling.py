"""Heat: CDUs, loops and the racks that they cool, and what the air of the hall takes from every rack."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.engineering.cooling import CoolingAnalysis, LoopLoad, RackHeat, cooling_analysis
from clusterdesign.exporters.diagrams.picture import Box, Line, Picture, left_box
from clusterdesign.exporters.diagrams.site_words import SiteWords
from clusterdesign.exporters.diagrams.style import FRAME, FRAME_FILL, NODE_FILL, SMALL
from clusterdesign.names import natural_key

_CDU, _LOOP, _RACK, _HEIGHT, _GAP = 150.0, 210.0, 118.0, 34.0, 8.0
_ACROSS = 10
_WARM, _COLD = "#d55e00", "#0072b2"
_WET_FILL = "#d5ecf5"


def cooling_picture(design: Design, lang: str = "en") -> Picture:
    """Draw the loops below each other, then the hall with all racks."""
    words, analysis = SiteWords(lang), cooling_analysis(design)
    boxes = [left_box("title", words("cooling", name=design.name), 0, 0, size=18)]
    lines: list[Line] = []
    x, y, bottom = 0.0, 44.0, 44.0
    wide = any(len(set(_racks_of(design, load))) > 1 for load in analysis.loops.values())
    for load in analysis.loops.values():
        own: tuple[list[Box], list[Line]] = ([], [])
        low = _loop(design, load, words, own, y) + 2 * _GAP
        boxes += (box.moved(x, 0) for box in own[0])
        lines += (line.moved(x, 0) for line in own[1])
        bottom = max(bottom, low)
        # Loops of one rack are narrow: two of them stand side by side.
        x, y = (0.0, bottom) if wide or x else (_CDU + _LOOP + _RACK + 140, y)
    y = bottom
    _hall(design, analysis, words, boxes, y)
    return Picture("cooling", tuple(boxes), tuple(lines))


def _racks_of(design: Design, load: LoopLoad) -> list[str]:
    return [design.placement[device].rack for device in load.devices if device in design.placement]


def _loop(design: Design, load: LoopLoad, words: SiteWords, into: tuple[list[Box], list[Line]], y: float) -> float:
    """Draw a loop from the left to the right: CDUs, loop, racks. Return its lower edge."""
    boxes, lines = into
    racks: dict[str, int] = {}
    for device in load.devices:
        rack = design.placement[device].rack if device in design.placement else ""
        racks[rack] = racks.get(rack, 0) + 1
    rows = max(len(load.loop.cdus), -(-len(racks) // (_ACROSS - 3)), 1)
    middle = y + (rows * (_HEIGHT + _GAP) - _GAP) / 2
    supply = load.loop.supply
    text = (
        load.loop.path,
        words(
            "loop",
            coolant=load.loop.coolant,
            flow=_flow(load),
            supply=words("none") if supply is None else f"{supply.to('°C'):g} °C",
            back=words("none") if supply is None else f"{supply.to('°C') + load.loop.rise:g} °C",
        ),
        _carries(words, load.heat, len(load.devices), partial=bool(load.unknown)),
    )
    left = _CDU + 40
    loop = Box(load.loop.path, left, middle - 22, _LOOP, 44, text, size=SMALL, fill=_WET_FILL, stroke=_COLD)
    boxes.append(loop)
    for number, cdu in enumerate(load.loop.cdus):
        capacity = words("none") if load.capacity is None else words("kw", value=load.capacity)
        top = y + number * (_HEIGHT + _GAP)
        box = Box(cdu, 0, top, _CDU, _HEIGHT, (cdu, capacity), size=SMALL, fill=FRAME_FILL, stroke=FRAME)
        boxes.append(box)
        start = (box.right, top + _HEIGHT / 2)
        _pair(lines, box, loop, start, (loop.x, middle))
    for number, (rack, nodes) in enumerate(sorted(racks.items(), key=lambda item: natural_key(item[0]))):
        line, place = divmod(number, _ACROSS - 3)
        x, top = left + _LOOP + 40 + place * (_RACK + _GAP), y + line * (_HEIGHT + _GAP)
        heat = sum((load_share(design, device, load.loop.path) or 0.0) for device in load.devices
                   if device in design.placement and design.placement[device].rack == rack)  # fmt: skip
        label = (rack.removeprefix("rack/"), _carries(words, heat, nodes, partial=bool(load.unknown)))
        box = Box(f"{load.loop.path} {rack}", x, top, _RACK, _HEIGHT, label, size=SMALL, fill=NODE_FILL, stroke=_COLD)
        boxes.append(box)
        if not place:
            _pair(lines, loop, box, (loop.right, middle), (box.x, top + _HEIGHT / 2))
    return y + rows * (_HEIGHT + _GAP)


def _flow(load: LoopLoad) -> str:
    if not load.unknown:
        return f"{load.flow:.0f}"
    return f"≥ {load.flow:.0f}" if load.flow else "?"


def _carries(words: SiteWords, heat: float, nodes: int, *, partial: bool) -> str:
    return f"{words.figure('kw', heat, partial=partial)}, {words('nodes', nodes=nodes)}"


def load_share(design: Design, device: str, sink: str) -> float | None:
    """Return the heat that a device gives to a sink, kW; None where it is unknown."""
    heat = cooling_analysis(design).heat.get(device)
    for path in design.heat:
        if path.device == device and path.sink == sink:
            return None if heat is None or path.share is None else heat * path.share
    return 0.0


def _pair(lines: list[Line], a: Box, b: Box, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw supply and return side by side."""
    for colour, shift in ((_COLD, -3.0), (_WARM, 3.0)):
        lines.append(Line(a.name, b.name, (start[0], start[1] + shift), (end[0], end[1] + shift), colour, 1.6))


def _hall(design: Design, analysis: CoolingAnalysis, words: SiteWords, boxes: list[Box], y: float) -> None:
    racks = [analysis.racks[rack] for rack in sorted(analysis.racks, key=natural_key)]
    for hall in design.halls:
        text = words("hall", inlet=hall.inlet, humidity=hall.humidity, altitude=hall.altitude.text("m", 0))
        boxes.append(left_box(hall.path, text, 0, y, size=11))
    total = words(
        "total",
        least="≥ " if any(rack.unknown for rack in racks) else "",
        air=sum(rack.air for rack in racks),
        liquid=sum(rack.liquid for rack in racks),
        volume=sum(rack.volume for rack in racks),
    )
    boxes.append(left_box("total", total, 0, y + 20, size=SMALL))
    for number, rack in enumerate(racks):
        line, place = divmod(number, _ACROSS)
        box = Box(
            f"air {rack.rack}", place * (_RACK + _GAP), y + 44 + line * (58 + _GAP), _RACK, 58,
            tuple(_lines(rack, words)), size=SMALL, fill="#f7e9dd", stroke=_COLD if rack.liquid else FRAME,
            tip=rack.rack,
        )  # fmt: skip
        boxes.append(box)


def _lines(rack: RackHeat, words: SiteWords) -> list[str]:
    partial = bool(rack.unknown)
    text = [rack.rack.removeprefix("rack/"), words.figure("air", rack.air, partial=partial)]
    if rack.liquid:
        text.append(words.figure("liquid", rack.liquid, partial=partial))
    return [*text, words.figure("volume", rack.volume, partial=partial)]
