"""``clusterdesign check``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from clusterdesign.cli.arguments import Definition, Settings, settings

if TYPE_CHECKING:
    from clusterdesign.rules import Report


class Format(StrEnum):
    """How a report is printed."""

    TEXT = "text"
    JSON = "json"


def check(
    definition: Definition,
    format_: Annotated[Format, typer.Option("--format", help="How to print the report.")] = Format.TEXT,
    set_: Settings = None,
) -> None:
    """Check a design against the rules and print the findings.

    Exit status 1 when a finding is an error.
    """
    from clusterdesign.definitions import load  # noqa: PLC0415
    from clusterdesign.rules import check as checked  # noqa: PLC0415

    report = checked(load(definition, settings(set_)))
    typer.echo(_RENDER[format_](report), nl=False)
    raise typer.Exit(0 if report.ok else 1)


_RENDER: Mapping[Format, Callable[[Report], str]] = {
    Format.TEXT: lambda report: report.to_text(),
    Format.JSON: lambda report: report.to_json(),
}
"""Every format and how a report takes it."""
