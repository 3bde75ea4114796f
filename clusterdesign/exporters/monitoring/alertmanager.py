"""Alertmanager: what is told together, what is held back while something larger is known to be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.expected import infiniband
from clusterdesign.exporters.monitoring.forms import Data

RECEIVERS = ("critical", "warning")
"""One for each severity. They send nothing until somebody writes where to: addresses and secrets are the site's."""


def alertmanager(design: Design) -> Data:
    """Return the configuration: routes by rack and severity, and inhibition along the design.

    Receivers are named and empty. They are filled in outside of the design, so that no secret ever enters it.
    """
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
        "inhibit_rules": list(_inhibitions(design)),
        "receivers": [{"name": name} for name in RECEIVERS],
    }


def _inhibitions(design: Design) -> Iterator[Data]:
    """Yield what holds back what: the larger fault first."""
    kinds = {device.kind for device in design.devices}
    if "node" in kinds:
        yield _inhibit("NodeDown", "NodeHcaDown|BondDegraded|ManagementUnreachable|ExporterDown|Gpu.*", ["component"])
        yield _inhibit("NodeDown", "LinkSlow|SymbolErrors|LinkFlapping", ["host"])
    if design.managed_hosts:
        yield _inhibit("HostGroupDown", "HostGroupDegraded|HostDown", ["group"])
    if infiniband(design):
        # A leaf takes along one link of each node of its unit, a spine one or more links of each leaf.
        leaf = 'role="leaf"'
        yield _inhibit("SwitchDown", "NodeHcaDown|HostLinkDown|RailUneven", ["fabric", "unit"], leaf)
        yield _inhibit("SwitchDown", "SwitchLinkDown", ["fabric"])
        yield _inhibit("SwitchDown", "ManagementUnreachable", ["component"])
        yield _inhibit("SwitchDown", "NodeHcaDown|HostLinkDown", ["fabric"], 'role="single"')
        yield _inhibit("RailUneven", "NodeHcaDown", ["fabric", "unit"])
        yield _inhibit("SubnetManagersDown", "SubnetManagerDegraded", ["fabric"])
    if design.feeds:
        yield _inhibit("FeedDown", "PduPhaseDead|PduNotMeasured|ExporterDown", ["feed"])
        yield _inhibit("FeedDown", "PduPhaseAboveNormal", [])
    if design.loops:
        yield _inhibit("LoopFlowLow", "LoopRiseHigh|LoopPressureLow", ["loop"])
        yield _inhibit("LoopFlowLow|LoopSupplyHot", "GpuSlowedByHeat", ["loop"])
        yield _inhibit("CduStopped", "LoopFlowLow|LoopPressureLow", ["loop"])


def _inhibit(source: str, target: str, equal: Sequence[str], *more: str) -> Data:
    """Return an inhibition; ``equal`` empty holds back everywhere in the cluster."""
    made: Data = {
        "source_matchers": [f'alertname=~"{source}"', *more],
        "target_matchers": [f'alertname=~"{target}"'],
    }
    return made | ({"equal": list(equal)} if equal else {})


__all__ = ["RECEIVERS", "alertmanager"]
