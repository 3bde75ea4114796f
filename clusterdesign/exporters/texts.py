"""Files that need no library: the design itself and what the check of it found."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.design.manifest import dump
from clusterdesign.exporters.fileset import FileSet
from clusterdesign.rules import Report


def design_file(design: Design) -> FileSet:
    """Return ``design.json``, from which the design can be read again."""
    return FileSet({"design.json": dump(design)})


def findings_files(report: Report) -> FileSet:
    """Return ``findings.json`` for programs and ``findings.txt`` for people."""
    return FileSet(
        {"findings.json": report.to_json().encode(), "findings.txt": f"{report.to_text().rstrip()}\n".encode()}
    )
