"""Compare benchmarks with their yardsticks and print how they stand to the goals.

``python -m benchmarks.ratios build/benchmarks.json`` prints tables for a terminal, ``--markdown`` those of
docs/explanation/speed.md. A missed goal is said, and is an error only with ``--strict``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

Key: TypeAlias = tuple[str, int]
"""Name of a benchmark without its size, and the size: the number of nodes, 0 where there is none."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The fastest round of a benchmark, since noise only ever adds; peak of memory and size of graph where taken."""

    seconds: float
    peak_bytes: int
    graph: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Goal:
    """A benchmark that may take at most so many times as long as its yardstick."""

    text: str
    benchmark: str
    yardstick: str
    most: float


GOALS = (
    Goal("elaborate and check / bare networkx", "elaborate_and_check", "bare_networkx", 10),
    Goal("cabling.xlsx / bare openpyxl", "cabling_xlsx", "bare_openpyxl", 2),
)

START = 0.4
"""Seconds that ``clusterdesign --help`` may take longer than ``python -c pass``."""

MEMORY = (
    ("elaborate and check / bare networkx", "elaborate_and_check", "bare_networkx"),
    ("cabling.xlsx / bare openpyxl", "cabling_xlsx", "bare_openpyxl"),
)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under heads; the first column names the row."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def text(self) -> str:
        """Return the table for a terminal."""
        widths = [max(len(row[n]) for row in (self.heads, *self.rows)) for n in range(len(self.heads))]
        lines = [
            "  ".join(cell.rjust(width) if n else cell.ljust(width) for n, (cell, width) in enumerate(cells)).rstrip()
            for cells in (list(zip(row, widths, strict=True)) for row in (self.heads, *self.rows))
        ]
        return "\n".join((self.title, *(f"  {line}" for line in lines)))

    def markdown(self) -> str:
        """Return the table for the documentation."""
        rule = ("---", *("--:" for _ in self.heads[1:]))
        lines = [f"| {' | '.join(row)} |" for row in (self.heads, rule, *self.rows)]
        return "\n".join((f"{self.title}:", "", *lines))


def read(path: Path) -> dict[Key, Measured]:
    """Read what pytest-benchmark wrote; benchmarks that have no size in nodes have tables of their own."""
    entries = json.loads(path.read_text("utf-8"))["benchmarks"]
    return {key: _measured(entry) for entry in entries if (key := _key(entry)) is not None}


def _key(entry: Mapping[str, Any]) -> Key | None:
    name = entry["name"].partition("[")[0].removeprefix("test_")
    params = entry["params"] or {}
    if name == "start":
        return f"start {'help' if '--help' in entry['params']['command'] else 'python'}", 0
    if "nodes" not in params:
        return None
    return f"{name} {params['exporter']}" if "exporter" in params else name, params["nodes"]


def _measured(entry: Mapping[str, Any]) -> Measured:
    extra = entry["extra_info"]
    graph = (extra.get("graph_nodes", 0), extra.get("graph_edges", 0))
    return Measured(entry["stats"]["min"], extra.get("peak_bytes", 0), graph)


def goals(measured: Mapping[Key, Measured]) -> tuple[Table, bool]:
    """Return how the goals are met, and whether all of them are."""
    sizes = _sizes(measured)
    rows, verdicts = [], []
    for goal in GOALS:
        ratios = [_ratio(measured, goal.benchmark, goal.yardstick, size) for size in sizes]
        verdicts.append(_verdict(ratios, goal.most))
        rows.append((goal.text, f"{goal.most:g}", *map(_number, ratios), verdicts[-1]))
    longer = _longer(measured)
    verdicts.append(_verdict([longer], START))
    shown = _number(longer, digits=2)
    rows.append(("clusterdesign --help - python -c pass, s", f"{START:g}", *(shown for _ in sizes), verdicts[-1]))
    return Table("Goals", ("", "at most", *_heads(sizes), ""), tuple(rows)), "MISS" not in verdicts


def _longer(measured: Mapping[Key, Measured]) -> float | None:
    program, python = measured.get(("start help", 0)), measured.get(("start python", 0))
    return None if program is None or python is None else program.seconds - python.seconds


def _verdict(values: Sequence[float | None], most: float) -> str:
    known = [value for value in values if value is not None]
    if any(value > most for value in known):
        return "MISS"
    return "pass" if known and len(known) == len(values) else "not measured"


def _number(value: float | None, digits: int = 1) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def steps(measured: Mapping[Key, Measured]) -> Table:
    """Return every step as a multiple of the bare networkx, and how its time grows with the cluster."""
    sizes = _sizes(measured)
    names = dict.fromkeys(name for name, size in measured if size and name != "bare_networkx")
    rows = []
    for name in names:
        ratios = (_ratio(measured, name, "bare_networkx", size) for size in sizes)
        small, large = measured.get((name, sizes[0])), measured.get((name, sizes[-1]))
        growth = large.seconds / small.seconds if small and large else None
        rows.append((name.replace("_", " "), *map(_number, ratios), _number(growth)))
    return Table("Time as a multiple of bare networkx", ("", *_heads(sizes), "largest / smallest"), tuple(rows))


def graphs(measured: Mapping[Key, Measured]) -> Table:
    """Return how much the bare networkx holds."""
    sizes = _sizes(measured)
    held = [measured[key].graph if (key := ("bare_networkx", size)) in measured else (0, 0) for size in sizes]
    rows = tuple((what, *(str(counts[n]) for counts in held)) for n, what in enumerate(("nodes", "edges")))
    return Table("Graph in bare networkx", ("", *_heads(sizes)), rows)


def memory(measured: Mapping[Key, Measured]) -> Table:
    """Return the peak of memory as a multiple of the yardstick's."""
    sizes = _sizes(measured)
    rows = []
    for text, benchmark, yardstick in MEMORY:
        pairs = [(measured.get((benchmark, size)), measured.get((yardstick, size))) for size in sizes]
        ratios = [ours.peak_bytes / theirs.peak_bytes if ours and theirs else None for ours, theirs in pairs]
        rows.append((text, *map(_number, ratios)))
    return Table("Peak memory as a multiple of the yardstick", ("", *_heads(sizes)), tuple(rows))


def _ratio(measured: Mapping[Key, Measured], name: str, yardstick: str, size: int) -> float | None:
    ours, theirs = measured.get((name, size)), measured.get((yardstick, size))
    return ours.seconds / theirs.seconds if ours and theirs else None


def _sizes(measured: Mapping[Key, Measured]) -> list[int]:
    return sorted({size for _, size in measured if size})


def _heads(sizes: Sequence[int]) -> Iterator[str]:
    return (f"{size} nodes" for size in sizes)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ratios", description="compare with the yardsticks")
    parser.add_argument("results", type=Path, help="JSON that pytest-benchmark wrote")
    parser.add_argument("--markdown", action="store_true", help="print what the documentation includes")
    parser.add_argument("--strict", action="store_true", help="exit with 1 where a goal is missed")
    given = parser.parse_args(arguments)
    measured = read(given.results)
    table, met = goals(measured)
    tables = (table, steps(measured), memory(measured), graphs(measured))
    text = "\n\n".join(each.markdown() if given.markdown else each.text() for each in tables)
    print(text)  # noqa: T201  # a script for developers speaks through print
    return 1 if given.strict and not met else 0


if __name__ == "__main__":
    sys.exit(main())
