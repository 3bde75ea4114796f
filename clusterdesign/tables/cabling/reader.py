"""Reads a cabling plan back: the CSV that was written, or what somebody made of it by hand."""

from __future__ import annotations

from difflib import get_close_matches
from typing import get_args

from clusterdesign.design import Cable, Design, End, PortRef
from clusterdesign.design.records import Tier
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Fibre as FibrePart
from clusterdesign.parts.caged import Caged
from clusterdesign.tables.cabling.columns import STRAIGHT
from clusterdesign.tables.cabling.edited import EditedRow, edited_rows
from clusterdesign.tables.cabling.plan import cable_columns
from clusterdesign.tables.cabling.ways import route_text
from clusterdesign.tables.i18n import LANGUAGES, word
from clusterdesign.tables.ids import MARKS, cable_id
from clusterdesign.units import Length, m

NEEDED = ("Cable", "A device", "A port", "B device", "B port", "Part", "Length, m")
"""Columns without which no cable can be read; heads in any of our languages will do."""


def read_cabling(data: bytes, design: Design, *, where: str = "cabling.csv") -> tuple[Cable, ...]:
    """Read the cables of a plan, in the order of its rows.

    Reading what was written for a design gives its cables; runs are printed to the centimetre. Rows may have been
    moved, taken out, or given other ends, as long as the design has the devices, ports and parts.

    Args:
        data: CSV as :func:`clusterdesign.exporters.csvfile.render` writes it, or as a spreadsheet saves it.
        design: whose devices, ports and parts the plan speaks of.
        where: name of the file for messages.

    Raises:
        DesignError: a row names what the design does not have, a cable comes twice or two ends meet in one place.
            Row, column and a way out are named.
    """
    read = _Reader(design)
    rows = edited_rows(data, cable_columns(len(MARKS)), needed=NEEDED, where=where)
    return tuple(read(row) for row in rows)


class _Reader:
    """Turns rows into cables and remembers what is taken."""

    def __init__(self, design: Design) -> None:
        self._design = design
        self._known = {cable_id(cable): cable for cable in design.cables}
        self._routes = {route_text(route): route.path for route in design.routes}
        self._tiers: dict[str, Tier] = {word(tier, lang): tier for lang in LANGUAGES for tier in get_args(Tier)}
        self._ids: dict[str, int] = {}
        self._taken: dict[tuple[str, str, int | None], int] = {}

    def __call__(self, row: EditedRow) -> Cable:
        id_ = row.text("Cable")
        if not id_:
            raise row.error("Cable", "the row names no cable", "fill in its id, or clear the whole row")
        other = self._ids.setdefault(id_, row.number)
        if other != row.number:
            raise row.error("Cable", f"{id_} is in row {other} already", "keep one of the two rows")
        part = self._part(row)
        ends = self._ends(row)
        return Cable(
            path=f"cable/{id_}",
            part=part,
            part_number=row.text("Part number"),
            length=self._metres(row, "Length, m"),
            run=self._metres(row, "Run, m"),
            ends=ends,
            links=self._links(ends),
            fabric=row.text("Fabric"),
            tier=self._tier(row),
            why=row.text("Reason"),
            route=self._routes.get(row.text("Route"), ""),
        )

    def _part(self, row: EditedRow) -> str:
        part = row.text("Part")
        cables = [id_ for id_, held in self._design.parts.items() if isinstance(held, CablePart | FibrePart)]
        if part not in cables:
            raise row.error("Part", f"{part!r} is no cable of this design", _instead(part, cables))
        return part

    def _metres(self, row: EditedRow, head: str) -> Length:
        value = row.number_in(head)
        if value is None and head in NEEDED:
            raise row.error(head, "the length is missing", "write it in metres")
        return m(value or 0)

    def _tier(self, row: EditedRow) -> Tier:
        known = self._known.get(row.text("Cable"))
        text = row.text("Tier")
        if text in self._tiers:
            return self._tiers[text]
        if text or known is None:
            raise row.error("Tier", f"{text!r} is no tier", _instead(text, list(self._tiers)))
        return known.tier

    def _ends(self, row: EditedRow) -> tuple[End, ...]:
        ends: list[End] = []
        for n, mark in enumerate(MARKS):
            cells = [row.text(f"{mark} {head}") for head in ("device", "port", "label")]
            if not any(cells) and n >= STRAIGHT:
                break
            ends.append(self._end(row, mark))
        return tuple(ends)

    def _end(self, row: EditedRow, mark: str) -> End:
        device, names = row.text(f"{mark} device"), row.text(f"{mark} port")
        ports = tuple(name.strip() for name in names.split(",") if name.strip())
        if not device and not ports:
            return End("", "", None, ())
        if device not in self._design.device:
            devices = list(self._design.device)
            raise row.error(f"{mark} device", f"there is no device {device!r}", _instead(device, devices))
        if not ports:
            raise row.error(f"{mark} port", f"no port of {device} is named", "name the port as printed on its panel")
        cages = [self._cage(row, mark, PortRef(device, port)) for port in ports]
        connector = row.number_in(f"{mark} connector")
        end = End(device, cages[0], None if connector is None else int(connector) - 1, ports)
        other = self._taken.setdefault((end.device, end.cage, end.connector), row.number)
        if other != row.number:
            raise row.error(
                f"{mark} port", f"{device} {names} is taken by row {other}", "plug one of the two somewhere else"
            )
        return end

    def _cage(self, row: EditedRow, mark: str, ref: PortRef) -> str:
        """Return the cage of a port: the port is what a person corrects, the cage follows from it."""
        cage = self._design.cage(ref)
        if cage is not None:
            return cage.name
        part = self._design.part_of(self._design.device[ref.device])
        names = [name for name in part.port_named if name not in ("", ref.port)] if isinstance(part, Caged) else []
        raise row.error(
            f"{mark} port",
            f"{ref.device} has no port {ref.port!r}",
            self._designed(row, mark) + _instead(ref.port, names),
        )

    def _designed(self, row: EditedRow, mark: str) -> str:
        """Say what the design has in this place."""
        known, n = self._known.get(row.text("Cable")), MARKS.index(mark)
        if known is None or n >= len(known.ends) or not known.ends[n].ports:
            return ""
        return f"the design has {', '.join(known.ends[n].ports)} here; "

    def _links(self, ends: tuple[End, ...]) -> tuple[str, ...]:
        """Return the links of the design that run between these ends, in the order of the head's ports."""
        head = ends[0]
        tails = {PortRef(end.device, port) for end in ends[1:] for port in end.ports}
        found = (self._design.link_at.get(PortRef(head.device, port)) for port in head.ports)
        return tuple(link.path for link in found if link and {link.a, link.b} & tails)


def _instead(text: str, known: list[str]) -> str:
    near = get_close_matches(text, known, n=3, cutoff=0.5) or known[:3]
    if not near:
        return "there is none to choose"
    return f"write {', '.join(near[:-1])} or {near[-1]}" if len(near) > 1 else f"write {near[0]}"


__all__ = ["NEEDED", "read_cabling"]
