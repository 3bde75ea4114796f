"""Running a definition: a program that somebody else wrote, so whatever goes wrong in it is bad input.

It is run here and nowhere else. A misspelt name or a part that does not exist becomes one :class:`DesignError`
that names the file and the line of the definition; faults of this library are no business of this module.
"""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, ModuleType, TracebackType
from typing import Any

from pydantic import ValidationError

from clusterdesign.errors import DesignError

MODULE = "clusterdesign_definition"
"""Name under which a definition runs: not ``__main__``, so that its main part stays asleep."""


def compiled(path: Path, data: bytes) -> CodeType:
    """Compile a definition.

    Raises:
        DesignError: it is no Python.
    """
    if b"\0" in data:
        raise DesignError(
            "is not a definition: it holds binary data",
            where=str(path),
            fix="name a Python file that binds 'cluster', or a design.json",
        )
    try:
        return compile(data, str(path), "exec", dont_inherit=True)
    except SyntaxError as error:
        raise DesignError(
            f"syntax error: {error.msg}",
            thing=(error.text or "").strip(),
            fix="correct the line; the error may also stand just before it",
            where=f"{path}:{error.lineno}" if error.lineno else str(path),
        ) from error


@contextlib.contextmanager
def surroundings(path: Path) -> Iterator[ModuleType]:
    """Make the module that a definition runs in, where it can import its neighbours.

    No trace of it is left: no module, no bytecode. What it prints goes to the error stream, so that the output
    of a command stays what the command promises.
    """
    module = ModuleType(MODULE)
    module.__file__ = str(path)
    directory = path.resolve().parent
    before, write_bytecode = set(sys.modules), sys.dont_write_bytecode
    sys.modules[MODULE] = module
    sys.path.insert(0, str(directory))
    sys.dont_write_bytecode = True
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield module
    finally:
        sys.dont_write_bytecode = write_bytecode
        with contextlib.suppress(ValueError):
            sys.path.remove(str(directory))
        # Two definitions may each have a neighbour of the same name.
        for name in [name for name in sys.modules if name not in before]:
            if name == MODULE or _is_neighbour(name, directory):
                del sys.modules[name]


def _is_neighbour(name: str, directory: Path) -> bool:
    """Tell whether a module was imported from beside the definition. This package itself may also stand there."""
    top = name.split(".", maxsplit=1)[0]
    if top == __name__.split(".", maxsplit=1)[0]:
        return False
    module = sys.modules[name]
    places = (getattr(module, "__file__", None), *getattr(module, "__path__", ()))
    return any(
        Path(place).is_relative_to(directory / top) or Path(place) == directory / f"{top}.py"
        for place in places
        if place
    )


def run_user_code(path: Path, call: Callable[[], Any]) -> Any:  # whatever the designer's code returns
    """Call code of a definition; whatever it raises becomes one error at a line of the definition.

    Raises:
        DesignError: the code raised; ``__cause__`` holds what.
    """
    try:
        return call()
    except DesignError as error:
        raise error.at(_line(path, error.__traceback__)) from error
    except ValidationError as error:
        raise _invalid(error, where=_line(path, error.__traceback__)) from error
    except SystemExit as error:
        raise DesignError(
            "the definition ends the program",
            thing=f"sys.exit({'' if error.code is None else repr(error.code)})",
            fix="remove the call; raise an error where the cluster cannot be defined",
            where=_line(path, error.__traceback__),
        ) from error
    # Anything may go wrong in a program that somebody else wrote, and all of it is bad input to this one. This
    # is the only place that runs such a program, and it runs nothing else.
    except Exception as error:
        raise DesignError(
            f"{type(error).__name__}: {' '.join(str(error).split()) or 'no message'}",
            thing=_elsewhere(path, error.__traceback__),
            fix="correct the line; 'clusterdesign --debug ...' shows the whole traceback",
            where=_line(path, error.__traceback__),
        ) from error


def _line(path: Path, trace: TracebackType | None) -> str:
    """Return ``file:line`` of the last step of a traceback that stands in the definition."""
    lines = [frame.lineno for frame in traceback.extract_tb(trace) if frame.filename == str(path)]
    return f"{path}:{lines[-1]}" if lines else str(path)


def _elsewhere(path: Path, trace: TracebackType | None) -> str:
    """Name the place of an error that a neighbour of the definition raised."""
    last = traceback.extract_tb(trace)[-1]
    beside = Path(last.filename).parent == path.resolve().parent
    return f"in {Path(last.filename).name}:{last.lineno}" if beside and last.filename != str(path) else ""


def _invalid(error: ValidationError, where: str) -> DesignError:
    """Turn what pydantic reports into our words: the first fault, with its field."""
    first = error.errors(include_url=False)[0]
    cause = first.get("ctx", {}).get("error")
    what, fix = (cause.what, cause.fix) if isinstance(cause, DesignError) else (first["msg"], "correct it")
    field = ".".join(str(step) for step in first["loc"])
    return DesignError(f"{field}: {what}" if field else what, thing=error.title, fix=fix, where=where)
