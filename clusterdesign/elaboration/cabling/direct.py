"""Choosing a cable with moulded plugs: straight, or a splitter with one head."""

from __future__ import annotations

from collections.abc import Sequence

from clusterdesign.design.records import End
from clusterdesign.elaboration.cabling.bundles import Hole, Star, Wire, longest
from clusterdesign.elaboration.cabling.choice import Bought, Group, Means, Refusal, Solution
from clusterdesign.elaboration.cabling.runs import Run
from clusterdesign.fabric import Preference
from clusterdesign.parts import Cable, Medium
from clusterdesign.units import Length

_MEDIA: dict[Preference, tuple[Medium, ...]] = {
    "copper": ("twisted-pair", "copper-passive", "copper-active", "aoc"),
    "optics": ("twisted-pair", "aoc"),
    "singlemode": ("twisted-pair",),
}


def choose_direct(means: Means, group: Group, star: Star, planned: Sequence[Length]) -> Solution | Refusal:
    """Choose one cable for a star.

    The cable is also long enough for ``planned``, the runs to seats whose tails are parked until their nodes come.
    """
    run = longest(group.wires)
    covered = max([run.length, *planned])
    tails = star.tails if not planned else (star.tails[0],) * len(star.order)
    if group.forced is not None:
        forced = group.forced.part
        if not isinstance(forced, Cable) or forced.links != len(star.order) or len(forced.ends) != len(tails) + 1:
            return Refusal("its ends do not match the cages")
        return _solution(star, forced, Run(covered, run.route), f"override: {group.forced.because}")
    parts, turned = _candidates(means, group, star, tails)
    media = _MEDIA[group.preference]
    needed = means.needed(covered)
    part = next((part for part in parts if part.medium in media and part.length >= needed), None)
    if part is None:
        return _too_long(means, parts, media, needed)
    why = f"{part.length} {_words(part.medium)}: {means.slack_text(covered)}"
    for medium in media[: media.index(part.medium)]:
        if ends := [other.length for other in parts if other.medium == medium]:
            why += f", {_words(medium)} ends at {max(ends)}"
    if planned:
        why += "; one tail is parked for the next node"
    return _solution(turned, part, Run(covered, run.route), why)


def _candidates(means: Means, group: Group, star: Star, tails: Sequence[Hole]) -> tuple[tuple[Cable, ...], Star]:
    """Return the cables that fit, best first, and the star turned to their head.

    A straight cable whose ends differ fits one way round only.
    """
    rate = group.wires[0].link.speed
    cages = tuple(tail.cage for tail in tails)
    parts = means.offer.direct(star.head.cage, cages, len(star.order), rate)
    if parts or len(tails) > 1:
        return parts, star
    turned = Star(tails[0], star.order, star.wires, (star.head,))
    return means.offer.direct(tails[0].cage, (star.head.cage,), len(star.order), rate), turned


def _solution(star: Star, part: Cable, run: Run, why: str) -> Solution:
    wires = tuple(wire for wire in star.wires if wire is not None)
    ends = [End(star.head.device, star.head.cage.name, None, _ports(star.head, wires))]
    if part.is_splitter:
        ends += [_tail(star, wire) for wire in star.wires]
    else:
        tail = star.tails[0]
        ends.append(End(tail.device, tail.cage.name, None, _ports(tail, wires)))
    head = f"{star.head.device}:{star.head.cage.name}"
    bought = Bought(head, part, part.part_number or "", part.length, run, tuple(ends), wires, why)
    return Solution((bought,), {})


def _tail(star: Star, wire: Wire | None) -> End:
    if wire is None:
        return End("", "", None, ())
    hole, port = wire.far(star.head)
    return End(hole.device, hole.cage.name, None, (port.port,))


def _ports(hole: Hole, wires: Sequence[Wire]) -> tuple[str, ...]:
    return tuple(wire.near(hole).port for wire in wires)


def _too_long(means: Means, parts: Sequence[Cable], media: tuple[Medium, ...], needed: Length) -> Refusal:
    key = (*(part.id for part in parts), media)
    if key not in means.ends:
        means.ends[key] = _ends(parts, media)
    longest, most = means.ends[key]
    if longest is None:
        return Refusal("no cable with moulded plugs fits these cages")
    asked = needed.text("m", 2)
    return Refusal(f"{most}, {asked} needed", too_long=True, measured=asked, limit=str(longest))


def _ends(parts: Sequence[Cable], media: tuple[Medium, ...]) -> tuple[Length | None, str]:
    """Return the longest of some cables, and where each medium ends."""
    ends = {
        medium: max(p.length for p in parts if p.medium == medium) for medium in dict.fromkeys(p.medium for p in parts)
    }
    most = [f"{_words(medium)} ends at {ends[medium]}" for medium in media if medium in ends]
    return max((ends[medium] for medium in media if medium in ends), default=None), ", ".join(most)


def _words(medium: Medium) -> str:
    kind, _, how = medium.partition("-")
    return {"copper": f"{how} copper", "aoc": "active optical cable", "twisted": "copper patch cable"}.get(kind, medium)
