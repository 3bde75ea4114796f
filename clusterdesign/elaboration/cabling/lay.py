"""The phase that turns links into bought cables and transceivers, each with its length and its reason."""

from __future__ import annotations

from collections.abc import Sequence

from clusterdesign.design.records import Cable as CableRecord
from clusterdesign.design.records import Link, PortRef, Transceiver, Trouble
from clusterdesign.elaboration.cabling.bundles import Hole, Wire, as_star, components, holes
from clusterdesign.elaboration.cabling.choice import Forced, Group, Means, Refusal, Solution
from clusterdesign.elaboration.cabling.direct import choose_direct
from clusterdesign.elaboration.cabling.offer import Offer
from clusterdesign.elaboration.cabling.optics import choose_optics
from clusterdesign.elaboration.cabling.patterns import Pattern, Patterns, pattern_of
from clusterdesign.elaboration.cabling.planned import planned_runs
from clusterdesign.elaboration.cabling.runs import Run, Runs
from clusterdesign.elaboration.draft import Draft
from clusterdesign.intent import Cables
from clusterdesign.parts import Cable, Fibre


def lay_cables(draft: Draft) -> None:
    """Choose and lay the cables of every fabric."""
    policy = draft.cluster.cabling
    offer = Offer(draft.catalog, discontinued=policy.allow_discontinued)
    means = Means(offer, policy, Runs(draft), draft.seating, dict(draft.seating.nodes()))
    found: dict[tuple[str, str], Hole] = {}
    patterns = Patterns()
    # Over all fabrics: a twin cage of a node may serve two planes.
    wires = (_wire(draft, found, link) for link in draft.builder.links.values())
    for members in components([wire for wire in wires if wire is not None]):
        group = _group(draft, means, members)
        if group is not None:
            _lay(draft, means, group, patterns)
    if draft.cluster.racks is None:
        _report_no_racks(draft)
    else:
        _report_unplaced(draft, means)


def _report_no_racks(draft: Draft) -> None:
    """Record, once for each fabric, that nothing has a length."""
    for fabric in draft.builder.fabrics:
        links = sum(link.fabric == fabric.name for link in draft.builder.links.values())
        draft.builder.trouble(
            Trouble(
                "CBL103",
                fabric.name,
                f"{links} links of fabric {fabric.name} have no cable, since no racks are declared",
                "declare racks=RackRow(...)",
                measured=f"{links} links",
            )
        )


def _report_unplaced(draft: Draft, means: Means) -> None:
    for device, links in sorted(means.runs.unplaced.items()):
        draft.builder.trouble(
            Trouble(
                "CBL103",
                device,
                f"{links} links have no cable, since the device has no place and their run is unknown",
                "give the height of the part",
                measured=f"{links} links",
            )
        )


def _wire(draft: Draft, found: dict[tuple[str, str], Hole], link: Link) -> Wire | None:
    """Return a link with its cages; None where a part has no such port, which a rule reports."""
    a, b = _hole(draft, found, link.a), _hole(draft, found, link.b)
    return None if a is None or b is None else Wire(link, a, b)


def _hole(draft: Draft, found: dict[tuple[str, str], Hole], ref: PortRef) -> Hole | None:
    """Return the one record of a cage; ``found`` holds those there are."""
    part = draft.builder.parts[draft.builder.devices[ref.device].part]
    cage = getattr(part, "cage_of", {}).get(ref.port)
    if cage is None:
        return None
    key = (ref.device, cage.name)
    if key not in found:
        found[key] = Hole(ref.device, cage)
    return found[key]


def _group(draft: Draft, means: Means, wires: Sequence[Wire]) -> Group | None:
    runs: dict[str, Run] = {}
    for wire in wires:
        run = means.runs.between(wire.a.device, wire.b.device)
        if run is not None:
            runs[wire.link.path] = run
    if len(runs) < len(wires):
        return None
    return Group(wires, runs, means.policy.preference(wires[0].link.tier), _forced(draft, wires))


def _forced(draft: Draft, wires: Sequence[Wire]) -> Forced | None:
    """Return the last override that selects any of the wires."""
    found = None
    for number, override in draft.cluster.overrides():
        if not isinstance(override.where, Cables) or not isinstance(override.part, Cable | Fibre):
            continue
        hit = [wire.link.path for wire in wires if override.where.selects(wire.link)]
        if hit:
            draft.used.setdefault(number, ([], []))[0].extend(hit)
            found = Forced(number, override.part, override.because)
    return found


