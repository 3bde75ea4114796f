"""The Gantt chart: a bar an activity, dark for the fastest course of things, light to the slowest."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.exporters.diagrams.picture import Box, Picture, left_box, text_width
from clusterdesign.exporters.diagrams.style import SMALL
from clusterdesign.procurement.delivery import Activity, DeliveryPlan
from clusterdesign.procurement.delivery.report import day_text
from clusterdesign.tables.i18n import word

_ROW = 22.0
_BAR = 12.0
_TOP = 62.0
"""Height of title and axis."""

_WIDTH = 700.0
"""Of the longest plan."""

_INDENT = 14.0
_GRID = "#d0d0d0"
_STRIPE = "#f6f6f6"
_STAGE = ("#0072b2", "#cce3f0")
_LOT = ("#009e73", "#ccece3")
_SUMMED = ("#555555", "#dddddd")
"""Dark and light colour of a stage, a lot, and the stage that lots make up."""

_STEPS = (1, 2, 5, 7, 14, 28, 56, 91, 182, 364)
"""Days between lines of the axis."""

_LINES = 12
"""Lines that the axis may have."""


def gantt_picture(design: Design, plan: DeliveryPlan, lang: str = "en") -> Picture:
    """Draw a plan. What is over before the contract has no bar: nobody knows its days."""
    return _Chart(design, plan, lang).picture()


class _Chart:
    def __init__(self, design: Design, plan: DeliveryPlan, lang: str) -> None:
        self._plan = plan
        self._title = f"{design.name}: {word('Delivery plan', lang)}"
        self._lang = lang
        names = [self._name(one) for one in plan.activities]
        self._left = max((text_width(name, SMALL) for name in names), default=0) + 2 * _INDENT
        days = max(*plan.ends, 1)
        step = next((step for step in _STEPS if days / step <= _LINES), -(-days // _LINES))
        self._days = -(-days // step) * step
        self._step = step
        self._scale = _WIDTH / self._days

    def picture(self) -> Picture:
        rows = self._plan.activities
        bottom = _TOP + len(rows) * _ROW
        boxes = [left_box("title", self._title, 0, 0, size=18)]
        for n in range(0, len(rows), 2):
            stripe = Box(f"stripe/{n}", 0, _TOP + n * _ROW, self._left + _WIDTH, _ROW, fill=_STRIPE)
            boxes.append(stripe)
        boxes += self._axis(bottom)
        for n, one in enumerate(rows):
            boxes += self._row(n, one, _TOP + n * _ROW)
        boxes += self._legend(bottom + 14)
        # No lines: they lie over boxes, and those of the axis must not cross the bars. They are thin boxes.
        return Picture("gantt", tuple(boxes), ())

    def _name(self, one: Activity) -> str:
        name = word(one.name, self._lang)
        return f"{word('lot', self._lang)} {name}" if one.is_lot else name

    def _axis(self, bottom: float) -> Iterator[Box]:
        head = word("Date" if self._plan.start is not None else "Days from the contract", self._lang)
        yield left_box("axis", head, self._left, _TOP - 34, size=SMALL)
        for day in range(0, self._days + 1, self._step):
            x = self._left + day * self._scale
            yield Box(f"line/{day}", x - 0.3, _TOP, 0.6, bottom - _TOP, fill=_GRID)
            text = day_text(day, self._plan.start)
            width = text_width(text, SMALL)
            yield Box(f"day/{day}", x - width / 2, _TOP - 18, width, 14, (text,), size=SMALL)

    def _row(self, n: int, one: Activity, y: float) -> Iterator[Box]:
        indent = _INDENT if one.is_lot else 0.0
        yield left_box(f"name/{n}", self._name(one), indent, y + (_ROW - SMALL * 1.5) / 2, size=SMALL)
        if one.window is None:
            told = word("before the contract", self._lang)
            if one.least is None:
                told = f"{told}: {word('unknown', self._lang)}"
            else:
                told = f"{told}, {word(f'{one.days} days', self._lang)}: {one.least}-{one.most}"
            yield left_box(f"told/{n}", told, self._left + 6, y + (_ROW - SMALL * 1.5) / 2, size=SMALL)
            return
        window = one.window
        dark, light = self._colours(one)
        top = y + (_ROW - _BAR) / 2
        tip = f"{day_text(window.start, self._plan.start)} - {day_text(window.late_end, self._plan.start)}"
        yield self._bar(f"late/{n}", (window.start, window.late_end), top, fill=light, tip=tip)
        yield self._bar(f"early/{n}", (window.start, window.end), top, fill=dark, tip=tip)
        ends = [day_text(day, self._plan.start) for day in (window.end, window.late_end)]
        text = ends[0] if ends[0] == ends[1] else f"{ends[0]} - {ends[1]}"
        x = self._left + window.late_end * self._scale + 4
        yield left_box(f"ends/{n}", text, x, y + (_ROW - SMALL * 1.5) / 2, size=SMALL)

    def _bar(self, name: str, days: tuple[int, int], top: float, *, fill: str, tip: str) -> Box:
        # What takes no time is drawn all the same, as a mark.
        width = max((days[1] - days[0]) * self._scale, 2.0)
        return Box(name, self._left + days[0] * self._scale, top, width, _BAR, fill=fill, stroke=fill, tip=tip)

    def _colours(self, one: Activity) -> tuple[str, str]:
        if one.is_lot:
            return _LOT
        lots = any(other.is_lot for other in self._plan.activities)
        return _SUMMED if one.name == "delivery" and lots else _STAGE

    def _legend(self, y: float) -> Iterator[Box]:
        x = self._left
        for n, text in enumerate(("at the earliest", "at the latest")):
            yield Box(f"key/{n}", x, y, 24, _BAR, fill=_STAGE[n], stroke=_STAGE[n])
            told = word(text, self._lang)
            yield left_box(f"key text/{n}", told, x + 30, y - 1, size=SMALL)
            x += 50 + text_width(told, SMALL)


__all__ = ["gantt_picture"]
