"""What a project decides about the rules themselves: findings it accepts, limits it replaces. Each has a reason."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import BeforeValidator, Field

from clusterdesign.parts import Declared
from clusterdesign.units import Quantity


def _as_text(value: object) -> object:
    return str(value) if isinstance(value, Quantity) else value


class Waiver(Declared):
    """Findings that are accepted: they leave the findings and stand in the report's list of waived ones.

    Nothing else is accepted with them: a finding of the same rule elsewhere stays. A waiver for a rule that does
    not exist, one that no finding needs and one whose day has passed are findings themselves.

    Attributes:
        rule: code or name of the rule.
        at: glob over the component that a finding names first; ``**`` crosses segments.
        because: the reason.
        until: last day on which the waiver holds; compared with the date that is passed to the check.
    """

    rule: str = Field(min_length=1)
    at: str = Field(default="**", min_length=1)
    because: str = Field(min_length=1)
    until: date | None = None


class OwnLimit(Declared):
    """A limit of a rule that this project sets otherwise.

    Attributes:
        limit: ``<rule>.<limit>``, as the reference page of the rule names it: ``CBL105.slack_share``.
        value: a number, a quantity, or a quantity as text.
        because: the reason: who agreed to it, which document says so.
    """

    limit: str = Field(min_length=1)
    value: Annotated[float | str, BeforeValidator(_as_text)]
    because: str = Field(min_length=1)
