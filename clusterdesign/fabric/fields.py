"""Types of fields that several policies share: names that can stand in a path, tapers."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, PlainSerializer

from clusterdesign.errors import DesignError
from clusterdesign.names import check_name

_RATIO = re.compile(r"([1-9][0-9]{0,3}):([1-9][0-9]{0,3})")


def _name(value: object) -> object:
    return check_name(value) if isinstance(value, str) else value


def _taper(value: Any) -> Any:  # whatever the designer wrote
    """Read ``"2:1"`` as down to up capacity."""
    if isinstance(value, Fraction):
        ratio = value
    elif isinstance(value, int):
        ratio = Fraction(value)
    else:
        match = _RATIO.fullmatch(str(value))
        if match is None:
            raise DesignError(f"{value!r} is no taper", fix='write down to up capacity as "1:1" or "4:3"')
        ratio = Fraction(int(match[1]), int(match[2]))
    if ratio < 1:
        raise DesignError(
            f"taper {value!r} has more up than down capacity", fix='write down to up capacity, "1:1" at the least'
        )
    return ratio


Name: TypeAlias = Annotated[str, BeforeValidator(_name)]
"""One segment of a path."""

Taper: TypeAlias = Annotated[
    Fraction,
    BeforeValidator(_taper),
    PlainSerializer(lambda ratio: f"{ratio.numerator}:{ratio.denominator}", return_type=str),
]
"""Down capacity to up capacity of a leaf, written ``"1:1"``."""
