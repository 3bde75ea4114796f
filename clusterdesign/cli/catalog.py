"""``clusterdesign catalog``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, cast

import typer

from clusterdesign.errors import DesignError

if TYPE_CHECKING:
    from clusterdesign.catalog import Kind
    from clusterdesign.parts import Source

app = typer.Typer(help="Look into the catalogue of parts.", no_args_is_help=True, rich_markup_mode=None)


@app.command("list")
def list_(
    kind: Annotated[
        str, typer.Argument(metavar="[KIND]", help="Only one kind: node, switch, cable ...", show_default=False)
    ] = "",
) -> None:
    """List the parts of the catalogue: kind, id, part number, name."""
    from clusterdesign import catalog  # noqa: PLC0415
    from clusterdesign.catalog.kinds import KINDS  # noqa: PLC0415

    if kind and kind not in KINDS:
        raise DesignError("no such kind of part", thing=kind, fix=f"the kinds are {', '.join(KINDS)}")
    parts = catalog.parts(cast("Kind", kind)) if kind else catalog.parts()
    rows = [(part.kind, part.id, part.part_number or "-", part.name) for part in parts]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = (f"{text:<{width}}" for text, width in zip(row, widths, strict=False))
        typer.echo("  ".join((*cells, row[-1])))


@app.command()
def show(
    part: Annotated[str, typer.Argument(metavar="ID", help="Id of a part: nvidia/dgx-h100.", show_default=False)],
) -> None:
    """Show a part: every value with its source, and what is unknown."""
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from clusterdesign import catalog  # noqa: PLC0415

    found = catalog.part(part)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("field", "value", "source", "confidence"):
        table.add_column(head, overflow="fold")  # an address that is cut short leads nowhere
    for row in catalog.describe(found):
        # Text, so that square brackets in a value are no mark-up.
        table.add_row(*map(Text, (row.field, row.value, *_source(row.source))))
    console = Console()
    console.print(Text(f"{found.id}: {found.name}", style="bold"))
    console.print(table)


def _source(source: Source | None) -> tuple[str, str]:
    if source is None:
        return "", ""
    return f"{source.ref} ({source.note})" if source.note else source.ref, source.confidence


@app.command()
def lint() -> None:
    """Check the catalogue for physical sense.

    Exit status 1 when a finding is an error.
    """
    from clusterdesign import catalog  # noqa: PLC0415
    from clusterdesign.catalog.lint import lint as linted  # noqa: PLC0415

    findings = linted(catalog.builtin)
    for finding in findings:
        typer.echo(str(finding))
    counts = Counter(finding.severity for finding in findings)
    typer.echo(
        f"{len(catalog.ids())} parts; errors: {counts['error']}, warnings: {counts['warning']},"
        f" for information: {counts['info']}"
    )
    raise typer.Exit(1 if counts["error"] else 0)
