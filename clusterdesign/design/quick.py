"""Frozen records that are made by the hundred thousand.

A frozen dataclass sets each field with ``object.__setattr__``, a call that costs four times the plain assignment of an
ordinary one. A third of the elaboration of a large cluster was spent in it.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

_T = TypeVar("_T", bound=type)


def quick(cls: _T) -> _T:
    """Give a dataclass with ``frozen=True, slots=True`` an ``__init__`` that assigns its fields plainly.

    While it does, the new object is of a twin class with the same slots that is not frozen. Arguments, defaults and
    everything else stay as they were.

    Raises:
        TypeError: a field has a default factory, or the class has a ``__post_init__``.
    """
    if hasattr(cls, "__post_init__"):
        raise TypeError(f"{cls.__name__} has a __post_init__")
    names: list[str] = []
    known: dict[str, Any] = {"_become": object.__setattr__, "_frozen": cls}
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
    known["_thawed"] = type(f"_{cls.__name__}", (), {"__slots__": tuple(names)})
    lines = [
        f"def __init__({', '.join(arguments)}):",
        " _become(self, '__class__', _thawed)",
        *(f" self.{name} = {name}" for name in names),
        " self.__class__ = _frozen",
    ]
    exec("\n".join(lines), known)  # noqa: S102  # as dataclasses does itself; only names of fields come into the text
    made, before = known["__init__"], vars(cls)["__init__"]
    made.__qualname__, made.__annotations__ = before.__qualname__, before.__annotations__
    type.__setattr__(cls, "__init__", made)
    return cls
