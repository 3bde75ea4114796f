"""Where the exporters of a device answer: by name, which outlives every change of address."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.subnet import host_name

SYSTEM = ("inband", "services")
"""Networks on which an operating system is asked, the first that there is."""

SERVICES = ("services", "inband")
"""Likewise for managed hosts, some of which hand out addresses in every network."""

MANAGEMENT = ("oob",)
"""Network on which a management controller is asked."""


def planned(design: Design, path: str, roles: tuple[str, ...]) -> str:
    """Return the DNS name of a device on the first of these networks that it is in; empty where it is in none."""
    for role in roles:
        for interface in design.interfaces_of.get(path, ()):
            network = design.network.get(interface.network)
            if network is not None and network.role == role and interface.hostname:
                return interface.hostname
    return ""


def name_of(design: Design, path: str, roles: tuple[str, ...] = SYSTEM) -> str:
    """Return the DNS name of a device, or its bare host name where the address plan has none."""
    return planned(design, path, roles) or host_name(path).lower()


__all__ = ["MANAGEMENT", "SERVICES", "SYSTEM", "name_of", "planned"]
