from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.design import Design, End, Placement, Printing
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.intent import Cluster
from clusterdesign.site import Printing as Declared
from clusterdesign.tables.cabling import plan, tags
from clusterdesign.tables.cabling.label_sheet import label_sheet
from clusterdesign.tables.labels import Label, labels, swap
from clusterdesign.testing.strategies import clusters
from tests.tables.small import small_design


def texts(design: Design) -> dict[str, str]:
    return {f"{label.cable} {label.mark}": label.text for group in labels(design).values() for label in group}


def printed(design: Design) -> Iterator[Label]:
    return (label for group in labels(design).values() for label in group)


def test_both_ends_stand_on_a_label_the_near_one_first() -> None:
    assert texts(small_design()) == {
        "cable/compute/leaf/r1:1 A": "A02-40:1 / A01-01:12:04 + A01-09:12:04",
        "cable/compute/leaf/r1:1 B": "A01-01:12:04 / A02-40:1",
        "cable/compute/leaf/r1:1 C": "A01-09:12:04 / A02-40:1",
        "cable/gpu/001:P2 A": "A01-01:P2 / A02-39:1/1",
        "cable/gpu/001:P2 B": "A02-39:1/1 / A01-01:P2",
        "cable/gpu/002:P2 A": "A01-09:P2 / A02-39:1/2",
        "cable/gpu/002:P2 B": "A02-39:1/2 / A01-09:P2",
    }


def test_the_template_is_that_of_the_site() -> None:
    design = replace(small_design(), printing=Printing(label="{device}#{port}"))

    assert texts(design)["cable/gpu/001:P2 A"] == "gpu/001#P2 / compute/leaf/r2#1/1"


def test_what_has_no_unit_of_its_own_goes_by_its_name() -> None:
    beside = small_design().placements[1]
    placements = tuple(
        replace(placement, u=beside.u) if placement.device == "compute/leaf/r1" else placement
        for placement in small_design().placements
    )
    design = replace(small_design(), placements=placements)
    assert texts(design)["cable/gpu/001:P2 B"] == "compute/leaf/r2:1/1 / A01-01:P2"

    design = replace(small_design(), placements=())
    assert texts(design)["cable/gpu/001:P2 A"] == "gpu/001:P2 / compute/leaf/r2:1/1"


def test_a_parked_tail_has_a_label_too() -> None:
    first = small_design().cables[0]
    parked = replace(first, ends=(*first.ends[:2], End("", "", None, ())))
    near = labels(replace(small_design(), cables=(parked,)))[parked.path][2].near

    assert near.endswith(":C")


def test_two_cables_in_one_port_are_told_apart_all_the_same() -> None:
    """The fault is for the rules to report; a design with it can be printed."""
    design = small_design()
    first = design.cables[1]
    design = replace(design, cables=(first, replace(first, path="cable/gpu/001:again")))

    near = [label.near for label in printed(design)]
    assert near[:2] == ["A01-01:P2", "A02-39:1/1"]
    assert near[2] == f"A01-01:P2 {tags(design)['cable/gpu/001:again']}"


def test_a_head_of_many_tails_counts_them() -> None:
    first = small_design().cables[0]
    tails = tuple(End("gpu/001", "P2", None, (port,)) for port in ("a", "b", "c"))
    label = labels(replace(small_design(), cables=(replace(first, ends=(first.ends[0], *tails)),)))[first.path][0]

    assert label.far == "A01-01:a + 2 more"


@pytest.mark.parametrize(
    ("template", "message"),
    [
        (
            "{rack}-{unit}:{port}",
            "label template '{rack}-{unit}:{port}' has the unknown field 'unit'\n"
            "  way out: the fields are {cage}, {device}, {port}, {rack}, {u}",
        ),
        (
            "{rack}:{port}",
            "label template '{rack}:{port}' does not tell two ends apart\n  way out: name {port} and, for the place, "
            "{rack} and {u} or {device}, as in '{rack}-{u:02}:{port}'",
        ),
        (
            "{device} / {port}",
            "label template '{device} / {port}' cannot be printed on one line of a label\n"
            "  way out: leave out line breaks and ' / ', which stands between the two ends",
        ),
        (
            "{device}{port",
            "name template '{device}{port' is malformed: expected '}' before end of string\n"
            "  way out: close every brace, as in 'gpu/{n:03}'",
        ),
    ],
)
def test_a_template_that_cannot_be_used_is_refused(template: str, message: str) -> None:
    with pytest.raises(DesignError) as error:
        labels(replace(small_design(), printing=Printing(label=template)))
    assert str(error.value) == message

    with pytest.raises(DesignError):
        Declared(label=template)


def test_a_template_without_a_character_between_its_fields_may_give_two_ends_one_label() -> None:
    design = small_design()
    moved = replace(
        design,
        printing=Printing(label="{rack}{u}{port}"),
        placements=(
            Placement("gpu/001", "rack/A01", u=1, height_u=1),
            Placement("gpu/002", "rack/A01", u=11, height_u=1),
            *design.placements[:2],
        ),
        cables=(
            replace(design.cables[1], ends=(End("gpu/001", "P2", 0, ("12:04",)), design.cables[1].ends[1])),
            replace(design.cables[2], ends=(End("gpu/002", "P2", 0, ("2:04",)), design.cables[2].ends[1])),
        ),
    )

    with pytest.raises(DesignError, match="would both be labelled 'A01112:04'"):
        labels(moved)


@given(clusters(counts=st.integers(1, 24)))
def test_no_two_labels_are_alike_and_swapping_twice_gives_the_same(cluster: Cluster) -> None:
    design = elaborate(cluster)
    found = list(printed(design))

    assert len({label.near for label in found}) == len(found)
    assert len({label.text for label in found}) == len(found)
    assert len({label.code for label in found}) == len(found)
    assert all(swap(swap(label.text)) == label.text for label in found)
    assert all("\n" not in line for label in found for line in label.lines)
    for group in labels(design).values():
        if len(group) == 2:
            assert swap(group[0].text) == group[1].text


def test_only_a_label_can_be_swapped() -> None:
    with pytest.raises(DesignError, match="'A01-01:P2' is no label"):
        swap("A01-01:P2")


def test_the_list_for_printers_has_a_row_a_label_in_the_order_of_pulling() -> None:
    sheet = label_sheet(plan(small_design()))
    rows = [dict(zip(sheet.heads(), row, strict=True)) for row in sheet.cells()]

    assert [row["End"] for row in rows] == ["A", "B", "A", "B", "A", "B", "C"]
    assert rows[0]["Line 1"] == "A01-01:P2"
    assert rows[0]["Line 2"] == "A02-39:1/1"
    assert rows[0]["Line 3"] == f"{rows[0]['ID']} A"
    assert rows[0]["QR code"] == f"{rows[0]['ID']}/A"
    assert rows[0]["Mark"] == "orange"
