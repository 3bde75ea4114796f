"""Frozen records that are made by the hundred thousand.

A frozen dataclass sets each field with ``object.__setattr__``, a call that costs four times the plain assignment of an
ordinary one. A third of the elaboration of a large cluster was spent in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, fields
from typing import Any, TypeVar

_T = TypeVar("_T", bound=type)

_FEW = 8
"""Fields from which on it is quicker to become another class and back than to call the setter of each slot."""


def quick(cls: _T) -> _T:
    """Give a dataclass with ``frozen=True, slots=True`` an ``__init__`` that takes no detour to each field.

    It calls the setters of the slots. Where there are many, the new object is of a twin class with the same slots that
    is not frozen, while its fields are assigned. Arguments, defaults and everything else stay as they were.

    Raises:
        TypeError: a field has a default factory, or the class has a ``__post_init__``.
    """
    if hasattr(cls, "__post_init__"):
        raise TypeError(f"{cls.__name__} has a __post_init__")
    names: list[str] = []
    known: dict[str, Any] = {}
    arguments = ["self"]
    for field in fields(cls):
        if field.default_factory is not MISSING:
            raise TypeError(f"{cls.__name__}.{field.name} has a default factory")
        names.append(field.name)
        if field.default is MISSING:
            arguments.append(field.name)
        else:
            known[f"_default_{field.name}"] = field.default
            arguments.append(f"{field.name}=_default_{field.name}")
    body = _by_setters(cls, names, known) if len(names) < _FEW else _by_twin(cls, names, known)
    exec("\n ".join([f"def __init__({', '.join(arguments)}):", *body]), known)  # noqa: S102  # as dataclasses does itself; only names of fields come into the text
    made, before = known["__init__"], vars(cls)["__init__"]
    made.__qualname__, made.__annotations__ = before.__qualname__, before.__annotations__
    type.__setattr__(cls, "__init__", made)
    return cls


def _by_setters(cls: type, names: Sequence[str], known: dict[str, Any]) -> list[str]:
    """Return the lines that set each slot by its setter, and enter these into what they know."""
    known.update((f"_set_{name}", vars(cls)[name].__set__) for name in names)
    return [f"_set_{name}(self, {name})" for name in names]


def _by_twin(cls: type, names: Sequence[str], known: dict[str, Any]) -> list[str]:
    """Return the lines that assign the fields of a twin that is not frozen, and enter it into what they know."""
    twin = type(f"_{cls.__name__}", (), {"__slots__": tuple(names)})
    known |= {"_become": vars(object)["__class__"].__set__, "_frozen": cls, "_thawed": twin}
    assigned = [f"self.{name} = {name}" for name in names]
    return ["_become(self, _thawed)", *assigned, "self.__class__ = _frozen"]
