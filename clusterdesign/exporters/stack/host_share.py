"""Files of the shared directory for names, addresses and monitoring: what lists devices, for hosts that serve it."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters.stack.hosts import of_role
from clusterdesign.exporters.stack.monitoring import monitoring_share


def host_share(design: Design) -> dict[str, str]:
    """Return the files by name."""
    return monitoring_share(design) if of_role(design, "monitor") else {}
