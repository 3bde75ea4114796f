"""Clusters of thousands of nodes: processor time and memory of every step, each size in a process of its own.

``python -m benchmarks.large`` measures 2,048 and 8,192 nodes and prints a table; it takes a few minutes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

SIZES = (2048, 8192)
"""16,384 and 65,536 GPUs; the second is the most that three levels of 64 ports carry."""

_PAGE = 4096


@dataclass(frozen=True, slots=True)
class Step:
    """What one step took.

    Attributes:
        seconds: processor time.
        grown: memory that the process holds more after it, MB.
    """

    name: str
    seconds: float
    grown: float


@dataclass(frozen=True, slots=True)
class Measured:
    """All steps at one size.

    Attributes:
        peak: most memory of the process while it elaborated and checked, MB.
    """

    nodes: int
    devices: int
    links: int
    cables: int
    uncovered: int
    peak: float
    steps: tuple[Step, ...]

    def seconds(self, *names: str) -> float:
        """Return the time of some steps together."""
        return sum(step.seconds for step in self.steps if step.name in names)


def cluster(nodes: int) -> Any:
    """Return DGX H100 nodes on three levels, with cables, racks and power; eight units share a row."""
    from clusterdesign import Cluster, Nodes, catalog  # noqa: PLC0415  # the parent process needs none of it
    from clusterdesign.fabric import RailOptimized  # noqa: PLC0415
    from clusterdesign.site import AirCooled, Feeds, RackRow  # noqa: PLC0415

    return Cluster(
        name=f"large-{nodes}",
        nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=nodes, name="gpu/{n:04}"),
        fabrics=(RailOptimized(switch=catalog.switch("nvidia/mqm9700-ns2f"), switch_manager=True),),
        racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=4, units_per_row=8),
        power=Feeds(count=3, pdu=catalog.pdu("generic/400v-63a-3ph")),
        cooling=AirCooled(),
    )


def measure(nodes: int) -> Measured:
    """Measure in this process."""
    import resource  # noqa: PLC0415

    from benchmarks.yardsticks import bare_networkx, facts  # noqa: PLC0415
    from clusterdesign import check, elaborate  # noqa: PLC0415
    from clusterdesign.design import manifest  # noqa: PLC0415
    from clusterdesign.exporters import csvfile  # noqa: PLC0415
    from clusterdesign.tables import cable_sheet  # noqa: PLC0415

    steps: list[Step] = []

    def timed(name: str, work: Callable[[], Any]) -> Any:
        before, start = _resident(), time.process_time()
        result = work()
        steps.append(Step(name, time.process_time() - start, _resident() - before))
        return result

    declared = cluster(nodes)
    design = timed("elaborate", lambda: elaborate(declared))
    timed("check", lambda: check(design))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    timed("design.json", lambda: len(manifest.dump(design)))
    timed("cabling.csv", lambda: len(csvfile.render(cable_sheet(design))))
    stored = facts(design)
    timed("bare networkx", lambda: bare_networkx(stored))
    uncovered = len(design.links) - sum(len(cable.links) for cable in design.cables)
    return Measured(nodes, len(design.devices), len(design.links), len(design.cables), uncovered, peak, tuple(steps))


def _resident() -> float:
    """Return the memory that this process holds, MB; Linux tells it in pages."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE / 1e6


def measured(nodes: int) -> Measured:
    """Measure in a fresh process, so that one size does not disturb the other."""
    command = [sys.executable, "-m", "benchmarks.large", "--measure", str(nodes)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  # our own program
    raw = json.loads(done.stdout)
    return Measured(**raw | {"steps": tuple(Step(**step) for step in raw["steps"])})


def table(results: Sequence[Measured]) -> str:
    """Return the results as a Markdown table."""
    heads = " | ".join(f"{result.nodes:,} nodes" for result in results)
    lines = [f"| | {heads} | grows |", f"|---|{'--:|' * (len(results) + 1)}"]
    lines += [
        _line(name, [getattr(result, name) for result in results], "{:,}") for name in ("devices", "links", "cables")
    ]
    lines += [
        _line(f"{step.name}, s", [result.steps[number].seconds for result in results], "{:.1f}")
        for number, step in enumerate(results[0].steps)
    ]
    lines.append(_line("elaborate and check, s", [r.seconds("elaborate", "check") for r in results], "{:.1f}"))
    lines.append(_line("peak memory of both, MB", [result.peak for result in results], "{:,.0f}"))
    grown = [result.steps[-1].grown for result in results]
    lines.append(_line("memory of the bare graph, MB", grown, "{:,.0f}"))
    return "\n".join(lines)


def _line(name: str, values: Sequence[float], form: str) -> str:
    cells = " | ".join(form.format(value) for value in values)
    return f"| {name} | {cells} | {values[-1] / values[0]:.1f} |"


def main(arguments: Sequence[str]) -> None:
    """Print JSON of one size with ``--measure``, else the table of all."""
    if arguments[:1] == ["--measure"]:
        sys.stdout.write(json.dumps(asdict(measure(int(arguments[1])))))
        return
    sizes = [int(argument) for argument in arguments] or SIZES
    sys.stdout.write(table([measured(size) for size in sizes]) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
