"""The phase that turns links into bought cables and transceivers, each with its length and its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clusterdesign.design.records import PortRef, Transceiver, Trouble
from clusterdesign.elaboration.cabling.bundles import Hole, Wire, as_star, components, holes
from clusterdesign.elaboration.cabling.choice import Forced, Group, Means, Refusal, Solution
from clusterdesign.elaboration.cabling.direct import choose_direct
from clusterdesign.elaboration.cabling.offer import Offer
from clusterdesign.elaboration.cabling.optics import choose_optics
from clusterdesign.elaboration.cabling.patterns import Laid, Pattern, Patterns, pattern_of
from clusterdesign.elaboration.cabling.planned import planned_runs
from clusterdesign.elaboration.cabling.runs import UNPLACED, Runs
from clusterdesign.elaboration.draft import Draft
from clusterdesign.intent import Cables
from clusterdesign.parts import Cable, Cage, Fibre
from clusterdesign.parts import Transceiver as Module


def lay_cables(draft: Draft) -> None:
    """Choose and lay the cables of every fabric."""
    policy = draft.cluster.cabling
    offer = Offer(draft.catalog, discontinued=policy.allow_discontinued)
    means = Means(offer, policy, Runs(draft), draft.seating, dict(draft.seating.nodes()))
    patterns = Patterns()
    overrides = [
        (override.where, Forced(number, override.part, override.because))
        for number, override in draft.cluster.overrides()
        if isinstance(override.where, Cables) and isinstance(override.part, Cable | Fibre)
    ]
    # Over all fabrics: a twin cage of a node may serve two planes.
    for wires in components(_wires(draft, means.runs)):
        if any(wire.run is UNPLACED for wire in wires):
            continue
        forced = _forced(draft, overrides, wires)
        _lay(draft, means, Group(wires, policy.preference(wires[0].link.tier), forced), patterns)
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


def _wires(draft: Draft, runs: Runs) -> list[Wire]:
    """Return every link with its cages and its run; none where a part has no such port, which a rule reports."""
    builder = draft.builder
    known: dict[str, tuple[Mapping[str, Cage], dict[str, Hole]]] = {}

    def hole(ref: PortRef) -> Hole | None:
        """Return the one record of a cage."""
        device, port = ref
        there = known.get(device)
        if there is None:
            there = known[device] = getattr(builder.parts[builder.devices[device].part], "cage_of", {}), {}
        cages, made = there
        cage = cages.get(port)
        if cage is None:
            return None
        found = made.get(cage.name)
        if found is None:
            found = made[cage.name] = Hole(device, cage)
        return found

    wires = []
    for link in builder.links.values():
        a, b = hole(link.a), hole(link.b)
        if a is not None and b is not None:
            wires.append(Wire(link, a, b, runs.between(link.a.device, link.b.device) or UNPLACED))
    return wires


def _forced(draft: Draft, overrides: Sequence[tuple[Cables, Forced]], wires: Sequence[Wire]) -> Forced | None:
    """Return the last override that selects any of the wires."""
    found = None
    for where, forced in overrides:
        hit = [wire.link.path for wire in wires if where.selects(wire.link)]
        if hit:
            draft.used.setdefault(forced.number, ([], []))[0].extend(hit)
            found = forced
    return found


def _lay(draft: Draft, means: Means, group: Group, patterns: Patterns) -> None:
    """Buy for one group: as for one like it before, else by choosing."""
    if group.forced is not None:
        _choose(draft, means, group)
        return
    key, cages = patterns.key_of(means, group)
    if key in patterns.known:
        pattern = patterns.known[key]
        if pattern is None:
            _choose(draft, means, group)
        else:
            reasons = pattern.reasons_for(means, group)
            if pattern.crossed and group.preference == "copper":
                reasons = (_why_no_star(group.wires),)
            modules = ((cages[n], module) for n, module in pattern.modules)
            _record(draft, modules, pattern.laid(means, group.wires, cages, reasons))
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
            group = Group(group.wires, group.preference, None)
        too_long = solution
        solution = choose_optics(means, group)
        if isinstance(solution, Refusal):
            _give_up(draft, group, too_long if too_long.too_long and not solution.too_long else solution)
            return None
    _record(draft, solution.modules.items(), ((cable.record(reasons), cable.part) for cable in solution.cables))
    if group.forced is not None:
        draft.used[group.forced.number][1].extend(wire.link.path for wire in group.wires)
    return pattern_of(means, group, solution, crossed=star is None, reasons=reasons)


def _why_no_star(wires: Sequence[Wire]) -> str:
    """Say why no cable with moulded plugs serves: the ports of which cage part."""
    for hole in holes(wires):
        if len(hole.cage.ports) == 1:
            continue
        far = [(wire.b if wire.a is hole else wire.a).device for wire in wires if wire.a is hole or wire.b is hole]
        if len(set(far)) > 1:
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


def _record(draft: Draft, modules: Iterable[tuple[Hole, Module]], cables: Iterable[Laid]) -> None:
    """Lay what was bought."""
    for hole, module in modules:
        cage = hole.cage.name
        draft.builder.insert(Transceiver(f"transceiver/{hole.device}:{cage}", module.id, hole.device, cage), module)
    for record, part in cables:
        draft.builder.lay(record, part)
