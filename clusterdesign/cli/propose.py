"""``clusterdesign propose``."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterdesign.cli.build import Language
from clusterdesign.errors import DesignError

if TYPE_CHECKING:
    from clusterdesign.sizing.propose import Proposal
    from clusterdesign.sizing.task import TrainingTask


def propose(
    task: Annotated[Path, typer.Argument(metavar="TASK", help="A TOML file that says what is to be trained.")],
    *,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Directory to write.", show_default=False)],
    pick: Annotated[
        str,
        typer.Option("--pick", metavar="NAME", help="Candidate to offer; the nearest by default.", show_default=False),
    ] = "",
    start: Annotated[
        str,
        typer.Option(
            "--start", metavar="DATE", help="Day on which the project begins, YYYY-MM-DD.", show_default=False
        ),
    ] = "",
    lang: Annotated[Language, typer.Option("--lang", help="Language of the document.")] = Language.EN,
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="Processes that search side by side; 0 for one a core.")
    ] = 0,
) -> None:
    """Write the project document for a training task.

    What a customer who sent a task gets back, as Word and as PDF: the task as understood, the nine selection
    parameters, one node against the cluster, configurations side by side, fabric, storage, racks, power and cooling
    with drawings, stages, bill, risks, assumptions. Exit status 1 when no cluster does all that is asked.
    """
    from clusterdesign.exporters.proposal import proposal_files  # noqa: PLC0415
    from clusterdesign.sizing.reading import read  # noqa: PLC0415
    from clusterdesign.tables.proposal import offer  # noqa: PLC0415

    begins = _day(start)
    search = partial(_search, jobs)
    offered = offer(search(read(task)), pick=pick, start=begins, search=search)
    files = proposal_files(offered, lang.value)
    files.write(out)
    typer.echo(f"{len(files)} files written to {out}: {', '.join(files)}")
    raise typer.Exit(0 if offered.chosen.candidate.feasible else 1)


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise DesignError(f"{text!r} is no day", thing="--start", fix="write --start 2027-03-01") from error


def _search(jobs: int, wanted: TrainingTask) -> Proposal:
    """Search in as many processes as asked for; an interrupted search writes no document.

    Raises:
        DesignError: the search was interrupted, or no cluster fits the task.
    """
    from clusterdesign.sizing.propose import propose as search  # noqa: PLC0415

    if jobs == 1:
        found = search(wanted)
    else:
        with ProcessPoolExecutor(jobs or None) as executor:
            found = search(wanted, executor=executor)
    if not found.complete:
        raise DesignError("the search was interrupted", thing=wanted.name, fix="let it end: a document names the best")
    return found
