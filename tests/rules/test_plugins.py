"""Plug-ins: the example of the documentation is installed and used; broken ones are named and survived."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clusterdesign import DesignError, catalog, check, plugins
from clusterdesign.cli import main
from clusterdesign.exporters import build
from clusterdesign.rules import RULES, everything
from clusterdesign.rules.reference import pages
from tests.rules.designs import sound

ROOT = Path(__file__).resolve().parents[2]

RULE = """
from clusterdesign.rules import Hit, rule

@rule("{code}", "{name}", "warning")
def one(design):
    \"\"\"It checks something.

    Why: Because.
    Example: This.
    Fix: That.
    Source: Ours.
    \"\"\"
    yield Hit(paths=("gpu/1",), message="gpu/1 is looked at", fix="none")

RULES = (one,)
"""


@pytest.fixture(autouse=True)
def _afresh() -> Iterator[None]:
    plugins.forget()
    yield
    plugins.forget()


Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that installs a package of one module with one entry point."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def run(package: str, kind: str, name: str, program: str, attribute: str = "RULES") -> None:
        module = package.replace("-", "_")
        monkeypatch.delitem(sys.modules, module, raising=False)
        (tmp_path / f"{module}.py").write_text(program, encoding="utf-8")
        info = tmp_path / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
        points = f"[clusterdesign.{kind}]\n{name} = {module}:{attribute}\n"
        (info / "entry_points.txt").write_text(points, encoding="utf-8")

    return run


def faults() -> list[str]:
    return [finding.message for finding in check(sound()).findings if finding.code == "INT008"]


# --- rules -------------------------------------------------------------------------------------------------------


def test_a_rule_of_a_plug_in_runs_after_ours_and_has_a_page(install: Install) -> None:
    install("one-rule", "rules", "ONE", RULE.format(code="ONE001", name="looked-at"))
    report = check(sound())
    assert report.codes() == {"ONE001"}
    assert [entry.code for entry in report.ran] == [*(rule.code for rule in RULES), "ONE001"]
    assert "ONE001.md" in pages(everything())
    assert check(sound(), bundle="growth").codes() == {"ONE001"}
    assert check(sound(), ignore=["looked-at"]).codes() == set()


def test_plug_ins_are_off_by_the_environment_and_by_the_option(
    install: Install, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install("one-rule", "rules", "ONE", RULE.format(code="ONE001", name="looked-at"))
    assert main(["rules", "list"]) == 0
    assert "ONE001" in capsys.readouterr().out
    assert main(["--no-plugins", "rules", "list"]) == 0
    assert "ONE001" not in capsys.readouterr().out
    assert check(sound()).codes() == {"ONE001"}
    monkeypatch.setenv("CLUSTERDESIGN_PLUGINS", "0")
    assert check(sound()).codes() == set()


@pytest.mark.parametrize(
    ("name", "code", "rule", "fault"),
    [
        ("ONE", "TWO001", "x-y", "rule TWO001 is not ONE and three digits, the first one of 0, 1, 2, 3, 9"),
        ("ONE", "ONE701", "x-y", "rule ONE701 is not ONE and three digits, the first one of 0, 1, 2, 3, 9"),
        ("ONE", "ONE0001", "x-y", "rule ONE0001 is not ONE and three digits, the first one of 0, 1, 2, 3, 9"),
        ("CBL", "CBL777", "x-y", "the prefix CBL belongs to the built-in rules"),
        (
            "one",
            "ONE001",
            "x-y",
            "the name of its entry point, 'one', is no code prefix: three to eight capital letters",
        ),
        ("ONE", "ONE001", "X Y", "rule ONE001 is named 'X Y': write lower case with hyphens"),
        ("ONE", "ONE001", "cable-too-short", "rule ONE001 is named cable-too-short, as a built-in rule is"),
    ],
)
def test_a_plug_in_keeps_to_its_prefix(install: Install, name: str, code: str, rule: str, fault: str) -> None:
    install("one-rule", "rules", name, RULE.format(code=code, name=rule))
    assert faults() == [f"plug-in rules {name} of one-rule 1.0: {fault} at one_rule:RULES"]
    assert len(check(sound()).ran) == len(RULES)


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("import no_such_thing", "ModuleNotFoundError: No module named 'no_such_thing' at one_rule.py:1"),
        ("\n1 / 0", "ZeroDivisionError: division by zero at one_rule.py:2"),
        ("RULES = 7", "its entry point names no rules at one_rule:RULES"),
        ("", "AttributeError: module 'one_rule' has no attribute 'RULES' at one_rule:RULES"),
        (
            RULE.format(code="ONE001", name="x-y").replace("Fix: That.", ""),
            "ONE001: its docstring lacks Fix at one_rule:RULES",
        ),
    ],
)
def test_a_plug_in_that_cannot_be_imported_is_named_and_survived(install: Install, program: str, fault: str) -> None:
    install("one-rule", "rules", "ONE", program)
    report = check(sound())
    assert not report.ok
    assert faults() == [f"plug-in rules ONE of one-rule 1.0: {fault}"]
    assert len(report.ran) == len(RULES)


def test_a_broken_plug_in_is_listed(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("one-rule", "rules", "ONE", "import no_such_thing")
    assert main(["plugins"]) == 1
    assert capsys.readouterr().out == (
        "rules      ONE  one-rule 1.0  one_rule:RULES  "
        "cannot be used: ModuleNotFoundError: No module named 'no_such_thing' at one_rule.py:1\n"
    )


def test_two_packages_cannot_share_a_prefix(install: Install) -> None:
    install("one-rule", "rules", "ONE", RULE.format(code="ONE001", name="looked-at"))
    install("other-rule", "rules", "ONE", RULE.format(code="ONE002", name="looked-on"))
    assert faults() == [
        "plug-in rules ONE of other-rule 1.0: the prefix 'ONE' is taken by another package at other_rule:RULES"
    ]
    assert "ONE001" in check(sound()).codes()


# --- catalogues and exporters ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "program", "message"),
    [
        (
            "other",
            "RULES = 1",
            "other: no such catalogue is installed\n  way out: installed are mine",
        ),
        (
            "mine",
            "RULES = 1",
            "plug-in catalogs mine of my-parts 1.0: its entry point is no directory of parts\n"
            "  way out: name a path that is one",
        ),
        (
            "mine",
            "import no_such_thing",
            "my_parts.py:1: plug-in catalogs mine of my-parts 1.0: "
            "ModuleNotFoundError: No module named 'no_such_thing'\n"
            "  way out: repair or remove the package",
        ),
        (
            "mine",
            "from importlib.resources import files\nRULES = files('clusterdesign.catalog') / 'data'",
            "plug-in catalogs mine of my-parts 1.0: its part apc/ap8868 is not of mine\n"
            "  way out: put its parts into mine/<kind>/",
        ),
    ],
)
def test_a_catalogue_that_cannot_be_used_is_named(install: Install, name: str, program: str, message: str) -> None:
    install("my-parts", "catalogs", "mine", program)
    with pytest.raises(DesignError) as error:
        catalog.installed(name)
    assert str(error.value) == message


def test_an_exporter_that_raises_is_named_and_nothing_is_built(install: Install) -> None:
    install("my-files", "exporters", "mine", "def RULES(design, report, lang):\n    return 1 / 0\n")
    design = sound()
    with pytest.raises(DesignError) as error:
        build(design, check(design))
    assert str(error.value) == (
        "my_files.py:2: plug-in exporters mine of my-files 1.0: ZeroDivisionError: division by zero\n"
        "  way out: repair the package, or leave it out with --only or --no-plugins"
    )
    assert build(design, check(design), only=["design"])


def test_an_exporter_returns_files(install: Install) -> None:
    install("my-files", "exporters", "mine", "def RULES(design, report, lang):\n    return {'a.txt': 'text'}\n")
    with pytest.raises(DesignError, match=r"my-files 1[.]0: makes no files"):
        build(sound(), check(sound()), only=["mine"])


# --- the example of the documentation ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory into which this package and the example are installed."""
    target = tmp_path_factory.mktemp("site")
    options = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-build-isolation", "--no-deps")
    command = (sys.executable, "-m", "pip", "install", *options, "--target", str(target))
    done = subprocess.run(
        (*command, str(ROOT), str(ROOT / "docs" / "examples" / "acme-cluster")),
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return target


def _run(site: Path, where: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"PYTHONPATH": str(site), "HYPOTHESIS_STORAGE_DIRECTORY": str(where)}
    return subprocess.run(
        (sys.executable, "-m", *command), cwd=where, env=environment, capture_output=True, text=True, check=False
    )


DEFINITION = """
from clusterdesign import Cluster, Nodes, catalog
from clusterdesign.fabric import RailOptimized
from clusterdesign.site import RackRow

cluster = Cluster(
    name="atlas",
    nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=5),
    fabrics=(RailOptimized(switch=catalog.switch("nvidia/mqm9700-ns2f")),),
    racks=RackRow(part=catalog.installed("acme").rack("acme/deep-48u"), nodes_per_rack=5),
)
"""


def test_the_example_of_the_documentation_is_installed_and_runs(site: Path, tmp_path: Path) -> None:
    (tmp_path / "atlas.py").write_text(DEFINITION, encoding="utf-8")
    listed = _run(site, tmp_path, "clusterdesign", "plugins")
    assert listed.stdout.splitlines() == [
        "rules      ACME  acme-cluster 1.0  acme_cluster.rules:RULES  in use",
        "catalogs   acme  acme-cluster 1.0  acme_cluster.catalog:PARTS  in use",
        "exporters  acme  acme-cluster 1.0  acme_cluster.exporter:labels  in use",
    ]
    checked = _run(site, tmp_path, "clusterdesign", "check", "atlas.py", "--limit", "ACME101.highest=39")
    assert "warning ACME101 device-above-reach: 1 finding\n  gpu/005 reaches up to U40 of rack/" in checked.stdout
    assert "limit replaced: ACME101.highest is 39.0, by default 40\n" in checked.stdout
    built = _run(site, tmp_path, "clusterdesign", "build", "atlas.py", "--only", "design,acme", "--out", "out")
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "out" / "acme" / "labels.txt").read_text().startswith("compute/")
    off = _run(site, tmp_path, "clusterdesign", "--no-plugins", "build", "atlas.py", "--only", "acme", "--out", "no")
    assert off.returncode == 2


def test_pytest_and_hypothesis_find_us_by_themselves(site: Path, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "from hypothesis import given, settings\n"
        "from clusterdesign.design import Design\n"
        "from hypothesis import strategies as st\n"
        "@settings(max_examples=1, deadline=None)\n"
        "@given(st.from_type(Design))\n"
        "def test_drawn(design):\n"
        "    assert design.name == 'drawn'\n"
        "def test_fixture(prove):\n"
        "    assert prove\n",
        encoding="utf-8",
    )
    done = _run(site, tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", "test_it.py")
    assert "2 passed" in done.stdout, done.stdout + done.stderr
    markers = _run(site, tmp_path, "pytest", "--markers")
    assert "@pytest.mark.prove(**ranges): build and check the cluster" in markers.stdout
