"""The link list that UFM's NDT plugin compares a fabric with.

Switch ports are ``Port N``, N the port number; host ports have the network device name where it is published
(``ibp24s0``). By default the plugin reads switch names that end in ``IB`` and a number: enter the names of this
design in its configuration.
"""

from __future__ import annotations

import csv
import io

from clusterdesign.design import Design, PortRef
from clusterdesign.subnet import Subnet, host_name
from clusterdesign.subnet.model import Socket

HEADS = ("Start Device", "Start Port", "End Device", "End Port", "Link Type")


def ndt_csv(design: Design, subnet: Subnet) -> str:
    """Return every wire once, its upper end first."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS)
    for wire in subnet.wires:
        writer.writerow((*_end(design, subnet, wire.b), *_end(design, subnet, wire.a), "Data"))
    return out.getvalue()


def _end(design: Design, subnet: Subnet, end: Socket) -> tuple[str, str]:
    element = subnet.by_guid[end[0]]
    if element.kind == "switch":
        return host_name(element.device), f"Port {end[1]}"
    port = design.port(PortRef(element.device, element.port_names[0]))
    name = port.netdev or port.os_name if port else None
    return host_name(element.device), name or element.port_names[0]
