from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clusterdesign.errors import DesignError
from clusterdesign.exporters.directory import MARKER
from clusterdesign.exporters.fileset import FileSet

OLD = FileSet({"a.txt": b"old", "cabling/cabling.csv": b"old rows"})
NEW = FileSet({"a.txt": b"new", "bom/bom.csv": b"new rows"})


def content(directory: Path) -> dict[str, bytes]:
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file() and path.name != MARKER
    }


def refusal(files: FileSet, directory: Path) -> str:
    with pytest.raises(DesignError) as error:
        files.write(directory)
    assert error.value.fix
    return str(error.value).splitlines()[0].replace(str(directory), "OUT")


def test_a_set_is_a_frozen_mapping_in_the_order_of_its_paths() -> None:
    files = FileSet({"b": b"2", "a/c": b"1"})

    assert list(files) == ["a/c", "b"]
    assert files["b"] == b"2"
    assert len(files) == 2
    with pytest.raises(TypeError):
        files["b"] = b"3"  # type: ignore[index]  # that is the test


def test_equal_sets_have_equal_digests_and_others_have_not() -> None:
    assert FileSet({"a": b"1", "b": b"2"}).digest == FileSet({"b": b"2", "a": b"1"}).digest
    assert len({FileSet(files).digest for files in ({"a": b"12"}, {"a": b"1"}, {"a1": b"2"}, {"b": b"12"})}) == 4


def test_sets_are_merged_and_a_path_in_two_of_them_is_refused() -> None:
    assert dict(OLD.merged({"x": b"1"}, {"y": b"2"})) == {**OLD, "x": b"1", "y": b"2"}
    with pytest.raises(DesignError, match=r"a\.txt: two exporters write this file"):
        OLD.merged(NEW)


@pytest.mark.parametrize("path", ["", "/a", "../a", "a/../b", "a//b", "a/", "a\\b", ".hidden", MARKER, "a\nb", "ü"])
def test_a_path_that_leaves_the_directory_or_does_not_travel_is_refused(path: str) -> None:
    with pytest.raises(DesignError, match="is no path for a file of a build"):
        FileSet({path: b""})


def test_a_path_that_is_a_file_and_a_folder_is_refused() -> None:
    with pytest.raises(DesignError, match="a: is a file and a folder at once"):
        FileSet({"a": b"", "a/b": b""})


def test_a_build_is_written_and_replaced_whole(tmp_path: Path) -> None:
    out = tmp_path / "out"
    OLD.write(out)
    assert content(out) == dict(OLD)

    NEW.write(str(out))
    assert content(out) == dict(NEW)
    assert not (out / "cabling").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_empty_directory_is_taken(tmp_path: Path) -> None:
    NEW.write(tmp_path / "new")
    (tmp_path / "empty").mkdir()
    NEW.write(tmp_path / "empty")

    assert content(tmp_path / "empty") == content(tmp_path / "new")


def test_the_permissions_are_those_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "ordinary").mkdir()
    NEW.write(tmp_path / "out")

    assert (tmp_path / "out").stat().st_mode == (tmp_path / "ordinary").stat().st_mode


def test_a_relative_directory_is_below_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    NEW.write("out/../out")

    assert content(tmp_path / "out") == dict(NEW)


def foreign_file(out: Path) -> None:
    out.mkdir()
    (out / "thesis.txt").write_text("years of work")


def file_beside_a_build(out: Path) -> None:
    OLD.write(out)
    (out / "cabling" / "notes.txt").write_text("mine")


def folder_beside_a_build(out: Path) -> None:
    OLD.write(out)
    (out / "later").mkdir()


def edited_file(out: Path) -> None:
    OLD.write(out)
    (out / "a.txt").write_text("ticked off")


def file_that_became_a_link(out: Path) -> None:
    OLD.write(out)
    (out / "a.txt").unlink()
    (out.parent / "elsewhere").write_bytes(b"old")
    (out / "a.txt").symlink_to(out.parent / "elsewhere")


def damaged_marker(out: Path) -> None:
    OLD.write(out)
    (out / MARKER).write_text("{")


def marker_of_another_tool(out: Path) -> None:
    OLD.write(out)
    (out / MARKER).write_text(json.dumps({"tool": "other", "files": {}}))


def plain_file(out: Path) -> None:
    out.write_text("mine")


def link(out: Path) -> None:
    OLD.write(out.parent / "real")
    out.symlink_to(out.parent / "real")


