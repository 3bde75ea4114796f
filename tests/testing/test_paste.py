"""A cluster that is printed as a definition can be run again."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from clusterdesign import Cables, Cluster, Nodes, Override, OwnLimit, Pin, Waiver, catalog, elaborate
from clusterdesign.definitions import load_cluster
from clusterdesign.fabric import RailOptimized
from clusterdesign.testing.drawing import drawing
from clusterdesign.testing.mutations.example import cluster as example
from clusterdesign.testing.paste import definition
from clusterdesign.testing.strategies import clusters
from clusterdesign.units import mm


def again(text: str) -> Any:
    names: dict[str, Any] = {}
    exec(text, names)  # noqa: S102  # that is what it is for
    return names["cluster"]


@given(clusters())
def test_running_the_definition_gives_an_equal_cluster(cluster: Cluster) -> None:
    assert again(definition(cluster)) == cluster


def test_everything_that_a_designer_may_declare_is_printed() -> None:
    node = catalog.node("nvidia/dgx-h100")
    cluster = Cluster(
        name="all",
        nodes=Nodes(part=node.with_(id="own/node", name='a "node" \\ of ours', weight=None), count=2),
        fabrics=(RailOptimized(switch=catalog.switch("nvidia/mqm9700-ns2f"), taper="4:3"),),  # type: ignore[arg-type]  # a text
        exceptions=(
            Override(where=Cables(rail=1), part=catalog.cable("nvidia/mcp4y10-n001"), because="short"),
            Override(where="gpu/001", part=node.without("hca3"), because="back order"),
            Pin(where="gpu/002", rack="A01", u=1, because="near the door"),
        ),
        waivers=(Waiver(rule="NET301", because="agreed on", until=date(2026, 9, 30)),),
        limits=(OwnLimit(limit="RCK005.rear", value=str(mm(100)), because="agreed on"),),
    )
    text = definition(cluster)
    assert again(text) == cluster
    assert 'catalog.node("nvidia/dgx-h100").without("hca3")' in text
    assert "taper=Fraction(4, 3)" in text
    assert "until=date(2026, 9, 30)" in text


def test_a_definition_word_for_word() -> None:
    cluster = Cluster(name="small", nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=2))
    assert definition(cluster) == (
        "from clusterdesign import Cluster, Nodes, catalog\n\n"
        'cluster = Cluster(name="small", nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=2))\n'
    )


@pytest.mark.parametrize(
    "path", sorted(Path(__file__).parents[2].glob("stacks/*/design.py")), ids=lambda p: p.parent.name
)
def test_the_reference_clusters_can_be_printed(path: Path) -> None:
    cluster = load_cluster(path)
    assert again(definition(cluster)) == cluster


def test_a_drawing_shows_networks_from_the_top_and_racks() -> None:
    lines = drawing(elaborate(example())).splitlines()
    assert lines[0].startswith("example: 8 nodes, 64 GPUs, ")
    assert lines[1:8] == [
        "compute: infiniband",
        "  spine    compute/spine/01, compute/spine/02",
        "  leaf     compute/leaf/su1-r1 .. compute/leaf/su2-r8 (16)",
        "  manager  compute/manager/1, compute/manager/2",
        "  below    gpu/001 .. gpu/008 (8)",
        "  leaf-spine: 64 links, 2 a pair",
        "  manager-leaf: 4 links, 2 a pair",
    ]
    assert any(line.startswith("rack/A01: U1-8 gpu/001, U9-16 gpu/002") for line in lines)
