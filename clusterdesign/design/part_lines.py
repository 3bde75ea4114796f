"""A part in a few lines: what it is, the values that rules need with their sources, and what is not known."""

from __future__ import annotations

from clusterdesign.parts import AnyPart

_ORDERED = ("part_number", "size.height_u", "size.depth", "weight", "power.typical", "power.maximum")
"""Fields of a part that are always worth a line, where the part has them."""


def part_lines(part: AnyPart, *, number: str = "") -> tuple[tuple[str, str], ...]:
    """Describe a part: label and text of each line. Sources are numbered, since one datasheet gives many values.

    Args:
        part: what to describe.
        number: the part number that is ordered, where it is not the part's own: fibre is sold in many lengths.
    """
    refs: dict[str, int] = {}
    lines = [("", f"{part.id}: {part.name}")]
    shown = dict.fromkeys((*_ORDERED, *type(part).NEEDED))
    for name in shown:
        if name.split(".", maxsplit=1)[0] not in type(part).model_fields:
            continue
        value = number if number and name == "part_number" else part.value(name)
        if value is not None:
            lines.append((name, f"{value}{_origin(part, name, refs)}"))
        elif name in type(part).NEEDED:
            lines.append((name, "unknown: what needs it is not checked"))
    lines += [(name, f"{value}{_origin(part, name, refs)}") for name, value, _ in part.assumed() if name not in shown]
    lines += [(f"[{n}]", ref) for ref, n in refs.items()]
    return tuple(lines)


def _origin(part: AnyPart, name: str, refs: dict[str, int]) -> str:
    """Say where a value comes from, by the number of its source, and how far it can be trusted."""
    source = part.source(name)
    if source is None:
        return "  [no source]"
    number = refs.setdefault(source.ref, len(refs) + 1)
    return f"  [{number}]" if source.confidence == "high" else f"  [{number}, {source.confidence}]"
