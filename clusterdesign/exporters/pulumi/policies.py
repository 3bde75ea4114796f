"""The policy pack: the rules of :mod:`clusterdesign.exporters.stack.policy` as Pulumi asks them."""

from __future__ import annotations

from pulumi_policy import (
    EnforcementLevel,
    Policy,
    ReportViolation,
    StackValidationArgs,
    StackValidationPolicy,
)

from clusterdesign.exporters.stack.policy import CHECKS, Check, Resource


def policies() -> list[Policy]:
    """Return every policy, mandatory; a pack is made of them."""
    return [
        StackValidationPolicy(
            name=name,
            description=description,
            validate=_validation(check),
            enforcement_level=EnforcementLevel.MANDATORY,
        )
        for name, (description, check) in CHECKS.items()
    ]


class _validation:  # noqa: N801  # a function with one bound argument
    def __init__(self, check: Check) -> None:
        self._check = check

    def __call__(self, args: StackValidationArgs, report: ReportViolation) -> None:
        found = [Resource(one.urn, one.resource_type, one.name, one.props) for one in args.resources]
        for violation in self._check(found):
            report(violation.message, violation.urn)
