"""What every part has: identity, origin of its numbers, size, weight, power."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from clusterdesign.errors import DesignError
from clusterdesign.parts.declared_at import remember
from clusterdesign.units import Length, Mass, Power

Confidence: TypeAlias = Literal["high", "medium", "low", "assumed"]
"""How far a value can be trusted. ``assumed``: a declared assumption without a source, listed in every report."""

Inlet: TypeAlias = Literal["C14", "C20", "hardwired", "busbar"]

Airflow: TypeAlias = Literal["front-to-rear", "rear-to-front", "P2C", "C2P", "passive"]
"""Direction of air. P2C: in at the power side, out at the connector side; C2P the reverse."""


class Frozen(BaseModel):
    """A closed, immutable model. ``model_copy`` does not validate, so changes go through :meth:`with_`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False, validate_default=True)

    def with_(self, **changes: Any) -> Self:  # any field of any subclass
        """Return a validated copy with some fields changed.

        Raises:
            DesignError: a field does not exist or a value does not fit it.
        """
        data = {name: getattr(self, name) for name in type(self).model_fields} | changes
        return build(type(self), data)


_M = TypeVar("_M", bound=BaseModel)


def build(model: type[_M], data: Mapping[str, Any], *, thing: str = "", where: str = "") -> _M:
    """Validate ``data`` as ``model`` and turn what pydantic reports into one :class:`DesignError`.

    Raises:
        DesignError: the first fault, with the dotted field and, for a misspelt field, the fields there are.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise as_design_error(error, model, thing=thing, where=where) from error


def as_design_error(error: ValidationError, model: type[BaseModel], *, thing: str = "", where: str = "") -> DesignError:
    """Turn what pydantic reports into one error: the first fault, with its dotted field and the way out."""
    first = error.errors(include_url=False)[0]
    # Steps such as constrained-int name a branch of a union, which no reader can write.
    steps = [str(step) or '""' for step in first["loc"] if not re.fullmatch(r"[a-z]+(-[a-z]+)+(\[.*\])?", str(step))]
    field = ".".join(steps)
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, DesignError):
        what = f"{field}: {cause.what}" if field else cause.what
        return DesignError(what, thing=thing or cause.thing or model.__name__, fix=cause.fix, where=where)
    if first["type"] == "extra_forbidden":
        what, fix = f"unknown field {field!r}", f"the fields are {', '.join(_owner(model, first['loc']).model_fields)}"
    elif first["type"] == "missing":
        what, fix = f"{field} is missing", f"give {field}="
    else:
        given = shorten(repr(first["input"]))
        what, fix = f"{field}: {first['msg'][0].lower()}{first['msg'][1:]}, got {given}", f"correct {field}="
    return DesignError(what, thing=thing or model.__name__, fix=fix, where=where)


def _owner(model: type[BaseModel], place: tuple[int | str, ...]) -> type[BaseModel]:
    """Return the model that the last step of an error's place belongs to."""
    for step in place[:-1]:
        field = model.model_fields.get(str(step))
        model = (field and _model_in(field.annotation)) or model
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((model for inner in get_args(annotation) if (model := _model_in(inner))), None)


def shorten(text: str, length: int = 80) -> str:
    """Cut a text that is longer than a line of a message can hold."""
    return text if len(text) <= length else f"{text[: length - 3]}..."


class Declared(Frozen):
    """What a designer writes: bad arguments raise :class:`DesignError` instead of pydantic's error."""

    def __init__(self, **data: Any) -> None:
        try:
            super().__init__(**data)
        except ValidationError as error:
            raise as_design_error(error, type(self)) from error
        remember(self)


def _distance(length: Length) -> Length:
    if length.base < 0:
        raise DesignError(f"a distance cannot be negative, got {length}", fix="write 0 m or more")
    return length


Distance: TypeAlias = Annotated[Length, AfterValidator(_distance)]
"""A length that is not negative."""


class Source(Frozen):
    """Where a value comes from.

    Attributes:
        ref: the document, with its address or table where there is one.
        confidence: how far it can be trusted.
        note: what a reader must know: a conflict between sources, a proxy, a condition.
    """

    ref: str
    confidence: Confidence
    note: str = ""


