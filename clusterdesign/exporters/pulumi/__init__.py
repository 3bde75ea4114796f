"""Pulumi components of a cluster: its management hosts, scheduler, fabrics and services.

They need the extra ``pulumi``. The files of a project are written by :mod:`clusterdesign.exporters.stack`, which needs
nothing; a project's program is ``deploy(load(...))``.
"""

from __future__ import annotations

from clusterdesign.exporters.pulumi.deploy import deploy
from clusterdesign.exporters.pulumi.fabric import Fabric
from clusterdesign.exporters.pulumi.hosts import ManagementHosts
from clusterdesign.exporters.pulumi.scheduler import Scheduler
from clusterdesign.exporters.pulumi.services import ClusterServices

__all__ = ["ClusterServices", "Fabric", "ManagementHosts", "Scheduler", "deploy"]
