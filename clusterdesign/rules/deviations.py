"""Intent rules: declared exceptions that had no effect, and what elaboration could not do."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.rules.rule import Hit, rule
from clusterdesign.rules.troubles import REPORTED, troubles
from clusterdesign.rules.words import count


@rule("INT001", "exception-matches-nothing", "error")
def exception_matches_nothing(design: Design) -> Iterator[Hit]:
    """An override or pin names components that the design does not have.

    Why: The designer believes that an exception holds which does not; often a rail or tier is misspelt.
    Example: An override for rail 9 of a fabric of eight rails.
    Fix: Correct the selector, or remove the exception.
    Source: the declared exceptions.
    """
    for n, deviation in enumerate(design.deviations):
        if deviation.matched == 0:
            yield Hit(
                paths=(),
                message=f"the {deviation.kind} of {deviation.where} ({deviation.what}) matches nothing",
                fix="correct the selector, or remove the exception",
                measured="0 components",
                limit="1 component",
                about=f"exception/{n}",
            )


@rule("INT002", "exception-changes-nothing", "warning")
def exception_changes_nothing(design: Design) -> Iterator[Hit]:
    """An override or pin matches components and leaves all of them as they were.

    Why: It is printed as a deviation and is none; the next reader draws the wrong conclusion from it.
    Example: An override to the part that the policy chose anyway.
    Fix: Remove the exception.
    Source: the declared exceptions.
    """
    for n, deviation in enumerate(design.deviations):
        if deviation.matched > 0 and not deviation.changed:
            yield Hit(
                paths=(),
                message=f"the {deviation.kind} of {deviation.where} ({deviation.what}) matches "
                f"{count(deviation.matched, 'component')} and changes nothing",
                fix="remove the exception",
                measured="0 changes",
                limit="1 change",
                about=f"exception/{n}",
            )


@rule("INT003", "declaration-not-met", "error")
def declaration_not_met(design: Design) -> Iterator[Hit]:
    """Something that the definition asks for could not be built, and no other rule is about it.

    Why: A part of the declaration is silently missing from everything that is ordered and installed.
    Example: A pin to a place that is taken.
    Fix: As the finding says.
    Source: what elaboration reports.
    """
    for code in dict.fromkeys(trouble.code for trouble in design.troubles):
        if code not in REPORTED:
            yield from troubles(design, code)


INT = (exception_matches_nothing, exception_changes_nothing, declaration_not_met)
