"""Chapter: software and scheduler, as far as task and design settle them."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.sizing.parameters import redundancy_text
from clusterdesign.tables.document import Block, Bullets, Heading, Text
from clusterdesign.tables.proposal.offer import Configuration, Offer
from clusterdesign.tables.proposal.teller import Teller


def software(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    yield Heading(tell("software"))
    yield Text(tell("software.intro"))
    yield Bullets(tuple(_items(offer.chosen, tell)))


def _items(chosen: Configuration, tell: Teller) -> Iterator[str]:
    understood, design, words = chosen.understood, chosen.design, tell.sizing
    yield tell("software.scheduler", answer=words[f"{understood.scheduler}.answer"])
    if understood.task.operations.scheduler is None:
        yield tell("software.assumed", name=words[understood.scheduler])
    for fabric in design.fabrics:
        if fabric.protocol == "infiniband" and fabric.rails and fabric.node_role == "compute":
            yield tell("software.nccl", rails=fabric.rails, mtu=fabric.mtu)
    yield tell("software.managers", answer=redundancy_text(understood, chosen.candidate, words))
    for system in design.storage:
        yield tell("software.filesystem", product=system.product, name=system.path.rpartition("/")[2])
    mode = tell("storage.async" if understood.asynchronous else "storage.sync")
    yield tell("software.checkpoints", mode=mode, interval=tell.printer.hours(chosen.candidate.saving.interval))
    yield tell("software.monitoring")
    yield tell("software.acceptance")


__all__ = ["software"]
