"""``clusterdesign placement``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from clusterdesign.cli.arguments import Definition, Settings, settings

if TYPE_CHECKING:
    from clusterdesign.elaboration.comparison import CableTotals


def placement(definition: Definition, set_: Settings = None) -> None:
    """Compare where the network racks may stand by what the cables then come to.

    Left, racks where the links run least metres; right, racks behind their rows.
    """
    from clusterdesign.definitions import load_cluster  # noqa: PLC0415
    from clusterdesign.elaboration.comparison import compare_placements  # noqa: PLC0415

    short, plain = compare_placements(load_cluster(definition, settings(set_)))
    rows = [("", "short", "row-end"), *(zip(_HEADS, _cells(short), _cells(plain), strict=True))]
    widths = [max(len(row[n]) for row in rows) for n in range(3)]
    for head, left, right in rows:
        typer.echo(f"{head:<{widths[0]}}  {left:>{widths[1]}}  {right:>{widths[2]}}")


_HEADS = (
    "cables",
    "runs, m",
    "bought, m",
    "slack, m",
    "copper, % of the fat-trees",
    "transceivers",
    "bundles",
)


def _cells(totals: CableTotals) -> tuple[str, ...]:
    return (
        str(totals.cables),
        totals.run.text("m", 0).removesuffix(" m"),
        totals.bought.text("m", 0).removesuffix(" m"),
        totals.slack.text("m", 0).removesuffix(" m"),
        "-" if totals.copper is None else f"{totals.copper * 100:.1f}",
        str(totals.transceivers),
        str(totals.bundles),
    )
