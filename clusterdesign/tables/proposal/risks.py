"""Chapter: risks, each from a figure, a finding or a value that nobody knows."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign import catalog
from clusterdesign.rules import Finding, NotChecked, Report
from clusterdesign.sizing import platforms
from clusterdesign.sizing.evaluating import SLOW_EXPERTS
from clusterdesign.tables.document import Block, Heading, Table, Text
from clusterdesign.tables.proposal.faults import fault
from clusterdesign.tables.proposal.offer import Configuration, Offer
from clusterdesign.tables.proposal.problems import problems
from clusterdesign.tables.proposal.teller import Teller

_WIDTHS = (88.0, 35.0, 52.0)
_TOLD = ("error", "warning")
"""Findings of these severities are risks; notes are not."""

_CATALOGUE = "CAT"
"""Rules that only say that a value is unknown: the next chapter lists those values."""

Risk = tuple[str, str, str]
"""The risk, what it follows from, the way out."""


def risks(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    chosen = offer.chosen
    rows = (*_sized(tell, chosen), *_found(tell, chosen.report), *_unchecked(tell, chosen))
    yield Heading(tell("risks"), page=True)
    if not rows:
        yield Text(tell("risks.none"))
        return
    yield Text(tell("risks.intro"))
    heads = (tell("risks.risk"), tell("risks.from"), tell("risks.way"))
    yield Table(heads, rows, caption=tell("risks.caption"), widths=_WIDTHS, aligned="lll", size=8.5)


def _sized(tell: Teller, chosen: Configuration) -> Iterator[Risk]:
    """Yield what the figures of the candidate show."""
    understood, candidate, printer = chosen.understood, chosen.candidate, tell.printer
    for what, fix in problems(tell, understood, candidate):
        yield tell("risk.missed", what=what), tell("risk.missed.from"), fix
    memory = candidate.outcome.memory
    if memory.tight:
        yield _risk(tell, "tight", free=printer.percent(memory.free))
    if understood.work.model.experts:
        yield _risk(tell, "experts", times=printer.digits(SLOW_EXPERTS))
    later = understood.task.growth.later
    if later is not None and later > candidate.room:
        yield _risk(tell, "room", room=candidate.room, later=later)
    platform = candidate.option.platform
    rated, proxy = platforms.rated(platform)
    if proxy:
        yield _risk(tell, "proxy", node=catalog.node(platform.node).name, rated=tell.kilowatts(rated))
    if understood.assumptions:
        yield _risk(tell, "assumed", count=len(understood.assumptions))


def _risk(tell: Teller, name: str, **fields: object) -> Risk:
    return tell(f"risk.{name}", **fields), tell(f"risk.{name}.from"), tell(f"risk.{name}.way")


def _found(tell: Teller, report: Report) -> Iterator[Risk]:
    """Yield the findings, those of a rule together, with the figures of the first."""
    for severity in _TOLD:
        alike: dict[str, list[Finding]] = {}
        for finding in report.findings:
            if finding.severity == severity:
                alike.setdefault(finding.code, []).append(finding)
        for code, same in alike.items():
            first = same[0]
            where = tell.few(path for finding in same for path in finding.paths[:1])
            told = tell("risk.finding", fault=fault(tell, code, first.name), where=where, figures=_figures(tell, first))
            yield told, tell("risk.finding.from", code=code, severity=tell(severity)), _way(tell, first)


def _figures(tell: Teller, finding: Finding) -> str:
    if finding.measured and finding.limit:
        return tell("risk.figures", measured=finding.measured, limit=finding.limit)
    return tell("risk.measured", measured=finding.measured) if finding.measured else ""


def _way(tell: Teller, finding: Finding) -> str:
    """Return the way out; the rules speak English only."""
    return finding.fix if tell.lang == "en" else tell("risk.finding.way", code=finding.code)


def _unchecked(tell: Teller, chosen: Configuration) -> Iterator[Risk]:
    """Yield what is unknown: by part what its data sheets lack, then what the design leaves out, by rule."""
    parts, rules = dict[str, list[NotChecked]](), dict[str, list[NotChecked]]()
    for gap in chosen.report.not_checked:
        if gap.code.startswith(_CATALOGUE):
            continue
        (parts.setdefault(gap.part, []) if gap.part else rules.setdefault(gap.code, [])).append(gap)
    for part, same in parts.items():
        told = tell(
            "risk.unknown",
            part=chosen.design.parts[part].name if part in chosen.design.parts else part,
            fields=tell.few(gap.field for gap in same),
            faults="; ".join(dict.fromkeys(tell.inside(fault(tell, gap.code, gap.name)) for gap in same)),
        )
        yield told, _rules(tell, [gap.code for gap in same]), tell("risk.unknown.way")
    for code, same in rules.items():
        where = tell.few(path for gap in same for path in gap.paths[:1])
        fields = tell.few(gap.field for gap in same)
        told = tell("risk.unchecked", fault=fault(tell, code, same[0].name), fields=fields, where=where)
        yield told, _rules(tell, [code]), tell("risk.unchecked.way")


def _rules(tell: Teller, codes: list[str]) -> str:
    return tell("risk.rules", codes=", ".join(dict.fromkeys(codes)))


__all__ = ["risks"]
