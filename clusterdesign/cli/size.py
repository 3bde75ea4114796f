"""``clusterdesign size``."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterdesign.cli.build import Language

if TYPE_CHECKING:
    from clusterdesign.sizing.propose import Proposal


class Format(StrEnum):
    """How a proposal is printed."""

    TEXT = "text"
    JSON = "json"


def size(
    task: Annotated[Path, typer.Argument(metavar="TASK", help="A TOML file that says what is to be trained.")],
    *,
    format_: Annotated[Format, typer.Option("--format", help="How to print the proposal.")] = Format.TEXT,
    compare: Annotated[
        Path | None,
        typer.Option(
            "--compare", metavar="OTHER", help="Another task: show what its cluster changes.", show_default=False
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Directory for the definitions of the nearest candidates.", show_default=False
        ),
    ] = None,
    lang: Annotated[Language, typer.Option("--lang", help="Language of the nine parameters.")] = Language.EN,
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="Processes that search side by side; 0 for one a core.")
    ] = 0,
) -> None:
    """Propose clusters for a training task.

    Prints what was assumed, the three clusters nearest to the task with the answers to the nine parameters, and the
    candidates that no other beats. Exit status 1 when no cluster reaches what is asked, when the search was
    interrupted, or when two tasks that are compared differ.
    """
    from clusterdesign.sizing import report  # noqa: PLC0415
    from clusterdesign.sizing.chain import chain_text  # noqa: PLC0415
    from clusterdesign.sizing.chain import compare as compared  # noqa: PLC0415

    proposal = _proposal(task, jobs)
    if compare is not None:
        chain = compared(proposal, _proposal(compare, jobs))
        typer.echo(chain_text(chain), nl=False)
        raise typer.Exit(1 if any(link.changed for link in chain.links) else 0)
    typer.echo(
        report.as_json(proposal) if format_ is Format.JSON else report.text(proposal, lang.value),
        nl=False,
    )
    if out is not None:
        _write(proposal, out)
    raise typer.Exit(0 if proposal.feasible and proposal.complete else 1)


def _proposal(task: Path, jobs: int) -> Proposal:
    """Read a task and search, in as many processes as asked for."""
    from clusterdesign.sizing.propose import propose  # noqa: PLC0415
    from clusterdesign.sizing.reading import read  # noqa: PLC0415

    wanted = read(task)
    progress = _progress if sys.stderr.isatty() else None
    try:
        if jobs == 1:
            return propose(wanted, progress=progress)
        with ProcessPoolExecutor(jobs or None) as executor:
            return propose(wanted, executor=executor, progress=progress)
    finally:
        if progress is not None:
            typer.echo(f"\r{'':<{BAR + 20}}\r", err=True, nl=False)


BAR = 30
"""Characters of the bar of progress."""


def _progress(done: int, total: int) -> None:
    """Draw a bar on the terminal."""
    bar = "#" * (BAR * done // total)
    typer.echo(f"\r[{bar:<{BAR}}] {done} of {total}", err=True, nl=False)


def _write(proposal: Proposal, out: Path) -> None:
    """Write the definitions of the nearest candidates."""
    from clusterdesign.exporters import FileSet  # noqa: PLC0415
    from clusterdesign.sizing.definition import definition  # noqa: PLC0415

    files = {
        f"{candidate.option.name}.py": definition(proposal.understood, candidate).encode()
        for candidate in proposal.nearest
    }
    FileSet(files).write(out)
    typer.echo(f"definitions written to {out}: {', '.join(files)}", err=True)
