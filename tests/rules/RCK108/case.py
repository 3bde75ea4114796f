"""A row of 11 racks along an aisle that is closed at one end."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.RCK107.case import row


def triggering() -> Design:
    return row(11, dead_end=True)


def clean() -> Design:
    return row(10, dead_end=True)
