"""Chapter: the nine parameters by which a cluster is selected."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.sizing.parameters import nine_parameters
from clusterdesign.tables.document import Block, Heading, Table, Text
from clusterdesign.tables.proposal.figures import counted
from clusterdesign.tables.proposal.offer import Offer
from clusterdesign.tables.proposal.teller import Teller

_WIDTHS = (35.0, 50.0, 90.0)


def nine(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    answers = nine_parameters(offer.chosen.understood, offer.chosen.candidate, tell.lang, counted(tell, offer.chosen))
    yield Heading(tell("nine"), page=True)
    yield Text(tell("nine.intro"))
    heads = (tell("parameter"), tell("nine.said"), tell("answer"))
    rows = tuple((one.parameter, one.said, one.answer) for one in answers)
    yield Table(heads, rows, caption=tell("nine.caption"), widths=_WIDTHS, aligned="lll")


__all__ = ["nine"]
