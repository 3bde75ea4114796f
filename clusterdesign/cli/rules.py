"""``clusterdesign rules``."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(help="Look into the rule book.", no_args_is_help=True, rich_markup_mode=None)


@app.command("list")
def list_(
    bundle: Annotated[
        str, typer.Option("--bundle", metavar="NAME", help="Only the rules of a bundle.", show_default=False)
    ] = "",
) -> None:
    """List the rules, those of plug-ins included: code, severity, name, limits."""
    from clusterdesign.rules import everything  # noqa: PLC0415
    from clusterdesign.rules.bundles import bundled  # noqa: PLC0415

    rules = bundled(bundle, everything()) if bundle else everything()
    rows = [
        (rule.code, rule.severity, rule.name, ", ".join(f"{limit.name} {limit.default}" for limit in rule.limits))
        for rule in rules
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = (f"{text:<{width}}" for text, width in zip(row, widths, strict=False))
        typer.echo("  ".join((*cells, row[-1])).rstrip())


@app.command()
def show(
    rule: Annotated[str, typer.Argument(metavar="RULE", help="Code or name of a rule: CBL104.", show_default=False)],
) -> None:
    """Show the reference page of a rule."""
    from clusterdesign.rules import everything, named  # noqa: PLC0415
    from clusterdesign.rules.reference import render  # noqa: PLC0415

    typer.echo(render(named(rule, everything())), nl=False)


@app.command()
def bundles() -> None:
    """List the bundles: what each is for, and how many rules it holds."""
    from clusterdesign.rules import BUNDLES, everything  # noqa: PLC0415

    rules = everything()
    width = max(map(len, BUNDLES))
    for bundle in BUNDLES.values():
        typer.echo(f"{bundle.name:<{width}}  {sum(map(bundle.holds, rules))} rules  {bundle.text}")
