"""Exporters: from a design and its report to files in memory. They read nothing else.

:data:`EXPORTERS` is all of them, in order; :func:`build` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import TypeAlias

from clusterdesign.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.exporters.fileset import FileSet
from clusterdesign.exporters.installed import installed
from clusterdesign.exporters.sheets import bom_files, cabling_files, site_files
from clusterdesign.exporters.texts import design_file, findings_files
from clusterdesign.procurement.prices import PriceBook
from clusterdesign.rules import Report
from clusterdesign.tables.i18n import words

Exporter: TypeAlias = Callable[[Design, Report, str], FileSet]
"""From a design, its report and a language to files."""


def _diagrams(design: Design, _: Report, lang: str) -> FileSet:
    from clusterdesign.exporters.diagrams import diagrams  # noqa: PLC0415  # Graphviz is slow to import

    return FileSet({f"diagrams/{name}": content for name, content in diagrams(design, lang).items()})


def _fabric(design: Design, _: Report, __: str) -> FileSet:
    from clusterdesign.exporters.fabric_files import fabric_files  # noqa: PLC0415  # networkx is slow to import

    return fabric_files(design)


def _slurm(design: Design, _: Report, __: str) -> FileSet:
    from clusterdesign.exporters.slurm import slurm_files  # noqa: PLC0415  # likewise

    return slurm_files(design)


def _acceptance(design: Design, _: Report, lang: str) -> FileSet:
    from clusterdesign.exporters.acceptance import acceptance_files  # noqa: PLC0415  # likewise

    return acceptance_files(design, lang)


def _monitoring(design: Design, _: Report, __: str) -> FileSet:
    from clusterdesign.exporters.monitoring import monitoring_files  # noqa: PLC0415  # reads the engineering

    return monitoring_files(design)


def _stack(design: Design, _: Report, __: str) -> FileSet:
    from clusterdesign.exporters.stack import stack_files  # noqa: PLC0415  # networkx is slow to import

    return stack_files(design)


def _addresses(design: Design, _: Report, lang: str) -> FileSet:
    from clusterdesign.exporters.addresses import addresses_files  # noqa: PLC0415  # likewise

    return addresses_files(design, lang)


def _delivery(design: Design, _: Report, lang: str) -> FileSet:
    from clusterdesign.exporters.delivery import delivery_files  # noqa: PLC0415  # openpyxl is slow to import

    return FileSet(delivery_files(design, lang))


def _ru_docs(design: Design, _: Report, __: str) -> FileSet:
    from clusterdesign.exporters.ru_docs import ru_docs_files  # noqa: PLC0415  # makes a vocabulary of brand words

    return ru_docs_files(design)


RUSSIAN_ONLY = frozenset({"ru-docs"})
"""Exporters whose documents exist in Russian only: a build in another language makes them where it names them."""

EXPORTERS: Mapping[str, Exporter] = MappingProxyType(
    {
        "design": lambda design, _, __: design_file(design),
        "findings": lambda _, report, __: findings_files(report),
        "cabling": lambda design, _, lang: cabling_files(design, lang),
        "bom": lambda design, _, lang: bom_files(design, lang),
        "delivery": _delivery,
        "ru-docs": _ru_docs,
        "site": lambda design, _, lang: site_files(design, lang),
        "diagrams": _diagrams,
        "fabric": _fabric,
        "slurm": _slurm,
        "acceptance": _acceptance,
        "addresses": _addresses,
        "monitoring": _monitoring,
        "stack": _stack,
    }
)
"""Every exporter by name, in the order in which they run."""


def build(
    design: Design,
    report: Report,
    *,
    only: Iterable[str] | None = None,
    lang: str = "en",
    prices: PriceBook | None = None,
) -> FileSet:
    """Run the exporters and return what they made, in memory.

    Args:
        design: what to export.
        report: the result of its check.
        only: names of exporters; all of them if it is empty, those of plug-ins included, and those whose documents
            exist in Russian only where that is the language.
        lang: language of the sheets and drawings, ``en`` or ``ru``. Names, part numbers and findings stay.
        prices: what parts cost; the bill is priced by it.

    Raises:
        DesignError: there is no such exporter or language, or a text of the design cannot be stored in a sheet.
    """
    words(lang)
    # A plug-in cannot take the name of ours.
    own = dict(EXPORTERS)
    if prices is not None:
        own["bom"] = lambda design, _, lang: bom_files(design, lang, prices)
    exporters = {**own, **{name: made for name, made in installed().items() if name not in EXPORTERS}}
    chosen = frozenset(only or (name for name in exporters if lang == "ru" or name not in RUSSIAN_ONLY))
    for name in sorted(chosen):
        if name not in exporters:
            near = get_close_matches(name, exporters, n=2, cutoff=0.5)
            hint = f"did you mean {' or '.join(near)}? " if near else ""
            raise DesignError(f"no exporter {name!r}", fix=f"{hint}the exporters are {', '.join(exporters)}")
    made = (exporter(design, report, lang) for name, exporter in exporters.items() if name in chosen)
    return FileSet({}).merged(*made)


__all__ = ["EXPORTERS", "Exporter", "FileSet", "build"]
