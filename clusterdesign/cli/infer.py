"""``clusterdesign infer``."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from clusterdesign.asbuilt.infer import Inference


class Format(StrEnum):
    """How the inference is printed."""

    TEXT = "text"
    JSON = "json"


def infer(
    dump: Annotated[
        Path,
        typer.Argument(metavar="DUMP", help="Saved output of ibnetdiscover or iblinkinfo.", show_default=False),
    ],
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="Write the definition there, and print the faults only.", show_default=False
        ),
    ] = None,
    format_: Annotated[Format, typer.Option("--format", help="How to print the result.")] = Format.TEXT,
) -> None:
    """Say what a built fabric was meant to be, from its dump alone, and what is wrong with it.

    Prints the likely definition, and as comments below it the faults against it. Parts are guesses. Exit status 1
    when there are faults.
    """
    from clusterdesign.asbuilt import read_dump  # noqa: PLC0415
    from clusterdesign.asbuilt.infer import infer as inferred  # noqa: PLC0415
    from clusterdesign.asbuilt.report import verification_text  # noqa: PLC0415
    from clusterdesign.errors import DesignError  # noqa: PLC0415

    try:
        found = inferred(read_dump(dump))
    except DesignError as error:
        raise error.at(str(dump)) from error
    faults = verification_text(found.design, found.result)
    if out is not None:
        _write(found, out)
    if format_ is Format.JSON:
        typer.echo(json.dumps(_data(found), indent=2))
    elif out is not None:
        typer.echo(faults, nl=False)
    else:
        typer.echo(found.definition)
        typer.echo("".join(f"# {line}".rstrip() + "\n" for line in faults.splitlines()), nl=False)
    raise typer.Exit(0 if found.result.ok else 1)


def _data(found: Inference) -> dict[str, object]:
    from clusterdesign.asbuilt.report import verification_data  # noqa: PLC0415

    guess = found.guess
    return {
        "fabric": guess.fabric,
        "levels": guess.levels,
        "nodes": guess.nodes,
        "name": guess.name,
        "rails": guess.rails,
        "units": guess.units,
        "nodes_per_unit": guess.per_unit or guess.nodes,
        "spines": guess.spines,
        "uplinks_per_leaf": guess.uplinks,
        "links_per_leaf_and_spine": guess.lanes,
        "managers": guess.managers,
        "generation": found.parts.generation,
        "guesses": list(found.parts.why),
        "definition": found.definition,
        "faults": verification_data(found.design, found.result),
    }


def _write(found: Inference, out: Path) -> None:
    from clusterdesign.errors import DesignError  # noqa: PLC0415

    try:
        out.write_text(found.definition, encoding="utf-8")
    except OSError as error:
        raise DesignError(
            f"cannot be written: {error.strerror}", where=str(out), fix="name a file in a directory that you may write"
        ) from error
