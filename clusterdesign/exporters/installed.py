"""Exporters of other packages: their entry point names a function from design, report and language to files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from clusterdesign.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.exporters.fileset import FileSet
from clusterdesign.plugins import Loaded, loaded, place_of, told
from clusterdesign.rules import Report


def installed() -> dict[str, Callable[[Design, Report, str], FileSet]]:
    """Return the exporters of plug-ins by name. Each writes into the folder of its own name and nowhere else."""
    return {one.plugin.name: _exporter(one) for one in loaded("exporters")[0]}


def _exporter(one: Loaded) -> Callable[[Design, Report, str], FileSet]:
    def export(design: Design, report: Report, lang: str) -> FileSet:
        made = _run(one, design, report, lang)
        if not isinstance(made, Mapping) or not all(isinstance(content, bytes) for content in made.values()):
            raise DesignError("makes no files", thing=f"plug-in {one.plugin}", fix="return paths with their bytes")
        return FileSet({f"{one.plugin.name}/{path}": content for path, content in made.items()})

    return export


def _run(one: Loaded, design: Design, report: Report, lang: str) -> Any:  # whatever the plug-in returns
    try:
        return one.value(design, report, lang)
    # It is somebody else's program: whatever it raises, nothing is written and the message names it.
    except Exception as error:
        raise DesignError(
            told(error),
            thing=f"plug-in {one.plugin}",
            fix="repair the package, or leave it out with --only or --no-plugins",
            where=place_of(error),
        ) from error
