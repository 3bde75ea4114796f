"""What a build produces: files in memory, with a digest, before anything touches a disk."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from clusterdesign.errors import DesignError
from clusterdesign.exporters import directory as directories

# Names that every file system takes, so that exports can be checked out anywhere.
_SEGMENT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]*")


class FileSet(Mapping[str, bytes]):
    """A frozen mapping from relative path (``cabling/cabling.csv``) to content, in the order of the paths.

    Args:
        files: paths use forward slashes; each segment is letters, digits and ``. _ + -``.

    Raises:
        DesignError: a path is absolute, leaves the directory, or is both a file and a folder.
    """

    __slots__ = ("_files",)

    def __init__(self, files: Mapping[str, bytes]) -> None:
        for path in files:
            _check(path, files)
        self._files = MappingProxyType({path: files[path] for path in sorted(files)})

    def __getitem__(self, path: str) -> bytes:
        return self._files[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def __repr__(self) -> str:
        return f"FileSet({len(self)} files, {self.digest[:12]})"

    @property
    def digest(self) -> str:
        """SHA-256 over paths and contents: equal sets have equal digests."""
        total = hashlib.sha256()
        for path, content in self._files.items():
            total.update(f"{len(path)} {path} {len(content)} ".encode())
            total.update(content)
        return total.hexdigest()

    def merged(self, *others: Mapping[str, bytes]) -> FileSet:
        """Return the files of all sets.

        Raises:
            DesignError: two sets hold the same path.
        """
        files = dict(self._files)
        for other in others:
            for path, content in other.items():
                if path in files:
                    raise DesignError("two exporters write this file", thing=path, fix="give each its own folder")
                files[path] = content
        return FileSet(files)

    def write(self, directory: str | Path) -> None:
        """Write the files as the whole content of a directory: all of them or none.

        Raises:
            DesignError: the directory holds something that no build made, or cannot be written; whatever was
                there before is there still.
        """
        directories.replace(Path(directory), self._files)


def _check(path: str, files: Mapping[str, bytes]) -> None:
    segments = path.split("/")
    if not all(_SEGMENT.fullmatch(segment) for segment in segments):
        raise DesignError(
            f"{path!r} is no path for a file of a build",
            fix="write a relative path such as cabling/cabling.csv, of letters, digits, '.', '_', '+' and '-'",
        )
    for n in range(1, len(segments)):
        folder = "/".join(segments[:n])
        if folder in files:
            raise DesignError("is a file and a folder at once", thing=folder, fix="rename one of the two")
