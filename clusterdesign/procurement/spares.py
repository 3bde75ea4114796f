"""Spare parts: by the most specific policy that selects a line, rounded up."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_CEILING, Decimal

from clusterdesign.design.procurement import Section, Spares, chosen


def spares_of(policies: Iterable[Spares], section: Section, ids: Iterable[str], quantity: int) -> int:
    """Return how many spares a line has: ``max(ceil(quantity * percent / 100), at_least)``.

    100 cables at 3 % have 3, 40 have 2. A line of nothing has none; without a policy there are none.
    """
    policy = next(iter(chosen(policies, section, ids)), None)
    if policy is None or not quantity:
        return 0
    share = Decimal(quantity) * Decimal(policy.percent or "0") / 100
    return max(int(share.to_integral_value(ROUND_CEILING)), policy.at_least)


__all__ = ["spares_of"]
