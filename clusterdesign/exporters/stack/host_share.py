"""Files of the shared directory for names, addresses and monitoring: what lists devices, for hosts that serve it."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters.addresses.kea import kea4, kea6
from clusterdesign.exporters.addresses.zones import named_conf, zones
from clusterdesign.exporters.stack.hosts import of_role
from clusterdesign.exporters.stack.monitoring import monitoring_share
from clusterdesign.exporters.stack.share import FILES


def host_share(design: Design) -> dict[str, str]:
    """Return the files by name."""
    files = monitoring_share(design) if of_role(design, "monitor") else {}
    return files | _names(design) if of_role(design, "dns") else files


def _names(design: Design) -> dict[str, str]:
    files = {zone.file: zone.text for zone in zones(design)}
    # Zones stand beside everything else.
    files["named.conf"] = named_conf(design).replace('file "zones/', f'file "{FILES}/')
    files |= {"kea-dhcp4.conf": kea4(design), "kea-dhcp6.conf": kea6(design)}
    return {name: text for name, text in files.items() if text}
