from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.design import Cable
from clusterdesign.design.pulls import pull_groups, pulls
from clusterdesign.elaboration import elaborate
from clusterdesign.intent import Cluster
from clusterdesign.tables.cabling import tags
from clusterdesign.testing.strategies import clusters
from clusterdesign.units import m
from tests.tables.small import small_design


def fibre(n: int, run: float) -> Cable:
    """A fibre of 3 m from the first node to the second leaf."""
    return replace(small_design().cables[1], path=f"cable/gpu/{n:03}:P2", run=m(run))


def test_a_group_is_one_part_and_length_between_the_same_racks() -> None:
    assert [(group.name, group.racks, len(group.cables)) for group in pull_groups(small_design())] == [
        ("A01-A02 F-003", ("A01", "A02"), 1),
        ("A01-A02 F-005", ("A01", "A02"), 1),
        ("A01-A02 SPL-2", ("A01", "A02"), 1),
    ]


def test_the_tightest_cable_of_a_group_comes_first() -> None:
    design = replace(small_design(), cables=(fibre(1, run=2.0), fibre(2, run=2.9), fibre(3, run=2.0)))
    (group,) = pull_groups(design)

    assert group.cables == ("cable/gpu/002:P2", "cable/gpu/001:P2", "cable/gpu/003:P2")
    assert group.tightest == m(3) - m(2.9)
    assert pulls((group,))["cable/gpu/003:P2"].sequence == 3


def test_a_group_without_a_part_number_is_named_after_part_and_length() -> None:
    design = replace(small_design(), cables=(replace(fibre(1, run=2), part_number=""),))

    assert pull_groups(design)[0].name == "A01-A02 fibre 3 m"


def test_two_lengths_of_one_number_are_two_groups_of_two_names() -> None:
    design = replace(small_design(), cables=(fibre(1, run=2), replace(fibre(2, run=2), length=m(4))))

    assert [group.name for group in pull_groups(design)] == ["A01-A02 F-003", "A01-A02 F-003 acme/fibre"]


@given(clusters(counts=st.integers(1, 24)))
def test_every_cable_has_one_turn(cluster: Cluster) -> None:
    design = elaborate(cluster)
    groups = pull_groups(design)
    turns = pulls(groups)

    assert turns.keys() == {cable.path for cable in design.cables}
    assert len({(turn.group, turn.sequence) for turn in turns.values()}) == len(turns)
    assert len({group.name for group in groups}) == len(groups)


@given(clusters(counts=st.integers(2, 24)), st.data())
def test_ids_and_groups_stay_when_other_cables_go(cluster: Cluster, data: st.DataObject) -> None:
    design = elaborate(cluster)
    kept = tuple(cable for cable in design.cables if data.draw(st.booleans()))
    fewer = replace(design, cables=kept)

    assert tags(fewer).items() <= tags(design).items()
    before, after = pulls(pull_groups(design)), pulls(pull_groups(fewer))
    assert all(after[path].group == before[path].group for path in after)
