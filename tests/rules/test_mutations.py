"""A single fault in an elaborated cluster raises the rules that are meant for it, and no others."""

from __future__ import annotations

import pytest

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.design.design import Design
from clusterdesign.fabric import Management, RailOptimized
from clusterdesign.rules import check
from clusterdesign.site import AirCooled, Feeds, RackRow
from tests.rules.mutations import MUTATIONS, Mutation


@pytest.fixture(scope="module")
def cluster() -> Design:
    """Two units of four nodes: two leaves a rail, two spines, two links a pair."""
    switch = catalog.switch("nvidia/mqm9700-ns2f")
    return elaborate(
        Cluster(
            name="small",
            nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=8),
            fabrics=(
                RailOptimized(name="compute", switch=switch, nodes_per_unit=4, minimum_spines=2),
                Management(name="oob", switch=catalog.switch("nvidia/msn2201-cb2fc")),
            ),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=4),
            power=Feeds(count=3, pdu=catalog.pdu("generic/400v-32a-3ph")),
            cooling=AirCooled(),
        )
    )


def test_the_cluster_is_sound(cluster: Design) -> None:
    assert check(cluster).ok


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_raises_its_rules_and_no_others(cluster: Design, mutation: Mutation) -> None:
    before, after = set(check(cluster).findings), check(mutation.apply(cluster)).findings
    # Remarks count the components of a part, so that their wording changes with any of them.
    fresh = {finding.code for finding in after if finding not in before and finding.severity != "info"}
    assert fresh == mutation.codes
