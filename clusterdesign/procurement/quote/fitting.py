"""Whether another part fits: it is put into the design in place of the asked one, and the rules say what they think.

Nothing is elaborated anew: a part that would only fit with other cables or other ports does not fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias, TypeVar

from clusterdesign.catalog import Catalog
from clusterdesign.design import Cable, Design, Device, Placement, Rack, Transceiver
from clusterdesign.errors import DesignError
from clusterdesign.names import summary
from clusterdesign.parts import AnyPart, Fibre, FibreLength, Hca, Node, Part
from clusterdesign.parts import Cable as CablePart
from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.quote.spelling import number_key
from clusterdesign.rules import Finding, Report, check
from clusterdesign.rules.registry import RULES

JUDGED = frozenset(
    {
        "Nodes",
        "Servers",
        "Adapters",
        "Switches",
        "Appliances",
        "Storage",
        "Transceivers",
        "Cables",
        "Fibre",
        "Racks",
        "PDUs",
        "CDUs",
    }
)
"""Sections whose parts rules look at; they do not look at cords, panels, labels, licences and services."""

_FAILED = "INT007"
_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Known:
    """A part of the catalogue under one of its numbers.

    Attributes:
        sold: the length that the number stands for, where the part is sold in several.
    """

    part: AnyPart
    sold: FibreLength | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a part in place of another.

    Attributes:
        fits: None where that cannot be said.
        rules: codes of the rules that object.
        why: one sentence.
        remarks: what a buyer must know even if it fits.
    """

    fits: bool | None
    why: str
    rules: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


_R = TypeVar("_R", Device, Rack, Transceiver)

_Key: TypeAlias = tuple[str, tuple[str, ...]]


class Fitting:
    """Judges parts of a catalogue in place of the parts of a design."""

    def __init__(self, design: Design, catalog: Catalog) -> None:
        self._design = design
        self._catalog = catalog

    @cached_property
    def _before(self) -> Report:
        return check(self._design)

    @cached_property
    def _known(self) -> Mapping[str, Known]:
        found: dict[str, Known] = {}
        # Parts of the design last: the project may have changed them. Its nodes have their adapters already.
        own = (part for part in self._design.parts.values() if not _has_bought(part))
        for part in (*self._catalog.parts(), *own):
            if isinstance(part, Fibre):
                for sold in part.lengths:
                    for number in (sold.part_number, sold.order_number):
                        found[number_key(number or "")] = Known(part, sold)
            else:
                for number in (part.part_number, part.order_number):
                    found[number_key(number or "")] = Known(part)  # type: ignore[arg-type]  # every part is of a kind
        found.pop("", None)
        return found

    def known(self, number: str) -> Known | None:
        """Return what a catalogue calls by a number; None if it does not know it."""
        return self._known.get(number_key(number))

    def alike(self, line: BillLine, known: Known) -> bool:
        """Tell whether a part is of the same kind as those of a line."""
        asked = self._asked(line)
        return asked is not None and asked.kind == known.part.kind

    def judge(self, line: BillLine, known: Known) -> Verdict:
        """Say whether a part fits wherever the design has those of a line."""
        asked = self._asked(line)
        if asked is None or line.section not in JUDGED:
            return Verdict(fits=None, why=f"no rule judges {line.section.lower()}")
        if isinstance(asked, Node) and isinstance(known.part, Node) and asked.gpu != known.part.gpu:
            return Verdict(fits=None, why="its GPUs are others", remarks=_others(asked, known.part))
        try:
            swaps = self._swaps(line, known.part)
        except DesignError as error:
            return Verdict(fits=False, why=f"{error.thing}: {error.what}")
        if any(isinstance(old, Node) and old.cages and not new.cages for old, new in swaps if isinstance(new, Node)):
            return Verdict(fits=None, why="it is sold without adapters, whose ports the design uses")
        after = check(self._substituted(line, known, {old.id: new for old, new in swaps}))
        verdict = self._verdict(asked, known.part, after)
        if known.sold is None or known.sold.length == line.length:
            return verdict
        length = f"length is {known.sold.length} instead of {line.length}"
        return replace(verdict, remarks=(*verdict.remarks, length))

    def _asked(self, line: BillLine) -> AnyPart | None:
        return next((self._design.parts[part] for part in line.parts if part in self._design.parts), None)

    def _verdict(self, asked: AnyPart, offered: AnyPart, after: Report) -> Verdict:
        old = {_key(finding) for finding in self._before.findings}
        new = [finding for finding in after.findings if _key(finding) not in old]
        errors = [finding for finding in new if finding.severity == "error"]
        remarks = [f"{one.code} {one.name}: {one.message}" for one in _firsts(new) if one.severity == "warning"]
        remarks += _others(asked, offered)
        if any(finding.code == _FAILED for finding in errors):
            return Verdict(fits=None, why="a rule cannot judge it", remarks=tuple(remarks))
        if errors:
            first = _firsts(errors)
            places = summary(finding.paths[0] for finding in errors if finding.code == first[0].code)
            return Verdict(
                fits=False,
                why=f"{first[0].code} {first[0].name}: {first[0].message} (at {places})",
                rules=tuple(finding.code for finding in first),
                remarks=tuple(f"{one.code} {one.name}: {one.message}" for one in first[1:]),
            )
        gaps = self._gaps(asked, offered, after)
        if gaps:
            return Verdict(fits=None, why=f"no rule objects, but {', '.join(gaps)}", remarks=tuple(remarks))
        return Verdict(fits=True, why="no rule objects", remarks=tuple(remarks))

    def _gaps(self, asked: AnyPart, offered: AnyPart, after: Report) -> list[str]:
        """Return what rules about errors could check for the asked part and cannot for the offered one."""
        errors = {rule.code for rule in RULES if rule.severity == "error"}
        old = {(gap.code, gap.field) for gap in self._before.not_checked if gap.part == asked.id}
        found: dict[str, list[str]] = {}
        for gap in after.not_checked:
            if gap.part == offered.id and gap.code in errors and (gap.code, gap.field) not in old:
                found.setdefault(gap.field, []).append(gap.code)
        return [f"{', '.join(codes)} not checked: {field} is unknown" for field, codes in found.items()]

    def _swaps(self, line: BillLine, part: AnyPart) -> list[tuple[AnyPart, AnyPart]]:
        """Return parts of the design and what takes their place: a node gets the adapters of the asked one.

        Raises:
            DesignError: the adapters do not fit its slots.
        """
        held = self._design.parts
        if isinstance(part, Hca):
            nodes = [node for node in held.values() if isinstance(node, Node)]
            return [
                (node, _with_adapters(node, frozenset(line.parts), part)) for node in nodes if _has(node, line.parts)
            ]
        swaps: list[tuple[AnyPart, AnyPart]] = []
        for id_ in line.parts:
            old = held.get(id_)
            if old is not None:
                fits = isinstance(old, Node) and isinstance(part, Node)
                swaps.append((old, self._fitted(old, part) if fits else part))  # type: ignore[arg-type]  # both nodes
        return swaps

    def _fitted(self, asked: Node, offered: Node) -> Node:
        """Return an offered node with the bought adapters of the asked one."""
        bought = Counter((adapter.part, adapter.role) for adapter in asked.adapters if adapter.part is not None)
        for (part, role), count in bought.items():
            hca = self._design.parts.get(part or "")
            if isinstance(hca, Hca):
                offered = offered.fitted(hca, count, role)
        return offered

    def _substituted(self, line: BillLine, known: Known, swaps: Mapping[str, AnyPart]) -> Design:
        """Return the design with other parts in place of those of a line."""
        design, part = self._design, known.part
        parts = {**design.parts, part.id: part, **{new.id: new for new in swaps.values()}}
        if isinstance(part, Node):
            held = self._catalog.ids()
            parts |= {id_: self._catalog.part(id_) for id_ in part.gpu if id_ in held}  # type: ignore[misc]  # as above

        def swapped(record: Cable) -> Cable:
            if record.part not in swaps or record.part_number != line.part_number or record.length != line.length:
                return record
            if known.sold is not None:
                return replace(record, part=part.id, part_number=known.sold.part_number, length=known.sold.length)
            length = part.length if isinstance(part, CablePart) else record.length
            return replace(record, part=part.id, part_number=part.part_number or "", length=length)

        def new(record: _R) -> _R:
            return replace(record, part=swaps[record.part].id) if record.part in swaps else record

        def lowered(placement: Placement) -> Placement:
            # What is lower stands in the same gap.
            device = design.device[placement.device]
            height = swaps[device.part].size.height_u if device.part in swaps else None
            return placement if height is None or height > placement.height_u else replace(placement, height_u=height)

        return replace(
            design,
            parts=parts,
            placements=tuple(lowered(placement) for placement in design.placements),
            cables=tuple(swapped(cable) for cable in design.cables),
            devices=tuple(new(device) for device in design.devices),
            racks=tuple(new(rack) for rack in design.racks),
            transceivers=tuple(new(module) for module in design.transceivers),
        )


