"""``clusterdesign quote``."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterdesign.cli.arguments import Definition, Settings, settings
from clusterdesign.errors import DesignError

if TYPE_CHECKING:
    from clusterdesign.procurement.quote import Comparison


class Format(StrEnum):
    """How the comparison is printed."""

    TEXT = "text"
    JSON = "json"


def quote(
    definition: Definition,
    file: Annotated[
        Path, typer.Argument(metavar="QUOTE", help="What a supplier sent: XLSX or CSV.", show_default=False)
    ],
    *,
    columns: Annotated[
        list[str] | None,
        typer.Option(
            "--columns",
            metavar="FIELD=COLUMN,...",
            help="Columns that the heads do not tell: part_number=C,quantity=E. Fields: position, part_number, "
            "manufacturer, description, quantity, unit, price, amount, currency.",
            show_default=False,
        ),
    ] = None,
    sheet: Annotated[
        list[str] | None,
        typer.Option("--sheet", metavar="NAME", help="Sheet to read; may be repeated.", show_default=False),
    ] = None,
    lot: Annotated[
        str, typer.Option("--lot", metavar="LOT,...", help="Compare these lots of the bill only.", show_default=False)
    ] = "",
    without_spares: Annotated[bool, typer.Option("--without-spares", help="Spares were not asked for.")] = False,
    same: Annotated[
        list[str] | None,
        typer.Option(
            "--same",
            metavar="OFFERED=ASKED",
            help="A part number of the quote stands for this line of the bill; may be repeated.",
            show_default=False,
        ),
    ] = None,
    prices: Annotated[
        Path | None,
        typer.Option("--prices", metavar="BOOK", help="Price book to compare the prices with.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE.xlsx", help="Write the comparison as workbook, too.", show_default=False),
    ] = None,
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="Language of the workbook: en, ru.")] = "en",
    format_: Annotated[Format, typer.Option("--format", help="How to print the comparison.")] = Format.TEXT,
    set_: Settings = None,
) -> None:
    """Compare a supplier's quote with the bill, line by line.

    The heads are found and the columns guessed; the report says how, and --columns corrects it. A part that was not
    asked for is put into the design in place of the asked one, and the rules say whether it fits.
    Exit status 1 when there are differences.
    """
    from clusterdesign.catalog import builtin  # noqa: PLC0415
    from clusterdesign.definitions import load  # noqa: PLC0415
    from clusterdesign.procurement.grid import read_grid  # noqa: PLC0415
    from clusterdesign.procurement.prices import read_prices  # noqa: PLC0415
    from clusterdesign.procurement.quote import Asked, compare, read_quote  # noqa: PLC0415
    from clusterdesign.procurement.quote import columns as named  # noqa: PLC0415
    from clusterdesign.tables.i18n import words  # noqa: PLC0415

    words(lang)
    target = _checked(out, file)
    fields, pairs = named(columns or ()), _pairs(same or ())
    design = load(definition, settings(set_))
    asked = Asked(
        lots=tuple(name.strip() for name in lot.split(",") if name.strip()),
        spares=not without_spares,
        same=pairs,
        prices=None if prices is None else read_prices(prices),
    )
    read = read_quote(read_grid(file), named=fields, sheets=tuple(sheet or ()))
    result = compare(design, read, builtin, asked)
    if target is not None:
        _write(design.name, result, target, lang)
    typer.echo(_render(result, format_), nl=False)
    raise typer.Exit(0 if result.ok else 1)


def _pairs(texts: list[str] | tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        offered, equals, key = (piece.strip() for piece in text.partition("="))
        if not (offered and equals and key):
            raise DesignError(f"cannot read {text!r}", thing="--same", fix="write --same OFFERED=ASKED")
        found[offered] = key
    return found


def _checked(out: Path | None, file: Path) -> Path | None:
    if out is not None and out.resolve() == file.resolve():
        raise DesignError("is the quote itself", thing="--out", where=str(out), fix="name another file")
    if out is not None and out.suffix.lower() != ".xlsx":
        raise DesignError("is no name for a workbook", thing="--out", where=str(out), fix="let it end in .xlsx")
    return out


def _write(name: str, result: Comparison, out: Path, lang: str) -> None:
    from clusterdesign.exporters import xlsx  # noqa: PLC0415
    from clusterdesign.tables.quote import quote_book  # noqa: PLC0415

    content = xlsx.render(quote_book(name, result), lang)
    try:
        out.write_bytes(content)
    except OSError as error:
        raise DesignError(
            f"cannot be written: {error.strerror}", where=str(out), fix="name a file in a directory that is there"
        ) from error


def _render(result: Comparison, format_: Format) -> str:
    from clusterdesign.procurement.quote import comparison_data, comparison_text  # noqa: PLC0415

    if format_ is Format.JSON:
        return json.dumps(comparison_data(result), indent=2) + "\n"
    return comparison_text(result)
