"""The README beside the files: what runs where, what is assumed, and what is not watched and why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.expected import infiniband
from clusterdesign.exporters.monitoring.forms import Data
from clusterdesign.exporters.monitoring.sources import ASSUMED, METRICS
from clusterdesign.exporters.monitoring.targets import IB_PORT, watchers
from clusterdesign.exporters.monitoring.unwatched import unwatched

_NAME = re.compile(r"[A-Za-z_:][A-Za-z0-9_:]*")

_RUNS: Mapping[str, str] = {
    "node": "node_exporter on every node, server and managed host, port 9100, with `--collector.systemd`",
    "dcgm": "DCGM exporter on every GPU node, port 9400, with `-f dcgm-counters.csv`",
    "pdu": "SNMP exporter beside Prometheus, port 9116; credentials are its own, under `auth`",
    "cdu": "SNMP exporter beside Prometheus, module `cdu`, or whatever speaks the protocol of the CDUs in its place",
    "ping": "Blackbox exporter beside Prometheus, port 9115, with a module `icmp`",
}


def readme(design: Design, rules: Sequence[Data], boards: Mapping[str, Data], jobs: Sequence[str]) -> str:
    """Return the text, in Markdown."""
    return "\n".join([*_head(design), *_runs(design, jobs), *_metrics(rules, boards), *_missing(design), ""])


def _head(design: Design) -> Iterator[str]:
    yield from (
        f"# Monitoring of {design.name}",
        "",
        "Every threshold follows from the design; the annotation of an alert says how. Do not edit the files: build",
        "them anew from the design. `component` is the path that `clusterdesign explain` takes.",
        "",
        "| file | for |",
        "|---|---|",
        "| `prometheus.yml`, `targets/`, `rules/` | Prometheus; check with `promtool check config prometheus.yml` |",
        "| `alertmanager.yml` | Alertmanager; check with `amtool check-config alertmanager.yml` |",
        "| `dashboards/` | Grafana: import, or provision the folder |",
        "",
        "The receivers `critical` and `warning` send nothing yet. Add where to, with secrets from files, at the site;",
        "no secret belongs into a design.",
    )


def _runs(design: Design, jobs: Sequence[str]) -> Iterator[str]:
    if not jobs:
        return
    yield from ("", "## What must run", "", "| job | exporter |", "|---|---|")
    for job in jobs:
        if job in _RUNS:
            yield f"| {job} | {_RUNS[job]} |"
    for place, fabric in enumerate(infiniband(design)):
        hosts = ", ".join(device.path for device in watchers(design, fabric))
        if hosts:
            yield (
                f"| infiniband | infiniband_exporter for {fabric} on {hosts}, port {IB_PORT + place}, with "
                f"`--ibnetdiscover.node-name-map` and a node name map of {fabric} |"
            )
    if infiniband(design):
        yield from (
            "",
            "A host on several fabrics runs one exporter for each, bound to an adapter of its fabric. Switches and",
            "hosts are told apart by name. The map gives switches their names as in `node_names.map` among the fabric",
            "files, where GUIDs only stand in for those that are delivered. Hosts must carry the default node",
            "description: host name and adapter.",
        )


def _metrics(rules: Sequence[Data], boards: Mapping[str, Data]) -> Iterator[str]:
    used = sorted(metrics(rules, boards), key=lambda name: (METRICS[name].source == ASSUMED, name))
    if not used:
        return
    yield from ("", "## What is read", "", "| metric | what | published by |", "|---|---|---|")
    for name in used:
        metric = METRICS[name]
        yield f"| `{name}` | {metric.what} | {metric.source or '**assumption**: map it in the exporter'} |"


def metrics(rules: Sequence[Data], boards: Mapping[str, Data]) -> set[str]:
    """Return the metrics of exporters that rules and dashboards read."""
    words = {word for expr in expressions(rules, boards) for word in _NAME.findall(expr)}
    return words & METRICS.keys()


def expressions(rules: Sequence[Data], boards: Mapping[str, Data]) -> Iterator[str]:
    """Yield every expression of rules and dashboards."""
    yield from (rule["expr"] for group in rules for rule in group["rules"])
    yield from (query["expr"] for board in boards.values() for panel in board["panels"] for query in panel["targets"])


def _missing(design: Design) -> Iterator[str]:
    yield from ("", "## What is not watched", "")
    yield from (f"- {line}" for line in unwatched(design))


__all__ = ["expressions", "metrics", "readme"]
