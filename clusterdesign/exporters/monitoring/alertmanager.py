"""Alertmanager: what is told together, what is held back while something larger is known to be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.forms import Data
from clusterdesign.exporters.monitoring.rules import prometheus_rules

RECEIVERS = ("critical", "warning")
"""One for each severity. They send nothing until somebody writes where to: addresses and secrets are the site's."""


def alertmanager(design: Design, groups: Sequence[Data] | None = None) -> Data:
    """Return the configuration: routes by rack and severity, and inhibition along the design.

    Receivers are named and empty. They are filled in outside of the design, so that no secret ever enters it.

    Args:
        design: what is watched.
        groups: its rules, where they are at hand already.
    """
    names = {
        rule["alert"] for group in groups or prometheus_rules(design) for rule in group["rules"] if "alert" in rule
    }
    critical, warning = RECEIVERS
    return {
        "route": {
            "receiver": warning,
            # The fabric label keeps alerts that belong to no rack apart.
            "group_by": ["alertname", "rack", "fabric"] if design.racks else ["alertname", "fabric"],
            "group_wait": "30s",
            "group_interval": "5m",
            "repeat_interval": "12h",
            "routes": [{"receiver": critical, "matchers": ['severity="critical"'], "repeat_interval": "1h"}],
        },
        "inhibit_rules": list(_inhibitions(names)),
        "receivers": [{"name": name} for name in RECEIVERS],
    }


def _inhibitions(names: Set[str]) -> Iterator[Data]:
    """Yield what holds back what: the larger fault first. Alerts that the design does not raise are left out."""
    for sources, more, targets, equal in _HELD_BACK:
        source, target = ([name for name in wanted.split() if name in names] for wanted in (sources, targets))
        if source and target:
            matchers = [f'alertname=~"{"|".join(source)}"', *more]
            made: Data = {"source_matchers": matchers, "target_matchers": [f'alertname=~"{"|".join(target)}"']}
            yield made | ({"equal": list(equal)} if equal else {})


_HELD_BACK: tuple[tuple[str, tuple[str, ...], str, tuple[str, ...]], ...] = (
    (
        "NodeDown",
        (),
        "NodeHcaDown BondDegraded ManagementUnreachable ExporterDown GpuMissing GpuXid GpuMemoryFault GpuSlowedByHeat",
        ("component",),
    ),
    ("NodeDown", (), "LinkSlow SymbolErrors LinkFlapping", ("host",)),
    ("HostGroupDown", (), "HostGroupDegraded HostDown", ("group",)),
    # A leaf takes along one link of each node of its unit, a spine one or more links of each leaf.
    ("SwitchDown", ('role="leaf"',), "NodeHcaDown HostLinkDown RailUneven", ("fabric", "unit")),
    ("SwitchDown", ('role="single"',), "NodeHcaDown HostLinkDown", ("fabric",)),
    ("SwitchDown", (), "SwitchLinkDown", ("fabric",)),
    ("SwitchDown", (), "ManagementUnreachable", ("component",)),
    ("RailUneven", (), "NodeHcaDown", ("fabric", "unit")),
    ("SubnetManagersDown", (), "SubnetManagerDegraded", ("fabric",)),
    ("FeedDown", (), "PduPhaseDead PduNotMeasured ExporterDown", ("feed",)),
    # What the other feeds carry more is what the design expects of them: nowhere is it news.
    ("FeedDown", (), "PduPhaseAboveNormal", ()),
    ("LoopFlowLow", (), "LoopRiseHigh LoopPressureLow", ("loop",)),
    ("LoopFlowLow LoopSupplyHot", (), "GpuSlowedByHeat", ("loop",)),
    ("CduStopped", (), "LoopFlowLow LoopPressureLow", ("loop",)),
)
"""Alerts that hold back, further conditions on them, alerts that are held back, labels in which both must agree."""


__all__ = ["RECEIVERS", "alertmanager"]
