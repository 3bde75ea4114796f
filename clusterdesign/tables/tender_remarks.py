"""Remarks about the Russian documents as text: what the law forbids in them first, then what they lack."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.names import natural_sorted
from clusterdesign.procurement.description import gaps, goods, lint_description
from clusterdesign.procurement.description.remark import LEVELS, Level, Remark
from clusterdesign.tables.gost.specification import specification_rows

_NONE = "nothing to remark\n"


def remarks(design: Design) -> tuple[Remark, ...]:
    """Return all remarks, errors first."""
    found = goods(design)
    every = (*lint_description(design, found), *gaps(design, found), *_documents(design))
    return tuple(sorted(every, key=lambda remark: LEVELS.index(remark.level)))


def remarks_text(design: Design) -> str:
    """Return the remarks as text; those that say the same about several places are told once."""
    groups: dict[tuple[Level, str, str], list[str]] = {}
    for remark in remarks(design):
        groups.setdefault((remark.level, remark.what, remark.fix), []).append(remark.at)
    texts = [_told(*key, places) for key, places in groups.items()]
    return "\n".join(texts) if texts else _NONE


def _told(level: Level, what: str, fix: str, places: list[str]) -> str:
    at = "".join(f"\n    {place}" for place in natural_sorted(places))
    return f"{level}: {what}{at}\n  way out: {fix}\n"


def _documents(design: Design) -> Iterator[Remark]:
    """Yield what specification and journal lack."""
    tender = design.procurement.tender
    if not tender.document:
        yield Remark(
            "warning",
            "specification",
            "the designation of the set of drawings is not declared",
            "declare procurement.tender.document=...",
        )
    for row in specification_rows(design, tender.gost):
        if row.good is not None and row.mass is None and not row.spare:
            yield Remark(
                "warning",
                f"specification, position {row.position}, {row.good.name}",
                "the mass is unknown",
                "declare part.with_(weight=..., source=...), or fill it in",
            )
    if design.cables and not tender.fire_class:
        yield Remark(
            "warning",
            "cable journal",
            "the fire hazard class of the cables is not declared",
            "declare procurement.tender.fire_class=... as the project asks for it",
        )


__all__ = ["remarks", "remarks_text"]
