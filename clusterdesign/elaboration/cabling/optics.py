"""Choosing transceivers and passive fibre: a module in every cage, a fibre for every link or split port."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clusterdesign.design.records import End, PortRef
from clusterdesign.elaboration.cabling.bundles import Hole, Wire, holes, longest
from clusterdesign.elaboration.cabling.choice import Bought, Choice, Group, Means, Refusal, Solution
from clusterdesign.elaboration.cabling.offer import OM3_REACH, joint
from clusterdesign.elaboration.cabling.planned import planned_runs
from clusterdesign.elaboration.cabling.runs import Run
from clusterdesign.fabric import Preference
from clusterdesign.parts import Fibre, FibreLength, Transceiver
from clusterdesign.units import Length

_KINDS: dict[Preference, tuple[str, ...]] = {
    "copper": ("multimode", "singlemode"),
    "optics": ("multimode", "singlemode"),
    "singlemode": ("singlemode",),
}


@dataclass(slots=True)  # not frozen: made by the thousand and thrown away, and freezing costs four times as much
class Strand:
    """What one fibre joins: a connector in the head cage, and the far end of each wire that leaves it.

    Attributes:
        split: 2 where the head's port is run split, so that one connector feeds two tails.
    """

    head: Hole
    wires: tuple[Wire, ...]
    split: int

    @property
    def holes(self) -> tuple[Hole, ...]:
        """The cages that it joins, the head first."""
        return (self.head, *(wire.far(self.head)[0] for wire in self.wires))

    def in_order(self) -> list[Wire | None]:
        """Return the wire of each sub-port of the head, in order; None where there is none yet."""
        if self.split == 1:
            return list(self.wires)
        by_name = {wire.near(self.head).port: wire for wire in self.wires}
        cage = self.head.cage
        _, *subs = cage.ports[cage.position[next(iter(by_name))]].names
        return [by_name.get(sub) for sub in subs]


def choose_optics(means: Means, group: Group) -> Solution | Refusal:
    """Choose the fibre kind of a group: one for all, since a twin module is multimode or single-mode as a whole."""
    forced = group.forced_fibre
    kinds = (forced.fibre,) if forced is not None else _KINDS[group.preference]
    refusal = Refusal("no transceiver in the catalogue fits these cages")
    strands = [(strand, _run(means, strand)) for strand in _strands(group.wires)]
    for kind in kinds:
        for reach in means.offer.reaches(kind):
            modules = _modules(means, group, kind, reach)
            found = modules if isinstance(modules, Refusal) else _fibres(means, forced, modules, strands)
            if isinstance(found, Solution):
                return found
            if found.too_long or not refusal.too_long:
                refusal = found
    return refusal


def _modules(means: Means, group: Group, kind: str, reach: Length) -> dict[Hole, Transceiver] | Refusal:
    """Choose the transceiver of every cage: of least reach that goes so far, else the one that goes farthest."""
    signals = frozenset.intersection(*(joint(wire.a.cage, wire.b.cage) for wire in group.wires))
    if not signals or signals == {"ndr-hdr"}:
        return Refusal("optics of different generations do not talk to each other")
    rate = max((wire.link.speed for wire in group.wires), key=lambda speed: speed.base)
    modules = {}
    for hole in holes(group.wires):
        module = means.offer.module(hole.cage, kind, signals, rate, reach)
        if module is None:
            return Refusal(f"no {kind} transceiver in the catalogue fits cage {hole.cage.name} of {hole.device}")
        modules[hole] = module
    return modules


def _run(means: Means, strand: Strand) -> Run:
    """Return the run that a strand has to cover, those to the seats of its free tails included."""
    run = longest(strand.wires)
    if strand.split > 1:
        return Run(max([run.length, *planned_runs(means, strand.head, strand.in_order())]), run.route)
    return run


def _fibres(
    means: Means,
    forced: Fibre | None,
    modules: Mapping[Hole, Transceiver],
    strands: Sequence[tuple[Strand, Run]],
) -> Solution | Refusal:
    """Choose the fibre of every strand: the shortest length sold that covers the run and stays within reach."""
    chosen: list[Choice] = []
    for strand, run in strands:
        key = (forced and forced.id, strand.split, run.length.base, tuple([modules[hole].id for hole in strand.holes]))
        choice = means.fibres.get(key)
        if choice is None:
            choice = _choose(means, strand, forced, [modules[hole] for hole in strand.holes], run)
            means.fibres[key] = choice
        if isinstance(choice, Refusal):
            return choice
        chosen.append(choice)
    bought = (_bought(strand, *choice, run) for (strand, run), choice in zip(strands, chosen, strict=True))
    return Solution(tuple(bought), modules)


def _choose(
    means: Means, strand: Strand, forced: Fibre | None, modules: Sequence[Transceiver], run: Run
) -> Choice | Refusal:
    """Choose fibre and length of one strand; ``modules`` are those at its ends, the head's first."""
    module = modules[0]
    panels = means.policy.panel_cord * means.policy.panels
    fibre = forced or means.offer.fibre(module.fibre, module.connector, strand.split)
    if fibre is None or fibre.split != strand.split:
        return Refusal(f"no {module.fibre} fibre in the catalogue splits a connector in {strand.split}")
    option = means.offer.sold(fibre, means.needed(run.length))
    limit = _reach(fibre, option, modules)
    if option is None or option.length + panels > limit:
        return Refusal(
            f"no {module.fibre} fibre is sold that covers the run and stays within reach",
            "move the racks closer, allow single-mode, or put the switches between the nodes",
            too_long=True,
            measured=means.slack_text(run.length) + (f", panels {panels}" if panels else ""),
            limit=str(limit),
        )
    return fibre, option, f"{option.length} {module.fibre} fibre {option.grade}: {means.slack_text(run.length)}"


