"""Physical sense of a catalogue: does what the parts say about themselves fit together?

An error is a number that cannot be true, or that nobody can trace. A warning is a known conflict or a value outside
the usual range, kept because a source says so. The catalogue that comes with the package has no errors.
"""

from __future__ import annotations

from clusterdesign.catalog.catalog import Catalog
from clusterdesign.catalog.lint import cabling, devices, records, site
from clusterdesign.catalog.lint.finding import LintFinding, Severity

CHECKS = (*records.CHECKS, *devices.CHECKS, *cabling.CHECKS, *site.CHECKS)
"""Every check, in the order they run. A check takes a catalogue and yields findings."""

_ORDER: dict[Severity, int] = {"error": 0, "warning": 1, "info": 2}


def lint(catalog: Catalog) -> tuple[LintFinding, ...]:
    """Check a whole catalogue; errors first, then by part.

    Raises:
        DesignError: a file is faulty, so that there is no part to check.
    """
    order = {id_: n for n, id_ in enumerate(catalog.ids())}
    found = (finding for check in CHECKS for finding in check(catalog))
    return tuple(sorted(found, key=lambda finding: (_ORDER[finding.severity], order[finding.part], finding.check)))


__all__ = ["CHECKS", "LintFinding", "Severity", "lint"]
