"""Parameters of a definition that is a function: ``--set nodes=64`` by the type each parameter asks for."""

from __future__ import annotations

import inspect
import math
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, TypeAlias

from clusterdesign.definitions.running import run_user_code
from clusterdesign.errors import DesignError

Scalar: TypeAlias = int | float | str | bool

_BOOL = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}

_KINDS: dict[Any, str] = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}


def arguments(
    function: Callable[..., Any], settings: Mapping[str, str], module: ModuleType, *, path: Path, where: str
) -> dict[str, Scalar]:
    """Convert texts to what the parameters of a definition ask for.

    Args:
        function: what the definition binds.
        settings: parameter to text.
        module: the module of the definition, in which annotations are read.
        path: the file of the definition.
        where: ``file:line`` of the function, for messages.

    Raises:
        DesignError: no such parameter, a text that does not fit it, or a parameter without a value.
    """
    known = {
        name: parameter
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    }
    for name in settings:
        if name not in known:
            raise DesignError(
                f"the definition has no parameter {name!r}",
                thing=f"--set {name}",
                fix=f"the parameters are {', '.join(known)}" if known else "it has none: leave --set out",
                where=where,
            )
    for name, parameter in known.items():
        if parameter.default is parameter.empty and name not in settings:
            raise DesignError(f"parameter {name!r} has no value", fix=f"add --set {name}=...", where=where)
    return {
        name: _convert(text, name, _wanted(known[name], module, path=path, where=where), where=where)
        for name, text in settings.items()
    }


def _wanted(parameter: inspect.Parameter, module: ModuleType, *, path: Path, where: str) -> tuple[Any, ...]:
    """Return what a parameter takes: one of four types, or the values of a ``Literal``."""
    annotation = parameter.annotation
    if isinstance(annotation, str):
        # ``from __future__ import annotations`` turns annotations into texts.
        text = annotation
        annotation = run_user_code(path, lambda: eval(text, module.__dict__))  # noqa: S307  # the designer's code
    if annotation in _KINDS:
        return (annotation,)
    if typing.get_origin(annotation) is Literal:
        return typing.get_args(annotation)
    if annotation is parameter.empty:
        kind = str if parameter.default is parameter.empty else type(parameter.default)
        if kind in _KINDS:
            return (kind,)
    raise DesignError(
        f"parameter {parameter.name!r} cannot be set from the command line",
        thing=f"--set {parameter.name}",
        fix="annotate it with int, float, str or bool",
        where=where,
    )


def _convert(text: str, name: str, wanted: tuple[Any, ...], *, where: str) -> Scalar:
    for choice in wanted:
        value = _read(text, choice)
        if value is not None:
            return value
    expected = " or ".join(_KINDS.get(choice, str(choice)) for choice in wanted)
    raise DesignError(
        f"expected {expected}, got {text!r}", thing=f"--set {name}", fix=f"write --set {name}=VALUE", where=where
    )


def _read(text: str, choice: Any) -> Scalar | None:
    """Read a text as a type, or compare it with one value of a ``Literal``; None where it does not fit."""
    if choice is bool:
        return _BOOL.get(text.lower())
    if choice is str:
        return text
    if choice is int or choice is float:
        try:
            number: int | float = choice(text)
        except ValueError:
            return None
        return number if math.isfinite(number) else None
    same: Scalar | None = choice if str(choice) == text else None
    return same