def _has_bought(part: AnyPart) -> bool:
    return isinstance(part, Node) and any(adapter.part is not None for adapter in part.adapters)


def _has(node: Node, adapters: Iterable[str]) -> bool:
    wanted = frozenset(adapters)
    return any(adapter.part in wanted for adapter in node.adapters)


def _with_adapters(node: Node, old: frozenset[str], new: Hca) -> Node:
    """Return a node with other adapters in place of some."""
    changed = [adapter for adapter in node.adapters if adapter.part in old]
    bare = node.without(*(adapter.name for adapter in changed))
    for role, count in Counter(adapter.role for adapter in changed).items():
        bare = bare.fitted(new, count, role)
    return bare


def _key(finding: Finding) -> _Key:
    return finding.code, finding.paths


def _firsts(findings: list[Finding]) -> list[Finding]:
    """Return the first finding of every rule."""
    return list({finding.code: finding for finding in reversed(findings)}.values())[::-1]


def _others(asked: Part, offered: Part) -> tuple[str, ...]:
    """Return the values of the data sheet in which two parts differ, the first few."""
    a, b = dict(asked.values()), dict(offered.values())
    names = {"id", "name", "kind", "vendor", "part_number", "order_number", "description", "discontinued"}
    # What it does before what it takes.
    fields = sorted(a, key=lambda field: field.partition(".")[0] in {"size", "weight", "supplies", "airflow"})
    differing = [
        f"{field} is {_shown(b[field])} instead of {_shown(a[field])}"
        for field in fields
        if field in b and a[field] != b[field] and field not in names and _short(a[field]) and _short(b[field])
    ]
    rest = len(differing) - _SHOWN
    return (*differing[:_SHOWN], *([f"{rest} more values differ"] if rest > 0 else []))


def _short(value: object) -> bool:
    """Tell whether a value can be printed: lists of cages cannot."""
    return not isinstance(value, tuple) or all(isinstance(one, str) for one in value)


def _shown(value: object) -> str:
    return " or ".join(value) if isinstance(value, tuple) else str(value)


__all__ = ["JUDGED", "Fitting", "Known", "Verdict"]
