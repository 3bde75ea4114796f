"""The invariants: many, named, and each of them notices a design that breaks it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from clusterdesign.design import Design
from clusterdesign.testing.drawn import designs, fabrics, parts, sites
from clusterdesign.testing.every import EVERY, broken
from clusterdesign.testing.mutations import MUTATIONS, example


def test_there_are_many_and_each_says_what_it_is() -> None:
    assert len(EVERY) >= 40
    assert len({each.__name__ for each in EVERY}) == len(EVERY)
    assert all(each.__doc__ for each in EVERY)


def test_a_sound_design_keeps_all() -> None:
    assert broken(example()) == []


@given(designs())
def test_every_drawn_design_keeps_all(design: Design) -> None:
    assert broken(design) == []


@settings(max_examples=20)
@given(parts(), fabrics(), sites())
def test_parts_and_policies_can_be_drawn(part: Any, fabric: Any, site: Any) -> None:
    assert part.id
    assert fabric.name
    assert type(site).__name__


@pytest.mark.parametrize(
    ("name", "invariant"),
    [
        ("two_rails_of_a_node_are_swapped", "rails_end_on_their_leaf"),
        ("two_cables_are_swapped_on_the_sheet_only", "cables_end_where_their_links_end"),
        ("two_nodes_share_a_port", "ports_carry_one_link"),
        ("an_uplink_is_missing", "taper_is_as_declared"),
        ("a_cable_is_missing", "links_have_one_cable"),
        ("two_leaves_are_linked", "links_climb_one_tier"),
        ("a_straight_cable_has_a_third_end", "cables_have_the_ends_of_their_part"),
        ("a_length_is_invented", "lengths_are_sold_and_cover"),
        ("a_transceiver_is_of_another_generation", "transceivers_of_a_cable_match"),
        ("a_cord_is_for_a_supply_too_many", "cords_are_for_supplies_that_exist"),
        ("a_pdu_is_not_fed", "pdus_hang_on_one_feed"),
        ("a_node_has_no_place", "devices_have_a_place"),
        ("two_nodes_overlap", "places_do_not_overlap"),
        ("a_switch_is_above_the_rack", "devices_stand_within_their_rack"),
        ("a_place_is_higher_than_the_device", "heights_are_those_of_the_parts"),
    ],
)
def test_a_broken_design_is_noticed(name: str, invariant: str) -> None:
    mutation = next(each for each in MUTATIONS if each.name == name)
    design = mutation.apply(example())
    noticed = {each.__name__ for each in EVERY if _notices(each, design)}
    assert invariant in noticed


def _notices(invariant: Any, design: Design) -> bool:
    try:
        return bool(invariant(design))
    except KeyError:
        return True  # it follows a reference that leads nowhere, which another invariant reports


def test_records_in_another_order_are_noticed() -> None:
    design = example()
    assert broken(replace(design, links=design.links[::-1])) == ["records_are_sorted: links are not sorted"]
