"""What became of a check so far: the input of the rules that look at the check itself and not at the design."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from clusterdesign.plugins import Failed


@dataclass(frozen=True, slots=True)
class Failure:
    """A rule that raised.

    Attributes:
        error: type and text of what it raised, one line.
        place: ``<file name>:<line>`` where it did.
    """

    rule: str
    name: str
    error: str
    place: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A limit that cannot be what somebody set; the default was used.

    Attributes:
        about: ``limit/<n>`` of a declared one; empty where it was passed to the check.
    """

    limit: str
    what: str
    fix: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a check so far.

    Attributes:
        codes: code of every rule that exists, by code and by name.
        ran: codes of the rules that ran to their end.
        used: numbers of the waivers that a finding needed, expired ones included.
        expired: numbers of the waivers whose day has passed.
        today: the date that was passed to the check.
    """

    codes: Mapping[str, str] = field(default_factory=dict)
    ran: frozenset[str] = frozenset()
    used: frozenset[int] = frozenset()
    expired: frozenset[int] = frozenset()
    failures: tuple[Failure, ...] = ()
    refused: tuple[Refused, ...] = ()
    plugins: tuple[Failed, ...] = ()
    today: date | None = None
