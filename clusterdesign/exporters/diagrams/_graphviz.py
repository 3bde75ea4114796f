"""The child process of :mod:`clusterdesign.exporters.diagrams.render`: DOT comes in, SVG goes out."""

from __future__ import annotations

import sys

import pygraphviz


def main() -> None:
    """Render one graph."""
    graph = pygraphviz.AGraph(string=sys.stdin.buffer.read().decode())
    sys.stdout.buffer.write(graph.draw(format="svg", prog="nop2"))


if __name__ == "__main__":
    main()
