"""Chapter: what the run keeps, and what storage must deliver."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.design.storage_path import stages
from clusterdesign.sizing.candidate import Candidate
from clusterdesign.tables.document import Block, Bullets, Heading, Table, Text
from clusterdesign.tables.proposal.offer import Offer
from clusterdesign.tables.proposal.teller import Teller
from clusterdesign.units import Rate

_WIDTHS = (115.0, 60.0)
_RATES = (75.0, 50.0, 50.0)


def storage(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    chosen = offer.chosen
    candidate, design = chosen.candidate, chosen.design
    saving, printer = candidate.saving, tell.printer
    yield Heading(tell("storage"), page=True)
    yield Text(tell("storage.intro"))
    yield Table((tell("what"), tell("value")), _capacity(tell, candidate), caption=tell("storage.capacity"),
                widths=_WIDTHS, aligned="lr", strong=frozenset({4, 5}))  # fmt: skip
    yield Text(
        tell(
            "storage.saving",
            size=printer.size(saving.size),
            interval=printer.hours(saving.interval),
            block=printer.hours(saving.block),
            mode=tell("storage.async" if chosen.understood.asynchronous else "storage.sync"),
        )
    )
    if not design.storage:
        yield Text(tell("storage.none"))
        return
    heads = (tell("storage.stage"), tell("storage.read"), tell("storage.write"))
    yield Table(heads, tuple(_rates(tell, candidate, design)), caption=tell("storage.rates"), widths=_RATES,
                aligned="lrr", strong=frozenset({0}))  # fmt: skip
    yield Bullets(tuple(_systems(tell, design)))


def _capacity(tell: Teller, candidate: Candidate) -> tuple[tuple[str, str], ...]:
    need, size = candidate.capacity, tell.printer.size
    values = (
        (tell("storage.checkpoints", size=size(need.checkpoint)), need.checkpoints),
        (tell("storage.milestones"), need.milestones),
        (tell("storage.dataset"), need.dataset),
        (tell("storage.scratch"), need.scratch),
        (tell("storage.net"), need.net),
        (tell("storage.raw"), need.raw),
    )
    return tuple((name, size(value)) for name, value in values)


def _rates(tell: Teller, candidate: Candidate, design: Design) -> Iterator[tuple[str, str, str]]:
    rate = tell.printer.rate
    yield tell("storage.asked"), rate(candidate.read), rate(candidate.saving.write)
    for system in design.storage:
        pairs = zip(stages(design, system, "read"), stages(design, system, "write"), strict=True)
        for read, write in pairs:
            name = f"stage.{read.name}"
            yield (tell(name) if tell.has(name) else read.name), _rate(tell, read.rate), _rate(tell, write.rate)


def _rate(tell: Teller, rate: Rate | None) -> str:
    return tell("unknown") if rate is None else tell.printer.rate(rate.to("Gb/s") / 8 * 1e9, 3)


def _systems(tell: Teller, design: Design) -> Iterator[str]:
    for system in design.storage:
        part = design.parts[design.device[system.boxes[0]].part]
        yield tell(
            "storage.systems",
            name=system.path.rpartition("/")[2],
            product=system.product,
            boxes=len(system.boxes),
            part=part.name,
        )


__all__ = ["storage"]
