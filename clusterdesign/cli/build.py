"""``clusterdesign build``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterdesign.cli.arguments import Definition, Settings, settings

if TYPE_CHECKING:
    from clusterdesign.rules import Report


class Language(StrEnum):
    """Language of sheets, drawings and documents."""

    EN = "en"
    RU = "ru"


_FIRST = {
    "findings.txt": "what is wrong, and what could not be checked",
    "cabling/cabling.xlsx": "every cable with both of its ends",
    "cabling/cabling.pdf": "the cabling plan to print and tick off",
    "bom/bom.xlsx": "what to buy",
    "diagrams/fabric.svg": "the networks at a glance",
    "ru-docs/remarks.txt": "what the Russian documents lack, and brand words in them",
}
"""What to open first, and why; files that were not built are left out."""


def build(
    definition: Definition,
    *,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Directory to write; an existing one is replaced only if a build made it.",
            show_default=False,
        ),
    ],
    only: Annotated[
        str, typer.Option("--only", metavar="NAME,...", help="Build only these exports.", show_default=False)
    ] = "",
    lang: Annotated[Language, typer.Option("--lang", help="Language of what is written.")] = Language.EN,
    prices: Annotated[
        Path | None,
        typer.Option(
            "--prices", metavar="FILE", help="Price book (XLSX or CSV) that prices the bill.", show_default=False
        ),
    ] = None,
    delivery: Annotated[
        Path | None,
        typer.Option(
            "--delivery",
            metavar="FILE",
            help="Delivery list, XLSX or CSV: MACs and GUIDs to fill into the address plan.",
            show_default=False,
        ),
    ] = None,
    set_: Settings = None,
) -> None:
    """Build the documents of a design.

    They are its cabling sheet, bill of materials, drawings and findings. A design with error findings is built
    as well, since the documents show the fault; the exit status is 1 then. The directory is written whole or not
    at all.
    """
    from clusterdesign.definitions import load  # noqa: PLC0415
    from clusterdesign.design.summary import summary  # noqa: PLC0415
    from clusterdesign.exporters import build as built  # noqa: PLC0415
    from clusterdesign.procurement.prices import read_prices  # noqa: PLC0415
    from clusterdesign.rules import check  # noqa: PLC0415

    book = read_prices(prices) if prices is not None else None
    design = load(definition, settings(set_))
    if delivery is not None:
        from clusterdesign.tables.addresses import deliver  # noqa: PLC0415

        design = deliver(design, delivery)
    report = check(design)
    names = tuple(name for name in only.split(",") if name) or None
    files = built(design, report, only=names, lang=lang.value, prices=book)
    files.write(out)
    sizes = {name: len(content) for name, content in files.items()}
    typer.echo(f"{design.name}: {', '.join(f'{count} {name}' for name, count in summary(design).items())}")
    typer.echo(_findings(report))
    for line in _written(out, sizes):
        typer.echo(line)
    raise typer.Exit(0 if report.ok else 1)


def _findings(report: Report) -> str:
    errors, warnings, notes = (report.count(severity) for severity in ("error", "warning", "info"))
    return (
        f"findings: {errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}, {notes} for"
        f" information; {len(report.not_checked)} not checked for want of a value"
    )


def _written(out: Path, sizes: Mapping[str, int]) -> Iterator[str]:
    """List what was written by folder, with sizes, and what to open first."""
    yield ""
    yield f"written to {out}"
    folders: dict[str, list[str]] = {}
    for name in sorted(sizes):
        folder, _, file = name.rpartition("/")
        folders.setdefault(folder, []).append(f"{file} ({_size(sizes[name])})")
    width = max(map(len, folders), default=0) + 1
    for folder, files in folders.items():
        head = f"{folder}/" if folder else ""
        yield f"  {head:<{width}}  {', '.join(files)}"
    first = {name: why for name, why in _FIRST.items() if name in sizes}
    if first:
        yield ""
        yield "open first"
        width = max(len(str(out / name)) for name in first)
        for name, why in first.items():
            yield f"  {out / name!s:<{width}}  {why}"


def _size(size: int) -> str:
    for unit, step in (("MB", 10**6), ("kB", 10**3)):
        if size >= step:
            return f"{size / step:.1f} {unit}"
    return f"{size} B"
