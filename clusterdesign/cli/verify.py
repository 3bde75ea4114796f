"""``clusterdesign verify``."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterdesign.cli.arguments import Definition, Settings, settings

if TYPE_CHECKING:
    from clusterdesign.asbuilt import Verification
    from clusterdesign.design import Design


class Format(StrEnum):
    """How the work order is printed."""

    TEXT = "text"
    JSON = "json"


def verify(
    definition: Definition,
    dumps: Annotated[
        list[Path],
        typer.Argument(
            metavar="DUMP...", help="Saved output of ibnetdiscover or iblinkinfo, one a fabric.", show_default=False
        ),
    ],
    *,
    fabric: Annotated[
        str, typer.Option("--fabric", metavar="NAME", help="Compare with this fabric only.", show_default=False)
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write the work order as sheets, too.", show_default=False),
    ] = None,
    format_: Annotated[Format, typer.Option("--format", help="How to print the work order.")] = Format.TEXT,
    set_: Settings = None,
) -> None:
    """Compare a built InfiniBand fabric with its design and print the work order.

    Each fault is told once, with the place and the smallest repair. Exit status 1 when there are differences.
    """
    from clusterdesign.asbuilt import read_dump  # noqa: PLC0415
    from clusterdesign.asbuilt import verify as verified  # noqa: PLC0415
    from clusterdesign.definitions import load  # noqa: PLC0415
    from clusterdesign.subnet import subnet, subnets  # noqa: PLC0415

    design = load(definition, settings(set_))
    fabrics = (subnet(design, fabric),) if fabric else subnets(design)
    results = [(path, verified(design, fabrics, read_dump(path))) for path in dumps]
    if out is not None:
        _write(design, results, out)
    typer.echo(_render(design, results, format_), nl=False)
    raise typer.Exit(0 if all(result.ok for _, result in results) else 1)


def _render(design: Design, results: list[tuple[Path, Verification]], format_: Format) -> str:
    from clusterdesign.asbuilt.report import verification_data, verification_text  # noqa: PLC0415

    if format_ is Format.JSON:
        data = [{"dump": str(path)} | verification_data(design, result) for path, result in results]
        return json.dumps(data, indent=2) + "\n"
    heads = [f"{path}\n" if len(results) > 1 else "" for path, _ in results]
    return "\n".join(head + verification_text(design, result) for head, (_, result) in zip(heads, results, strict=True))


def _write(design: Design, results: list[tuple[Path, Verification]], out: Path) -> None:
    from clusterdesign.exporters import FileSet, csvfile, xlsx  # noqa: PLC0415
    from clusterdesign.tables.workorder import work_order  # noqa: PLC0415

    files: dict[str, bytes] = {}
    for number, (_, result) in enumerate(results, 1):
        book = work_order(design, result)
        stem = "workorder" if len(results) == 1 else f"workorder-{number}"
        files |= {f"{stem}.xlsx": xlsx.render(book), f"{stem}.csv": csvfile.render(book.sheets[0])}
    FileSet(files).write(out)
