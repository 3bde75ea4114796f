"""``clusterdesign grow``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from clusterdesign.cli.arguments import Definition, Settings, settings
from clusterdesign.errors import DesignError

if TYPE_CHECKING:
    from clusterdesign.elaboration.growth import Step

_HEADS = (
    "nodes",
    "leaves",
    "spines",
    "cores",
    "new devices",
    "new cables",
    "discarded",
    "uplinks re-cabled",
    "node links re-cabled",
    "devices moved",
    "power",
)


def grow(
    definition: Definition,
    to: Annotated[str, typer.Option("--to", metavar="NODES,...", help="Numbers of nodes, rising: 64,128.")],
    set_: Settings = None,
) -> None:
    """Show what each stage of growth adds, and what it touches again.

    Re-cabled are links that both stages have and that end elsewhere after the step; a fabric with grow_to= has none.
    Exit status 1 when a stage has error findings.
    """
    from clusterdesign.definitions import load_cluster  # noqa: PLC0415
    from clusterdesign.elaboration.growth import growth  # noqa: PLC0415
    from clusterdesign.rules import check  # noqa: PLC0415

    steps = growth(load_cluster(definition, settings(set_)), numbers(to))
    for line in table(steps):
        typer.echo(line)
    failed = False
    for step in steps:
        errors = check(step.design).count("error")
        if errors:
            failed = True
            typer.echo(f"{step.nodes} nodes: {errors} error{'s' if errors > 1 else ''} in the check of this stage")
    if failed:
        raise typer.Exit(1)


def numbers(text: str) -> list[int]:
    """Read whole numbers between commas.

    Raises:
        DesignError: one is something else.
    """
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() and int(word) for word in words):
        raise DesignError(f"cannot read {text!r}", thing="--to", fix="write numbers of nodes, as in --to 64,128")
    return [int(word) for word in words]


def table(steps: tuple[Step, ...]) -> list[str]:
    """Lay the stages out, one a line under heads."""
    rows = [_HEADS, *(_row(step, first=number == 0) for number, step in enumerate(steps))]
    widths = [max(len(row[n]) for row in rows) for n in range(len(_HEADS))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


def _row(step: Step, *, first: bool) -> tuple[str, ...]:
    from clusterdesign.elaboration.growth import DOWNLINKS, UPLINKS  # noqa: PLC0415

    roles = [device.role for device in step.design.devices]
    counts = (roles.count(role) for role in ("leaf", "spine", "core"))
    changes = ("-",) * 4
    if not first:
        up, down = (f"{some} of {every}" for some, every in (step.share(UPLINKS), step.share(DOWNLINKS)))
        changes = (str(step.discarded), up, down, str(len(step.moved)))
    return (
        str(step.nodes),
        *map(str, counts),
        str(len(step.devices)),
        str(step.cables),
        *changes,
        step.power.text("kW", 0),
    )
