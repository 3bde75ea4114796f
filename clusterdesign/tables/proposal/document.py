"""The project document: cover, contents, a chapter for everything a customer asks, numbered throughout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from clusterdesign import catalog
from clusterdesign.tables.document import Block, Contents, Document, Grid, Heading, PageBreak, Picture, Table, Text
from clusterdesign.tables.proposal.assumptions import assumptions
from clusterdesign.tables.proposal.bill import bill
from clusterdesign.tables.proposal.configurations import configurations
from clusterdesign.tables.proposal.cooling import cooling
from clusterdesign.tables.proposal.fabric import fabric
from clusterdesign.tables.proposal.figures import generation, rated_power
from clusterdesign.tables.proposal.nine import nine
from clusterdesign.tables.proposal.offer import Offer
from clusterdesign.tables.proposal.one_node import one_node
from clusterdesign.tables.proposal.plans import plans
from clusterdesign.tables.proposal.power import power
from clusterdesign.tables.proposal.racks import racks
from clusterdesign.tables.proposal.risks import risks
from clusterdesign.tables.proposal.software import software
from clusterdesign.tables.proposal.stages import day, stages
from clusterdesign.tables.proposal.storage import storage
from clusterdesign.tables.proposal.summary import summary
from clusterdesign.tables.proposal.task import task
from clusterdesign.tables.proposal.teller import Teller

Chapter = Callable[[Offer, Teller], Iterator[Block]]

CHAPTERS: Mapping[str, Chapter] = MappingProxyType(
    {
        "summary": summary,
        "task": task,
        "nine": nine,
        "one_node": one_node,
        "plans": plans,
        "configurations": configurations,
        "fabric": fabric,
        "storage": storage,
        "racks": racks,
        "power": power,
        "cooling": cooling,
        "software": software,
        "stages": stages,
        "bill": bill,
        "risks": risks,
        "assumptions": assumptions,
    }
)
"""Every chapter by name, in its order."""


def proposal_document(offer: Offer, lang: str = "en") -> Document:
    """Return the project document of an offer. A pure function: every figure comes from the offer.

    Args:
        offer: task, candidates, designs and reports.
        lang: ``en`` or ``ru``.

    Raises:
        DesignError: there is no such language.
    """
    tell = Teller(lang)
    title = tell("title", model=tell.model(offer.chosen.understood.work.model))
    chapters = (block for chapter in CHAPTERS.values() for block in chapter(offer, tell))
    blocks = (*_cover(offer, tell, title), *_numbered(chapters, tell))
    return Document(
        name="proposal",
        title=title,
        blocks=blocks,
        lang=lang,
        header=tell("header"),
        footer=offer.chosen.design.name,
        cover=True,
    )


def _cover(offer: Offer, tell: Teller, title: str) -> Iterator[Block]:
    understood, candidate = offer.chosen.understood, offer.chosen.candidate
    platform, printer = candidate.option.platform, tell.printer
    yield Text(title, "title")
    yield Text(
        tell(
            "subtitle",
            kind=tell.sizing[understood.work.kind],
            parameters=printer.short(understood.work.model.parameters),
            tokens=printer.short(understood.tokens),
        ),
        "subtitle",
    )
    yield Text(
        tell(
            "offered",
            nodes=candidate.bought,
            node=catalog.node(platform.node).name,
            generation=generation(tell, platform),
            racks=len(offer.chosen.design.racks),
            power=rated_power(tell, offer.chosen),
        ),
        "subtitle",
    )
    yield Text(tell("project", name=understood.task.name), "subtitle")
    if offer.start is not None:
        yield Text(tell("begins", start=day(offer.start)), "subtitle")
    yield PageBreak()
    yield Contents(tell("contents"), depth=2)


def _numbered(blocks: Iterable[Block], tell: Teller) -> Iterator[Block]:
    """Number chapters, sections, tables and figures."""
    count = Counter[str]()
    for block in blocks:
        if isinstance(block, Heading):
            count[f"level {block.level}"] += 1
            if block.level == 1:
                count["level 2"] = 0
            number = ".".join(str(count[f"level {level}"]) for level in range(1, block.level + 1))
            yield replace(block, text=f"{number}. {block.text}" if block.level == 1 else f"{number} {block.text}")
        elif isinstance(block, Grid | Table) and block.caption:
            count["table"] += 1
            yield replace(block, caption=f"{tell('table')} {count['table']}. {block.caption}")
        elif isinstance(block, Picture):
            count["figure"] += 1
            yield replace(block, caption=f"{tell('figure')} {count['figure']}. {block.caption}")
        else:
            yield block


__all__ = ["CHAPTERS", "proposal_document"]
