"""Differences between designs, on small designs built by hand."""

from __future__ import annotations

from dataclasses import fields, replace

from clusterdesign.design.design import Design
from clusterdesign.design.diff import _IDENTITY, Quantity, diff
from clusterdesign.design.ranges import families, span, spans
from clusterdesign.design.records import Fabric, Note
from tests.exporters.small_fabric import fat_tree


def test_every_collection_of_a_design_is_compared() -> None:
    assert {"design", *_IDENTITY} == {"design", *(field.name for field in fields(Design) if field.compare)} - {
        "name",
        "schema",
        "scheduler",
    }


def test_a_design_does_not_differ_from_itself() -> None:
    assert not diff(fat_tree(nodes=4), fat_tree(nodes=4))


def test_nodes_that_are_added_bring_their_links_and_cables_and_change_nothing() -> None:
    difference = diff(fat_tree(nodes=4, spines=4), fat_tree(nodes=6, spines=4))
    assert {group.kind: (len(group.added), len(group.removed), len(group.changed)) for group in difference.groups} == {
        "devices": (2, 0, 0),
        "links": (16, 0, 0),
        "cables": (16, 0, 0),
    }
    assert difference.quantities == (Quantity("test/cable", 288, 304), Quantity("test/node", 4, 6))


def test_removal_is_addition_backwards() -> None:
    there = diff(fat_tree(nodes=4), fat_tree(nodes=6))
    back = diff(fat_tree(nodes=6), fat_tree(nodes=4))
    assert [group.added for group in there.groups] == [group.removed for group in back.groups]


def test_a_component_that_keeps_its_path_is_changed() -> None:
    old = fat_tree(nodes=2)
    cable = replace(old.cables[0], part_number="T7", why="another reason")
    (group,) = diff(old, replace(old, cables=(cable, *old.cables[1:]))).groups
    (change,) = group.changed
    assert change.path == cable.path
    assert [(one.field, one.old, one.new) for one in change.fields] == [
        ("part_number", "T5", "T7"),
        ("why", "the shortest that reaches", "another reason"),
    ]


def test_whatever_makes_designs_unequal_is_a_difference() -> None:
    old = fat_tree(nodes=2)
    for new in (
        replace(old, name="other"),
        replace(old, schema=2),
        replace(old, notes=(Note("gpu/001", "a reason"),)),
        replace(old, fabrics=(*old.fabrics, Fabric("storage", "infiniband", 1, 2, 32))),
        replace(old, parts={}, devices=(), cables=()),
        replace(old, parts=dict(old.parts) | {"test/node": old.parts["test/node"].with_(name="Another")}),
    ):
        assert old != new
        assert diff(old, new)


def test_a_second_note_on_a_path_is_a_note_of_its_own() -> None:
    old = fat_tree(nodes=2)
    one, two = Note("gpu/001", "first"), Note("gpu/001", "second")
    (group,) = diff(replace(old, notes=(one,)), replace(old, notes=(one, two))).groups
    assert group.added == ("gpu/001 #2",)


def test_paths_are_told_by_families() -> None:
    paths = ["gpu/010", "gpu/2", "gpu/001", "rack/A05", "gpu/011"]
    assert families(paths) == (("gpu/001", "gpu/2", "gpu/010", "gpu/011"), ("rack/A05",))
    assert spans(paths) == ("gpu/001 .. gpu/011 (4)", "rack/A05")
    assert span(("a1", "a2")) == "a1, a2"
