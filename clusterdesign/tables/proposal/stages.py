"""Chapter: stages, and dates where a start is given."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from clusterdesign.design.procurement import Stage
from clusterdesign.tables.document import Block, Bullets, Heading, Table, Text
from clusterdesign.tables.proposal.durations import dates, timeline
from clusterdesign.tables.proposal.offer import Offer
from clusterdesign.tables.proposal.teller import Teller


def stages(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    yield Heading(tell("stages"))
    yield Text(tell("stages.intro"))
    heads = [tell("stages.stage"), tell("stages.length"), tell("stages.kind")]
    line = timeline(offer.chosen.design)
    rows: list[tuple[str, ...]] = [(*_stage(tell, one),) for one in line]
    notes = [tell("stages.note")]
    if offer.start is None:
        notes.append(tell("stages.undated"))
    else:
        heads += [tell("stages.first"), tell("stages.last")]
        rows = [(*row, *map(day, ends)) for row, ends in zip(rows, dates(offer.start, line), strict=True)]
        notes.append(tell("stages.holidays"))
    yield Table(tuple(heads), tuple(rows), caption=tell("stages.caption"), aligned="lrlrr"[: len(heads)])
    yield Bullets(tuple(notes))


def _stage(tell: Teller, one: Stage | None) -> Iterator[str]:
    if one is None:
        yield from (tell("stage.contract"), tell("stage.open"), "")
        return
    yield tell(f"stage.{one.name}") if tell.has(f"stage.{one.name}") else one.name
    yield tell.printer.ordered(one.least, one.most, count=3)
    yield tell(one.days)


def day(value: date) -> str:
    """Print a day as ISO 8601 has it, the same in every language."""
    return value.isoformat()


__all__ = ["day", "stages"]
