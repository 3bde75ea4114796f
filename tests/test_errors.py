"""Bad input is answered with one message that names file, line, thing and the way out; nothing is written or lost."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from clusterdesign.cli import main
from clusterdesign.errors import DesignError

IMPORTS = """\
from clusterdesign import Cluster, Nodes, catalog
from clusterdesign.fabric import RailOptimized

SWITCH = catalog.switch("nvidia/mqm9700-ns2f")
NODE = catalog.node("nvidia/dgx-h100")
"""

SOUND = f"""{IMPORTS}
cluster = Cluster(
    name="atlas",
    nodes=Nodes(part=NODE, count=2),
    fabrics=(RailOptimized(name="compute", switch=SWITCH),),
)
"""

FUNCTION = f"""{IMPORTS}
def cluster(nodes: int = 2, *, fast: bool = False, share: float = 0.5, name="atlas") -> Cluster:
    assert share < 1, "share is too large"
    return Cluster(name=name, nodes=Nodes(part=NODE, count=nodes))
"""

WAY_TO_A_DEFINITION = "name a Python file that binds 'cluster', or a design.json"
BIND = "bind cluster = Cluster(...), or a function that returns one"
TRACEBACK = "correct the line; 'clusterdesign --debug ...' shows the whole traceback"


@pytest.fixture(autouse=True)
def _in_an_empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def tree() -> dict[str, bytes | None]:
    return {path.as_posix(): path.read_bytes() if path.is_file() else None for path in sorted(Path().rglob("*"))}


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a build that must be refused; return the message without its head and make sure nothing changed."""
    before = tree()
    assert main(["build", *arguments, "--out", "out"]) == 2
    assert tree() == before
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("error: ")
    return printed.err.removeprefix("error: ").rstrip("\n")


def message(what: str, way_out: str) -> str:
    return f"{what}\n  way out: {way_out}"


# --- definitions -----------------------------------------------------------------------------------------------


def changed(old: str, new: str) -> str:
    assert old in SOUND
    return SOUND.replace(old, new)


