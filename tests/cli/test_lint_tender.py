"""``clusterdesign lint-tender``: what it prints and how it exits."""

from __future__ import annotations

from pathlib import Path

import pytest

from clusterdesign.cli import main


@pytest.fixture
def description(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("description.txt").write_text("Коммутатор NVIDIA (или эквивалент)\n", encoding="utf-8")
    return "description.txt"


FOUND = (
    "line 1: 'NVIDIA' is a brand word (maker NVIDIA)\n"
    "  way out: describe it by ranges, or declare why it is needed: Compatibility(words=..., because=...)\n"
)


@pytest.mark.parametrize(
    ("options", "status", "printed"),
    [
        ((), 1, f"error: {FOUND}description.txt: 1 error, 0 warnings\n"),
        (("--law", "223-FZ"), 0, f"warning: {FOUND}description.txt: 0 errors, 1 warning\n"),
        (("--allow", "NVIDIA Quantum"), 0, "description.txt: 0 errors, 0 warnings\n"),
    ],
)
def test_the_law_and_what_is_allowed_decide(
    description: str, options: tuple[str, ...], status: int, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lint-tender", description, *options]) == status
    assert capsys.readouterr().out == printed


def test_a_file_that_is_not_there_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint-tender", "none.txt"]) == 2
    assert capsys.readouterr().err == (
        "error: none.txt: cannot be read: No such file or directory\n"
        "  way out: name a .docx, .xlsx, .csv or .txt file\n"
    )
