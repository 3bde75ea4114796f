"""Whether another part fits: it is put into the design in place of the asked one, and the rules say what they think.

Nothing is elaborated anew: a part that would only fit with other cables or other ports does not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from clusterdesign.catalog import Catalog
from clusterdesign.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.names import summary
from clusterdesign.parts import AnyPart, Node
from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.quote.data_sheets import differing
from clusterdesign.procurement.quote.spelling import number_key
from clusterdesign.procurement.quote.substituting import Known, known_parts, substituted, swaps
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


@dataclass(frozen=True, slots=True)
class _Result:
    """The check of a design with another part, and the ids of the parts that went and came."""

    after: Report
    old: frozenset[str]
    new: frozenset[str]


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
        return known_parts(self._design, self._catalog)

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
            return Verdict(fits=None, why="its GPUs are others", remarks=differing(asked, known.part))
        try:
            instead = swaps(self._design, line, known.part)
        except DesignError as error:
            return Verdict(fits=False, why=f"{error.thing}: {error.what}")
        if any(isinstance(old, Node) and old.cages and not new.cages for old, new in instead if isinstance(new, Node)):
            return Verdict(fits=None, why="it is sold without adapters, whose ports the design uses")
        verdict = self._verdict(asked, known.part, self._check(line, known, instead))
        if known.sold is None or known.sold.length == line.length:
            return verdict
        length = f"length is {known.sold.length} instead of {line.length}"
        return replace(verdict, remarks=(*verdict.remarks, length))

    def _asked(self, line: BillLine) -> AnyPart | None:
        return next((self._design.parts[part] for part in line.parts if part in self._design.parts), None)

    def _check(self, line: BillLine, known: Known, instead: Iterable[tuple[AnyPart, AnyPart]]) -> _Result:
        pairs = tuple(instead)
        parts = {old.id: new for old, new in pairs}
        after = check(substituted(self._design, line, known, parts, self._catalog))
        return _Result(after, frozenset(parts), frozenset({known.part.id, *(new.id for _, new in pairs)}))

    def _verdict(self, asked: AnyPart, offered: AnyPart, result: _Result) -> Verdict:
        after = result.after
        old = {_key(finding) for finding in self._before.findings}
        new = [finding for finding in after.findings if _key(finding) not in old]
        errors = [finding for finding in new if finding.severity == "error"]
        remarks = [f"{one.code} {one.name}: {one.message}" for one in _firsts(new) if one.severity == "warning"]
        remarks += differing(asked, offered)
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
        gaps = self._gaps(result)
        if gaps:
            return Verdict(fits=None, why=f"no rule objects, but {', '.join(gaps)}", remarks=tuple(remarks))
        return Verdict(fits=True, why="no rule objects", remarks=tuple(remarks))

    def _gaps(self, result: _Result) -> list[str]:
        """Return what rules about errors could check for the asked part and cannot for the offered one."""
        errors = {rule.code for rule in RULES if rule.severity == "error"}
        old = {(gap.code, gap.field) for gap in self._before.not_checked if gap.part in result.old}
        found: dict[str, list[str]] = {}
        for gap in result.after.not_checked:
            if gap.part in result.new and gap.code in errors and (gap.code, gap.field) not in old:
                found.setdefault(gap.field, []).append(gap.code)
        return [f"{', '.join(codes)} not checked: {field} is unknown" for field, codes in found.items()]


def _key(finding: Finding) -> tuple[str, tuple[str, ...]]:
    return finding.code, finding.paths


def _firsts(findings: list[Finding]) -> list[Finding]:
    """Return the first finding of every rule."""
    return list({finding.code: finding for finding in reversed(findings)}.values())[::-1]


__all__ = ["JUDGED", "Fitting", "Known", "Verdict"]
