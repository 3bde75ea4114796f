"""Files for Prometheus, Alertmanager and Grafana: what is watched, from which threshold on, and where it stands.

The functions return plain data, for the files here and for whoever embeds them elsewhere.
"""

from __future__ import annotations

import json

from clusterdesign.design import Design
from clusterdesign.exporters.fileset import FileSet
from clusterdesign.exporters.monitoring.alertmanager import alertmanager
from clusterdesign.exporters.monitoring.dashboards import dashboards
from clusterdesign.exporters.monitoring.forms import Data
from clusterdesign.exporters.monitoring.pdus import generator
from clusterdesign.exporters.monitoring.prometheus import prometheus_config
from clusterdesign.exporters.monitoring.readme import readme
from clusterdesign.exporters.monitoring.rules import prometheus_rules
from clusterdesign.exporters.monitoring.targets import targets
from clusterdesign.exporters.yamlfile import Yaml, to_yaml

COUNTERS = (
    "DCGM_FI_DEV_GPU_TEMP, gauge, temperature in degrees Celsius",
    "DCGM_FI_DEV_GPU_UTIL, gauge, use in percent",
    "DCGM_FI_DEV_POWER_USAGE, gauge, draw in W",
    "DCGM_FI_DEV_XID_ERRORS, gauge, last Xid",
    "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL, counter, double-bit errors since start",
    "DCGM_FI_DEV_ROW_REMAP_FAILURE, gauge, 1 where a row could not be remapped",
    "DCGM_FI_DEV_THERMAL_VIOLATION, counter, time slowed by heat",
)
"""What the DCGM exporter is to publish (its option ``-f``): two of these are not among its defaults."""


def monitoring_files(design: Design) -> FileSet:
    """Return ``monitoring/``: configuration, targets, rules, dashboards, and a README that says what is not watched."""
    rules = prometheus_rules(design)
    texts = {f"rules/{group['name']}.yml": to_yaml({"groups": [group]}) for group in rules}
    texts["prometheus.yml"] = to_yaml(prometheus_config(design, sorted(texts)))
    texts["alertmanager.yml"] = to_yaml(alertmanager(design, rules))
    jobs, boards = targets(design), dashboards(design)
    texts |= {f"targets/{job}.json": _targets(found) for job, found in jobs.items()}
    texts |= {f"dashboards/{name}.json": _json(board) for name, board in boards.items()}
    if "targets/dcgm.json" in texts:
        texts["dcgm-counters.csv"] = "".join(f"{line}\n" for line in COUNTERS)
    own: Yaml = generator(design)
    if own:
        texts["snmp-generator.yml"] = to_yaml(own)
    texts["README.md"] = readme(design, rules, boards, tuple(jobs))
    return FileSet({f"monitoring/{name}": text.encode() for name, text in texts.items()})


def _json(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _targets(found: list[Data]) -> str:
    """Write one target a line: files of thousands of targets are compared line by line."""
    lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in found)
    return f"[\n{lines}\n]\n"


__all__ = ["alertmanager", "dashboards", "monitoring_files", "prometheus_rules", "targets"]
