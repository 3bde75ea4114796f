"""What a description lacks: unknown values, codes, declarations. Nothing of it is invented."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.parts import Node
from clusterdesign.procurement.description.goods import EXTRAS, KTRU, Good, in_russian
from clusterdesign.procurement.description.remark import Remark

_RADIO_ELECTRONICS = "26"
"""Group of the OKPD2 that the registry of radio-electronic products covers."""

_DECLARE = "declare procurement.tender.{}"

_MOST = 6
"""Names that a remark lists; more are counted."""


def gaps(design: Design, goods: tuple[Good, ...]) -> Iterator[Remark]:
    """Yield what is missing: of the tender, then of each good."""
    tender = design.procurement.tender
    for name, value in (("customer", tender.customer), ("subject", tender.subject)):
        if not value:
            yield Remark("warning", "tender", f"the {name} is not declared", _DECLARE.format(f"{name}=..."))
    for good in goods:
        at = f"position {good.position.number}, {good.name}"
        yield from _values(good, at)
        yield from _codes(good, at)


def _values(good: Good, at: str) -> Iterator[Remark]:
    part, missing = good.position.part, good.position.missing
    if missing:
        yield Remark(
            "warning",
            at,
            f"no published value: {_some(missing)}",
            _accelerators(part)
            or "ask the maker and declare part.with_(..., source=...), or write the requirement yourself",
        )
    line = good.position.line
    if line.section in EXTRAS and not in_russian(line):
        yield Remark(
            "warning",
            at,
            f"its description is not in Russian: {line.description!r}",
            "declare it in Russian: it is left out of the document",
        )
    if not good.position.characteristics:
        yield Remark("warning", at, "no characteristics", "write them yourself: no part says anything about it")
    if part is not None:
        assumed = tuple(field for field, _, _ in part.assumed() if field not in {"rows", "extra_cages"})
        if assumed:
            yield Remark(
                "info",
                at,
                f"values of {part.id} that are declared assumptions: {_some(assumed)}",
                "replace them by those of a data sheet before they become requirements",
            )


def _accelerators(part: object) -> str:
    if isinstance(part, Node) and len(part.gpu) > 1:
        return f"{part.id} is sold with {' or '.join(part.gpu)}: name the one with part.with_(gpu=(...,))"
    return ""


def _codes(good: Good, at: str) -> Iterator[Remark]:
    code = good.code
    if not good.unit_code:
        yield Remark("warning", at, "the unit has no code of the OKEI", "declare Code(okei=...) for it")
    if code is None:
        yield Remark(
            "warning", at, "no OKPD2 or KTRU code", "supply it: Procurement(codes=read_codes(FILE)) or Code(...)"
        )
        return
    if code.ktru and not KTRU.fullmatch(code.ktru):
        yield Remark("error", at, f"{code.ktru!r} is no code of the KTRU", "write NN.NN.NN.NNN-NNNNNNNN, 21 characters")
    if code.ktru and not code.justification:
        yield Remark(
            "warning",
            at,
            f"characteristics beyond those of position {code.ktru} have no justification",
            "take over the characteristics of the position, and declare Code(justification=...) for the others",
        )
    if code.okpd2.startswith(_RADIO_ELECTRONICS) and not (code.registry and code.country):
        yield Remark(
            "warning",
            at,
            "no number in the registry, or no country of origin, for a good of OKPD2 group 26",
            "supply both in the table of codes",
        )


def _some(names: tuple[str, ...]) -> str:
    more = len(names) - _MOST
    return "; ".join(names[:_MOST]) + (f"; and {more} more" if more > 0 else "")


__all__ = ["gaps"]
