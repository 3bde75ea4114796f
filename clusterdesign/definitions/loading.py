"""From a file to a design, whatever the file is."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

from clusterdesign.definitions.parameters import arguments
from clusterdesign.definitions.running import compiled, run_user_code, surroundings
from clusterdesign.design import manifest
from clusterdesign.design.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.intent import Cluster

VARIABLE = "cluster"
"""The name a definition binds."""

_EXAMPLE = "a Python file that binds 'cluster', or a design.json"


def load(path: Path, settings: Mapping[str, str] | None = None) -> Design:
    """Read a definition or a ``design.json`` and return its design.

    Args:
        path: the file.
        settings: values for the parameters of a definition that is a function, as text.

    Raises:
        DesignError: the file cannot be used; the message names file, line, thing and the way out.
    """
    settings = settings or {}
    data = _read(path)
    if path.suffix == ".json":
        if settings:
            raise DesignError(
                "a design.json has no parameters",
                thing=f"--set {next(iter(settings))}",
                fix="give --set with the definition that the design was built from",
                where=str(path),
            )
        return manifest.load(data, where=str(path))
    cluster = _cluster(path, data, settings)
    try:
        return elaborate(cluster)
    except DesignError as error:
        # What is wrong with the cluster as a whole is told where it is bound.
        raise error.at(_binding(path, data)) from error


def load_cluster(path: Path, settings: Mapping[str, str] | None = None) -> Cluster:
    """Run a definition and return the cluster it binds, before it is elaborated.

    Raises:
        DesignError: the file is no definition, or it fails when it runs.
    """
    if path.suffix == ".json":
        raise DesignError("is a design, not a definition", where=str(path), fix="name a Python file")
    return _cluster(path, _read(path), settings or {})


def _read(path: Path) -> bytes:
    if path.is_dir():
        inside = next((path / name for name in ("design.py", "design.json") if (path / name).is_file()), _EXAMPLE)
        raise DesignError("is a directory", where=str(path), fix=f"name {inside}")
    if not path.exists():
        raise DesignError("no such file", where=str(path), fix=f"name {_EXAMPLE}")
    if path.suffix not in (".py", ".json"):
        raise DesignError("is not a definition", where=str(path), fix=f"name {_EXAMPLE}")
    try:
        return path.read_bytes()
    except OSError as error:
        raise DesignError(
            f"cannot be read: {error.strerror}", where=str(path), fix="make it a readable file"
        ) from error


def _cluster(path: Path, data: bytes, settings: Mapping[str, str]) -> Cluster:
    code = compiled(path, data)
    where = _binding(path, data)
    with surroundings(path) as module:
        run_user_code(path, lambda: exec(code, module.__dict__))  # noqa: S102  # running it is the purpose
        if VARIABLE not in module.__dict__:
            raise _unbound(path, [name for name, value in vars(module).items() if isinstance(value, Cluster)])
        value = module.__dict__[VARIABLE]
        if isinstance(value, Cluster):
            if settings:
                raise _not_a_function(next(iter(settings)), where)
            return value
        if callable(value) and not isinstance(value, type):
            given = arguments(value, settings, module, path=path, where=where)
            value = run_user_code(path, lambda: value(**given))
            if isinstance(value, Cluster):
                return value
            returned = "returns"
        else:
            returned = "is"
    raise DesignError(
        f"{VARIABLE!r} {returned} {_described(value)}, not a Cluster",
        fix=f"bind {VARIABLE} = Cluster(...), or a function that returns one",
        where=where,
    )


def _unbound(path: Path, others: list[str]) -> DesignError:
    fix = f"rename {others[0]!r} to {VARIABLE!r}" if others else f"write {VARIABLE} = Cluster(...)"
    return DesignError(f"binds no {VARIABLE!r}", where=str(path), fix=fix)


def _not_a_function(setting: str, where: str) -> DesignError:
    return DesignError(
        f"{VARIABLE!r} is a Cluster, not a function, and has no parameters",
        thing=f"--set {setting}",
        fix=f"write 'def {VARIABLE}({setting}=...) -> Cluster', or leave --set out",
        where=where,
    )


def _described(value: object) -> str:
    if value is None:
        return "None"
    name = f"class {value.__name__}" if isinstance(value, type) else type(value).__name__
    return f"the {name}" if isinstance(value, type) else f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def _binding(path: Path, data: bytes) -> str:
    """Return ``file:line`` of the last statement that binds ``cluster``, the file alone where none does so openly."""
    line = 0
    for statement in ast.parse(data).body:
        if VARIABLE in _bound_by(statement):
            line = statement.lineno
    return f"{path}:{line}" if line else str(path)


def _bound_by(statement: ast.stmt) -> set[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            return {target.id for target in targets if isinstance(target, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {alias.asname or alias.name for alias in names}
        case _:
            return set()
