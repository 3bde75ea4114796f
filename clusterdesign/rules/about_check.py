"""Intent rules about the check itself: what somebody decided about the rules, and rules that could not run.

They run after all others and read the outcome of those; none of their findings can be waived.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from clusterdesign.design.design import Design
from clusterdesign.rules.outcome import Outcome
from clusterdesign.rules.rule import Gap, Hit, rule


@rule("INT004", "waiver-for-no-rule", "error", after=True)
def waiver_for_no_rule(design: Design, outcome: Outcome) -> Iterator[Hit]:
    """A waiver names a rule that does not exist.

    Why: Whoever wrote it believes that something is accepted, and it is not; or a plug-in is missing.
    Example: A waiver for NET311 where NET301 was meant.
    Fix: Correct the code, or install the package that the rule comes from.
    Source: the declared waivers.
    """
    for n, waiver in enumerate(design.waivers):
        if waiver.rule not in outcome.codes:
            near = get_close_matches(waiver.rule, outcome.codes, n=3, cutoff=0.5)
            yield Hit(
                paths=(),
                message=f"the waiver for {waiver.rule} at {waiver.at} names no rule",
                fix=f"did you mean {' or '.join(near)}?" if near else "`clusterdesign rules list` prints every rule",
                about=f"waiver/{n}",
            )


@rule("INT005", "waiver-matches-nothing", "warning", after=True)
def waiver_matches_nothing(design: Design, outcome: Outcome) -> Iterator[Hit]:
    """A waiver is for a rule that finds nothing there.

    Why: It accepts in advance what nobody has looked at: the next fault of that kind passes without a word.
    Example: A waiver that stayed when the cable was replaced.
    Fix: Remove the waiver, or correct its glob.
    Source: the declared waivers.
    """
    for n, waiver in enumerate(design.waivers):
        if outcome.codes.get(waiver.rule) in outcome.ran and n not in outcome.used:
            yield Hit(
                paths=(),
                message=f"the waiver for {waiver.rule} at {waiver.at} matches no finding",
                fix="remove the waiver, or correct its glob",
                measured="0 findings",
                limit="1 finding",
                about=f"waiver/{n}",
            )


@rule("INT006", "limit-refused", "error", after=True)
def limit_refused(design: Design, outcome: Outcome) -> Iterator[Hit]:
    """A limit was set to what it cannot be, or there is no such limit; the default was used.

    Why: The rule judged by another limit than the project agreed on.
    Example: A slack of 7 where a share from 0 to 1 is meant.
    Fix: Correct the limit; the reference page of the rule names its range.
    Source: the ranges of the limits.
    """
    del design
    for refused in outcome.refused:
        message = f"the limit {refused.limit} is not in force: {refused.what}"
        yield Hit(paths=(), message=message, fix=refused.fix, about=refused.about)


@rule("INT007", "rule-failed", "error", after=True)
def rule_failed(design: Design, outcome: Outcome) -> Iterator[Hit]:
    """A rule raised an error and did not finish; the other rules did.

    Why: What it checks is not checked, and a report without its findings would read as a pass.
    Example: A rule of a plug-in that expects every node to have a weight.
    Fix: Correct the rule; until then ignore it by name, so that the report says so.
    Source: what the rule raised.
    """
    del design
    for failure in outcome.failures:
        yield Hit(
            paths=(),
            message=f"rule {failure.rule} {failure.name} raised {failure.error} at {failure.place}",
            fix=f"correct the rule, or leave it out with --ignore {failure.rule}",
        )


@rule("INT008", "plug-in-failed", "error", after=True)
def plug_in_failed(design: Design, outcome: Outcome) -> Iterator[Hit]:
    """A plug-in is installed and cannot be used.

    Why: The rules, parts or documents that it adds are missing, and the site relies on them.
    Example: A package of rules that imports a library which is not installed.
    Fix: Repair or remove the package, or switch plug-ins off with --no-plugins.
    Source: what the import raised.
    """
    del design
    for failed in outcome.plugins:
        yield Hit(
            paths=(),
            message=f"plug-in {failed.plugin}: {failed.what} at {failed.place}",
            fix="repair or remove the package, or switch plug-ins off with --no-plugins",
        )


@rule("INT901", "waiver-expired", "warning", after=True)
def waiver_expired(design: Design, outcome: Outcome) -> Iterator[Hit | Gap]:
    """The last day of a waiver has passed; what it accepted is a finding again.

    Whether it has passed is told by the date that is passed to the check, never by a clock. Without a date the
    waiver holds, and the report says that its day was not compared.

    Why: The reason was given for a limited time, and somebody should decide again.
    Example: A waiver until 2026-03-31 in a check of 2026-04-01.
    Fix: Repair what was accepted, or give the waiver a new reason and a new day.
    Source: the declared waivers.
    """
    for n, waiver in enumerate(design.waivers):
        if n in outcome.expired and outcome.today is not None:
            yield Hit(
                paths=(),
                message=f"the waiver for {waiver.rule} at {waiver.at} has expired",
                fix="repair what was accepted, or give the waiver a new reason and a new day",
                measured=outcome.today.isoformat(),
                limit=waiver.until,
                about=f"waiver/{n}",
            )
    if outcome.today is None and any(waiver.until for waiver in design.waivers):
        yield Gap(part="", field="date of the check", paths=())


ABOUT_CHECK = (waiver_for_no_rule, waiver_matches_nothing, limit_refused, rule_failed, plug_in_failed, waiver_expired)
