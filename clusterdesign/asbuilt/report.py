"""The work order: differences as text and as data, in the order of a walk along the racks."""

from __future__ import annotations

from typing import Any

from clusterdesign.asbuilt.findings import Difference, Verification
from clusterdesign.design import Design
from clusterdesign.names import natural_key


def ordered(design: Design, result: Verification) -> tuple[Difference, ...]:
    """Return the differences rack by rack, each from the top down; what has no place comes last."""

    def key(difference: Difference) -> tuple[object, ...]:
        place = design.placement.get(difference.device)
        where = (0, natural_key(place.rack), -place.u) if place else (1, (), 0)
        return (*where, natural_key(difference.device), natural_key(" ".join(difference.cables)))

    return tuple(sorted(result.differences, key=key))


def verification_text(design: Design, result: Verification) -> str:
    """Return the work order: a paragraph a fault, then what could not be read or was guessed, then the verdict."""
    lines: list[str] = []
    for number, difference in enumerate(ordered(design, result), 1):
        lines += [f"{number}. {difference.kind}: {difference.what}", f"   do: {difference.fix}", ""]
    lines += [f"note: {note}" for note in result.notes]
    faults = len(result.differences)
    verdict = "as designed" if result.ok else f"{faults} fault{'s' * (faults != 1)}"
    lines.append(f"{result.right} of {result.wires} links are as designed ({result.tool}): {verdict}")
    return "\n".join((*lines, ""))


def verification_data(design: Design, result: Verification) -> dict[str, Any]:
    """Return the result as plain data, for JSON."""
    return {
        "tool": result.tool,
        "as_designed": result.ok,
        "links": result.wires,
        "links_right": result.right,
        "differences": [
            {
                "kind": difference.kind,
                "device": difference.device,
                "cables": list(difference.cables),
                "what": difference.what,
                "fix": difference.fix,
            }
            for difference in ordered(design, result)
        ],
        "notes": list(result.notes),
    }
