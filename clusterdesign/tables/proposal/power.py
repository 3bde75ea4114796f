"""Chapter: power supply, normally and after each single failure."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.engineering.power import PowerAnalysis, power_analysis
from clusterdesign.engineering.power.limits import phase_limit
from clusterdesign.parts import PHASES
from clusterdesign.tables.backup import backup_sheet
from clusterdesign.tables.document import Block, Grid, Heading, Picture, Section, Table, Text
from clusterdesign.tables.proposal.figures import silent_nodes
from clusterdesign.tables.proposal.offer import Offer
from clusterdesign.tables.proposal.teller import Teller

_WIDTHS = (35.0, 40.0, 50.0, 50.0)
_FAILURES = (55.0, 22.0, 32.0, 33.0, 33.0)


def power(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter with the one-line drawing."""
    design = offer.chosen.design
    yield Heading(tell("power"), page=True)
    if not design.feeds:
        yield Text(tell("power.none"))
        return
    analysis = power_analysis(design)
    total = sum(analysis.normal.get((feed.path, ""), 0.0) for feed in design.feeds)
    yield Text(
        tell("power.intro", feeds=len(design.feeds), total=f"{'≥ ' if analysis.unknown else ''}{tell.kilowatts(total)}")
    )
    heads = tuple(tell(f"power.{key}") for key in ("feed", "normal", "worst", "cause"))
    caption = tell("power.caption", unit=tell.printer.unit("kW"))
    yield Table(heads, tuple(_feeds(tell, design, analysis)), caption=caption, widths=_WIDTHS, aligned="lrrl")
    failures = tuple(_failures(tell, design, analysis))
    if failures:
        heads = tuple(tell(f"power.{key}") for key in ("kind", "count", "down", "degraded", "unknown_state"))
        yield Table(heads, failures, caption=tell("power.failures"), widths=_FAILURES, aligned="lrrrr")
    yield from (Text(note) for note in _notes(tell, analysis))
    if silent_nodes(design):
        yield Text(tell("power.no_backup"))
    else:
        yield Grid(backup_sheet(design, analysis), caption=tell("power.backup"))
    yield Section("landscape")
    yield Picture("power", tell("power.figure"))
    yield Section()


def _feeds(tell: Teller, design: Design, analysis: PowerAnalysis) -> Iterator[tuple[str, ...]]:
    for feed in design.feeds:
        normal, worst = analysis.normal.get((feed.path, "")), analysis.worst.get((feed.path, ""))
        yield (
            feed.path,
            tell("unknown") if normal is None else tell.printer.digits(normal / 1e3, 3),
            tell("unknown") if worst is None else tell.printer.digits(worst.watts / 1e3, 3),
            worst.cause if worst is not None else "",
        )


def _failures(tell: Teller, design: Design, analysis: PowerAnalysis) -> Iterator[tuple[str | int, ...]]:
    nodes = {node.path for node in design.nodes()}
    for kind in ("feed", "pdu", "supply"):
        cases = [outcome for outcome in analysis.outcomes if outcome.kind == kind]
        states = [[state for path, state in outcome.states.items() if path in nodes] for outcome in cases]
        if cases:
            yield (
                tell(f"power.kind.{kind}"),
                len(cases),
                max(state.count("down") for state in states),
                max(state.count("degraded") for state in states),
                max(state.count("unknown") for state in states),
            )


def _notes(tell: Teller, analysis: PowerAnalysis) -> Iterator[str]:
    found = []
    for strip in analysis.network.strips.values():
        limit = phase_limit(strip.feed, strip.part)
        for phase in PHASES:
            worst = analysis.worst.get((strip.path, phase))
            amps = None if worst is None else strip.amps(worst.watts)
            if amps is not None and limit:
                found.append((amps / limit, strip.path, phase, amps, limit))
    if found:
        _, path, phase, amps, limit = max(found)
        shown = (tell.printer.digits(value, 3, "A") for value in (amps, limit))
        yield tell("power.phase", phase=phase, pdu=path, amps=next(shown), limit=next(shown))
    unknown = {device for devices in analysis.unknown.values() for device in devices}
    if unknown:
        yield tell("power.unknown", count=len(unknown))


__all__ = ["power"]
