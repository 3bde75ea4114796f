"""The reference clusters: sound as declared and over the range of sizes that each offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from clusterdesign.definitions import load
from clusterdesign.rules import check

OFFERED = [
    *(("starter-a100", nodes) for nodes in (2, 3, 4)),
    *(("production-h100", nodes) for nodes in (2, 8, 17, 31, 32)),
    *(("large-h200", nodes) for nodes in (32, 64, 126)),
]


@pytest.mark.parametrize(("stack", "nodes"), OFFERED)
def test_no_error_at_any_size_that_is_offered(stack: str, nodes: int) -> None:
    design = load(Path(f"stacks/{stack}/design.py"), {"nodes": str(nodes)})
    report = check(design)
    assert sum(1 for _ in design.nodes()) == nodes
    assert [finding.message for finding in report.findings if finding.severity == "error"] == []
    assert report.waived == ()


def test_the_superpod_waives_what_its_publication_does_and_nothing_else() -> None:
    report = check(load(Path("stacks/superpod-h100/design.py")))
    assert [finding.message for finding in report.findings if finding.severity == "error"] == []
    assert {waived.finding.code for waived in report.waived} == {"CBL011"}


def test_growth_of_the_large_cluster_moves_no_cable() -> None:
    small, full = (load(Path("stacks/large-h200/design.py"), {"nodes": nodes}) for nodes in ("64", "126"))
    kept = {cable.path: (cable.part, cable.length) for cable in full.cables}
    assert {path: kept.get(path) for path in (cable.path for cable in small.cables)} == {
        cable.path: (cable.part, cable.length) for cable in small.cables
    }
