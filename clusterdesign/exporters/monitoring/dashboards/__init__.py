"""Grafana dashboards: rails, racks, loops, nodes, storage; each as the data of its JSON model."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.dashboards.facility import loops, racks
from clusterdesign.exporters.monitoring.dashboards.machines import nodes, storage
from clusterdesign.exporters.monitoring.dashboards.model import dashboard
from clusterdesign.exporters.monitoring.dashboards.rails import rails
from clusterdesign.exporters.monitoring.forms import Data

_MAKERS = {"rails": rails, "racks": racks, "loops": loops, "nodes": nodes, "storage": storage}


def dashboards(design: Design) -> Mapping[str, Data]:
    """Return the dashboards by name, in the form in which Grafana imports and provisions them.

    A dashboard for something that the design does not have is left out.
    """
    made = ((name, maker(design)) for name, maker in _MAKERS.items())
    return MappingProxyType({name: dashboard(design.name, name, board) for name, board in made if board is not None})


__all__ = ["dashboards"]
