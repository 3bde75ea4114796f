"""Proving a definition over a range: what is told when it breaks, and the three ways to ask."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import strategies as st

from clusterdesign import Cluster, DesignError, Nodes, Override, catalog
from clusterdesign.fabric import RailOptimized
from clusterdesign.site import RackRow
from clusterdesign.testing import Demands, ProofError, hypothesis_plugin, prove

ROOT = Path(__file__).resolve().parents[2]


def cluster(nodes: int) -> Cluster:
    """One unit of 32, and racks that are full with six nodes."""
    return Cluster(
        name="range",
        nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=nodes),
        fabrics=(RailOptimized(switch=catalog.switch("nvidia/mqm9700-ns2f")),),
        racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=5),
    )


def tapered(nodes: int, down: int) -> Cluster:
    switch = catalog.switch("nvidia/mqm9700-ns2f")
    fabric = RailOptimized(switch=switch, nodes_per_unit=4, taper=Fraction(down))
    return cluster(nodes).with_(fabrics=(fabric,))


def test_a_range_that_holds_says_how_many_sizes_it_has() -> None:
    assert prove(cluster, nodes=range(2, 6)) == 4
    assert prove(tapered, nodes=(2, 5), down=(1, 2, 4)) == 6


def test_a_range_that_breaks_says_where_and_why_and_shows_the_smallest() -> None:
    with pytest.raises(ProofError) as error:
        prove(tapered, nodes=(5, 4), down=(1, 3))
    assert [found.name for found in error.value.breaks] == ["nodes=5, down=3", "nodes=4, down=3"]
    assert str(error.value) == (
        "breaks at 2 of 4 sizes: nodes=5, down=3; nodes=4, down=3\n\n"
        "at nodes=4, down=3:\n"
        "  nodes_per_unit: 4 nodes per unit at 3:1 ask for 1.33333 uplinks, which is no whole number\n"
        "    way out: take a multiple of 3 nodes per unit, or another taper\n\n"
        "definition to paste:\n"
        "  from clusterdesign import Cluster, Nodes, catalog\n"
        "  from clusterdesign.fabric import RailOptimized\n"
        "  from clusterdesign.site import RackRow\n"
        "  from fractions import Fraction\n"
        "  \n"
        "  cluster = Cluster(\n"
        '      name="range",\n'
        '      nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=4),\n'
        "      fabrics=(\n"
        "          RailOptimized(\n"
        '              switch=catalog.switch("nvidia/mqm9700-ns2f"),\n'
        "              nodes_per_unit=4,\n"
        "              taper=Fraction(3, 1),\n"
        "          ),\n"
        "      ),\n"
        '      racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=5),\n'
        "  )"
    )


def test_error_findings_and_the_drawing_are_shown() -> None:
    override = Override(where="gpu/005", part=catalog.node("nvidia/dgx-h200"), because="it is newer")
    with pytest.raises(ProofError) as error:
        prove(lambda nodes: cluster(nodes).with_(exceptions=(override,)), nodes=range(3, 7))
    assert str(error.value).startswith(
        "breaks at 2 of 4 sizes: nodes=3; nodes=4\n\nat nodes=3:\n  error INT001 exception-matches-nothing: "
    )
    assert "\ndrawing:\n  range: 3 nodes, 24 GPUs" in str(error.value)


def test_demands_decide_what_counts() -> None:
    assert prove(cluster, nodes=(2,), demands=Demands(bundle="growth", today=date(2026, 1, 1)))
    with pytest.raises(ProofError, match="warning CAT902 source-conflict: "):
        prove(cluster, nodes=(2,), demands=Demands(warnings=True))
    with pytest.raises(ProofError, match="invariant always: no design is good enough"):
        prove(cluster, nodes=(2,), demands=Demands(invariants=(always,)))


def always(_: object) -> list[str]:
    return ["no design is good enough"]


@prove(nodes=range(2, 4))
def test_as_a_decorator(nodes: int) -> Cluster:
    """A function with parameters becomes a test without."""
    return cluster(nodes)


def test_a_decorated_definition_fails_as_a_test() -> None:
    test = prove(nodes=(1,), down=(3,))(tapered)
    assert test.__name__ == "tapered"
    with pytest.raises(ProofError, match=r"breaks at 1 of 1 sizes"):
        test()


def test_a_file_of_a_definition_is_proved() -> None:
    assert prove(ROOT / "stacks" / "production-h100" / "design.py", nodes=(2,)) == 1


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(DesignError) as error:
        prove(cluster, nodes=())
    assert str(error.value) == "nodes: no values to prove\n  way out: give some, as in nodes=range(2, 129)"
    with pytest.raises(DesignError, match="prove: no parameters to prove"):
        prove(cluster)
    with pytest.raises(ProofError, match="dict: returns dict, not a Cluster"):
        prove(dict, x=(1,))  # type: ignore[arg-type]  # that is the test


def test_a_fault_of_the_definition_names_the_size() -> None:
    with pytest.raises(ZeroDivisionError) as error:
        prove(lambda nodes: cluster(1 // nodes), nodes=(1, 0))
    assert error.value.__notes__ == ["while proving nodes=0"]


# --- pytest and hypothesis ---------------------------------------------------------------------------------------

TESTS = """
import pytest
from clusterdesign.testing import hypothesis_plugin
from tests.testing.test_proof import cluster, tapered

