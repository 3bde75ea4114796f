"""A directory that a build owns: replaced whole or not at all, and only if a build made it.

A build is written into a hidden directory beside the target and then takes its name. The old content steps aside
under another hidden name until the new one stands, and comes back if it does not. A marker file lists what the
build wrote, with digests, so that the next build can tell its own files from anybody else's.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from clusterdesign.errors import DesignError

MARKER = ".clusterdesign.json"
"""Name of the marker file."""

_TOOL = "clusterdesign"

# What desktops leave behind in a directory that somebody looked at; nothing is lost with it.
_LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})

_WAY_OUT = "choose another directory, or move this one away"


def replace(directory: Path, files: Mapping[str, bytes]) -> None:
    """Make ``files`` the whole content of a directory, or leave everything as it was.

    Raises:
        DesignError: the directory may not be replaced, or the system refuses to write.
    """
    target = Path(os.path.abspath(directory))  # noqa: PTH100  # resolve() would follow a link that we refuse
    try:
        check(target)
        made = _make_parents(target)
        fresh = _sibling(target, "new")
        try:
            _fill(fresh, files)
            _swap(fresh, target)
        except BaseException:
            shutil.rmtree(fresh, ignore_errors=True)
            for parent in made:
                with contextlib.suppress(OSError):
                    parent.rmdir()
            raise
    except OSError as error:
        raise DesignError(
            f"cannot be replaced: {error.strerror or error}",
            thing=str(error.filename or target),
            fix="nothing was changed; make room, set the permissions, or choose another directory",
        ) from error


def check(target: Path) -> None:
    """Check that a build may take the place of what is at ``target``.

    Raises:
        DesignError: it is a file or a link, a parent is a file, or it holds what no build wrote.
        OSError: it cannot be read.
    """
    if target.is_symlink():
        raise DesignError("is a symbolic link", thing=str(target), fix="name the directory that it leads to")
    if target == target.parent:
        raise DesignError("cannot be replaced", thing=str(target), fix="name a directory below it")
    parent = next(parent for parent in target.parents if parent.exists())
    if not parent.is_dir():
        raise DesignError(f"{parent} is a file", thing=str(target), fix="choose another directory")
    if not target.exists():
        return
    if not target.is_dir():
        raise DesignError("is a file", thing=str(target), fix="choose the name of a directory")
    found = list(_walk(target))
    if found:
        _check_owned(target, found)


def _make_parents(target: Path) -> list[Path]:
    """Make the directories above the target that are missing; return them, innermost first."""
    missing = [parent for parent in target.parents if not parent.exists()]
    for parent in reversed(missing):
        parent.mkdir()
    return missing


def _check_owned(target: Path, found: list[str]) -> None:
    if MARKER not in found:
        raise DesignError(
            f"holds {found[0]}, which no build wrote (there is no {MARKER})", thing=str(target), fix=_WAY_OUT
        )
    written = _read_marker(target / MARKER)
    for name in found:
        if name == MARKER:
            continue
        if name not in written:
            raise DesignError(f"holds {name}, which no build wrote", thing=str(target), fix=_WAY_OUT)
        path = target / name
        if path.is_symlink() or _digest(path.read_bytes()) != written[name]:
            raise DesignError(
                f"{name} was changed after it was built", thing=str(target), fix=f"keep a copy of it, then {_UNDO}"
            )


_UNDO = "delete it, or choose another directory"


def _walk(target: Path) -> Iterator[str]:
    """Yield every file, and every folder without one, in a fixed order."""
    for path in sorted(target.iterdir()):
        if path.name in _LITTER:
            continue
        if path.is_dir() and not path.is_symlink():
            inner = [f"{path.name}/{name}" for name in _walk(path)]
            yield from inner or [f"{path.name}/"]
        else:
            yield path.name


def _read_marker(path: Path) -> Mapping[str, str]:
    try:
        marker = json.loads(path.read_bytes())
        tool, files = marker["tool"], marker["files"].items()
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise DesignError(f"{MARKER} is not the marker of a build", thing=str(path.parent), fix=_WAY_OUT) from error
    if tool != _TOOL:
        raise DesignError(f"was written by {tool}", thing=str(path.parent), fix=_WAY_OUT)
    return {str(name): str(digest) for name, digest in files}


def _fill(fresh: Path, files: Mapping[str, bytes]) -> None:
    fresh.mkdir()
    for name, content in files.items():
        path = fresh / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (fresh / MARKER).write_bytes(_marker(files))


def _marker(files: Mapping[str, bytes]) -> bytes:
    listed = {name: _digest(content) for name, content in files.items()}
    return (json.dumps({"tool": _TOOL, "files": listed}, indent=1) + "\n").encode()


def _swap(fresh: Path, target: Path) -> None:
    if not target.exists():
        fresh.rename(target)
        return
    old = _sibling(target, "old")
    target.rename(old)
    try:
        fresh.rename(target)
    except BaseException:
        old.rename(target)
        raise
    # The build is complete: what cannot be removed of the old one is no reason to say that it failed.
    with contextlib.suppress(OSError):
        shutil.rmtree(old)


def _sibling(target: Path, kind: str) -> Path:
    """Return a free name beside the target: a rename stays on one file system."""
    return target.with_name(f".{target.name}.{kind}-{secrets.token_hex(4)}")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