def _reach(fibre: Fibre, option: FibreLength | None, modules: Sequence[Transceiver]) -> Length:
    """Return the longest channel: the least of the assembly's limit, the grade's and every module's."""
    limits = [fibre.channel_maximum, *(module.reach for module in modules if module.reach is not None)]
    if option is not None and option.grade == "OM3":
        limits += [module.reach_om3 or OM3_REACH for module in modules]
    return min(limits, key=lambda length: length.base)


def _bought(strand: Strand, fibre: Fibre, option: FibreLength, why: str, run: Run) -> Bought:
    """Return the fibre of a strand; the tail of a sub-port that has no link yet is parked."""
    near = tuple(wire.near(strand.head) for wire in strand.wires)
    ends = [connector_end(strand.head, near)]
    for wire in strand.in_order():
        if wire is None:
            ends.append(End("", "", None, ()))
            continue
        hole, port = wire.far(strand.head)
        ends.append(connector_end(hole, (port,)))
    return Bought(
        str(base_port(strand.head, near[0])),
        fibre,
        option.part_number,
        option.length,
        run,
        tuple(ends),
        strand.wires,
        why,
    )


def connector_end(hole: Hole, refs: tuple[PortRef, ...]) -> End:
    """Return the end of a fibre: connector k of the module belongs to port k of the cage."""
    ports = (refs[0].port,) if len(refs) == 1 else tuple(ref.port for ref in refs)
    return End(hole.device, hole.cage.name, hole.cage.position[ports[0]], ports)


def base_port(hole: Hole, ref: PortRef) -> PortRef:
    """Return the port that a sub-port belongs to; a port itself otherwise."""
    port = hole.cage.ports[hole.cage.position[ref.port]]
    return ref if ref.port == port.name else PortRef(ref.device, port.name)


def is_sub(hole: Hole, wire: Wire) -> bool:
    """Tell whether a wire ends on a sub-port of a split port."""
    name = wire.near(hole).port
    return hole.cage.ports[hole.cage.position[name]].name != name


def _strands(wires: Sequence[Wire]) -> list[Strand]:
    """Group the wires by the fibre that carries them: each its own, those of one split port together."""
    whole: list[Strand] = []
    split: dict[PortRef, tuple[Hole, list[Wire]]] = {}
    for wire in wires:
        head = next((hole for hole in (wire.a, wire.b) if is_sub(hole, wire)), None)
        if head is None:
            whole.append(Strand(wire.a, (wire,), 1))
        else:
            split.setdefault(base_port(head, wire.near(head)), (head, []))[1].append(wire)
    return whole + [Strand(head, tuple(members), 2) for head, members in split.values()]
