"""Running the rules over a design."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from clusterdesign.design.collector import paused
from clusterdesign.design.design import Design
from clusterdesign.names import natural_key, natural_sorted
from clusterdesign.plugins import place_of, told
from clusterdesign.rules.bundles import bundled
from clusterdesign.rules.finding import Finding, NotChecked
from clusterdesign.rules.installed import installed
from clusterdesign.rules.limits import settle
from clusterdesign.rules.outcome import Failure, Outcome
from clusterdesign.rules.registry import RULES, named
from clusterdesign.rules.report import SEVERITIES, Ran, Report
from clusterdesign.rules.rule import Rule, Value
from clusterdesign.rules.waiving import judge


@paused()
def check(
    design: Design,
    *,
    ignore: Iterable[str] = (),
    limits: Mapping[str, Value | str] | None = None,
    rules: Iterable[Rule] | None = None,
    bundle: str = "",
    today: date | None = None,
) -> Report:
    """Run the rules over a design.

    Args:
        design: what to check; it is only read. The waivers and limits that it carries apply.
        ignore: codes or names of rules whose results are left out. They run all the same, so that the report
            can say how much was left out.
        limits: replacements for limits, by ``<code>.<limit>``: ``{"CBL105.slack_share": 0.05}``. They win over
            those of the design. One that cannot be is a finding.
        rules: the rules to run; by default all, with those of plug-ins.
        bundle: name of a bundle, to run only its rules.
        today: the date that the days of waivers are compared with. No clock is read: without a date every waiver
            holds, and the report says that its day was not compared.

    Raises:
        DesignError: a rule to ignore, or the bundle, does not exist.
    """
    extra, failed = installed() if rules is None else ((), ())
    known = (*RULES, *extra) if rules is None else tuple(rules)
    chosen = bundled(bundle, known) if bundle else known
    by_name = {key: rule for rule in reversed(known) for key in (rule.code, rule.name)}
    settled = settle(design, limits or {}, by_name)
    skip = frozenset(named(text, known).code for text in ignore)
    results = _Results(skip)
    for rule in chosen:
        if not rule.after:
            results.run(rule, design, None, settled.values.get(rule.code, {}))
    codes = {key: rule.code for key, rule in by_name.items()}
    judgement = judge(design, results.findings, codes, today)
    # A rule about the check counts as one that found nothing: its findings cannot be waived.
    about_check = {rule.code for rule in chosen if rule.after}
    outcome = Outcome(
        codes=codes,
        ran=frozenset(entry.code for entry in results.ran if not entry.failed) - skip | about_check,
        used=judgement.used,
        expired=judgement.expired,
        failures=tuple(results.failures),
        refused=settled.refused,
        plugins=failed,
        today=today,
    )
    results.findings = list(judgement.findings)
    for rule in chosen:
        if rule.after:
            results.run(rule, design, outcome, settled.values.get(rule.code, {}))
    order = {rule.code: n for n, rule in enumerate(chosen)}
    return Report(
        design=design.name,
        findings=tuple(sorted(results.findings, key=_order)),
        not_checked=tuple(results.gaps[key] for key in sorted(results.gaps)),
        ran=tuple(sorted(results.ran, key=lambda entry: order[entry.code])),
        limits=settled.changed,
        waived=tuple(sorted(judgement.waived, key=lambda waived: _order(waived.finding))),
        bundle=bundle,
        left_out=tuple(rule.code for rule in known if rule.code not in order),
        today=today.isoformat() if today else "",
    )


@dataclass(slots=True)
class _Results:
    """What the rules have said so far."""

    skip: frozenset[str]
    findings: list[Finding] = field(default_factory=list)
    gaps: dict[tuple[str, str, str], NotChecked] = field(default_factory=dict)
    ran: list[Ran] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def run(self, rule: Rule, design: Design, outcome: Outcome | None, limits: Mapping[str, Value]) -> None:
        """Run one rule and keep what it says, up to where it raises."""
        said: list[Finding | NotChecked] = []
        failure = None
        try:
            for result in rule(design, outcome, **limits):
                said.append(result)  # noqa: PERF402  # what it said before it raised counts
        # A rule may be somebody else's code, and a design may be broken in a way that its author never thought of:
        # whatever it raises is named in the report, and all that the other rules say is still worth reading.
        except Exception as error:  # noqa: BLE001
            failure = Failure(rule.code, rule.name, told(error), place_of(error))
        own = [result for result in said if isinstance(result, Finding)]
        ignored = rule.code in self.skip
        self.ran.append(Ran(rule.code, rule.name, rule.severity, len(own), ignored, failure is not None))
        if ignored:
            return
        if failure:
            self.failures.append(failure)
        self.findings += own
        for result in said:
            if isinstance(result, NotChecked):
                paths = tuple(natural_sorted(result.paths))
                self.gaps[result.part, result.field, result.code] = replace(result, paths=paths)


def _order(finding: Finding) -> tuple[Any, ...]:
    paths = tuple(natural_key(path) for path in finding.paths)
    return SEVERITIES.index(finding.severity), finding.code, paths, finding.message
