"""``prometheus.yml``: who is asked for what, and how series get the rail and the fabric of an adapter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.expected import bundles
from clusterdesign.exporters.monitoring.forms import Data, literal
from clusterdesign.exporters.monitoring.targets import targets

SNMP, BLACKBOX = "localhost:9116", "localhost:9115"
"""Exporters that ask others; they run beside Prometheus."""

_SLOW = {"pdu": "60s", "cdu": "30s", "infiniband": "60s", "ping": "30s"}
"""Jobs that are asked less often: controllers of PDUs are slow, a walk over a fabric takes seconds."""

_INTERVAL = "30s"


def prometheus_config(design: Design, rule_files: Sequence[str]) -> Data:
    """Return the configuration; paths in it are relative to the file itself."""
    jobs = targets(design)
    return {
        "global": {
            "scrape_interval": _INTERVAL,
            "evaluation_interval": _INTERVAL,
            "external_labels": {"cluster": design.name},
        },
        "rule_files": list(rule_files),
        "alerting": {"alertmanagers": [{"static_configs": [{"targets": ["localhost:9093"]}]}]},
        "scrape_configs": [_job(design, name) for name in jobs],
    }


def _job(design: Design, name: str) -> Data:
    made: Data = {"job_name": name}
    if name in _SLOW:
        made["scrape_interval"] = _SLOW[name]
        if name == "infiniband":
            made["scrape_timeout"] = "50s"
    if name in {"pdu", "cdu"}:
        made |= {"metrics_path": "/snmp", "params": {"auth": ["public_v2"]}}
    if name == "ping":
        made |= {"metrics_path": "/probe", "params": {"module": ["icmp"]}}
    made["file_sd_configs"] = [{"files": [f"targets/{name}.json"]}]
    if name in {"pdu", "cdu", "ping"}:
        made["relabel_configs"] = _through(BLACKBOX if name == "ping" else SNMP)
    if name == "node":
        rails = list(_rails(design))
        if rails:
            made["metric_relabel_configs"] = rails
    return made


def _through(exporter: str) -> list[Data]:
    """Ask an exporter about the target instead of the target itself."""
    return [
        {"source_labels": ["__address__"], "target_label": "__param_target"},
        {"source_labels": ["__param_target"], "target_label": "instance"},
        {"target_label": "__address__", "replacement": exporter},
    ]


def _rails(design: Design) -> Iterator[Data]:
    """Yield the rules that write fabric and rail beside an adapter, by the wiring of its node."""
    seen: set[tuple[str, str, str]] = set()
    for node in design.nodes():
        for bundle in bundles(design).get(node.path, ()):
            for rail, rdma in zip(bundle.rails, bundle.rdma, strict=False):
                key = (node.part, bundle.fabric, rdma)
                if key in seen:
                    continue
                seen.add(key)
                regex = f"{literal(node.part)};{literal(rdma)};node_infiniband_.*"
                for label, value in (("fabric", bundle.fabric), ("rail", str(rail))):
                    yield {
                        "source_labels": ["part", "device", "__name__"],
                        "regex": regex,
                        "target_label": label,
                        "replacement": value,
                    }


__all__ = ["prometheus_config"]