@pytest.mark.prove(nodes=range(2, 4), down=(1, 3))
def test_sizes(nodes, down, tmp_path):
    assert tmp_path
    return tapered(nodes, down)

def test_range(prove):
    assert prove(cluster, nodes=range(2, 4)) == 2

def test_broken(prove):
    prove(tapered, nodes=(4,), down=(3,))
"""


def _pytest(directory: Path, *options: str) -> subprocess.CompletedProcess[str]:
    (directory / "test_it.py").write_text(TESTS, encoding="utf-8")
    plugin = ("-p", "clusterdesign.testing.pytest_plugin")
    command = (sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", str(directory), *plugin, *options)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        (*command, "test_it.py"), cwd=directory, env=environment, capture_output=True, text=True, check=False
    )


def test_the_marker_makes_a_test_of_each_size_and_the_fixture_proves_a_range(tmp_path: Path) -> None:
    done = _pytest(tmp_path, "--strict-markers")
    assert done.returncode == 1, done.stdout
    assert "3 failed, 3 passed" in done.stdout
    assert "test_it.py::test_sizes[nodes=2-down=3]" in done.stdout
    assert "test_it.py::test_broken" in done.stdout
    assert "  nodes_per_unit: 4 nodes per unit at 3:1 ask for 1.33333 uplinks" in done.stdout
    assert "definition to paste:" in done.stdout
    assert "Traceback" not in done.stdout


def test_a_wrong_option_is_named(tmp_path: Path) -> None:
    done = _pytest(tmp_path, "-o", "clusterdesign_today=soon", "-k", "range")
    assert "clusterdesign_today: 'soon' is no date; write it as 2026-09-30" in done.stdout + done.stderr


def test_hypothesis_learns_to_draw_clusters() -> None:
    hypothesis_plugin.register()
    st.from_type(Cluster).validate()


def test_a_failing_property_shows_the_smallest_cluster(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "from hypothesis import given, settings\n"
        "from hypothesis import strategies as st\n"
        "from clusterdesign.testing.drawn import designs\n"
        "@settings(max_examples=30, derandomize=True, database=None, deadline=None, print_blob=True)\n"
        "@given(designs(counts=st.integers(1, 8)))\n"
        "def test_few(design):\n"
        "    assert len(list(design.nodes())) < 3\n",
        encoding="utf-8",
    )
    command = (sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", str(tmp_path), "test_it.py")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "count=3)" in done.stdout
    assert "drawing:" in done.stdout
    assert "drawn: 3 nodes" in done.stdout
    assert "definition to paste:" in done.stdout
    assert "@reproduce_failure(" in done.stdout
