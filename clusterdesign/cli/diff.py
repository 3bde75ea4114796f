"""``clusterdesign diff``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from clusterdesign.design.diff import Change, Difference, Group

_VALUES = 3
"""So many different values of a changed field are printed; of more, the first one and the number of the others."""


def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="A definition or a design.json.", show_default=False)],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="A definition or a design.json.", show_default=False)],
) -> None:
    """Compare two designs.

    Prints the components that were added, removed and changed, and how many of each part are needed.
    Exit status 1 when there is a difference.
    """
    from clusterdesign.definitions import load  # noqa: PLC0415
    from clusterdesign.design.diff import diff as difference_of  # noqa: PLC0415

    difference = difference_of(load(old), load(new))
    if not difference:
        typer.echo("no differences")
        return
    for line in lines(difference):
        typer.echo(line)
    raise typer.Exit(1)


def lines(difference: Difference) -> Iterator[str]:
    """Lay a difference out as text: kinds with their counts, families of paths on one line each."""
    from clusterdesign.design.ranges import spans  # noqa: PLC0415

    for group in difference.groups:
        yield f"{group.kind}: {_counts(group)}"
        yield from (f"  - {span}" for span in spans(group.removed))
        yield from (f"  + {span}" for span in spans(group.added))
        yield from _changed(group)
    if difference.quantities:
        yield "quantities:"
        width = max(len(quantity.part) for quantity in difference.quantities)
        for quantity in difference.quantities:
            yield (f"  {quantity.part:<{width}}  {quantity.old} -> {quantity.new} ({quantity.new - quantity.old:+d})")


def _counts(group: Group) -> str:
    counts = ((group.removed, "removed"), (group.added, "added"), (group.changed, "changed"))
    return ", ".join(f"{len(paths)} {word}" for paths, word in counts if paths)


def _changed(group: Group) -> Iterator[str]:
    """Components in which the same fields changed are told together."""
    from clusterdesign.design.ranges import spans  # noqa: PLC0415

    alike: dict[tuple[str, ...], list[Change]] = {}
    for change in group.changed:
        alike.setdefault(tuple(one.field for one in change.fields), []).append(change)
    for names, changes in alike.items():
        yield from (f"  ~ {span}" for span in spans(change.path for change in changes))
        for position, name in enumerate(names):
            values = Counter((change.fields[position].old, change.fields[position].new) for change in changes)
            shown = list(values.items())[: _VALUES if len(values) <= _VALUES else 1]
            for (before, after), count in shown:
                times = f" ({count} times)" if len(values) > 1 and count > 1 else ""
                yield f"      {name}: {before} -> {after}{times}"
            if len(values) > len(shown):
                yield f"      {name}: and {len(values) - len(shown)} other changes"
