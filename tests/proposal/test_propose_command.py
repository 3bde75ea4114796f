"""``clusterdesign propose``: what it writes and how it exits."""

from __future__ import annotations

from pathlib import Path

import pytest

from clusterdesign.cli import main
from tests.sizing.test_size_command import TASK


@pytest.fixture(autouse=True)
def _with_a_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("task.toml").write_text(TASK.replace("now = 4", "now = 1"), encoding="utf-8")


def run(*arguments: str) -> int:
    return main(("propose", "task.toml", "--jobs", "1", *arguments))


def test_the_document_and_its_definitions_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    Path("task.toml").write_text(TASK.replace("now = 4", "now = 2").replace("20 d", "200 d"), encoding="utf-8")

    assert run("--out", "offer", "--lang", "ru", "--start", "2027-03-01") == 0
    written = sorted(path.relative_to("offer").as_posix() for path in Path("offer").rglob("*.*") if path.is_file())
    assert [path for path in written if path.startswith("proposal/")] == [
        "proposal/proposal.docx",
        "proposal/proposal.pdf",
    ]
    assert "candidates/h100-2.py" in written
    assert capsys.readouterr().out.startswith("4 files written to offer: candidates/")
    assert main(("check", "offer/candidates/h100-2.py")) == 0


def test_a_task_that_is_not_met_exits_with_1() -> None:
    Path("task.toml").write_text(TASK.replace("now = 4", "now = 1").replace("20 d", "1 h"), encoding="utf-8")

    assert run("--out", "offer") == 1
    assert Path("offer/proposal/proposal.pdf").is_file()


def test_a_day_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--out", "offer", "--start", "soon") == 2
    assert capsys.readouterr().err == "error: --start: 'soon' is no day\n  way out: write --start 2027-03-01\n"
    assert not Path("offer").exists()


def test_an_unknown_candidate_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--out", "offer", "--pick", "b300-1") == 2
    assert capsys.readouterr().err == "error: atlas: no candidate 'b300-1'\n  way out: the nearest are h100-1\n"
    assert not Path("offer").exists()
