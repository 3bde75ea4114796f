"""Faults of what a designer decides: exceptions, waivers, limits; and of programs that the check runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from clusterdesign.design import Design, Deviation, OwnLimit, Trouble, Waiver
from clusterdesign.plugins import Failed, Plugin
from clusterdesign.rules import RULES, Gap, Hit, Outcome, Rule, rule
from clusterdesign.testing.mutations.base import drop, mutation, node_link


@mutation("INT001")
def an_override_hits_nothing(design: Design) -> Design:
    """An override is for a node that there is not."""
    return _deviating(design, Deviation("override", "gpu/999", "part x/y", "a test", 0, ()))


@mutation("INT002")
def an_override_changes_nothing(design: Design) -> Design:
    """An override gives a node the part that it has."""
    return _deviating(design, Deviation("override", "gpu/001", "part x/y", "a test", 1, ()))


def _deviating(design: Design, deviation: Deviation) -> Design:
    return replace(design, deviations=(*design.deviations, deviation))


@mutation("INT003")
def a_pin_cannot_be_met(design: Design) -> Design:
    """Elaboration could not put a device where it is pinned."""
    trouble = Trouble("XYZ901", "gpu/001", "cannot be pinned to A01 U1", "pin it elsewhere")
    return replace(design, troubles=(*design.troubles, trouble))


def _waiving(design: Design, *waivers: Waiver) -> Design:
    return replace(design, waivers=(*design.waivers, *waivers))


@mutation("INT004")
def a_waiver_is_misspelt(design: Design) -> Design:
    """A waiver names no rule."""
    return _waiving(design, Waiver("NET311", "**", "a test"))


@mutation("INT005")
def a_waiver_is_needless(design: Design) -> Design:
    """A waiver is for what no rule finds."""
    return _waiving(design, Waiver("NET301", "compute/**", "a test"))


@mutation("INT901", also={"NET003": "what it accepted is a finding again"}, check={"today": date(2026, 4, 1)})
def a_waiver_has_expired(design: Design) -> Design:
    """The last day of a waiver was yesterday."""
    link = node_link(design, 0, 1)
    design = drop(design, design.cable_of[link.path].path)
    return _waiving(design, Waiver("NET003", link.path, "the cable comes in March", "2026-03-31"))


@mutation("INT006")
def a_limit_is_out_of_range(design: Design) -> Design:
    """The share of slack is seven."""
    return replace(design, limits=(*design.limits, OwnLimit("CBL105.slack_share", 7, "a test")))


@rule("ZZZ001", "always-broken", "error")
def _always_broken(design: Design) -> Iterator[Hit]:
    yield from ()
    raise KeyError(design.name)


@mutation("INT007", check={"rules": (*RULES, _always_broken)})
def a_rule_raises(design: Design) -> Design:
    """One more rule runs, and fails."""
    return design


def _as_if(each: Rule) -> Rule:
    """Return the rule about plug-ins, told that one could not be imported."""
    failed = Failed(Plugin("rules", "ZZZ", "zzz:RULES", "zzz 1.0"), "ModuleNotFoundError: No module named 'zzz'", "")

    def function(design: Design, outcome: Outcome) -> Iterator[Hit | Gap]:
        return each.function(design, replace(outcome, plugins=(failed,)))

    function.__doc__ = each.function.__doc__
    return replace(each, function=function)


@mutation("INT008", check={"rules": tuple(_as_if(each) if each.code == "INT008" else each for each in RULES)})
def a_plug_in_is_broken(design: Design) -> Design:
    """A plug-in is installed that cannot be imported."""
    return design


DECISIONS = (
    an_override_hits_nothing,
    an_override_changes_nothing,
    a_pin_cannot_be_met,
    a_waiver_is_misspelt,
    a_waiver_is_needless,
    a_limit_is_out_of_range,
    a_rule_raises,
    a_plug_in_is_broken,
    a_waiver_has_expired,
)
