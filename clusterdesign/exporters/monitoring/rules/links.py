"""Links of hosts: each node has exactly the active links per fabric that the design gives it.

Where the RDMA names of a part's adapters are published, the node counts its own ports. Elsewhere the switches are
asked who hangs on them, and the node is known by the host name in its node description.
"""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design, Fabric
from clusterdesign.exporters.monitoring.expected import Bundle, wired
from clusterdesign.exporters.monitoring.forms import Data, alert, match, record
from clusterdesign.exporters.monitoring.rules.inventory import UPLINK

ACTIVE = "host:fabric_links:active"
"""Active links of a host by fabric."""

_BY = "component, host, kind, rack, row, unit, wiring"
_WATCHED = {"node": ("node", "node"), "server": ("node", "server"), "storage": ("ping", "storage")}
"""Kind of device to the job that says whether it is there at all, and its name in that job."""

_HURTS = {True: "Collectives run at the pace of the slowest rail: drain the node.", False: "What is left carries it."}


def link_rules(design: Design) -> Iterator[Data]:
    """Yield a recording and an alert for each fabric and kind of wiring that hosts have."""
    for fabric in design.fabrics:
        for kind in _WATCHED:
            for label, found in wired(design, frozenset({kind}), fabric.name).items():
                (bundle,) = found
                yield from _of(fabric, kind, label, bundle)


def _of(fabric: Fabric, kind: str, label: str, bundle: Bundle) -> Iterator[Data]:
    if fabric.node_role == "oob":
        return
    if fabric.node_role == "inband":
        yield from _bond(kind, label, bundle)
        return
    expr = _by_node(kind, label, bundle) if bundle.rdma and kind == "node" else _by_switch(fabric, kind, label)
    if not expr:
        return
    yield record(ACTIVE, expr) | {"labels": {"fabric": fabric.name, "kind": kind, "wiring": label}}
    yield _alert(fabric, kind, label, bundle)


def _by_node(kind: str, label: str, bundle: Bundle) -> str:
    """Count on the node; 0 where it answers and shows no such adapter, nothing where it does not answer."""
    own = {"job": "node", "kind": kind, "wiring": label}
    ports = match(**own, device=f"~{'|'.join(bundle.rdma)}")
    counted = f"sum by ({_BY}) (node_infiniband_state_id{ports} == bool 4)"
    return f"0 <= ({counted} or (max by ({_BY}) (up{match(**own)}) - 1))"


def _by_switch(fabric: Fabric, kind: str, label: str) -> str:
    """Count on the switches; 0 where the host answers and no switch shows it, nothing while nobody watches."""
    if fabric.protocol != "infiniband":
        return ""
    job, name = _WATCHED[kind]
    alive = "probe_success" if job == "ping" else "up"
    there = f"max by ({_BY}) ({alive}{match(job=job, kind=name, wiring=label)} == 1)"
    seen = f"count by (host) ({UPLINK}{match(fabric=fabric.name, uplink_type='CA')})"
    watched = f"count({UPLINK}{match(fabric=fabric.name)}) > 0"
    return f"(({there}) * on (host) group_left () {seen} or ({there}) * 0) and on () ({watched})"


def _alert(fabric: Fabric, kind: str, label: str, bundle: Bundle) -> Data:
    by_node = kind == "node" and bool(bundle.rdma)
    which = ""
    if by_node:
        query = (
            "printf `node_infiniband_state_id{component=%q,device=~%q} != 4` $labels.component "
            f"`{'|'.join(bundle.rdma)}`"
        )
        which = f" Down:{{{{ range query ({query}) }}}} {{{{ .Labels.device }}}}{{{{ end }}}}."
        rails = ", ".join(f"{rdma} rail {rail}" for rail, rdma in zip(bundle.rails, bundle.rdma, strict=True))
        which += f" Rails: {rails}."
    noun = "HCAs" if kind == "node" else "links"
    hurts = "What is left carries its reads and writes." if fabric.node_role == "storage" else _HURTS[kind == "node"]
    return alert(
        "NodeHcaDown" if kind == "node" else "HostLinkDown",
        f"{ACTIVE}{match(fabric=fabric.name, kind=kind, wiring=label)} < {bundle.count}",
        wait="2m",
        severity="critical" if kind == "node" and fabric.node_role != "storage" else "warning",
        concern="links",
        summary=f"{{{{ $labels.component }}}} has {{{{ $value }}}} of {bundle.count} {noun} up on {fabric.name} "
        "(rack {{ $labels.rack }})",
        why=f"The design gives it {bundle.text} Gb/s on {fabric.name}.{which} {hurts} "
        "`clusterdesign explain` names the cable and the port of each link.",
        labels={"fabric": fabric.name, "wiring": label},
    )


def _bond(kind: str, label: str, bundle: Bundle) -> Iterator[Data]:
    """Yield the rule about the bond of the in-band network."""
    if kind not in {"node", "server"} or bundle.count < 2:  # noqa: PLR2004 - one port is no bond
        return
    yield alert(
        "BondDegraded",
        f"node_bonding_active{match(master='bond0', kind=kind, wiring=label)} < {bundle.count}",
        wait="2m",
        severity="warning",
        concern="links",
        summary=f"{{{{ $labels.component }}}} has {{{{ $value }}}} of {bundle.count} ports of bond0 up "
        "(rack {{ $labels.rack }})",
        why=f"The design joins it to {bundle.fabric} by {bundle.text} Gb/s. What is left carries it; the next loss "
        "cuts it off.",
        labels={"fabric": bundle.fabric, "wiring": label},
    )


__all__ = ["ACTIVE", "link_rules"]
