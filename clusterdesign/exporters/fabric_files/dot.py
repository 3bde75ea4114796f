"""Expected links in DOT, in the form that prescriptive topology managers read: ``"host":"port" -- "host":"port"``."""

from __future__ import annotations

from clusterdesign.design import Design, PortRef
from clusterdesign.subnet import host_name


def link_dot(design: Design, fabric: str) -> str:
    """Return the links of a fabric, one a line, in the order of their paths; empty where it has none.

    Ports have the name that the system shows where it is published, else the front-panel name.
    """
    lines = [f"  {_end(design, link.a)} -- {_end(design, link.b)};" for link in design.links if link.fabric == fabric]
    return "\n".join((f'graph "{fabric}" {{', *lines, "}", "")) if lines else ""


def _end(design: Design, ref: PortRef) -> str:
    port = design.port(ref) if ref.device in design.device else None
    name = (port.netdev or port.name) if port else ref.port
    return f'"{host_name(ref.device)}":"{name}"'
