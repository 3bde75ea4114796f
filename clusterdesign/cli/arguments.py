"""Arguments that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from clusterdesign.errors import DesignError

Definition: TypeAlias = Annotated[
    Path,
    typer.Argument(
        metavar="DEFINITION", help="A Python file that binds 'cluster', or a design.json.", show_default=False
    ),
]

Settings: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Set a parameter of a definition that is a function; may be repeated.",
        show_default=False,
    ),
]


def settings(texts: list[str] | None) -> dict[str, str]:
    """Split ``NAME=VALUE`` texts.

    Raises:
        DesignError: one has another form, or names a parameter for the second time.
    """
    found: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name.isidentifier():
            raise DesignError(f"cannot read {text!r}", thing="--set", fix="write --set NAME=VALUE")
        if name in found:
            raise DesignError(f"{name!r} is set twice", thing="--set", fix="set it once")
        found[name] = value
    return found
