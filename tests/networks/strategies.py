"""Clusters for the properties of networks: any radix, rails, size of a unit, taper, planes, levels and reserve."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.fabric import Management, Managers, PlainFatTree, RailOptimized
from clusterdesign.intent import Cluster, Nodes
from clusterdesign.parts import Appliance, Cage, Port
from clusterdesign.testing.strategies import made_up_node, made_up_switch
from clusterdesign.units import Gbps
from tests.elaboration.clusters import ETHERNET

TAPERS = ("1:1", "1:1", "2:1", "3:1", "3:2", "4:3")

MANAGER = Appliance(
    id="made-up/manager",
    name="manager of one port",
    vendor="made up",
    extra_cages=(
        Cage(
            name="M1",
            accepts=("osfp-single-flat",),
            protocol="any",
            ports=(Port(name="M1", role="fabric", speed=Gbps(400)),),
        ),
    ),
)


@st.composite
def trees(draw: st.DrawFn, *, planes: int = 3, managed: bool = False, least_spines: int = 1) -> Cluster:
    """Draw a cluster with one fat-tree of made-up parts, of what can be built the nearest to what was drawn."""
    radix = draw(st.integers(4, 40))
    rails = draw(st.integers(1, min(8, radix // 2)))
    policy: Any = draw(st.sampled_from((RailOptimized, RailOptimized, PlainFatTree)))
    taper = draw(st.sampled_from(TAPERS))
    down, up = (int(side) for side in taper.split(":"))
    if radix < down + up:
        taper, down, up = "1:1", 1, 1
    unit = draw(st.integers(1, radix // (down + up))) * down
    count = draw(st.one_of(st.integers(1, 12), st.integers(1, 90)))
    nodes = Nodes(part=made_up_node(rails), count=count)
    fields: dict[str, Any] = {
        "switch": made_up_switch(radix, twin=draw(st.booleans())),
        "taper": taper,
        "minimum_spines": least_spines,
        "managers": Managers(part=MANAGER, count=2) if managed else None,
        "grow_to": draw(st.one_of(st.none(), st.integers(count, count + 60))),
        "nodes_per_unit": draw(st.sampled_from((None, unit))),
        "levels": draw(st.sampled_from((None, 2, 3, 3))),
        "spine_taper": draw(st.sampled_from(("1:1", "1:1", "2:1"))),
        "planes": draw(st.integers(1, min(planes, rails))),
    }
    given_up: tuple[dict[str, Any], ...] = (
        {},
        {"spine_taper": "1:1"},
        {"levels": None},
        {"nodes_per_unit": None},
        {"grow_to": None},
        {"managers": None},
        {"minimum_spines": 1},
        {"taper": "1:1"},
    )
    for change in given_up:
        fields |= change
        cluster = Cluster(name="drawn", nodes=nodes, fabrics=(policy(**fields),))
        if can_be_built(cluster):
            return cluster
    return Cluster(name="drawn", nodes=nodes.with_(count=1), fabrics=(policy(**fields | {"planes": 1}),))


def can_be_built(cluster: Cluster) -> bool:
    """Tell whether a declaration is accepted; a refusal says what would be."""
    try:
        elaborate(cluster)
    except DesignError:
        return False
    return True


def with_management(cluster: Cluster) -> Cluster:
    """Return a cluster with an out-of-band network."""
    return cluster.with_(fabrics=(*cluster.fabrics, Management(switch=ETHERNET)))
