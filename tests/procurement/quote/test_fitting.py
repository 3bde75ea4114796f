"""Servers and adapters in place of others: adapters go along, and the rules look at ports, cages and height."""

from __future__ import annotations

from functools import cache

import pytest

from clusterdesign.catalog import builtin
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.procurement.bill import bill
from clusterdesign.procurement.quote.fitting import Fitting, Verdict
from clusterdesign.site import Feeds
from tests.elaboration.clusters import CX7, HGX, PDU, cluster, racks

NODE, ADAPTER = "SYS-821GE-TNHR", "MCX75310AAS-NEAT"


@cache
def design() -> Design:
    return elaborate(cluster(2, part=HGX, hca=CX7, racks=racks(2), power=Feeds(count=3, pdu=PDU)))


@cache
def fitting() -> Fitting:
    return Fitting(design(), builtin)


def judged(asked: str, offered: str) -> Verdict:
    line = next(line for line in bill(design()) if line.key == asked)
    known = fitting().known(offered)
    assert known is not None
    assert fitting().alike(line, known) or asked == ADAPTER
    return fitting().judge(line, known)


def test_a_server_of_another_maker_gets_the_adapters_of_the_asked_one() -> None:
    verdict = judged(NODE, "AS-8125GS-TNHR")
    assert verdict.rules == ()
    # Its ports, cages and slots suit; what it draws is unknown, which is never a pass.
    assert verdict.fits is None
    assert verdict.why.startswith("no rule objects, but PWR101, ")
    assert verdict.why.endswith(": power.maximum is unknown")


def test_a_lower_server_stands_in_the_same_gap() -> None:
    verdict = judged(NODE, "ESC N8-E11")
    assert verdict.rules == ()
    assert "size.height_u is 7 instead of 8" in verdict.remarks


def test_a_server_with_other_gpus_is_not_judged() -> None:
    verdict = judged(NODE, "DGXA-G640F+P2EDI36")
    assert (verdict.fits, verdict.why) == (None, "its GPUs are others")


@pytest.mark.parametrize(
    ("offered", "fits", "rules"),
    [("MCX75310AAC-NEAT", True, ()), ("MCX715105AS-WEAT", False, ("CBL006",)), ("MCX653105A-HDAT", False, ("CBL006",))],
)
def test_adapters_are_judged_in_their_servers(offered: str, fits: bool, rules: tuple[str, ...]) -> None:
    verdict = judged(ADAPTER, offered)
    assert verdict.fits is fits
    assert set(rules) <= set(verdict.rules)


def test_the_design_itself_is_left_as_it_is() -> None:
    before = design().devices, design().placements, dict(design().parts)
    judged(NODE, "G593-SD0-AAX1")
    assert (design().devices, design().placements, dict(design().parts)) == before


def test_a_part_in_place_of_itself_fits() -> None:
    for line in bill(design()):
        known = fitting().known(line.part_number)
        if known is not None:
            assert fitting().judge(line, known).fits is True
