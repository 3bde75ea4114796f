"""Power in one line: sources, feeds, and the PDU of each feed in each rack with its fullest phase."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.engineering.power import PowerAnalysis, Strip, power_analysis
from clusterdesign.engineering.power.limits import phase_limit
from clusterdesign.exporters.diagrams.picture import Box, Line, Picture, left_box
from clusterdesign.exporters.diagrams.site_words import SiteWords
from clusterdesign.exporters.diagrams.style import FRAME, FRAME_FILL, SMALL
from clusterdesign.names import natural_key
from clusterdesign.parts import PHASES

_WIDTH, _HEIGHT, _GAP = 176.0, 24.0, 5.0
_BLOCK = 20
"""Racks in one column of the drawing; further ones stand beside."""

_STEPS = ((0.6, "#ccece3"), (0.8, "#e8f0c8"), (1.0, "#f7e3b0"))
_OVER, _UNKNOWN, _WIRED = "#f2b8b0", "#ececec", "#d5ecf5"


def power_picture(design: Design, lang: str = "en") -> Picture:
    """Draw feeds as columns and racks as lines, as many racks below each other as a page takes."""
    words, analysis = SiteWords(lang), power_analysis(design)
    boxes = [
        left_box("title", words("power", name=design.name), 0, 0, size=18),
        left_box("legend", words("legend"), 0, 28, size=SMALL),
    ]
    lines: list[Line] = []
    feeds = list(analysis.network.feeds.values())
    racks: dict[str, dict[str, Strip]] = {}
    for strip in analysis.network.strips.values():
        rack = design.placement[strip.path].rack if strip.path in design.placement else ""
        racks.setdefault(rack, {})[strip.feed.path] = strip
    wired = _wired(analysis)
    names = [*sorted(racks, key=natural_key), *sorted(wired, key=natural_key)]
    for block in range(0, max(len(names), 1), _BLOCK):
        left = block // _BLOCK * (len(feeds) * (_WIDTH + _GAP) + 80)
        for column, feed in enumerate(feeds):
            x = left + 46 + column * (_WIDTH + _GAP)
            head = _feed_box(analysis, feed.path, words, f"{block}/{feed.path}", x)
            boxes.append(head)
            for number, name in enumerate(names[block : block + _BLOCK]):
                y = 132 + number * (_HEIGHT + _GAP)
                if feed.path in racks.get(name, {}):
                    box = _pdu_box(analysis, racks[name][feed.path], words, x + 12, y)
                elif feed.path in wired.get(name, {}):
                    box = _wired_box(analysis, (name, feed.path), wired[name][feed.path], words, (x + 12, y))
                else:
                    continue
                boxes.append(box)
                start, end = (x + 5, head.bottom), (x + 5, box.y + _HEIGHT / 2)
                lines.append(Line(head.name, box.name, start, end, FRAME, 1.4))
                lines.append(Line(head.name, box.name, end, (box.x, end[1]), FRAME, 1.4))
        for number, name in enumerate(names[block : block + _BLOCK]):
            y = 132 + number * (_HEIGHT + _GAP)
            boxes.append(left_box(f"rack/{name}", name.rpartition("/")[2], left, y + 5, size=SMALL))
    return Picture("power", tuple(boxes), tuple(lines))


def _wired(analysis: PowerAnalysis) -> dict[str, dict[str, list[str]]]:
    """Return what is wired to the feeds without a PDU, by path: its cords by feed."""
    found: dict[str, dict[str, list[str]]] = {}
    for consumer in analysis.network.consumers.values():
        for plug in consumer.plugs:
            if plug.strip is None:
                found.setdefault(consumer.path, {}).setdefault(plug.feed.path, []).append(plug.cord)
    return found


def _wired_box(
    analysis: PowerAnalysis, ends: tuple[str, str], cords: list[str], words: SiteWords, at: tuple[float, float]
) -> Box:
    """Draw what is wired to a feed, with its load on it; ``ends`` are its path and that of the feed."""
    path, fill = ends[0], _UNKNOWN
    text = f"{path}, {words('unknown')}"
    if all((cord, "") in analysis.normal for cord in cords):
        normal = sum(analysis.normal[cord, ""] for cord in cords) / 1000
        worst = sum(analysis.worst[cord, ""].watts for cord in cords) / 1000
        text, fill = f"{path}  {words('pdu', normal=normal, worst=worst)}", _WIRED
    return Box(" ".join(ends), *at, _WIDTH - 14, _HEIGHT, (text,), size=7.5, fill=fill, stroke=FRAME, tip=path)


def _feed_box(analysis: PowerAnalysis, path: str, words: SiteWords, name: str, x: float) -> Box:
    feed = analysis.network.feeds[path]
    normal, worst = analysis.normal.get((path, ""), 0.0), analysis.worst.get((path, ""))
    text = (
        words("feed", name=path, practice=feed.practice, factor=feed.power_factor),
        words("loads", normal=normal / 1000, worst=(worst.watts if worst else normal) / 1000),
        ", ".join(feed.upstream),
    )
    return Box(name, x, 62, _WIDTH, 48, text, size=SMALL, fill=FRAME_FILL, stroke=FRAME)


def _pdu_box(analysis: PowerAnalysis, strip: Strip, words: SiteWords, x: float, y: float) -> Box:
    """Draw a PDU in the colour of the share that its fullest phase takes in the worst case."""
    worst = analysis.worst.get((strip.path, ""))
    limit = phase_limit(strip.feed, strip.part)
    phases = {phase: analysis.worst[strip.path, phase] for phase in PHASES if (strip.path, phase) in analysis.worst}
    text = [strip.path.removeprefix("pdu/")]
    fill = _UNKNOWN
    if worst is not None:
        normal = analysis.normal[strip.path, ""] / 1000
        text[0] += "  " + words("pdu", normal=normal, worst=worst.watts / 1000)
    if phases and limit:
        phase = max(phases, key=lambda each: phases[each].watts)
        amps = strip.amps(phases[phase].watts) or 0.0
        text.append(words("phase", phase=phase, amps=amps, limit=limit))
        fill = next((colour for share, colour in _STEPS if amps <= share * limit + 1e-6), _OVER)
    if strip.path in analysis.unknown:
        text[-1] += f", + {words('unknown')}"
    return Box(
        strip.path, x, y, _WIDTH - 14, _HEIGHT, tuple(text), size=7.5, fill=fill, stroke=FRAME,
        tip=f"{strip.path}, {strip.part.id}",
    )  # fmt: skip
