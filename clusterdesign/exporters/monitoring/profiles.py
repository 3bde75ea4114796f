"""PDUs and racks with their designed loads. Those of equal load share one label, hence one rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from types import MappingProxyType

from clusterdesign.design import Design
from clusterdesign.engineering.power import PowerAnalysis, Strip, Worst, power_analysis
from clusterdesign.engineering.power.limits import phase_limit
from clusterdesign.engineering.racks import rack_loads
from clusterdesign.exporters.monitoring.forms import number
from clusterdesign.parts import PHASES

_KEY = "_monitoring_profiles"


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a PDU, A: by design, normally and in the worst single failure, rounded up to a tenth.

    Attributes:
        cause: what is lost in the worst case: ``feed/B``, or its kind where PDUs of one profile differ in it.
    """

    name: str
    normal: float
    worst: float
    cause: str


@dataclass(frozen=True, slots=True)
class Profile:
    """The designed load of a PDU.

    Attributes:
        name: value of the label ``profile``: limit and load of each phase.
        limit: what a phase carries continuously, A; None where neither breaker nor plug is known.
        practice: NEC or IEC, which the limit follows.
        draw, worst: of the PDU in all, normally and in the worst single failure, W.
        phases: empty where the phases of the outlets, or the voltage, are not known.
        unknown: devices on it whose load nobody published.
    """

    name: str
    limit: float | None
    practice: str
    draw: float
    worst: float
    phases: tuple[Phase, ...]
    unknown: tuple[str, ...]


def profiles(design: Design) -> Mapping[str, Profile]:
    """Return the profile of every PDU on a feed, by its path. Kept with the design."""
    kept = vars(design).get(_KEY)
    if isinstance(kept, Mapping):
        return kept
    analysis = power_analysis(design)
    made = MappingProxyType({path: _profile(analysis, strip) for path, strip in analysis.network.strips.items()})
    vars(design)[_KEY] = made
    return made


def _profile(analysis: PowerAnalysis, strip: Strip) -> Profile:
    limit = phase_limit(strip.feed, strip.part)
    phases = tuple(_phases(analysis, strip))
    loads = ",".join(f"{number(phase.normal)}/{number(phase.worst)}" for phase in phases)
    rated = "?" if limit is None else number(limit)
    normal, worst = analysis.normal.get((strip.path, ""), 0.0), analysis.worst.get((strip.path, ""), Worst(0.0))
    if not phases and normal:
        loads = f"{number(ceil(normal))}W/{number(ceil(worst.watts))}W"
    causes = "/".join(dict.fromkeys(phase.cause for phase in phases if phase.cause))
    name = " ".join(piece for piece in (f"{rated}A", loads, causes) if piece)
    unknown = analysis.unknown.get(strip.path, ())
    return Profile(name, limit, strip.feed.practice, ceil(normal), ceil(worst.watts), phases, unknown)


def _phases(analysis: PowerAnalysis, strip: Strip) -> Iterator[Phase]:
    for phase in PHASES:
        normal, worst = analysis.normal.get((strip.path, phase)), analysis.worst.get((strip.path, phase))
        if normal is None or worst is None:
            continue
        amps = strip.amps(normal), strip.amps(worst.watts)
        if amps[0] is not None and amps[1] is not None:
            yield Phase(phase, _up(amps[0]), _up(amps[1]), _kind(worst.cause))


def _kind(cause: str) -> str:
    """Return what kind of thing is lost: the paths differ from rack to rack, the load does not."""
    head = cause.partition("/")[0]
    return {"cord": "supply", "pdu": "PDU"}.get(head, head)


def _up(amps: float) -> float:
    """Round up to a tenth of an ampere, so that the designed load itself never exceeds its threshold."""
    return ceil(round(amps, 6) * 10) / 10


@dataclass(frozen=True, slots=True)
class RackProfile:
    """The designed draw of a rack, W.

    Attributes:
        name: value of the label ``rack_profile``.
        draw: of all its devices at their maximum.
        limit: declared for the rack; None where it is not.
        silent: devices whose draw nobody published: the sum holds without them.
    """

    name: str
    draw: float
    limit: float | None
    silent: tuple[str, ...]


def rack_profiles(design: Design) -> Mapping[str, RackProfile]:
    """Return the profile of every rack in which something draws power, by its path."""
    found = {}
    for path, load in rack_loads(design).items():
        limit = load.rack.power_limit
        if load.watts:
            allowed = None if limit is None else limit.to("W")
            name = f"{number(load.watts)}W" + ("" if allowed is None else f"/{number(allowed)}W")
            found[path] = RackProfile(name, load.watts, allowed, load.silent)
    return found


__all__ = ["Phase", "Profile", "RackProfile", "profiles", "rack_profiles"]