def dangling_link(out: Path) -> None:
    out.symlink_to(out.parent / "nowhere")


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (foreign_file, f"OUT: holds thesis.txt, which no build wrote (there is no {MARKER})"),
        (file_beside_a_build, "OUT: holds cabling/notes.txt, which no build wrote"),
        (folder_beside_a_build, "OUT: holds later/, which no build wrote"),
        (edited_file, "OUT: a.txt was changed after it was built"),
        (file_that_became_a_link, "OUT: a.txt was changed after it was built"),
        (damaged_marker, f"OUT: {MARKER} is not the marker of a build"),
        (marker_of_another_tool, "OUT: was written by other"),
        (plain_file, "OUT: is a file"),
        (link, "OUT: is a symbolic link"),
        (dangling_link, "OUT: is a symbolic link"),
    ],
)
def test_what_no_build_made_is_refused_and_left_alone(
    tmp_path: Path, prepare: Callable[[Path], None], message: str
) -> None:
    out = tmp_path / "out"
    prepare(out)
    before = content(tmp_path)

    assert refusal(NEW, out) == message
    assert content(tmp_path) == before


def test_what_a_desktop_left_behind_is_nobodys_work(tmp_path: Path) -> None:
    out = tmp_path / "out"
    OLD.write(out)
    (out / ".DS_Store").write_bytes(b"x")
    NEW.write(out)

    assert content(out) == dict(NEW)


def test_a_deleted_file_of_a_build_is_no_obstacle(tmp_path: Path) -> None:
    out = tmp_path / "out"
    OLD.write(out)
    (out / "a.txt").unlink()
    NEW.write(out)

    assert content(out) == dict(NEW)


def test_missing_parents_are_made(tmp_path: Path) -> None:
    NEW.write(tmp_path / "no" / "such" / "out")
    assert content(tmp_path / "no" / "such" / "out") == dict(NEW)


def test_a_parent_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "no").write_text("kept")
    assert refusal(NEW, tmp_path / "no" / "out") == f"OUT: {tmp_path / 'no'} is a file"
    assert (tmp_path / "no").read_text() == "kept"


def test_parents_that_were_made_go_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("clusterdesign.exporters.directory._fill", full)
    with pytest.raises(DesignError, match="No space left"):
        NEW.write(tmp_path / "no" / "out")
    assert not (tmp_path / "no").exists()


def test_the_root_is_refused() -> None:
    assert refusal(NEW, Path("/")).endswith("cannot be replaced")


def _failing(real: Callable[..., Any], at: int) -> Callable[..., Any]:
    """Fail like a full disk in the ``at``-th call, and in that one only."""
    calls = 0

    def fail(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == at:
            raise OSError(28, "No space left on device", str(args[0]))
        return real(*args, **kwargs)

    return fail


STEPS = [
    ("mkdir", 1),
    ("mkdir", 2),
    ("write_bytes", 1),
    ("write_bytes", 2),
    ("write_bytes", 3),
    ("rename", 1),
    ("rename", 2),
]


@pytest.mark.parametrize(("step", "at"), STEPS)
def test_whatever_fails_the_old_content_is_there_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, at: int
) -> None:
    out = tmp_path / "out"
    OLD.write(out)
    before = content(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Path, step, _failing(getattr(Path, step), at))
        assert "cannot be replaced: No space left on device" in refusal(NEW, out)

    assert content(tmp_path) == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    NEW.write(out)
    assert content(out) == dict(NEW)


@pytest.mark.parametrize(("step", "at"), STEPS[:-1])
def test_whatever_fails_a_new_directory_does_not_appear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, at: int
) -> None:
    monkeypatch.setattr(Path, step, _failing(getattr(Path, step), at))
    refusal(NEW, tmp_path / "out")

    assert list(tmp_path.iterdir()) == []


def test_an_interruption_leaves_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    OLD.write(out)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", interrupt)
        with pytest.raises(KeyboardInterrupt):
            NEW.write(out)

    assert content(out) == dict(OLD)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("locked", ["parent", "target"])
def test_without_permission_nothing_is_lost(tmp_path: Path, locked: str) -> None:
    if os.access(tmp_path, os.W_OK) and os.geteuid() == 0:
        pytest.skip("the superuser may write everywhere")
    out = tmp_path / "out"
    OLD.write(out)
    place = tmp_path if locked == "parent" else out
    place.chmod(0o000 if locked == "target" else 0o500)
    try:
        refusal(NEW, out)
    finally:
        place.chmod(0o700)

    assert content(out) == dict(OLD)
