"""Chapter: software and scheduler, as far as task and design settle them."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.sizing.parameters import redundancy_text
from clusterdesign.tables.document import Block, Bullets, Heading, Table, Text
from clusterdesign.tables.proposal.offer import Configuration, Offer
from clusterdesign.tables.proposal.teller import Teller


def software(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    yield Heading(tell("software"))
    yield Text(tell("software.intro"))
    yield Bullets(tuple(_items(offer.chosen, tell)))
    rows = tuple(_hosts(offer.chosen.design, tell))
    if rows:
        unit = tell.printer.unit("GB")
        heads = tuple(
            tell(f"software.{key}", unit=unit) for key in ("host", "count", "servers", "cores", "memory", "disk")
        )
        yield Table(heads, rows, caption=tell("software.hosts"), aligned="lrlrrr")


def _hosts(design: Design, tell: Teller) -> Iterator[tuple[str | int, ...]]:
    """Yield the hosts of the management plane, those of one role and size in a row."""
    alike: dict[tuple[str, int, str, str], list[str]] = {}
    for host in design.managed_hosts:
        sizes = (tell.printer.digits(size.to("GB"), 3) for size in (host.memory, host.disk))
        alike.setdefault((host.role, host.vcpus, next(sizes), next(sizes)), []).append(host.server)
    for (role, cores, memory, disk), servers in alike.items():
        yield tell.word(role), len(servers), tell.few(filter(None, servers)), cores, memory, disk


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
