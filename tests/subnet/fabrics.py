"""Clusters of any size for tests of the fabric: nodes and networks only, nothing that takes long to elaborate."""

from __future__ import annotations

from functools import lru_cache

from hypothesis import strategies as st

from clusterdesign import Cluster, Nodes, catalog
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.fabric import Managers, RailOptimized, StorageFabric
from clusterdesign.subnet import Subnet, subnet

SWITCH = {"ndr": "nvidia/mqm9700-ns2f", "hdr": "nvidia/mqm8700-hs2f"}
NODE = {"ndr": "nvidia/dgx-h100", "hdr": "nvidia/dgx-a100-640gb"}


@lru_cache(maxsize=64)
def design(
    nodes: int, generation: str = "ndr", taper: str = "1:1", *, managers: int = 0, storage: bool = False
) -> Design:
    """Return the design of a cluster with one compute fabric, and a storage fabric where it is asked for."""
    switch = catalog.switch(SWITCH[generation])
    manager = Managers(part=catalog.appliance("nvidia/ufm-3.1"), count=managers) if managers else None
    fabrics: list[RailOptimized | StorageFabric] = [RailOptimized(switch=switch, taper=taper, managers=manager)]  # type: ignore[arg-type]  # read as text
    if storage:
        fabrics.append(StorageFabric(switch=switch, taper=taper))  # type: ignore[arg-type]  # read as text
    cluster = Cluster(
        name="test", nodes=Nodes(part=catalog.node(NODE[generation]), count=nodes), fabrics=tuple(fabrics)
    )
    return elaborate(cluster)


@lru_cache(maxsize=8)
def three_levels(nodes: int) -> Design:
    """Return the design of a cluster whose compute fabric has cores."""
    fabric = RailOptimized(switch=catalog.switch(SWITCH["hdr"]), levels=3)
    return elaborate(Cluster(name="test", nodes=Nodes(part=catalog.node(NODE["hdr"]), count=nodes), fabrics=(fabric,)))


@lru_cache(maxsize=8)
def planes(nodes: int, count: int) -> Design:
    """Return the design of a cluster whose rails are dealt over independent fabrics."""
    fabric = RailOptimized(switch=catalog.switch(SWITCH["ndr"]), planes=count)
    return elaborate(Cluster(name="test", nodes=Nodes(part=catalog.node(NODE["ndr"]), count=nodes), fabrics=(fabric,)))


def compute(nodes: int, generation: str = "ndr", taper: str = "1:1", *, managers: int = 0) -> Subnet:
    """Return the compute fabric of such a cluster."""
    return subnet(design(nodes, generation, taper, managers=managers), "compute")


_CASES = [
    (nodes, generation, taper, storage)
    for nodes in (1, 4, 5, 6, 31, 32, 33, 45, 64)
    for generation in SWITCH
    for taper in ("1:1", "2:1")
    for storage in (False, True)
    if not storage or taper == "1:1"
]

designs = st.sampled_from(_CASES).map(lambda case: design(*case[:3], storage=case[3]))
"""Sound designs of one or two levels, whole and partial units; few enough that tests share them."""
