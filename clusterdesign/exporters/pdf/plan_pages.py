"""Which rows of the plan stand on which page: groups under their headings, nothing torn apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from clusterdesign.tables.cabling import CableRow, Plan
from clusterdesign.tables.i18n import word

LINE, PADDING, BAND = 4.3, 1.2, 6.0
"""Heights in millimetres: of the line of one end, of what a row has besides, of a heading."""


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under one heading.

    Attributes:
        heading: what the rows have in common.
        page: whether they begin a page of their own.
    """

    heading: str
    rows: tuple[CableRow, ...]
    page: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading on a page; printed again where its rows go on."""

    text: str


@dataclass(frozen=True, slots=True)
class Numbered:
    """The row of a cable and its number under the heading."""

    number: int
    row: CableRow


Item = Heading | Numbered


def height(item: Item) -> float:
    """Return how high an item is, in millimetres."""
    return BAND if isinstance(item, Heading) else len(item.row.ends) * LINE + PADDING


def by_group(plan: Plan, lang: str) -> Iterator[Section]:
    """Yield the rows by pull group, in the order of pulling."""
    rows = {row.cable.path: row for row in plan.rows}
    for group in plan.groups:
        first = rows[group.cables[0]]
        facts = [
            group.name,
            f"{len(group.cables)} {word('pcs', lang)}",
            f"{group.length.to('m'):g} {word('m', lang)}",
            word(first.medium, lang),
            f"{word('Route', lang)} {first.route}" if first.route else "",
            f"{word('Least slack', lang)} {group.tightest.to('m'):.2f} {word('m', lang)}",
        ]
        yield Section("   ·   ".join(filter(None, facts)), tuple(rows[path] for path in group.cables))


def by_rack(plan: Plan, lang: str) -> Iterator[Section]:
    """Yield the rows by the rack of end A, a page for each rack, from the top down."""
    for rack, held in groupby(plan.by_end(0), key=lambda row: row.ends[0].rack):
        rows = tuple(held)
        yield Section(f"{word('Rack', lang)} {rack or '—'}   ·   {len(rows)} {word('pcs', lang)}", rows, page=True)


def pages(sections: Sequence[Section], room: float, lang: str) -> list[list[Item]]:
    """Return the pages of a plan, each no higher than ``room`` millimetres."""
    made: list[list[Item]] = []
    left = 0.0
    for section in sections:
        heading = Heading(section.heading)
        again = Heading(f"{section.heading}   ·   {word('continued', lang)}")
        for n, row in enumerate(section.rows):
            item = Numbered(n + 1, row)
            fresh = not made or (section.page and n == 0) or height(item) + (0 if n else BAND) > left
            if fresh:
                made.append([])
                left = room
            if fresh or n == 0:
                made[-1].append(again if n else heading)
                left -= BAND
            made[-1].append(item)
            left -= height(item)
    return made or [[]]


__all__ = [
    "BAND",
    "LINE",
    "PADDING",
    "Heading",
    "Item",
    "Numbered",
    "Section",
    "by_group",
    "by_rack",
    "height",
    "pages",
]
