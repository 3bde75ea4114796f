"""``clusterdesign explain``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from clusterdesign.cli.arguments import Definition, Settings, settings

if TYPE_CHECKING:
    from clusterdesign.design.explain import Explanation


def explain(
    definition: Definition,
    path: Annotated[
        str,
        typer.Argument(metavar="PATH", help="Path of a component, or a glob: gpu/017, 'compute/leaf/su1-*'."),
    ],
    set_: Settings = None,
) -> None:
    """Say why a component is as it is.

    Prints its part and where the numbers come from, its place, what it is connected to, and the reasons.
    """
    from clusterdesign.definitions import load  # noqa: PLC0415
    from clusterdesign.design.explain import explain as explained  # noqa: PLC0415

    for number, explanation in enumerate(explained(load(definition, settings(set_)), path)):
        if number:
            typer.echo()
        _print(explanation)


def _print(explanation: Explanation) -> None:
    typer.echo(f"{explanation.path}: {explanation.summary}")
    for section in explanation.sections:
        typer.echo(f"  {section.head}")
        width = max(len(label) for label, _ in section.lines)
        for label, text in section.lines:
            typer.echo(f"    {label:<{width}}  {text}" if label else f"    {text}")
