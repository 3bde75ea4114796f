"""The power rule about CDUs: what their pumps draw is in no sum."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.parts import CduPart
from clusterdesign.rules.pwr_load import NO_FEEDS, Unknown, gaps
from clusterdesign.rules.rule import Gap, Hit, rule
from clusterdesign.rules.words import count, listed


@rule("PWR109", "cdu-not-fed", "warning")
def cdu_not_fed(design: Design) -> Iterator[Hit | Gap]:
    """A CDU with pumps of its own hangs on no feed of the design: its load is in no sum and in no failure.

    Why: The pumps of a row draw as much as a node, and nodes stop when the pumps do.
    Example: Two in-row CDUs of 8 kW beside feeds that are planned to their last kilowatt.
    Fix: Leave room for them on a feed, and have them fed from two.
    Source: the pump power in the CDU's catalogue entry; the cords of the design.
    """
    cdus = [device for device in design.devices if device.kind == "cdu"]
    if cdus and not design.feeds:
        yield NO_FEEDS
        return
    plugged = {cord.device for cord in design.cords}
    unknown: Unknown = []
    bare: dict[str, list[str]] = {}
    for device in cdus:
        part = design.parts.get(device.part)
        if not isinstance(part, CduPart) or device.path in plugged:
            continue
        if part.pump_power is None:
            unknown.append(((part.id, "pump_power"), device.path))
        elif part.pump_power.base:
            bare.setdefault(part.id, []).append(device.path)
    for part_id, paths in bare.items():
        part = design.parts[part_id]
        each = part.pump_power.to("kW") if isinstance(part, CduPart) and part.pump_power is not None else 0.0
        yield Hit(
            paths=tuple(paths),
            message=f"{listed(paths)} hang on no feed: {each * len(paths):.1f} kW of their pumps are in no sum "
            f"({count(len(paths), 'CDU')} of {part_id})",
            fix="leave room for them on a feed, and have them fed from two",
            measured=f"{each * len(paths):.1f} kW",
            limit="0 kW",
            margin=f"-{each * len(paths):.1f} kW",
        )
    yield from gaps(unknown)


PWR_CDUS = (cdu_not_fed,)
