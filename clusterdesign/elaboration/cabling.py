"""The phase that turns links into bought cables and transceivers, each with its length and its reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from clusterdesign.design.records import Cable as CableRecord
from clusterdesign.design.records import End, Link, PortRef, Transceiver, Trouble
from clusterdesign.elaboration.assemblies import Offer, reaches, shortest, signalling, sold
from clusterdesign.elaboration.bundles import Hole, Star, Wire, as_star, components, holes
from clusterdesign.elaboration.draft import Draft, Seat
from clusterdesign.elaboration.racks import floor_of
from clusterdesign.fabric import Preference
from clusterdesign.intent import Cables
from clusterdesign.parts import Cable, Fibre, FibreLength, Medium
from clusterdesign.parts import Transceiver as ModulePart
from clusterdesign.site.geometry import RACK_UNIT, Allowances, Spot, height, run
from clusterdesign.units import Length, Rate

_COPPER: tuple[Medium, ...] = ("twisted-pair", "copper-passive", "copper-active")

_DIRECT: dict[Preference, tuple[Medium, ...]] = {
    "copper": ("twisted-pair", "copper-passive", "copper-active", "aoc"),
    "optics": ("twisted-pair", "aoc"),
    "singlemode": ("twisted-pair",),
}
_FIBRE: dict[Preference, tuple[str, ...]] = {
    "copper": ("multimode", "singlemode"),
    "optics": ("multimode", "singlemode"),
    "singlemode": ("singlemode",),
}


def lay_cables(draft: Draft) -> None:
    """Choose and lay the cables of every fabric."""
    chooser = Chooser(draft)
    by_fabric: dict[str, list[Wire]] = defaultdict(list)
    for link in draft.builder.links.values():
        wire = chooser.wire(link)
        if wire is not None:
            by_fabric[link.fabric].append(wire)
    for wires in by_fabric.values():
        for group in components(wires):
            chooser.lay(group)
    chooser.report_unplaced()


@dataclass(frozen=True, slots=True)
class _Forced:
    """An override that applies to a link."""

    number: int
    part: Cable | Fibre
    because: str


class Chooser:
    """Chooses assemblies for one draft."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.policy = draft.cluster.cabling
        self.offer = Offer(draft.catalog, discontinued=self.policy.allow_discontinued)
        self.allow = Allowances(
            self.policy.side.base, self.policy.loop.base, self.policy.end.base, self.policy.tray.base
        )
        self._spots: dict[str, Spot | None] = {}
        self._cages = {id_: getattr(part, "cage_of", {}) for id_, part in draft.builder.parts.items()}
        self._unplaced: dict[str, int] = defaultdict(int)

    # -- where things are -----------------------------------------------------------------------------------

    def wire(self, link: Link) -> Wire | None:
        """Return a link with its cages; None where a part has no such port, which a rule reports."""
        a, b = self._hole(link.a), self._hole(link.b)
        return None if a is None or b is None else Wire(link, a, b)

    def _hole(self, ref: PortRef) -> Hole | None:
        cage = self._cages[self.draft.builder.devices[ref.device].part].get(ref.port)
        return None if cage is None else Hole(ref.device, cage)

    def spot(self, device: str) -> Spot | None:
        """Return the place of a device, None where it has none."""
        if device not in self._spots:
            placement = self.draft.builder.placements.get(device)
            if placement is None:
                self._spots[device] = None
            else:
                rack = self.draft.builder.racks[placement.rack]
                size = self.draft.builder.parts[rack.part].size
                half = size.width.base // 2 if size.width else 0
                top = (size.height or self.policy.rack_top).base
                z = height(placement.u, placement.height_u) if placement.u else top // 2
                self._spots[device] = Spot(rack.path, rack.x.base + half, rack.y.base, top, z)
        return self._spots[device]

    def run(self, a: Hole, b: Hole) -> Length | None:
        """Return the path length between two cages, None where one of them has no place."""
        near, far = self.spot(a.device), self.spot(b.device)
        if near is None or far is None:
            self._unplaced[a.device if near is None else b.device] += 1
            return None
        return run(near, far, self.allow)

    def needed(self, length: Length) -> Length:
        """Return a run with the declared slack."""
        return length * (1 + self.policy.slack)

    # -- the choice -----------------------------------------------------------------------------------------

    def lay(self, group: Sequence[Wire]) -> None:
        """Lay the cables of links whose cages hang together."""
        runs = [self.run(wire.a, wire.b) for wire in group]
        if any(length is None for length in runs):
            return
        lengths = {wire.link.path: length for wire, length in zip(group, runs, strict=True) if length is not None}
        preference = self.policy.preference(group[0].link.tier)
        forced = self._forced(group)
        star = as_star(group)
        why: list[str] = []
        if star is not None and self._lay_direct(star, group, lengths, preference, forced, why):
            return
        if star is None and preference == "copper" and not isinstance(forced, Fibre):
            why.append(self._why_no_star(group))
        if forced is not None and isinstance(forced.part, Cable):
            self._refuse(forced, group, why[-1] if why else self._why_no_star(group))
        self._lay_fibre(group, lengths, preference, forced, why)

    def _forced(self, group: Sequence[Wire]) -> _Forced | None:
        """Return the last override that selects any link of the group."""
        found = None
        for number, override in self.draft.cluster.overrides():
            if not isinstance(override.where, Cables) or not isinstance(override.part, Cable | Fibre):
                continue
            hit = [wire.link.path for wire in group if override.where.selects(wire.link)]
            if hit:
                self.draft.used.setdefault(number, ([], []))[0].extend(hit)
                found = _Forced(number, override.part, override.because)
        return found

    def _lay_direct(
        self,
        star: Star,
        group: Sequence[Wire],
        lengths: dict[str, Length],
        preference: Preference,
        forced: _Forced | None,
        why: list[str],
    ) -> bool:
        """Lay one cable with moulded plugs over a star; False where none serves."""
        if forced is not None and isinstance(forced.part, Fibre):
            return False
        tails, parked = self._tails(star)
        rate = group[0].link.speed
        signal = self._signal(star.head, tails[0], rate)
        longest = max([*lengths.values(), *parked])
        needed = self.needed(longest)
        links = len(star.order)
        if forced is not None and isinstance(forced.part, Cable):
            if forced.part.links != links or len(forced.part.ends) != len(tails) + 1:
                return False
            self._record(star, tails, forced.part, longest, f"override: {forced.because}")
            self.draft.used[forced.number][1].append(group[0].link.path)
            return True
        head, order = star.head, tails
        candidates = self.offer.direct(head.cage, tuple(t.cage for t in order), links, rate, signal)
        if not candidates and len(order) == 1:
            candidates = self.offer.direct(order[0].cage, (head.cage,), links, rate, signal)
            head, order = order[0], (head,)
        media = _DIRECT[preference]
        part = shortest(candidates, needed, media)
        if part is None:
            why.append(_why_too_long(candidates, media, needed))
            return False
        if part.medium == "twisted-pair" and part.length > Length.of(100, "m"):
            return False
        turned = Star(head, star.order, star.wires, order) if head is not star.head else star
        self._record(turned, order, part, longest, self._why_direct(part, candidates, media, longest, parked))
        return True

    def _tails(self, star: Star) -> tuple[tuple[Hole, ...], list[Length]]:
        """Return the tails of a star, one for each link of a splitter, and the runs to those still to come.

        Where a position of the head is free for a node that has a seat but is not bought yet, the splitter is
        bought all the same, long enough for that seat, and its tail is parked: growth then moves no cable.
        """
        if all(wire is not None for wire in star.wires):
            return star.tails, []
        runs = [self._planned_run(star, position) for position, wire in enumerate(star.wires) if wire is None]
        if any(length is None for length in runs):
            return star.tails, []
        return (star.tails[0],) * len(star.order), [length for length in runs if length is not None]

    def _planned_run(self, star: Star, position: int) -> Length | None:
        """Return the run to the seat of a node to come, None where the free position belongs to no node."""
        wire = next(wire for wire in star.wires if wire is not None)
        if wire.link.tier != "node-leaf":
            return None
        present = star.wires.index(wire)
        node = self.draft.builder.devices[wire.far(star.head)[0].device]
        seat = self.draft.seat(node.index + position - present)
        here, there = self.spot(star.head.device), self._seat_spot(seat)
        if seat.unit != node.unit or here is None or there is None:
            return None
        return run(here, there, self.allow)

    def _seat_spot(self, seat: Seat) -> Spot | None:
        floor = floor_of(self.draft)
        first = self.spot(self.draft.cluster.nodes.path(0))
        if floor is None or first is None:
            return None
        row, column, place = floor.compute(seat)
        part = floor.policy.part
        width = part.size.width.base if part.size.width else 0
        tall = self.draft.cluster.nodes.fitted.size.height_u or 0
        return Spot(
            rack=floor.name(row, column),
            x=width * (column - 1) + width // 2,
            y=floor.policy.pitch.base * (row - 1),
            top=first.top,
            z=first.z + place * tall * RACK_UNIT,
        )

    def _signal(self, a: Hole, b: Hole, rate: Rate) -> str:
        one, other = signalling(a.cage, a.cage.ports[0].speed), signalling(b.cage, b.cage.ports[0].speed)
        return one if one == other else "ndr-hdr" if {one, other} == {"ndr", "hdr"} else f"{one}+{other}"

    def _record(self, star: Star, tails: Sequence[Hole], part: Cable, longest: Length, why: str) -> None:
        wires = star.wires
        first = next(wire for wire in wires if wire is not None)
        ends = [End(star.head.device, star.head.cage.name, None, self._ports(star.head, wires))]
        if len(part.ends) == 2:
            ends.append(End(tails[0].device, tails[0].cage.name, None, self._ports(tails[0], wires)))
        else:
            for wire in wires:
                if wire is None:
                    ends.append(End("", "", None, ()))
                    continue
                hole, port = wire.far(star.head)
                ends.append(End(hole.device, hole.cage.name, None, (port.port,)))
        self.draft.builder.lay(
            CableRecord(
                path=f"cable/{star.head.device}:{star.head.cage.name}",
                part=part.id,
                part_number=part.part_number or "",
                length=part.length,
                run=longest,
                ends=tuple(ends),
                links=tuple(wire.link.path for wire in wires if wire is not None),
                fabric=first.link.fabric,
                tier=first.link.tier,
                why=why,
            ),
            part,
        )

    @staticmethod
    def _ports(hole: Hole, wires: Sequence[Wire | None]) -> tuple[str, ...]:
        return tuple(wire.near(hole).port for wire in wires if wire is not None)

    # -- optics ---------------------------------------------------------------------------------------------

    def _lay_fibre(
        self,
        group: Sequence[Wire],
        lengths: dict[str, Length],
        preference: Preference,
        forced: _Forced | None,
        why: list[str],
    ) -> None:
        """Lay one fibre per link, or one splitter per split port, with a transceiver in every cage."""
        kinds = _FIBRE[preference]
        if forced is not None and isinstance(forced.part, Fibre):
            kinds = (forced.part.fibre,)
        problem = Trouble(
            "CBL102",
            f"link/{group[0].link.a}",
            f"no cable or transceiver in the catalogue joins {group[0].a.device}:{group[0].a.cage.name} and "
            f"{group[0].b.device}:{group[0].b.cage.name}",
            "choose parts whose cages and speeds go together, or add the cable to a catalogue of your own",
        )
        for kind in kinds:
            plan = self._fibre_plan(group, lengths, kind, forced)
            if isinstance(plan, Trouble):
                problem = plan
            elif plan is not None:
                self._lay_plan(group, plan, why)
                if forced is not None and isinstance(forced.part, Fibre):
                    self.draft.used[forced.number][1].extend(wire.link.path for wire in group)
                return
        self.draft.builder.trouble(problem)

    def _fibre_plan(
        self, group: Sequence[Wire], lengths: dict[str, Length], kind: str, forced: _Forced | None
    ) -> _Plan | Trouble | None:
        modules: dict[Hole, ModulePart] = {}
        signals = {signalling(hole.cage, hole.cage.ports[0].speed) for hole in holes(group)}
        if len(signals) != 1:
            return None
        for hole in holes(group):
            module = self.offer.module(hole.cage, kind, next(iter(signals)))
            if module is None:
                return None
            modules[hole] = module
        strands: list[_Strand] = []
        for head, wires in _strands(group):
            split = 1 if len(wires) == 1 and not _is_sub(head, wires[0]) else 2
            fibre = self.offer.fibre(kind, modules[head].connector, split)
            if forced is not None and isinstance(forced.part, Fibre):
                fibre = forced.part
            if fibre is None:
                return None
            longest = max(lengths[wire.link.path] for wire in wires)
            option = sold(fibre, self.needed(longest))
            ends = [modules[hole] for wire in wires for hole in (wire.a, wire.b)]
            if option is None or not reaches(option, fibre, ends):
                most = max(o.length for o in fibre.lengths)
                return Trouble(
                    "CBL101",
                    wires[0].link.path,
                    f"no {kind} fibre is sold that covers the run and stays within reach",
                    "move the racks closer, allow single-mode, or put the switches between the nodes",
                    measured=f"{longest} + {self.policy.slack:.0%}",
                    limit=str(min(most, fibre.channel_maximum)),
                )
            strands.append(_Strand(head, tuple(wires), fibre, option, longest))
        return _Plan(kind, modules, tuple(strands))

    def _lay_plan(self, group: Sequence[Wire], plan: _Plan, why: Sequence[str]) -> None:
        for hole, module in plan.modules.items():
            record = Transceiver(f"transceiver/{hole.device}:{hole.cage.name}", module.id, hole.device, hole.cage.name)
            if record.path not in self.draft.builder.transceivers:
                self.draft.builder.insert(record, module)
        for strand in plan.strands:
            first = strand.wires[0]
            near = first.near(strand.head)
            ends = [self._connector(strand.head, tuple(wire.near(strand.head) for wire in strand.wires))]
            for wire in strand.wires:
                hole, port = wire.far(strand.head)
                ends.append(self._connector(hole, (port,)))
            path = near if len(strand.wires) == 1 and strand.fibre.split == 1 else _base(strand.head, near)
            reason = (
                f"{plan.kind} fibre of {strand.option.length} {strand.option.grade}: "
                f"run {strand.longest.text('m', 2)} + {self.policy.slack:.0%}"
            )
            self.draft.builder.lay(
                CableRecord(
                    path=f"cable/{path}",
                    part=strand.fibre.id,
                    part_number=strand.option.part_number,
                    length=strand.option.length,
                    run=strand.longest,
                    ends=tuple(ends),
                    links=tuple(wire.link.path for wire in strand.wires),
                    fabric=first.link.fabric,
                    tier=first.link.tier,
                    why="; ".join((reason, *why)),
                ),
                strand.fibre,
            )

    def _connector(self, hole: Hole, refs: tuple[PortRef, ...]) -> End:
        """Return the end of a fibre: the connector that belongs to the port."""
        base = _base(hole, refs[0]).port
        names = [port.name for port in hole.cage.ports]
        return End(hole.device, hole.cage.name, names.index(base), tuple(ref.port for ref in refs))

    # -- reasons --------------------------------------------------------------------------------------------

    def _why_direct(
        self, part: Cable, candidates: Sequence[Cable], media: tuple[Medium, ...], longest: Length, parked: list[Length]
    ) -> str:
        words = part.medium.replace("-", " ")
        text = f"{part.length} {words}: run {longest.text('m', 2)} + {self.policy.slack:.0%}"
        for medium in media[: media.index(part.medium)]:
            ends = [other.length for other in candidates if other.medium == medium]
            if ends:
                text += f", {medium.replace('-', ' ')} ends at {max(ends)}"
        return text + (", one tail parked for growth" if parked else "")

    def _why_no_star(self, group: Sequence[Wire]) -> str:
        """Say why no cable with moulded plugs serves: the ports of which cage part."""
        for hole in holes(group):
            far = [wire.far(hole)[0] for wire in group if hole in (wire.a, wire.b)]
            devices = {end.device for end in far}
            if len(hole.cage.ports) > 1 and len(devices) > 1:
                return (
                    f"copper refused: the ports of {hole.cage.name} go to {len(devices)} devices, "
                    "a twin plug would put them on one"
                )
        return "copper refused: no plug serves these cages together"

    def _refuse(self, forced: _Forced, group: Sequence[Wire], reason: str) -> None:
        self.draft.builder.trouble(
            Trouble(
                "CBL102",
                group[0].link.path,
                f"override to {forced.part.id} cannot carry these links: {reason}",
                "override with a fibre, or with a cable whose ends match the cages",
            )
        )

    def report_unplaced(self) -> None:
        """Record the devices without a place: their cables have no length."""
        for device, links in sorted(self._unplaced.items()):
            self.draft.builder.trouble(
                Trouble(
                    "CBL103",
                    device,
                    f"{links} links have no cable, since the device has no place and their run is unknown",
                    "declare racks, and give the height of the part",
                    measured=f"{links} links",
                )
            )


