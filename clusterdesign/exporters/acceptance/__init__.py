"""The acceptance plan: a sheet, and job scripts for Slurm."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters import csvfile
from clusterdesign.exporters.acceptance.jobs import job_scripts
from clusterdesign.exporters.fileset import FileSet
from clusterdesign.tables.acceptance import acceptance_book


def acceptance_files(design: Design, lang: str) -> FileSet:
    """Return ``acceptance/``: the plan as workbook and CSV, the jobs as scripts."""
    from clusterdesign.exporters import xlsx  # noqa: PLC0415 - openpyxl is slow to import

    book = acceptance_book(design)
    files = {f"acceptance/jobs/{name}": text.encode() for name, text in job_scripts(design).items()}
    files["acceptance/acceptance.xlsx"] = xlsx.render(book, lang)
    files["acceptance/acceptance.csv"] = csvfile.render(book.sheets[0], lang)
    return FileSet(files)


__all__ = ["acceptance_files"]
