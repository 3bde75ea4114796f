"""Power: every phase of every PDU against its designed load, dead phases and feeds, racks, outlets."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from clusterdesign.design import Design
from clusterdesign.engineering.power import power_analysis
from clusterdesign.engineering.power.limits import COUPLER
from clusterdesign.exporters.monitoring.blast import blast
from clusterdesign.exporters.monitoring.forms import Data, alert, match, number, record
from clusterdesign.exporters.monitoring.labels import short
from clusterdesign.exporters.monitoring.pdus import CURRENT, POWER, readings
from clusterdesign.exporters.monitoring.profiles import Phase, Profile, profiles, rack_profiles
from clusterdesign.names import natural_key

RACK_POWER = "rack:power:watts"

DEAD = 0.1
"""Current below which a phase that carries load by design is taken for dead, A: what PDUs resolve at best."""

NEAR = 0.95
"""Share of a designed rack power at which to warn where the rack has a declared limit (house practice)."""

_OUTLETS = {"C13": "C14", "C19": "C20"}
"""Outlet to the inlet that it fits, by which couplers are rated."""

_PHASE = "Phase {{ $labels.phase }} of {{ $labels.component }} (rack {{ $labels.rack }}, feed {{ $labels.feed }})"


def power_rules(design: Design) -> Iterator[Data]:
    """Yield the rules about power; none where no PDU hangs on a feed."""
    loads = profiles(design)
    if not loads:
        return
    yield from readings(design)
    yield record(RACK_POWER, f"sum by (rack, row, rack_profile) ({POWER})")
    yield _silent()
    by_name = {profile.name: profile for profile in loads.values()}
    for name in sorted(by_name, key=natural_key):
        profile = by_name[name]
        if not profile.phases:
            yield from _whole(profile)
        for phase in profile.phases:
            yield from _phase(profile, phase)
    yield from _feeds(design)
    yield from _racks(design)
    yield from _outlets({profile.practice for profile in loads.values()})


def _silent() -> Data:
    return alert(
        "PduNotMeasured",
        f"up{match(job='pdu')} == 1 unless on (component) {CURRENT}",
        wait="10m",
        severity="warning",
        concern="power",
        summary="{{ $labels.component }} answers and shows no phase current (rack {{ $labels.rack }})",
        why=f"Nothing arrives as {CURRENT}: the module of the SNMP exporter does not read it, or the reading has "
        "another name. The load of the PDU is not watched until it does.",
    )


def _phase(profile: Profile, phase: Phase) -> Iterator[Data]:
    """Yield the rules about one phase: they take turns, so that one load raises one of them."""
    one = {"profile": profile.name, "phase": phase.name}
    load = f"{CURRENT}{match(**one)}"
    why = _by_design(profile, phase)
    summary = f'{_PHASE} carries {{{{ $value | printf "%.1f" }}}} A'
    limit = inf if profile.limit is None else profile.limit
    top = min(phase.worst, limit)

    def between(low: float, high: float) -> str:
        return f"{load} > {number(low)}" + ("" if high == inf else f" <= {number(high)}")

    if limit < inf:
        yield alert(
            "PduPhaseOverLimit",
            f"{load} > {number(limit)}",
            wait="1m",
            severity="critical",
            concern="power",
            summary=summary,
            why=f"{why} The breaker will trip, and the load moves to the other feeds. Stop jobs in the rack.",
            labels=one,
        )
    # With loads that nobody published the true ones are higher: only the limit of the circuit is certain.
    if phase.worst < limit and not profile.unknown:
        yield alert(
            "PduPhaseAboveWorstCase",
            between(phase.worst, limit),
            wait="5m",
            severity="critical",
            concern="power",
            summary=summary,
            why=f"{why} More than any single failure explains: something is plugged in that the design does not have.",
            labels=one,
        )
    if phase.normal < top and not profile.unknown:
        yield alert(
            "PduPhaseAboveNormal",
            between(phase.normal, top),
            wait="10m",
            severity="warning",
            concern="power",
            summary=summary,
            why=f"{why} Either another feed or supply is lost, or cords are not where the design has them: a feed "
            "that fails now may overload this one.",
            labels=one,
        )
    if phase.normal > DEAD:
        yield alert(
            "PduPhaseDead",
            f"{load} < {number(DEAD)}",
            wait="2m",
            severity="critical",
            concern="power",
            summary=f"{_PHASE} carries nothing",
            why=f"{why} Its breaker has tripped, or the feed is lost; what hangs on it runs on its other supplies.",
            labels=one,
        )


def _by_design(profile: Profile, phase: Phase) -> str:
    loss = f" and {number(phase.worst)} A after the loss of a {phase.cause}" if phase.cause else ""
    silent = f", beside {len(profile.unknown)} devices whose load nobody published" if profile.unknown else ""
    limited = "" if profile.limit is None else f"; {number(profile.limit)} A are allowed ({profile.practice} practice)"
    return f"By design it carries {number(phase.normal)} A normally{loss}{silent}{limited}."


def _whole(profile: Profile) -> Iterator[Data]:
    """Yield the rules about a PDU whose outlets are on phases that nobody published: its circuit, and its power."""
    one = {"profile": profile.name}
    if profile.limit is not None:
        yield alert(
            "PduPhaseOverLimit",
            f"{CURRENT}{match(**one)} > {number(profile.limit)}",
            wait="1m",
            severity="critical",
            concern="power",
            summary=f'{_PHASE} carries {{{{ $value | printf "%.1f" }}}} A',
            why=f"{number(profile.limit)} A are allowed ({profile.practice} practice). Which outlets hang on which "
            "phase is not known, so the load of a phase by design is not either. The breaker will trip. "
            "Stop jobs in the rack.",
            labels=one,
        )
    if profile.draw and not profile.unknown:
        normal, worst = number(profile.draw / 1000), number(profile.worst / 1000)
        yield alert(
            "PduPowerAboveWorstCase",
            f"{POWER}{match(**one)} > {number(profile.worst)}",
            wait="5m",
            severity="critical",
            concern="power",
            summary="{{ $labels.component }} carries {{ $value | humanize }}W (rack {{ $labels.rack }}, "
            "feed {{ $labels.feed }})",
            why=f"By design it carries {normal} kW normally and {worst} kW in the worst single failure. More means "
            "that something is plugged in that the design does not have.",
            labels=one,
        )


def _feeds(design: Design) -> Iterator[Data]:
    """Yield the rules about whole feeds: every PDU on one of them silent or without current, while others answer."""
    on: dict[str, int] = {}
    for strip in power_analysis(design).network.strips.values():
        on[strip.feed.path] = on.get(strip.feed.path, 0) + 1
    for path in sorted(on, key=natural_key):
        one = match(feed=short(path))
        pdus = match(job="pdu", feed=short(path))
        alive = f"count(sum by (component) ({CURRENT}{one}) >= {number(DEAD)})"
        yield alert(
            "FeedDown",
            f"(count(sum by (component) ({CURRENT}{one}) < {number(DEAD)}) or count(up{pdus} == 0)) > 0 "
            f"unless {alive} > 0 and on () count(up{match(job='pdu')} == 1) > 0",
            wait="1m",
            severity="critical",
            concern="power",
            summary=f"No PDU on {path} carries current",
            why=f"The design hangs {on[path]} PDUs on it. Without it: {blast(design, path)}.",
            labels={"feed": short(path)},
        )


def _racks(design: Design) -> Iterator[Data]:
    by_name = {profile.name: profile for profile in rack_profiles(design).values()}
    for name in sorted(by_name, key=natural_key):
        profile = by_name[name]
        bound = inf if profile.silent else profile.draw
        if profile.limit is not None:
            bound = min(bound, profile.limit * NEAR)
        if bound == inf:
            continue
        also = "" if profile.limit is None else f" The rack is limited to {number(profile.limit / 1000)} kW."
        silent = f" {len(profile.silent)} devices have no published draw." if profile.silent else ""
        yield alert(
            "RackPowerAboveDesign",
            f"{RACK_POWER}{match(rack_profile=name)} > {number(bound)}",
            wait="10m",
            severity="warning",
            concern="power",
            summary="Rack {{ $labels.rack }} draws {{ $value | humanize }}W",
            why=f"The devices in it draw {number(profile.draw / 1000)} kW at most by design.{also}{silent} "
            f"Watched from {number(bound / 1000)} kW.",
            labels={"rack_profile": name},
        )


def _outlets(practices: set[str]) -> Iterator[Data]:
    """Yield the rules about outlets, for PDUs that meter them."""
    practice = "IEC" if "IEC" in practices else "NEC"
    for outlet, inlet in _OUTLETS.items():
        limit = number(COUPLER[practice][inlet])
        yield alert(
            "PduOutletOverLimit",
            f"pdu_outlet_current_amperes{match(outlet=f'~.*{outlet}.*')} > {limit}",
            wait="1m",
            severity="critical",
            concern="power",
            summary="Outlet {{ $labels.outlet }} of {{ $labels.component }} carries "
            '{{ $value | printf "%.1f" }} A (rack {{ $labels.rack }})',
            why=f"A {outlet} coupler is rated {limit} A ({practice} practice, IEC 60320). Couplers above their rating "
            "burn. Only PDUs that meter their outlets show this.",
            labels={"coupler": outlet},
        )


__all__ = ["RACK_POWER", "power_rules"]
