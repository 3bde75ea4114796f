"""The power rule about what cools: pumps of CDUs and fans of rear doors that are in no sum."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.design.records import Device, Fitting
from clusterdesign.parts import CduPart, FittingPart
from clusterdesign.rules.pwr_load import NO_FEEDS, Unknown, gaps
from clusterdesign.rules.rule import Gap, Hit, rule
from clusterdesign.rules.words import count, listed
from clusterdesign.units import Power


@rule("PWR109", "cdu-not-fed", "warning")
def cdu_not_fed(design: Design) -> Iterator[Hit | Gap]:
    """A CDU with pumps of its own, or a rear door with fans, hangs on no feed: its load is in no sum and no failure.

    Why: The pumps of a row draw as much as a node, and nodes stop when the pumps do.
    Example: Two in-row CDUs of 8 kW beside feeds that are planned to their last kilowatt.
    Fix: Enter the supplies of the part, so that it is wired to the feeds.
    Source: the power in the catalogue entry of CDU or door; the cords of the design.
    """
    records: tuple[Device | Fitting, ...] = (*design.devices, *design.fittings)
    coolers = [record for record in records if _cools(design, record.part)]
    if coolers and not design.feeds:
        yield NO_FEEDS
        return
    plugged = {cord.device for cord in design.cords}
    unknown: Unknown = []
    bare: dict[str, list[str]] = {}
    for record in coolers:
        found = _draw(design, record.part)
        if record.path in plugged:
            continue
        if found is None:
            unknown.append(((record.part, _field(design, record.part)), record.path))
        elif found.base:
            bare.setdefault(record.part, []).append(record.path)
    for part_id, paths in bare.items():
        draw = _draw(design, part_id)
        kilowatts = 0.0 if draw is None else draw.to("kW") * len(paths)
        yield Hit(
            paths=tuple(paths),
            message=f"{listed(paths)} hang on no feed: {kilowatts:.1f} kW of their pumps or fans are in no sum "
            f"({count(len(paths), 'unit')} of {part_id})",
            fix="enter the supplies of the part, so that it is wired to the feeds",
            measured=f"{kilowatts:.1f} kW",
            limit="0 kW",
            margin=f"-{kilowatts:.1f} kW",
        )
    yield from gaps(unknown)


def _cools(design: Design, part_id: str) -> bool:
    part = design.parts.get(part_id)
    return isinstance(part, CduPart) or (isinstance(part, FittingPart) and part.form == "rear-door")


def _field(design: Design, part_id: str) -> str:
    return "pump_power" if isinstance(design.parts.get(part_id), CduPart) else "power"


def _draw(design: Design, part_id: str) -> Power | None:
    part = design.parts.get(part_id)
    if isinstance(part, CduPart):
        return part.pump_power
    return part.power if isinstance(part, FittingPart) else None


PWR_CDUS = (cdu_not_fed,)
