"""The program: its commands, its global options and its exit status.

Exit status 0 is clean, 1 means error findings or differences, 2 bad input or usage.
Modules of the commands import the library when a command runs, so that ``--help`` is quick.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from clusterdesign.cli import (
    build,
    catalog,
    check,
    diff,
    explain,
    grow,
    infer,
    layout,
    lint_tender,
    placement,
    plan,
    plugins,
    propose,
    quote,
    rules,
    simulate,
    size,
    verify,
)
from clusterdesign.errors import DesignError
from clusterdesign.plugins import switched

# Help in plain text: typer's framed help would import rich, which costs more than everything else together.
app = typer.Typer(
    name="clusterdesign",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("build")(build.build)
app.command("check")(check.check)
app.command("explain")(explain.explain)
app.command("diff")(diff.diff)
app.command("grow")(grow.grow)
app.command("infer")(infer.infer)
app.command("layout")(layout.layout)
app.command("lint-tender")(lint_tender.lint_tender)
app.command("placement")(placement.placement)
app.command("quote")(quote.quote)
app.command("propose")(propose.propose)
app.command("simulate")(simulate.simulate)
app.command("size")(size.size)
app.command("verify")(verify.verify)
app.add_typer(catalog.app, name="catalog")
app.add_typer(rules.app, name="rules")
app.command("plan")(plan.plan)
app.command("plugins")(plugins.plugins)


@dataclass
class _State:
    """What the global options leave behind for :func:`main`."""

    debug: bool = False


def _print_version(wanted: bool) -> None:
    if wanted:
        # Reading the metadata of an installed package costs more than starting the program.
        from importlib.metadata import version  # noqa: PLC0415

        typer.echo(f"clusterdesign {version('clusterdesign')}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    *,
    debug: Annotated[
        bool, typer.Option("--debug", envvar="CLUSTERDESIGN_DEBUG", help="Show the traceback behind an error.")
    ] = False,
    no_plugins: Annotated[
        bool, typer.Option("--no-plugins", help="Leave out the rules and exporters of other packages.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Design a GPU training cluster as code.

    DEFINITION is a Python file that binds 'cluster', or a design.json.

    Exit status: 0 clean, 1 error findings or differences, 2 bad input or usage.
    """
    del version
    context.obj.debug = debug
    if no_plugins:
        context.with_resource(switched(on=False))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status.

    Args:
        arguments: what follows the program's name; ``sys.argv`` by default.
    """
    state = _State()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter must not turn a good answer into a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        app(args=None if arguments is None else list(arguments), prog_name="clusterdesign", obj=state)
    except DesignError as error:
        if state.debug:
            traceback.print_exception(error)
        typer.echo(f"error: {error}", err=True)
        return 2
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    return 0
