"""The monitoring of a design in the shapes that a stack needs: files for a host, objects for Kubernetes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring import alertmanager, dashboards, prometheus_rules, targets
from clusterdesign.exporters.monitoring.prometheus import BLACKBOX, SNMP, prometheus_config
from clusterdesign.exporters.stack.hosts import address, of_role
from clusterdesign.exporters.yamlfile import to_yaml

_CAMEL = {
    "source_labels": "sourceLabels",
    "target_label": "targetLabel",
    "regex": "regex",
    "replacement": "replacement",
    "action": "action",
}
_RULES, _TARGETS, _BOARDS = "prometheus-rules-", "prometheus-targets-", "grafana-"


def monitoring_share(design: Design) -> dict[str, str]:
    """Return the files that the monitoring host reads, by name; all of them stand in one directory."""
    files = {f"{_RULES}{name}.yml": to_yaml({"groups": [group]}) for name, group in rules(design).items()}
    config = prometheus_config(design, sorted(files))
    for job in config["scrape_configs"]:
        job["file_sd_configs"] = [{"files": [f"{_TARGETS}{job['job_name']}.json"]}]
    files["prometheus.yml"] = to_yaml(config)
    files["alertmanager.yml"] = to_yaml(alertmanager(design))
    for name, found in targets(design).items():
        lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in found)
        files[f"{_TARGETS}{name}.json"] = f"[\n{lines}\n]\n"
    for name, board in boards(design).items():
        files[f"{_BOARDS}{name}.json"] = json.dumps(board, ensure_ascii=False, indent=2) + "\n"
    return files


def rules(design: Design) -> Mapping[str, dict[str, Any]]:
    """Return the groups of rules by name."""
    return {group["name"]: group for group in prometheus_rules(design)}


def boards(design: Design) -> Mapping[str, dict[str, Any]]:
    """Return the dashboards of Grafana by name."""
    return dashboards(design)


def alerts(design: Design) -> dict[str, Any]:
    """Return the configuration of Alertmanager: grouping, inhibition, routes."""
    return alertmanager(design)


def scrapes(design: Design) -> Mapping[str, dict[str, Any]]:
    """Return the specification of a ScrapeConfig for each job, by name.

    Devices without an exporter of their own are asked about through those that run on the monitoring host.
    """
    found = targets(design)
    jobs = {job["job_name"]: job for job in prometheus_config(design, ())["scrape_configs"]}
    return {name: dict(_scrape(design, jobs[name], found[name])) for name in found}


def _scrape(design: Design, job: Mapping[str, Any], found: list[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    yield "jobName", job["job_name"]
    for ours, theirs in (("scrape_interval", "scrapeInterval"), ("scrape_timeout", "scrapeTimeout")):
        if ours in job:
            yield theirs, job[ours]
    if "metrics_path" in job:
        yield "metricsPath", job["metrics_path"]
    if "params" in job:
        yield "params", job["params"]
    yield "staticConfigs", [{"targets": one["targets"], "labels": one["labels"]} for one in found]
    if "relabel_configs" in job:
        yield "relabelings", [_relabeling(design, one) for one in job["relabel_configs"]]
    if "metric_relabel_configs" in job:
        yield "metricRelabelings", [_relabeling(design, one) for one in job["metric_relabel_configs"]]


def _relabeling(design: Design, rule: Mapping[str, Any]) -> dict[str, Any]:
    made = {_CAMEL[key]: value for key, value in rule.items()}
    monitors = of_role(design, "monitor")
    if made.get("replacement") in {SNMP, BLACKBOX} and monitors:
        port = made["replacement"].rsplit(":", 1)[1]
        made["replacement"] = f"{address(design, monitors[0])}:{port}"
    return made
