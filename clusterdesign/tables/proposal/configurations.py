"""Chapter: two or three configurations side by side."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.tables.document import Block, Bullets, Heading, Table, Text
from clusterdesign.tables.proposal.faults import fault
from clusterdesign.tables.proposal.figures import figures, generation
from clusterdesign.tables.proposal.offer import Configuration, Offer
from clusterdesign.tables.proposal.problems import problems
from clusterdesign.tables.proposal.teller import Teller

_ROOM, _NAME = 175.0, 43.0
_STRONG = frozenset({0})


def configurations(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    shown = offer.configurations
    yield Heading(tell("configurations"), page=True)
    yield Text(tell("configurations.intro"))
    columns = [dict(figures(tell, one)) for one in shown]
    keys = [key for key in columns[0] if key != "name"]
    rows = [(tell("figure.role"), *(tell(f"role.{one.role}") for one in shown))]
    rows += [(tell(f"figure.{key}"), *(column[key] for column in columns)) for key in keys]
    each = (_ROOM - _NAME) / len(shown)
    yield Table(
        (tell("figure.name"), *(one.name for one in shown)),
        tuple(rows),
        caption=tell("configurations.caption"),
        widths=(_NAME, *(each for _ in shown)),
        aligned="l" * (len(shown) + 1),
        strong=_STRONG,
        size=8.5,
    )
    notes = tuple(_notes(offer, tell))
    if notes:
        yield Bullets(notes)


def _notes(offer: Offer, tell: Teller) -> Iterator[str]:
    for one in offer.others:
        if one.role == "generation":
            yield _generation(offer, one, tell)
    if offer.refused:
        yield tell("configurations.refused", why=offer.refused if tell.lang == "en" else tell("refused"))
    for one in offer.configurations:
        for what, fix in problems(tell, one.understood, one.candidate):
            yield tell("configurations.missed", name=one.name, what=what, fix=fix)
        errors = {found.code: found.name for found in one.report.findings if found.severity == "error"}
        if errors:
            faults = ", ".join(f"{tell.inside(fault(tell, code, name))} ({code})" for code, name in errors.items())
            yield tell("configurations.errors", name=one.name, faults=faults)
    shown = {one.name for one in offer.configurations}
    more = [name for one in offer.proposal.front if (name := one.option.name) not in shown]
    if more:
        yield tell("configurations.front", names=", ".join(more))


def _generation(offer: Offer, one: Configuration, tell: Teller) -> str:
    if one.given_up:
        fields = ", ".join(tell.inside(tell(f"field.{field}")) for field in one.given_up)
        return tell("configurations.given_up", name=one.name, fields=fields)
    new, old = (generation(tell, each.candidate.option.platform) for each in (one, offer.chosen))
    return tell("configurations.generation", name=one.name, generation=new, other=old)


__all__ = ["configurations"]