DEFINITIONS = {
    "syntax error": (
        "x = (1\n",
        "atlas.py:1: x = (1: syntax error: '(' was never closed",
        "correct the line; the error may also stand just before it",
    ),
    "no cluster": (
        "clusters = 1\n",
        "atlas.py: binds no 'cluster'",
        "write cluster = Cluster(...)",
    ),
    "another name": (
        changed("\ncluster =", "\natlas ="),
        "atlas.py: binds no 'cluster'",
        "rename 'atlas' to 'cluster'",
    ),
    "wrong type": ("\ncluster = 3\n", "atlas.py:2: 'cluster' is an int, not a Cluster", BIND),
    "no value": ("cluster = None\n", "atlas.py:1: 'cluster' is None, not a Cluster", BIND),
    "class": (
        "from clusterdesign import Cluster as cluster\n",
        "atlas.py:1: 'cluster' is the class Cluster, not a Cluster",
        BIND,
    ),
    "function without a result": (
        "def cluster():\n    pass\n",
        "atlas.py:1: 'cluster' returns None, not a Cluster",
        BIND,
    ),
    "negative count": (
        changed("count=2", "count=-2"),
        "atlas.py:9: Nodes: count: input should be greater than or equal to 1, got -2",
        "correct count=",
    ),
    "count that is no number": (
        changed("count=2", "count='many'"),
        "atlas.py:9: Nodes: count: input should be a valid integer, unable to parse string as an integer, got 'many'",
        "correct count=",
    ),
    "misspelt field": (
        changed("count=2", "count=2, cuont=2"),
        "atlas.py:9: Nodes: unknown field 'cuont'",
        "the fields are part, count, hca, hcas, storage_hca, inband_hca, name, first",
    ),
    "unknown part": (
        changed("nvidia/dgx-h100", "nvidia/dgx-h101"),
        "atlas.py:5: nvidia/dgx-h101: no such node in the catalogue",
        "did you mean nvidia/dgx-h100 or nvidia/dgx-h200 or nvidia/dgx-a100-640gb?",
    ),
    "name used twice": (
        changed("switch=SWITCH),)", "switch=SWITCH),) * 2"),
        "atlas.py:7: atlas: two fabrics are named 'compute'",
        "give each fabric its own name=",
    ),
    "too many nodes": (
        changed("count=2", "count=300").replace("switch=SWITCH", "switch=SWITCH, levels=2"),
        "atlas.py:7: nodes: 10 units of 32 nodes do not fit two levels of 64 ports",
        "two levels carry at most 256 nodes with 8 rails (8 units); take three levels, several planes (planes=2),"
        " or switches with more ports",
    ),
    "misspelt name": (
        changed("count=2", "count=two"),
        "atlas.py:9: NameError: name 'two' is not defined",
        TRACEBACK,
    ),
    "error in a function": (
        "def two():\n    return 1 / 0\n\ncluster = two()\n",
        "atlas.py:2: ZeroDivisionError: division by zero",
        TRACEBACK,
    ),
    "error without a text": ("raise ValueError\n", "atlas.py:1: ValueError: no message", TRACEBACK),
    "missing module": (
        "import cluster_parts\n",
        "atlas.py:1: ModuleNotFoundError: No module named 'cluster_parts'",
        TRACEBACK,
    ),
    "exit": (
        "import sys\n\nsys.exit(0)\n",
        "atlas.py:3: sys.exit(0): the definition ends the program",
        "remove the call; raise an error where the cluster cannot be defined",
    ),
    "binary data": (
        "\x7fELF\0\0",
        "atlas.py: is not a definition: it holds binary data",
        WAY_TO_A_DEFINITION,
    ),
}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_faulty_definition(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, what, way_out = DEFINITIONS[name]
    Path("atlas.py").write_text(text, encoding="utf-8")
    assert refused(capsys, "atlas.py") == message(what, way_out)


def test_an_error_in_a_neighbour_names_both_places(capsys: pytest.CaptureFixture[str]) -> None:
    Path("parts_of_atlas.py").write_text("\nraise KeyError('rack')\n", encoding="utf-8")
    Path("atlas.py").write_text("import parts_of_atlas\n", encoding="utf-8")
    assert refused(capsys, "atlas.py") == message("atlas.py:1: in parts_of_atlas.py:2: KeyError: 'rack'", TRACEBACK)


SETTINGS = {
    "unknown parameter": (
        FUNCTION,
        "node=3",
        "atlas.py:7: --set node: the definition has no parameter 'node'",
        "the parameters are nodes, fast, share, name",
    ),
    "no whole number": (
        FUNCTION,
        "nodes=2.5",
        "atlas.py:7: --set nodes: expected a whole number, got '2.5'",
        "write --set nodes=VALUE",
    ),
    "no number": (
        FUNCTION,
        "share=nan",
        "atlas.py:7: --set share: expected a number, got 'nan'",
        "write --set share=VALUE",
    ),
    "neither true nor false": (
        FUNCTION,
        "fast=maybe",
        "atlas.py:7: --set fast: expected true or false, got 'maybe'",
        "write --set fast=VALUE",
    ),
    "error with this value": (
        FUNCTION,
        "share=2",
        "atlas.py:8: AssertionError: share is too large",
        TRACEBACK,
    ),
    "negative count": (
        FUNCTION,
        "nodes=-1",
        "atlas.py:9: Nodes: count: input should be greater than or equal to 1, got -1",
        "correct count=",
    ),
    "no function": (
        SOUND,
        "nodes=3",
        "atlas.py:7: --set nodes: 'cluster' is a Cluster, not a function, and has no parameters",
        "write 'def cluster(nodes=...) -> Cluster', or leave --set out",
    ),
    "no value": (FUNCTION, "nodes", "--set: cannot read 'nodes'", "write --set NAME=VALUE"),
    "parameter of another type": (
        "def cluster(parts: list = ()):\n    pass\n",
        "parts=a",
        "atlas.py:1: --set parts: parameter 'parts' cannot be set from the command line",
        "annotate it with int, float, str or bool",
    ),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_a_faulty_setting(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, setting, what, way_out = SETTINGS[name]
    Path("atlas.py").write_text(text, encoding="utf-8")
    assert refused(capsys, "atlas.py", "--set", setting) == message(what, way_out)


def test_a_setting_given_twice(capsys: pytest.CaptureFixture[str]) -> None:
    Path("atlas.py").write_text(FUNCTION, encoding="utf-8")
    assert refused(capsys, "atlas.py", "--set", "nodes=2", "--set", "nodes=3") == message(
        "--set: 'nodes' is set twice", "set it once"
    )


def test_a_parameter_without_a_value(capsys: pytest.CaptureFixture[str]) -> None:
    Path("atlas.py").write_text("def cluster(nodes: int):\n    pass\n", encoding="utf-8")
    assert refused(capsys, "atlas.py") == message("atlas.py:1: parameter 'nodes' has no value", "add --set nodes=...")


# --- files that are no definition ------------------------------------------------------------------------------


def test_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "atlas.py") == message("atlas.py: no such file", WAY_TO_A_DEFINITION)


def test_a_file_of_another_kind(capsys: pytest.CaptureFixture[str]) -> None:
    Path("atlas.txt").write_text(SOUND, encoding="utf-8")
    assert refused(capsys, "atlas.txt") == message("atlas.txt: is not a definition", WAY_TO_A_DEFINITION)


def test_a_directory(capsys: pytest.CaptureFixture[str]) -> None:
    Path("atlas").mkdir()
    assert refused(capsys, "atlas") == message("atlas: is a directory", WAY_TO_A_DEFINITION)
    Path("atlas/design.py").write_text(SOUND, encoding="utf-8")
    assert refused(capsys, "atlas") == message("atlas: is a directory", "name atlas/design.py")


# --- design.json -----------------------------------------------------------------------------------------------


@pytest.fixture
def design_json() -> Path:
    Path("atlas.py").write_text(SOUND, encoding="utf-8")
    assert main(["build", "atlas.py", "--out", "built", "--only", "design"]) in (0, 1)
    return Path("built/design.json").rename("design.json")


AGAIN = "write the file again with 'clusterdesign build', or take it from version control"


def test_a_design_cut_short(design_json: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    lines = design_json.read_text("utf-8").splitlines()
    design_json.write_text("\n".join(lines[:20]), encoding="utf-8")
    assert refused(capsys, "design.json") == message("design.json:20: is cut short", AGAIN)


def test_a_design_of_a_newer_schema(design_json: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    design = json.loads(design_json.read_bytes())
    design_json.write_text(json.dumps(design | {"schema": 99}), encoding="utf-8")
    assert refused(capsys, "design.json") == message(
        "design.json: has schema 99, this version reads up to 1", "update clusterdesign"
    )


def test_a_design_with_a_repeated_key(design_json: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    text = design_json.read_text("utf-8")
    design_json.write_text(text.replace(' "name"', ' "name": "other",\n "name"', 1), encoding="utf-8")
    assert refused(capsys, "design.json") == message("design.json: key 'name' is repeated", "keep one of the two")


def test_a_design_takes_no_settings(design_json: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert refused(capsys, "design.json", "--set", "nodes=3") == message(
        "design.json: --set nodes: a design.json has no parameters",
        "give --set with the definition that the design was built from",
    )


# --- output ----------------------------------------------------------------------------------------------------


def test_an_output_directory_that_holds_something_else(capsys: pytest.CaptureFixture[str]) -> None:
    Path("atlas.py").write_text(SOUND, encoding="utf-8")
    Path("out").mkdir()
    Path("out/thesis.tex").write_text("three years of work", encoding="utf-8")
    answer = refused(capsys, "atlas.py")
    assert answer == message(
        f"{Path('out').absolute()}: holds thesis.tex, which no build wrote (there is no .clusterdesign.json)",
        "choose another directory, or move this one away",
    )


def test_an_unknown_exporter(capsys: pytest.CaptureFixture[str]) -> None:
    Path("atlas.py").write_text(SOUND, encoding="utf-8")
    answer = refused(capsys, "atlas.py", "--only", "design,bmo")
    assert answer.startswith("no exporter 'bmo'\n  way out: did you mean bom? the exporters are design, ")


# --- the error itself ------------------------------------------------------------------------------------------


def test_an_error_prints_place_thing_fault_and_way_out() -> None:
    error = DesignError("is used twice", thing="gpu/001", fix="rename one")
    assert str(error) == "gpu/001: is used twice\n  way out: rename one"
    assert str(error.at("atlas.py:3")) == "atlas.py:3: gpu/001: is used twice\n  way out: rename one"
    assert error.at("atlas.py:3").at("other.py").where == "atlas.py:3"


def test_debug_shows_the_traceback_behind_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    Path("atlas.py").write_text("cluster = two\n", encoding="utf-8")
    assert main(["--debug", "check", "atlas.py"]) == 2
    printed = capsys.readouterr().err
    assert 'File "atlas.py", line 1, in <module>' in printed
    assert printed.endswith(f"error: atlas.py:1: NameError: name 'two' is not defined\n  way out: {TRACEBACK}\n")


def test_debug_by_environment(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "CLUSTERDESIGN_DEBUG", "1")
    Path("atlas.py").write_text("cluster = two\n", encoding="utf-8")
    assert main(["check", "atlas.py"]) == 2
    assert "Traceback" in capsys.readouterr().err
