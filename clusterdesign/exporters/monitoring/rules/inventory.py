"""The switches that the design has, as series: what is not seen any more must be known to be missing."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.expected import infiniband
from clusterdesign.exporters.monitoring.forms import Data, constant
from clusterdesign.exporters.monitoring.labels import labels

SWITCH = "design:switch:info"
"""1 for each designed InfiniBand switch; ``switch`` is the name that the subnet manager gives it."""

UPLINK = "fabric:uplink:info"
"""1 for each link of a switch that is up, whoever watches; ``host`` is the host name of what hangs there."""


def inventory_rules(design: Design) -> Iterator[Data]:
    """Yield one series for each InfiniBand switch, with the labels of its place."""
    fabrics = frozenset(infiniband(design))
    for device in design.switches():
        if device.fabric in fabrics:
            found = labels(design, device)
            yield constant(SWITCH, 1, {"switch": found.pop("host"), **found})


__all__ = ["SWITCH", "UPLINK", "inventory_rules"]