class Size(Frozen):
    """Outer dimensions.

    Attributes:
        height_u: rack units occupied; 0 for parts that hang beside the equipment (vertical PDUs, manifolds).
        width, depth, height: outer dimensions where published.
    """

    height_u: int | None = Field(default=None, ge=0)
    width: Length | None = None
    depth: Length | None = None
    height: Length | None = None


class Draw(Frozen):
    """Electrical draw.

    Attributes:
        typical: the datasheet's typical draw (for switches: with passive cables).
        maximum: the largest draw; feeds and cooling are sized by it.
        source_conflict: a larger figure that another line of the same datasheet implies.
    """

    typical: Power | None = None
    maximum: Power | None = None
    source_conflict: Power | None = None


class Supplies(Frozen):
    """Power supplies of a device.

    Attributes:
        count: supplies fitted.
        needed: supplies that carry the maximum load by the vendor's redundancy statement (4 of "4+2").
        minimum: supplies with which the device runs at all, at reduced performance; with fewer it is down.
        rating: output of one supply.
        inlet: inlet of one supply.
        cords_included: whether the device is delivered with a cord for each; None where that is not known, and then
            cords are bought.
        cord_length: of the cords that it is delivered with.
    """

    count: int = Field(ge=0)
    needed: int | None = Field(default=None, ge=0)
    minimum: int | None = Field(default=None, ge=0)
    rating: Power | None = None
    inlet: Inlet | None = None
    cords_included: bool | None = None
    cord_length: Length | None = None


class Part(Frozen):
    """What can be bought. A part has no name in the cluster and no place: a component is one with both.

    Attributes:
        id: catalogue id, ``vendor/part``.
        sources: dotted field path to its source; the longest matching prefix counts, ``""`` is the default.
        discontinued: True when the vendor no longer sells it, None when that is not known.
    """

    kind: str
    id: str = Field(pattern=r"^[a-z0-9][a-z0-9.+-]*/[a-z0-9][a-z0-9._+-]*$")
    name: str
    vendor: str
    part_number: str | None = None
    order_number: str | None = None
    description: str = ""
    discontinued: bool | None = None
    size: Size = Size()
    weight: Mass | None = None
    sources: Mapping[str, Source] = {}
    notes: tuple[str, ...] = ()

    NAMES: ClassVar[frozenset[str]] = frozenset({"id", "kind", "name", "vendor", "description"})
    """Fields that the catalogue decides: they have no source."""

    NEEDED: ClassVar[tuple[str, ...]] = ()
    """Dotted fields that rules need; :meth:`unknown` lists those without a value."""

    def value(self, field: str) -> Any:  # the type depends on the field
        """Return the value of a dotted field such as ``power.maximum``; None where it is unknown."""
        current: Any = self
        for step in field.split("."):
            if current is None:
                return None
            current = getattr(current, step)
        return current

    def source(self, field: str) -> Source | None:
        """Return the source of a dotted field: the longest prefix of it that has one."""
        steps = field.split(".")
        while steps:
            found = self.sources.get(".".join(steps))
            if found is not None:
                return found
            steps.pop()
        return self.sources.get("")

    def unknown(self) -> tuple[str, ...]:
        """Return the dotted fields that rules need and that have no value."""
        return tuple(field for field in self.NEEDED if self.value(field) is None)

    def values(self) -> Iterator[tuple[str, Any]]:
        """Yield the dotted fields that have a value of their own, models opened, lists as they are."""
        for name, info in type(self).model_fields.items():
            value = getattr(self, name)
            if value != info.default and name not in {"sources", "notes"}:
                yield from _values(name, value)

    def assumed(self) -> Iterator[tuple[str, Any, Source]]:
        """Yield every value that is a declared assumption: dotted field, value, source."""
        for field, value in self.values():
            source = self.source(field)
            if source is not None and source.confidence == "assumed" and field not in self.NAMES:
                yield field, value, source


def _values(field: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Frozen):
        for name in type(value).model_fields:
            yield from _values(f"{field}.{name}", getattr(value, name))
    elif value is not None and value != ():
        yield field, value
