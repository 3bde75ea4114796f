"""``clusterdesign simulate``."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterdesign.cli.arguments import Definition, Settings, settings
from clusterdesign.errors import DesignError

if TYPE_CHECKING:
    from clusterdesign.design import Design
    from clusterdesign.simulation import Case, Simulation
    from clusterdesign.subnet import Subnet


class Format(StrEnum):
    """How the result is printed."""

    TEXT = "text"
    JSON = "json"


class Each(StrEnum):
    """What is taken away, one at a time."""

    SPINE = "spine"
    LEAF = "leaf"
    CABLE = "cable"


def simulate(
    definition: Definition,
    *,
    fabric: Annotated[
        str, typer.Option("--fabric", metavar="NAME", help="Only this InfiniBand fabric.", show_default=False)
    ] = "",
    fail: Annotated[
        list[str] | None,
        typer.Option(
            "--fail",
            metavar="PATH",
            help="Take away a device, link or cable, or all that a glob matches; repeat to take more at once.",
            show_default=False,
        ),
    ] = None,
    each: Annotated[
        Each | None,
        typer.Option("--each", help="Take away every spine, leaf or cable between switches in turn."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write the sheets to this directory.", show_default=False),
    ] = None,
    format_: Annotated[Format, typer.Option("--format", help="How to print the result.")] = Format.TEXT,
    set_: Settings = None,
) -> None:
    """Bring the InfiniBand fabrics up with the real OpenSM, over a simulator.

    Needs opensm and ibsim. Tells which routing engine configured the switches, whether every port is reached, and
    how the paths spread over the links. Exit status 1 when a fabric is not sound, or what is left of it is not.
    """
    from clusterdesign.definitions import load  # noqa: PLC0415
    from clusterdesign.simulation import simulate as simulated  # noqa: PLC0415

    design = load(definition, settings(set_))
    results: list[tuple[Simulation, Sequence[Case]]] = []
    chosen = _chosen(design, fabric, fail or ())
    for subnet in chosen:
        _progress(f"fabric {subnet.name}: starting OpenSM")
        whole = simulated(subnet)
        results.append((whole, _cases(design, subnet, fail or (), each)))
    _progress("")
    if out is not None:
        _write(design.name, results, out)
    typer.echo(_render(results, format_), nl=False)
    sound = all(whole.ok and all(case.survives for case in cases) for whole, cases in results)
    raise typer.Exit(0 if sound else 1)


def _chosen(design: Design, fabric: str, fail: Sequence[str]) -> tuple[Subnet, ...]:
    """Return the fabrics to simulate: the named one, or those that have what is to fail, or all."""
    from clusterdesign.simulation import has_part  # noqa: PLC0415
    from clusterdesign.subnet import subnet, subnets, undelivered  # noqa: PLC0415

    design = undelivered(design)
    if fabric:
        return (subnet(design, fabric),)
    found = subnets(design)
    if not found:
        raise DesignError("has no InfiniBand fabric", thing=design.name, fix="declare one, such as RailOptimized(...)")
    touched = tuple(one for one in found if any(has_part(design, one, glob) for glob in fail))
    return touched or found


def _cases(design: Design, subnet: Subnet, fail: Sequence[str], each: Each | None) -> Sequence[Case]:
    from clusterdesign.simulation import simulate_cases, simulate_without  # noqa: PLC0415

    cases: list[Case] = []
    if fail:
        _progress(f"fabric {subnet.name}: without {', '.join(fail)}")
        cases.append(simulate_without(design, subnet, fail))
    if each is not None:

        def progress(done: int, count: int, path: str) -> None:
            _progress(f"fabric {subnet.name}: {done + 1} of {count}, without {path}")

        cases.extend(simulate_cases(design, subnet, each.value, progress))
    return cases


def _render(results: Sequence[tuple[Simulation, Sequence[Case]]], format_: Format) -> str:
    from clusterdesign.simulation.report import (  # noqa: PLC0415
        case_data,
        cases_text,
        simulation_data,
        simulation_text,
    )

    if format_ is Format.JSON:
        data = [simulation_data(whole) | {"cases": [case_data(case) for case in cases]} for whole, cases in results]
        return json.dumps(data, indent=2) + "\n"
    return "\n".join(simulation_text(whole) + (cases_text(whole, cases) if cases else "") for whole, cases in results)


def _write(name: str, results: Sequence[tuple[Simulation, Sequence[Case]]], out: Path) -> None:
    from clusterdesign.exporters import FileSet, csvfile, xlsx  # noqa: PLC0415
    from clusterdesign.tables.simulation import simulation_book  # noqa: PLC0415

    book = simulation_book(name, results)
    FileSet({"simulation.xlsx": xlsx.render(book), "simulation.csv": csvfile.render(book.sheets[0])}).write(out)


def _progress(text: str) -> None:
    """Show one line that replaces the one before; only where somebody watches."""
    if sys.stderr.isatty():
        typer.echo(f"\r\x1b[K{text}", nl=False, err=True)
