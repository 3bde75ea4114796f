"""NCCL settings and the rail map of every node type.

Which adapter NCCL may use, by exact name (``=``): without it ``mlx5_1`` would also mean ``mlx5_10``.
"""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Design, Fabric, PortRef
from clusterdesign.exporters.fabric_files.systems import slug
from clusterdesign.names import natural_key


@dataclass(frozen=True, slots=True)
class _Rail:
    rail: int
    port: str
    rdma: str
    netdev: str
    gpu: int | None


def nccl_files(design: Design) -> dict[str, str]:
    """Return ``nccl-<node type>.conf`` and ``rails-<node type>.csv`` for every node type on a compute fabric."""
    fabrics = [fabric for fabric in design.fabrics if fabric.node_role == "compute" and fabric.protocol == "infiniband"]
    files: dict[str, str] = {}
    for part, rails in _rails(design, frozenset(fabric.name for fabric in fabrics)).items():
        files[f"nccl-{slug(part)}.conf"] = _conf(fabrics, rails)
        files[f"rails-{slug(part)}.csv"] = _csv(rails)
    return files


def _rails(design: Design, fabrics: frozenset[str]) -> dict[str, list[_Rail]]:
    """Return the rails of every node part, read off the links of the first node that has it."""
    first: dict[str, str] = {}
    found: dict[str, list[_Rail]] = {}
    for link in design.links:
        device = design.device.get(link.a.device)
        if link.fabric not in fabrics or device is None or device.kind != "node":
            continue
        if first.setdefault(device.part, device.path) != device.path:
            continue
        port = design.port(PortRef(device.path, link.a.port))
        if port is not None and port.rail is not None:
            rail = _Rail(port.rail, port.name, port.os_name or "", port.netdev or "", port.gpu)
            found.setdefault(device.part, []).append(rail)
    return {part: sorted(rails, key=lambda rail: (rail.rail, natural_key(rail.port))) for part, rails in found.items()}


def _conf(fabrics: list[Fabric], rails: list[_Rail]) -> str:
    lines = ["# /etc/nccl.conf"]
    if all(rail.rdma for rail in rails):
        lines += [
            "# The compute adapters in the order of their rails; storage adapters stay out.",
            f"NCCL_IB_HCA=={','.join(rail.rdma for rail in rails)}",
        ]
    else:
        lines += [
            "# The RDMA names of this node type are not published. List the compute adapters by rail:",
            "# NCCL_IB_HCA==...",
        ]
    return "\n".join((*lines, *_cross_rail(fabrics), ""))


def _cross_rail(fabrics: list[Fabric]) -> tuple[str, ...]:
    """Return the setting for traffic between rails: where the way between them is thin, it is to stay on its rail."""
    if len(fabrics) > 1:
        return ("# The rails are dealt over independent fabrics: traffic stays on its rail.", "NCCL_CROSS_NIC=0")
    (fabric,) = fabrics
    if fabric.levels == 1:
        return ("# Every adapter hangs on the same switch, so any may talk to any.", "NCCL_CROSS_NIC=1")
    if fabric.taper_down > fabric.taper_up or fabric.spine_taper_down > fabric.spine_taper_up:
        return ("# The fabric is tapered: traffic stays on its rail.", "NCCL_CROSS_NIC=0")
    return ("# Rails first, others where that is faster: the spines carry the full rate.", "NCCL_CROSS_NIC=2")


def _csv(rails: list[_Rail]) -> str:
    rows = (f"{r.rail},{r.port},{r.rdma},{r.netdev},{'' if r.gpu is None else r.gpu}\n" for r in rails)
    return "".join(("rail,port,rdma,netdev,gpu\n", *rows))