def _lay(draft: Draft, means: Means, group: Group, patterns: Patterns) -> None:
    """Buy for one group: as for one like it before, else by choosing."""
    if group.forced is not None:
        _choose(draft, means, group)
        return
    key = patterns.key_of(means, group)
    if key in patterns.known:
        pattern = patterns.known[key]
        if pattern is None:
            _choose(draft, means, group)
        else:
            reasons = pattern.reasons_for(means, group)
            if pattern.crossed and group.preference == "copper":
                reasons = (_why_no_star(group.wires),)
            _record(draft, pattern.applied(means, group), reasons)
        return
    asked = means.asked
    chosen = _choose(draft, means, group)
    patterns.known[key] = chosen if means.asked == asked else None


def _choose(draft: Draft, means: Means, group: Group) -> Pattern | None:
    """Buy for one group: a cable with moulded plugs where one serves, else modules and fibre.

    Return the pattern of what was bought, None where nothing was.
    """
    reasons: list[str] = []
    star = as_star(group.wires)
    solution: Solution | Refusal
    if star is None:
        solution = Refusal(_why_no_star(group.wires))
    else:
        solution = choose_direct(means, group, star, planned_runs(means, star.head, star.wires))
    if isinstance(solution, Refusal):
        if group.preference == "copper" or solution.too_long:
            reasons.append(solution.reason)
        if group.forced is not None and isinstance(group.forced.part, Cable):
            _refuse(draft, group, group.forced, solution.reason)
            group = Group(group.wires, group.runs, group.preference, None)
        too_long = solution
        solution = choose_optics(means, group)
        if isinstance(solution, Refusal):
            _give_up(draft, group, too_long if too_long.too_long and not solution.too_long else solution)
            return None
    _record(draft, solution, reasons)
    if group.forced is not None:
        draft.used[group.forced.number][1].extend(wire.link.path for wire in group.wires)
    return pattern_of(means, group, solution, crossed=star is None, reasons=reasons)


def _why_no_star(wires: Sequence[Wire]) -> str:
    """Say why no cable with moulded plugs serves: the ports of which cage part."""
    for hole in holes(wires):
        far = [wire.far(hole)[0].device for wire in wires if hole in {wire.a, wire.b}]
        if len(hole.cage.ports) > 1 and len(set(far)) > 1:
            return (
                f"twin copper refused: the ports of cage {hole.cage.name} go to {' and '.join(dict.fromkeys(far))}, "
                "one plug would put them on one device"
            )
    return "copper refused: the ports of the cages are crossed"


def _refuse(draft: Draft, group: Group, forced: Forced, reason: str) -> None:
    draft.builder.trouble(
        Trouble(
            "CBL102",
            group.wires[0].link.path,
            f"override to {forced.part.id} cannot carry this link: {reason}",
            "override with a fibre, or with a cable whose ends match the cages",
        )
    )


def _give_up(draft: Draft, group: Group, refusal: Refusal) -> None:
    """Record each link that stays without a cable."""
    for wire in group.wires:
        draft.builder.trouble(
            Trouble(
                "CBL101" if refusal.too_long else "CBL102",
                wire.link.path,
                f"no cable from {wire.link.a} to {wire.link.b}: {refusal.reason}",
                refusal.fix or "choose parts whose cages and speeds go together, or add the cable to a catalogue",
                measured=refusal.measured,
                limit=refusal.limit,
            )
        )


def _record(draft: Draft, solution: Solution, reasons: Sequence[str]) -> None:
    """Lay what was bought; ``reasons`` say why no cable with moulded plugs serves."""
    for hole, module in solution.modules.items():
        path = f"transceiver/{hole.device}:{hole.cage.name}"
        draft.builder.insert(Transceiver(path, module.id, hole.device, hole.cage.name), module)
    for cable in solution.cables:
        link = cable.wires[0].link
        draft.builder.lay(
            CableRecord(
                path=f"cable/{cable.head}",
                part=cable.part.id,
                part_number=cable.part_number,
                length=cable.length,
                run=cable.run.length,
                ends=cable.ends,
                links=tuple(wire.link.path for wire in cable.wires),
                fabric=link.fabric,
                tier=link.tier,
                why="; ".join((cable.why, *reasons)),
                route=cable.run.route,
            ),
            cable.part,
        )
