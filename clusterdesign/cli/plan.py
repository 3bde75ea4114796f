"""``clusterdesign plan``."""

from __future__ import annotations

import json
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterdesign.cli.arguments import Definition, Settings, settings
from clusterdesign.errors import DesignError

if TYPE_CHECKING:
    from clusterdesign.design import Design
    from clusterdesign.procurement.delivery import DeliveryPlan


class Format(StrEnum):
    """How the plan is printed."""

    TEXT = "text"
    JSON = "json"


def plan(
    definition: Definition,
    *,
    arrived: Annotated[
        str | None,
        typer.Option("--arrived", metavar="LOT,...", help="Lots that are there; empty for none.", show_default=False),
    ] = None,
    start: Annotated[
        str,
        typer.Option(
            "--start", metavar="YYYY-MM-DD", help="Day of the contract; days are counted without.", show_default=False
        ),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write the sheets and the picture, too.", show_default=False),
    ] = None,
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="Language of the files: en, ru.")] = "en",
    format_: Annotated[Format, typer.Option("--format", help="How to print the plan.")] = Format.TEXT,
    set_: Settings = None,
) -> None:
    """Plan the delivery: when which lot arrives, and what can be installed from it.

    Tells which racks can be built, devices mounted, cables laid and links tested when a lot is there, and what waits
    for what. Lead times and durations are those of the definition; where it has none, the stated ones stand in.
    """
    from clusterdesign.definitions import load  # noqa: PLC0415
    from clusterdesign.procurement.delivery import delivery_plan, plan_data, plan_text  # noqa: PLC0415
    from clusterdesign.tables.i18n import words  # noqa: PLC0415

    words(lang)
    day = _day(start)
    lots = None if arrived is None else tuple(name.strip() for name in arrived.split(",") if name.strip())
    design = load(definition, settings(set_))
    made = delivery_plan(design, arrived=lots, start=day)
    if out is not None:
        _write(design, made, out, lang)
    typer.echo(
        json.dumps(plan_data(made), indent=2) + "\n" if format_ is Format.JSON else plan_text(design, made), nl=False
    )


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise DesignError(f"{text!r} is no day", thing="--start", fix="write it as 2026-09-30") from error


def _write(design: Design, made: DeliveryPlan, out: Path, lang: str) -> None:
    from clusterdesign.exporters import FileSet  # noqa: PLC0415
    from clusterdesign.exporters.delivery import plan_files  # noqa: PLC0415

    FileSet(plan_files(design, made, lang)).write(out)
