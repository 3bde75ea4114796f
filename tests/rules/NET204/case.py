"""Every supply of both managers on feed A; sound: each manager on both feeds."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.manager_designs import two


def triggering() -> Design:
    return two(feeds=("A", "A"), first="AA")


def clean() -> Design:
    return two()


ALSO = ("PWR201",)
