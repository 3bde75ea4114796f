"""``clusterdesign lint-tender``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Law(StrEnum):
    """Law under which a purchase is held."""

    FZ44 = "44-FZ"
    FZ223 = "223-FZ"


def lint_tender(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A description: .docx, .xlsx, .csv or plain text.", show_default=False),
    ],
    *,
    law: Annotated[
        Law, typer.Option("--law", help="Under 44-FZ a brand word is an error, under 223-FZ a warning.")
    ] = Law.FZ44,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            "--allow",
            metavar="WORDS",
            help="A trade mark that is needed: it may stand with «или эквивалент»; may be repeated.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Find brand words in the description of a procurement object.

    They are the makers, product families and part numbers of the catalogue and others, in Latin and Cyrillic letters.
    The exit status is 1 where one is an error.
    """
    from clusterdesign.design.procurement import Compatibility  # noqa: PLC0415
    from clusterdesign.procurement.description import lint_file  # noqa: PLC0415

    allowed = tuple(Compatibility((words,), "**", "allowed by option") for words in allow or ())
    remarks = lint_file(file, law=law.value, allowed=allowed)
    for remark in remarks:
        typer.echo(remark)
    errors = sum(remark.level == "error" for remark in remarks)
    warnings = len(remarks) - errors
    typer.echo(f"{file}: {errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}")
    raise typer.Exit(1 if errors else 0)
