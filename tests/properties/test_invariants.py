"""Every invariant notices the fault that it is there for: one design is spoilt in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from clusterdesign import catalog
from clusterdesign.design import Design, PortRef
from clusterdesign.elaboration import elaborate
from clusterdesign.testing import invariants
from clusterdesign.testing.invariants import INVARIANTS, Invariant, violations
from clusterdesign.units import m
from tests.elaboration.clusters import complete

FLAT = catalog.cable("nvidia/mcp4y10-n001-flt")
SOUND = elaborate(complete(9))
SOUND = replace(SOUND, parts={**SOUND.parts, FLAT.id: FLAT})
Spoil = Callable[[Design], Design]


def with_link(index: int, **changes: object) -> Spoil:
    def spoil(design: Design) -> Design:
        links = list(design.links)
        links[index] = replace(links[index], **changes)  # type: ignore[arg-type]  # fields of a link
        return replace(design, links=tuple(links))

    return spoil


def with_cable(tier: str, **changes: object) -> Spoil:
    def spoil(design: Design) -> Design:
        cables = list(design.cables)
        index = next(n for n, cable in enumerate(cables) if cable.tier == tier and cable.fabric == "compute")
        cables[index] = replace(cables[index], **changes)  # type: ignore[arg-type]  # fields of a cable
        return replace(design, cables=tuple(cables))

    return spoil


def without(what: str, index: int) -> Spoil:
    def spoil(design: Design) -> Design:
        records = list(getattr(design, what))
        del records[index]
        return replace(design, **{what: tuple(records)})  # type: ignore[arg-type]  # any field of records

    return spoil


def plugged_twice(design: Design) -> Design:
    first = next(cable for cable in design.cables if cable.tier == "node-leaf")
    return replace(design, cables=(*design.cables, replace(first, path="cable/again", links=())))


def index_of(tier: str) -> int:
    return next(n for n, link in enumerate(SOUND.links) if link.tier == tier and link.fabric == "compute")


NODE_LINK, UPLINK = index_of("node-leaf"), index_of("leaf-spine")

FAULTS: list[tuple[Invariant, Spoil]] = [
    (invariants.references_resolve, without("devices", 0)),
    (invariants.references_resolve, without("fabrics", 0)),
    (invariants.references_resolve, lambda design: replace(design, links=(*design.links, design.links[0]))),
    (invariants.ports_exist, with_link(NODE_LINK, a=PortRef("gpu/001", "OSFP9P9"))),
    (invariants.ports_carry_one_link, with_link(NODE_LINK, b=SOUND.links[NODE_LINK + 1].b)),
    (invariants.ports_carry_one_link, with_link(NODE_LINK, b=PortRef("compute/leaf/su1-r1", "2/1/1"))),
    (invariants.cage_positions_hold_one_plug, plugged_twice),
    (invariants.cage_positions_hold_one_plug, lambda d: replace(d, transceivers=(*d.transceivers, d.transceivers[0]))),
    (invariants.plugs_fit, with_cable("leaf-spine", part=FLAT.id)),
    (invariants.plugs_fit, without("transceivers", 0)),
    (invariants.plugs_fit, lambda d: replace(d, transceivers=(replace(d.transceivers[0], part="nvidia/mma4z00-ns"),))),
    (invariants.transceivers_are_used, lambda design: replace(design, cables=())),
    (invariants.links_have_one_cable, without("cables", 0)),
    (invariants.links_have_one_cable, lambda design: replace(design, cables=(*design.cables, design.cables[0]))),
    (invariants.cables_end_where_their_links_end, with_cable("node-leaf", links=())),
    (invariants.lengths_are_sold_and_cover, with_cable("node-leaf", length=m(1))),
    (invariants.lengths_are_sold_and_cover, with_cable("leaf-spine", length=m(1.7))),
    (invariants.rails_end_on_their_leaf, with_link(NODE_LINK, b=PortRef("compute/leaf/su1-r1", "12/1"))),
    (invariants.rails_end_on_their_leaf, with_link(NODE_LINK, rail=4)),
    (invariants.pairs_have_equal_links, without("links", UPLINK)),
    (invariants.taper_is_as_declared, lambda d: replace(d, links=tuple(k for k in d.links if k.tier != "leaf-spine"))),
    (
        invariants.taper_is_as_declared,
        lambda d: replace(d, fabrics=(replace(d.fabrics[0], taper_down=0), *d.fabrics[1:])),
    ),
    (invariants.switches_of_a_unit_are_complete, without("links", UPLINK)),
    (invariants.supplies_have_one_cord, lambda design: replace(design, cords=(*design.cords, design.cords[0]))),
    (invariants.supplies_have_one_cord, lambda design: replace(design, placements=())),
]


def test_the_design_is_sound_before() -> None:
    assert violations(SOUND) == []


@pytest.mark.parametrize(("invariant", "spoil"), FAULTS, ids=lambda value: getattr(value, "__name__", ""))
def test_an_invariant_notices_its_fault(invariant: Invariant, spoil: Spoil) -> None:
    assert invariant(SOUND) == []
    sentences = invariant(spoil(SOUND))
    assert sentences
    assert all(isinstance(sentence, str) for sentence in sentences)


def test_every_invariant_has_a_fault_that_it_notices() -> None:
    assert {invariant for invariant, _ in FAULTS} == set(INVARIANTS)


def test_violations_name_their_invariant() -> None:
    spoilt = replace(SOUND, cords=(*SOUND.cords, SOUND.cords[0]))
    assert violations(spoilt) == [
        f"references_resolve: {SOUND.cords[0].path} is the path of 2 components",
        f"supplies_have_one_cord: supply {SOUND.cords[0].supply} of {SOUND.cords[0].device} has 2 cords",
    ]
