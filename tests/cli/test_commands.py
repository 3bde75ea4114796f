"""The commands: what they print, what they write, how they exit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clusterdesign.cli import main
from clusterdesign.exporters import EXPORTERS

DEFINITION = """\
from clusterdesign import Cluster, Nodes, catalog
from clusterdesign.fabric import RailOptimized
from clusterdesign.site import RackRow


def cluster(nodes: int = 2, fast: bool = False) -> Cluster:
    print("two or more nodes", fast)
    return Cluster(
        name="atlas",
        nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=nodes),
        fabrics=(RailOptimized(name="compute", switch=catalog.switch("nvidia/mqm9700-ns2f")),),
        racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=4),
    )
"""


@pytest.fixture(autouse=True)
def _with_a_definition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    Path("atlas.py").write_text(DEFINITION, encoding="utf-8")


def output(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """Run a command, check how it exits and return what it printed for programs to read."""
    assert main(arguments) == status
    return capsys.readouterr().out


# --- the program -----------------------------------------------------------------------------------------------


def test_help_names_every_command_and_the_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "--help")
    assert all(f"\n  {name} " in text for name in ("build", "check", "explain", "diff", "catalog"))
    assert "Exit status: 0 clean, 1 error findings or differences, 2 bad input or usage." in text


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "--version").startswith("clusterdesign 0.")


@pytest.mark.parametrize("arguments", [["chekc"], ["build", "atlas.py"], ["check", "atlas.py", "--format", "xml"]])
def test_wrong_usage_exits_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, *arguments, status=2) == ""


def test_help_imports_nothing_heavy() -> None:
    heavy = "networkx openpyxl pydantic rich graphviz pygraphviz fpdf clusterdesign.parts"
    program = (
        "import sys; from clusterdesign.cli import main; main(['--help']);"
        f"print('heavy:', [name for name in '{heavy}'.split() if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("heavy: []\n")


def test_python_m_clusterdesign_runs_it() -> None:
    done = subprocess.run([sys.executable, "-m", "clusterdesign", "check", "no.py"], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"error: no.py: no such file")


# --- build -----------------------------------------------------------------------------------------------------


def test_build_says_what_it_wrote_and_what_to_open_first(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "build", "atlas.py", "--out", "out")
    assert text.startswith("atlas: 2 nodes, 16 GPUs, ")
    assert "\nfindings: 0 errors, " in text
    assert "\nwritten to out\n" in text
    assert "\nopen first\n" in text
    for name in ("design.json", "findings.txt", "bom/bom.xlsx", "cabling/cabling.csv", "diagrams/fabric.svg"):
        assert Path("out", name).is_file()
        assert f"{Path(name).name} (" in text


def test_build_only_what_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    output(capsys, "build", "atlas.py", "--out", "out", "--only", "bom,findings")
    assert {path.name for path in Path("out").iterdir()} == {
        ".clusterdesign.json",
        "bom",
        "findings.json",
        "findings.txt",
    }
    assert set(EXPORTERS) > {"bom", "findings"}


def test_build_of_a_design_that_was_built_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    output(capsys, "build", "atlas.py", "--out", "one")
    output(capsys, "build", "one/design.json", "--out", "two")
    one, two = (
        {path.relative_to(out).as_posix(): path.read_bytes() for path in Path(out).rglob("*") if path.is_file()}
        for out in ("one", "two")
    )
    assert one == two


def test_build_with_error_findings_writes_and_exits_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    text = DEFINITION.replace("nodes_per_rack=4", "nodes_per_rack=40").replace("nodes: int = 2", "nodes: int = 40")
    Path("crowded.py").write_text(text, encoding="utf-8")
    answer = output(capsys, "build", "crowded.py", "--out", "out", status=1)
    assert "findings: 0 errors" not in answer
    assert Path("out/findings.txt").is_file()


# --- check -----------------------------------------------------------------------------------------------------


def test_check_as_json_is_json_whatever_the_definition_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "atlas.py", "--format", "json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["design"] == "atlas"
    assert printed.err == "two or more nodes False\n"


def test_check_leaves_nothing_behind(capsys: pytest.CaptureFixture[str]) -> None:
    Path("neighbour.py").write_text("NODES = 3\n", encoding="utf-8")
    Path("other.py").write_text("from neighbour import NODES\n" + DEFINITION, encoding="utf-8")
    path, modules = list(sys.path), set(sys.modules)
    output(capsys, "check", "other.py")
    assert sorted(path.name for path in Path().iterdir()) == ["atlas.py", "neighbour.py", "other.py"]
    assert sys.path == path
    assert "neighbour" not in set(sys.modules) - modules


def test_the_main_part_of_a_definition_stays_asleep(capsys: pytest.CaptureFixture[str]) -> None:
    Path("main.py").write_text(f"{DEFINITION}\n\nif __name__ == '__main__':\n    raise SystemExit\n", encoding="utf-8")
    output(capsys, "check", "main.py")


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
def test_settings_are_converted_by_their_annotations(future: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("atlas.py").write_text(future + DEFINITION, encoding="utf-8")
    assert main(["explain", "atlas.py", "gpu/*", "--set", "nodes=3", "--set", "fast=yes"]) == 0
    printed = capsys.readouterr()
    assert printed.err == "two or more nodes True\n"
    assert printed.out.count("node in scalable unit 1") == 3


# --- explain ---------------------------------------------------------------------------------------------------


def test_explain_a_node(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "explain", "atlas.py", "gpu/001")
    assert text.startswith("gpu/001: node in scalable unit 1\n  Part\n    nvidia/dgx-h100: DGX H100\n")
    assert "\n    weight           130.45 kg  [1, medium]\n" in text
    assert "\n    part_number      unknown: what needs it is not checked\n" in text
    assert "\n  Place\n    rack/A0" in text
    assert "\n    OSFP4P2  to compute/" in text


@pytest.mark.parametrize(
    ("glob", "words"),
    [
        ("rack/*", ("Holds", "gpu/001, 8 U")),
        ("link/gpu/001:OSFP4P2", ("a      gpu/001:OSFP4P2, cage OSFP4", "Cable")),
        ("cable/gpu/001:*", ("Length", "bought", "why", "end 2")),
        ("transceiver/gpu/001:*", ("connector 1", "cable/gpu/001")),
        ("compute/**", ("Links", "to gpu/002:")),
    ],
)
def test_explain_every_kind_of_component(glob: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "explain", "atlas.py", glob)
    assert all(word in text for word in words)


def test_explain_names_the_nearest_paths(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "atlas.py", "gpu/1"]) == 2
    assert capsys.readouterr().err.endswith("error: gpu/1: no such component\n  way out: the nearest are gpu/001\n")
    assert main(["explain", "atlas.py", "nothing-like-it"]) == 2
    assert "way out: paths begin with " in capsys.readouterr().err


# --- diff ------------------------------------------------------------------------------------------------------


def test_diff_of_equal_designs(capsys: pytest.CaptureFixture[str]) -> None:
    output(capsys, "build", "atlas.py", "--out", "out", "--only", "design")
    assert output(capsys, "diff", "atlas.py", "out/design.json") == "no differences\n"


def test_diff_groups_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    Path("more.py").write_text(DEFINITION.replace("nodes: int = 2", "nodes: int = 4"), encoding="utf-8")
    text = output(capsys, "diff", "atlas.py", "more.py", status=1)
    assert "devices: 2 added\n  + gpu/003, gpu/004\n" in text
    assert "links: 16 added\n" in text
    assert "nvidia/dgx-h100" in text.partition("quantities:\n")[2]
    assert "2 -> 4 (+2)" in text


def test_two_definitions_may_have_neighbours_of_one_name(capsys: pytest.CaptureFixture[str]) -> None:
    for folder, nodes in (("a", 2), ("b", 3)):
        Path(folder).mkdir()
        Path(folder, "site_data.py").write_text(f"NODES = {nodes}\n", encoding="utf-8")
        text = DEFINITION.replace("nodes: int = 2", "nodes: int = NODES")
        Path(folder, "design.py").write_text(f"from site_data import NODES\n{text}", encoding="utf-8")
    assert "devices: 1 added\n  + gpu/003\n" in output(capsys, "diff", "a/design.py", "b/design.py", status=1)


# --- catalog ---------------------------------------------------------------------------------------------------


def test_catalog_list(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "catalog", "list", "switch").splitlines()
    assert any(line.split()[:3] == ["switch", "nvidia/mqm9700-ns2f", "MQM9700-NS2F"] for line in lines)
    assert len(output(capsys, "catalog", "list").splitlines()) > len(lines)


def test_catalog_list_of_an_unknown_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["catalog", "list", "swithc"]) == 2
    assert capsys.readouterr().err.startswith("error: swithc: no such kind of part\n  way out: the kinds are node, ")


def test_catalog_show_prints_sources_whole(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "catalog", "show", "nvidia/mqm9700-ns2f")
    assert text.startswith("nvidia/mqm9700-ns2f: Quantum-2 QM9700")
    assert "…" not in text


def test_catalog_lint_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert "; errors: 0, " in output(capsys, "catalog", "lint")


def test_output_survives_a_terminal_without_the_letters() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "clusterdesign", "check", "проект.py"]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"no such file" in done.stderr


# --- rules and plug-ins ------------------------------------------------------------------------------------------


def test_check_prints_junit(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "check", "atlas.py", "--format", "junit")
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="atlas" tests="')
    assert '<testcase classname="NET301" name="leaf-oversubscribed"/>' in text


def test_check_takes_a_bundle_a_date_rules_to_ignore_and_limits(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(
        capsys,
        *("check", "atlas.py", "--bundle", "procurement", "--today", "2026-09-30"),
        *("--ignore", "source-conflict", "--limit", "CBL105.slack_share=0.05", "--limit", "RCK005.rear=100 mm"),
    )
    assert "\nignored: CAT902 source-conflict (" in text
    assert "\nlimit replaced: CBL105.slack_share is 0.05, by default 0.1\n" in text
    assert "\nlimit replaced: RCK005.rear is 0.1 m, by default 0.15 m\n" in text
    assert "\nwaivers compared with 2026-09-30\n" in text
    assert "\nbundle procurement: " in text


def test_a_limit_that_cannot_be_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "check", "atlas.py", "--limit", "CBL105.slack_share=7", status=1)
    assert "  the limit CBL105.slack_share is not in force: limit slack_share cannot be 7.0\n" in text
    assert "\nran " in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--today", "soon"), "error: --today: 'soon' is no date\n  way out: write it as 2026-09-30\n"),
        (("--limit", "x"), "error: --limit: cannot read 'x'\n  way out: write --limit CBL105.slack_share=0.05\n"),
        (
            ("--bundle", "grow"),
            "error: grow: no such bundle\n"
            "  way out: did you mean growth? the bundles are procurement, pre-install, growth\n",
        ),
        (("--ignore", "NET3"), "error: NET3: no such rule\n  way out: did you mean NET302, NET301, NET203?\n"),
    ],
)
def test_wrong_options_of_check_are_named(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("check", "atlas.py", *arguments)) == 2
    assert capsys.readouterr().err.removeprefix("two or more nodes False\n") == message


def test_rules_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "rules", "list").splitlines()
    assert any(line.split() == ["CBL105", "warning", "cable-slack-low", "slack_share", "0.1"] for line in lines)
    assert len(output(capsys, "rules", "list", "--bundle", "growth").splitlines()) < len(lines)
    assert output(capsys, "rules", "show", "cable-slack-low").startswith("# CBL105 cable-slack-low\n")
    assert output(capsys, "rules", "bundles").startswith("procurement  ")


def test_plug_ins_can_be_switched_off(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert output(capsys, "--no-plugins", "plugins") == "plug-ins are switched off\n"
    monkeypatch.setenv("CLUSTERDESIGN_PLUGINS", "0")
    assert output(capsys, "plugins") == "plug-ins are switched off\n"


# --- layout ----------------------------------------------------------------------------------------------------


def test_layout_prints_what_each_limit_allows(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "layout", "atlas.py")
    assert text.startswith("gpu/{n:03}: 2 x nvidia/dgx-h100\n  limit ")
    assert "  space                5      1  46 U free, 8 U a node\n" in text
    assert "  not declared or not known: power, PDUs, cooling, floor\n" in text
    assert "  the limit is space: 5 in a rack; 4 declared\n" in text
    assert "cable reach   every cable reaches, with one node in a rack as well\n" in text
    assert text.endswith("racks needed  2: 1 for nodes, 1 for the network\nrows needed   1, the longest of 2 racks\n")


def test_layout_where_no_cable_reaches_exits_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    far = "from clusterdesign.site import Trays\nfrom clusterdesign.units import m\n" + DEFINITION
    Path("far.py").write_text(far.replace("racks=", "trays=Trays(clearance=m(300)), racks="))
    text = output(capsys, "layout", "far.py", status=1)
    assert "the limit is reach: no cable from gpu/001:OSFP1P1 to " in text
    assert " + 10 %) with 4 in a rack\n" in text


def test_layout_of_too_many_nodes_exits_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    Path("full.py").write_text(DEFINITION.replace("nodes_per_rack=4", "nodes_per_rack=6, rows=1, racks_per_row=1"))
    assert "hall          1 x 1 racks, too small\n" in output(capsys, "layout", "full.py", status=1)
