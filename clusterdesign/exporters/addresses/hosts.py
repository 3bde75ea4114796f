"""A hosts file, and the list of interfaces that DHCP cannot serve yet."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters.addresses.plan import label, waiting


def hosts_file(design: Design) -> str:
    """Return lines for ``/etc/hosts``: every address with its full and its short name, network by network."""
    lines = [f"# Names of {design.name}, to be added to the hosts file that a system comes with."]
    for network in design.networks:
        lines += ["", f"# {network.name}"]
        for one in design.interfaces:
            if one.network == network.name:
                lines += [f"{address}\t{one.hostname}\t{label(one)}" for address in (one.ipv4, one.ipv6) if address]
    return "\n".join((*lines, ""))


def unreserved(design: Design) -> str:
    """Return the interfaces without a MAC, which DHCP cannot reserve an address for; empty where there are none."""
    rows = [f"{one.device}\t{one.name}\t{one.ipv4}\t{one.hostname}" for one in waiting(design)]
    if not rows:
        return ""
    head = (
        f"# {len(rows)} interfaces of {design.name} have no MAC yet, so that no address is reserved for them.",
        "# Fill MACs into addresses.csv as the hardware is delivered, and build with --delivery.",
        "# device\tinterface\tIPv4\thost name",
    )
    return "\n".join((*head, *rows, ""))