@dataclass(frozen=True, slots=True)
class _Strand:
    head: Hole
    wires: tuple[Wire, ...]
    fibre: Fibre
    option: FibreLength
    longest: Length


@dataclass(frozen=True, slots=True)
class _Plan:
    kind: str
    modules: dict[Hole, ModulePart]
    strands: tuple[_Strand, ...]


def _base(hole: Hole, ref: PortRef) -> PortRef:
    """Return the port that a sub-port belongs to; a port itself otherwise."""
    for port in hole.cage.ports:
        if ref.port == port.name or ref.port.startswith(f"{port.name}/"):
            return PortRef(ref.device, port.name)
    return ref


def _is_sub(hole: Hole, wire: Wire) -> bool:
    ref = wire.near(hole)
    return _base(hole, ref) != ref


def _strands(group: Sequence[Wire]) -> list[tuple[Hole, list[Wire]]]:
    """Group the links by the fibre that carries them: each its own, those of one split port together."""
    strands: dict[PortRef, tuple[Hole, list[Wire]]] = {}
    for wire in group:
        head = next((hole for hole in (wire.a, wire.b) if _is_sub(hole, wire)), wire.a)
        strands.setdefault(_base(head, wire.near(head)), (head, []))[1].append(wire)
    return list(strands.values())


def _why_too_long(candidates: Sequence[Cable], media: tuple[Medium, ...], needed: Length) -> str:
    ends = [
        (m, max(c.length for c in candidates if c.medium == m)) for m in media if any(c.medium == m for c in candidates)
    ]
    if not ends:
        return "no cable with moulded plugs fits these cages"
    most = ", ".join(f"{medium.replace('-', ' ')} ends at {length}" for medium, length in ends)
    return f"{most}, {needed.text('m', 2)} needed"
