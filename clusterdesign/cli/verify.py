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
            metavar="DUMP...",
            help="Saved output of ibnetdiscover or iblinkinfo, one a fabric; of lldpcli as JSON, one a host.",
            show_default=False,
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
    """Compare a built network with its design and print the work order.

    Each fault is told once, with the place and the smallest repair. Exit status 1 when there are differences.
    """
    from clusterdesign.asbuilt.lldp import is_json  # noqa: PLC0415
    from clusterdesign.definitions import load  # noqa: PLC0415

    design = load(definition, settings(set_))
    results = _infiniband(design, [path for path in dumps if not is_json(path)], fabric)
    results += _ethernet(design, [path for path in dumps if is_json(path)], fabric)
    if out is not None:
        _write(design, results, out)
    typer.echo(_render(design, results, format_), nl=False)
    raise typer.Exit(0 if all(result.ok for _, result in results) else 1)


def _infiniband(design: Design, dumps: list[Path], fabric: str) -> list[tuple[str, Verification]]:
    """Compare each dump of an InfiniBand tool."""
    if not dumps:
        return []
    from clusterdesign.asbuilt import read_dump  # noqa: PLC0415
    from clusterdesign.asbuilt import verify as verified  # noqa: PLC0415
    from clusterdesign.subnet import subnet, subnets  # noqa: PLC0415

    fabrics = (subnet(design, fabric),) if fabric else subnets(design)
    return [(str(path), verified(design, fabrics, read_dump(path))) for path in dumps]


def _ethernet(design: Design, reports: list[Path], fabric: str) -> list[tuple[str, Verification]]:
    """Compare all reports of LLDP together: each tells of the links of one host."""
    if not reports:
        return []
    from clusterdesign.asbuilt.ethernet import verify_ethernet  # noqa: PLC0415
    from clusterdesign.asbuilt.lldp import read_lldp  # noqa: PLC0415

    said = [neighbour for path in reports for neighbour in read_lldp(path)]
    label = str(reports[0]) if len(reports) == 1 else f"{len(reports)} reports of LLDP"
    return [(label, verify_ethernet(design, said, (fabric,) if fabric else ()))]


def _render(design: Design, results: list[tuple[str, Verification]], format_: Format) -> str:
    from clusterdesign.asbuilt.report import verification_data, verification_text  # noqa: PLC0415

    if format_ is Format.JSON:
        data = [{"dump": path} | verification_data(design, result) for path, result in results]
        return json.dumps(data, indent=2) + "\n"
    heads = [f"{path}\n" if len(results) > 1 else "" for path, _ in results]
    return "\n".join(head + verification_text(design, result) for head, (_, result) in zip(heads, results, strict=True))


def _write(design: Design, results: list[tuple[str, Verification]], out: Path) -> None:
    from clusterdesign.exporters import FileSet, csvfile, xlsx  # noqa: PLC0415
    from clusterdesign.tables.workorder import work_order  # noqa: PLC0415

    files: dict[str, bytes] = {}
    for number, (_, result) in enumerate(results, 1):
        book = work_order(design, result)
        stem = "workorder" if len(results) == 1 else f"workorder-{number}"
        files |= {f"{stem}.xlsx": xlsx.render(book), f"{stem}.csv": csvfile.render(book.sheets[0])}
    FileSet(files).write(out)
