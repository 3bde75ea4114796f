"""``clusterdesign explain``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from clusterdesign.cli.arguments import Definition, Settings, settings

if TYPE_CHECKING:
    from clusterdesign.design.explain import Explanation
    from clusterdesign.engineering.loss import Loss


def explain(
    definition: Definition,
    path: Annotated[
        str,
        typer.Argument(metavar="PATH", help="Path of a component, or a glob: gpu/017, 'compute/leaf/su1-*'."),
    ],
    *,
    loss: Annotated[
        bool, typer.Option("--loss", help="Say what goes when the component goes, and how much is left.")
    ] = False,
    set_: Settings = None,
) -> None:
    """Say why a component is as it is.

    Prints its part and where the numbers come from, its place, what it is connected to, and the reasons. With
    --loss, what the loss of it takes away: a feed, PDU, cord, CDU, loop, rack, switch, node, cable, route or tray.
    """
    from clusterdesign.definitions import load  # noqa: PLC0415
    from clusterdesign.design.explain import explain as explained  # noqa: PLC0415

    if loss:
        from clusterdesign.engineering.loss import loss as lost  # noqa: PLC0415

        design = load(definition, settings(set_))
        records = [design.component[path]] if path in design.component else design.find(path)
        for record in records:
            _print_loss(lost(design, record.path))
        if not records:
            explained(design, path)  # its message names the nearest
        return
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


def _print_loss(loss: Loss) -> None:
    typer.echo(f"loss of {loss.element}")
    typer.echo(f"  nodes      {', '.join(f'{count} {state}' for state, count in loss.nodes.items()) or 'none'}")
    for device, state in loss.others.items():
        typer.echo(f"  {state:<9}  {device}")
    for links, nodes in loss.rails.items():
        typer.echo(f"  rails      {nodes} nodes lose {links} of their links")
    for tier, (left, total) in loss.bandwidth.items():
        typer.echo(f"  bandwidth  {tier}: {left} of {total} links left, {left / total:.1%}")
    for note in loss.notes:
        typer.echo(f"  not known  {note}")
