"""Records: every value has a source, every source a value, every number for ordering one owner."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.catalog.catalog import Catalog
from clusterdesign.catalog.lint.finding import LintFinding
from clusterdesign.parts import Fibre, Part

_DECIDED = Part.NAMES | {"part_number", "order_number"}
"""Fields that are names: they may have a source of their own but do not need one."""


def sources(catalog: Catalog) -> Iterator[LintFinding]:
    """Every value has a source, and every source names a value."""
    for part in catalog.parts():
        given = [field for field, _ in part.values()]
        for field in given:
            if field not in _DECIDED and part.source(field) is None:
                yield LintFinding(
                    "value-without-source",
                    "error",
                    part.id,
                    field,
                    "the value has no source",
                    f'write [sources."{field}"] with ref and confidence',
                )
        for place in part.sources:
            if place and not any(field == place or field.startswith(f"{place}.") for field in given):
                yield LintFinding(
                    "source-without-value",
                    "error",
                    part.id,
                    place,
                    "a source is given for a field that has no value",
                    "correct the field name, or delete the source",
                )


def order_numbers(catalog: Catalog) -> Iterator[LintFinding]:
    """Part numbers and order numbers name one part each."""
    for field in ("part_number", "order_number"):
        owner: dict[str, str] = {}
        for part in catalog.parts():
            for number in _numbers(part, field):
                other = owner.setdefault(number, part.id)
                if other != part.id:
                    yield LintFinding(
                        f"{field.replace('_', '-')}-twice",
                        "error",
                        part.id,
                        field,
                        f"{number} is also the {field.replace('_', ' ')} of {other}",
                        "find out which part the vendor sells under it",
                    )


def _numbers(part: Part, field: str) -> list[str]:
    numbers = [part.value(field)]
    if isinstance(part, Fibre):
        numbers += [getattr(length, field) for length in part.lengths]
    return [number for number in numbers if number is not None]


CHECKS = (sources, order_numbers)
