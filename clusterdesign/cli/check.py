"""``clusterdesign check``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from clusterdesign.cli.arguments import Definition, Settings, settings
from clusterdesign.errors import DesignError

if TYPE_CHECKING:
    from clusterdesign.rules import Report


class Format(StrEnum):
    """How a report is printed."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"


def check(
    definition: Definition,
    *,
    format_: Annotated[Format, typer.Option("--format", help="How to print the report.")] = Format.TEXT,
    bundle: Annotated[
        str,
        typer.Option(
            "--bundle",
            metavar="NAME",
            help="Run only the rules of a bundle, such as growth.",
            show_default=False,
        ),
    ] = "",
    today: Annotated[
        str,
        typer.Option(
            "--today",
            metavar="DATE",
            help="Compare the days of waivers with this date.",
            show_default=False,
        ),
    ] = "",
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            "--ignore", metavar="RULE", help="Leave out the findings of a rule; may be repeated.", show_default=False
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            "--limit", metavar="RULE.NAME=VALUE", help="Replace a limit of a rule; may be repeated.", show_default=False
        ),
    ] = None,
    set_: Settings = None,
) -> None:
    """Check a design against the rules and print the findings.

    Exit status 1 when a finding is an error.
    """
    from clusterdesign.definitions import load  # noqa: PLC0415
    from clusterdesign.rules import check as checked  # noqa: PLC0415

    report = checked(
        load(definition, settings(set_)),
        ignore=ignore or (),
        limits=_limits(limit or ()),
        bundle=bundle,
        today=_date(today),
    )
    typer.echo(_RENDER[format_](report), nl=False)
    raise typer.Exit(0 if report.ok else 1)


def _date(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise DesignError(f"{text!r} is no date", thing="--today", fix="write it as 2026-09-30") from error


def _limits(texts: list[str] | tuple[()]) -> dict[str, float | str]:
    """Read ``NAME=VALUE``: a number where it is one, else a quantity as text, which its limit reads."""
    found: dict[str, float | str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise DesignError(f"cannot read {text!r}", thing="--limit", fix="write --limit CBL105.slack_share=0.05")
        try:
            found[name] = float(value)
        except ValueError:
            found[name] = value
    return found


_RENDER: Mapping[Format, Callable[[Report], str]] = {
    Format.TEXT: lambda report: report.to_text(lines=True),
    Format.JSON: lambda report: report.to_json(lines=True),
    Format.JUNIT: lambda report: report.to_junit(),
}
"""Every format and how a report takes it."""
