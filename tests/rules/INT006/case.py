"""Limits that cannot be: of no rule, of no name, out of range, of another dimension."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import OwnLimit
from tests.rules.designs import sound


def triggering() -> Design:
    """Each of the four once."""
    because = "agreed on with the installer"
    limits = (
        OwnLimit("CBL777.slack_share", 0.05, because),
        OwnLimit("CBL105.slack", 0.05, because),
        OwnLimit("CBL105.slack_share", 7, because),
        OwnLimit("RCK005.rear", "3 kg", because),
    )
    return replace(sound(), limits=limits)


def clean() -> Design:
    """A limit within its range."""
    return replace(sound(), limits=(OwnLimit("CBL105.slack_share", 0.05, "agreed on with the installer"),))
