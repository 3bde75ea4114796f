"""``clusterdesign size``: what it prints, what it writes, how it exits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clusterdesign.cli import main

TASK = """\
name = "atlas"
model = "llama-3-8b"
tokens = "50B"
[target]
time = "20 d"
[growth]
now = 4
gpu = "h100"
"""


@pytest.fixture(autouse=True)
def _with_a_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("task.toml").write_text(TASK, encoding="utf-8")


def output(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(("size", *arguments, "--jobs", "1")) == status
    return capsys.readouterr().out


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "task.toml")
    assert text.startswith("atlas: pre-training of llama-3-8b, 8.03B parameters\n")
    assert "\nthe nearest:\n\nh100-4: " in text


def test_russian(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Политика контрольных точек" in output(capsys, "task.toml", "--lang", "ru")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(output(capsys, "task.toml", "--format", "json"))["nearest"] == ["h100-4"]


def test_definitions_are_written_and_build(capsys: pytest.CaptureFixture[str]) -> None:
    output(capsys, "task.toml", "--out", "candidates")
    assert main(("check", "candidates/h100-4.py")) == 0
    assert capsys.readouterr().out.startswith("atlas-h100-4: 0 errors, ")


def test_unreachable_exits_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    Path("task.toml").write_text(TASK.replace("20 d", "1 min"), encoding="utf-8")
    assert "missed: trains " in output(capsys, "task.toml", status=1)


def test_bad_input_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("size", "no.toml")) == 2
    assert capsys.readouterr().err.startswith("error: no.toml: no such file\n")


def test_compare(capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.toml").write_text(f"{TASK}[operations]\ntolerated_loss = 0.005\n", encoding="utf-8")
    assert output(capsys, "task.toml", "--compare", "task.toml") == "no differences\n"
    text = output(capsys, "task.toml", "--compare", "other.toml", status=1)
    assert "tolerated loss" in text
    assert "storage write" in text
