"""Recording and alerting rules, one group for each concern, with thresholds computed from the design."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.forms import Data, group
from clusterdesign.exporters.monitoring.rules.cooling import cooling_rules
from clusterdesign.exporters.monitoring.rules.fabric import fabric_rules
from clusterdesign.exporters.monitoring.rules.gpus import gpu_rules
from clusterdesign.exporters.monitoring.rules.hosts import host_rules
from clusterdesign.exporters.monitoring.rules.inventory import inventory_rules
from clusterdesign.exporters.monitoring.rules.links import link_rules
from clusterdesign.exporters.monitoring.rules.power import power_rules
from clusterdesign.exporters.monitoring.rules.storage import storage_rules

_CONCERNS = {
    "inventory": inventory_rules,
    "hosts": host_rules,
    "gpus": gpu_rules,
    "links": link_rules,
    "fabric": fabric_rules,
    "power": power_rules,
    "cooling": cooling_rules,
    "storage": storage_rules,
}


def prometheus_rules(design: Design) -> list[Data]:
    """Return the groups of rules, as a rule file of Prometheus lists them under ``groups``.

    A group whose concern the design does not have (no feeds, no loops, no InfiniBand) is left out.
    """
    made = ((name, list(rules(design))) for name, rules in _CONCERNS.items())
    return [group(name, rules) for name, rules in made if rules]


__all__ = ["prometheus_rules"]
