"""The small sound design with two fabric managers in the place of nodes 3 and 4."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cord, Device, HeatPath, Placement, PortRef, Transceiver
from tests.rules.designs import FINNED, FLAT, drop, link, put, strand, with_manager


def on_managers(design: Design) -> Design:
    """Return a design whose compute fabric does not count on its switches as managers."""
    compute, *others = design.fabrics
    return replace(design, fabrics=(replace(compute, switch_manager=False), *others))


def one() -> Design:
    """Return the design with a single manager."""
    return on_managers(with_manager("compute/leaf/r1", "2/2"))


def two(
    *, leaf: str = "compute/leaf/r2", rack: str = "rack/A2", feeds: tuple[str, str] = ("A", "B"), first: str = "AB"
) -> Design:
    """Return the design with two managers; the second one hangs, stands and is fed as the arguments say."""
    design = drop(one(), "gpu/3", *(f"link/gpu/3:{port}" for port in ("H1", "H2", "BMC")))
    design = drop(design, *(f"cable/gpu/3:{port}" for port in ("H1", "H2", "BMC")), "transceiver/gpu/3:C1")
    manager = design.device["manager/1"]
    made = link("manager-leaf", PortRef("manager/2", "H1"), PortRef(leaf, "2/1"))
    design = put(
        design,
        Device("manager/2", "appliance", manager.part, "manager", "compute", index=1),
        Placement("manager/2", rack, 9, 4),
        made,
        strand(made),
        Transceiver("transceiver/manager/2:C1", FLAT.id, "manager/2", "C1"),
        Transceiver(f"transceiver/{leaf}:2", FINNED.id, leaf, "2"),
        *(Cord(f"cord/manager/2:psu{n}", "manager/2", n, f"pdu/{rack[5:]}-{feed}") for n, feed in enumerate(feeds, 1)),
        *(Cord(f"cord/manager/1:psu{n}", "manager/1", n, f"pdu/A1-{feed}") for n, feed in enumerate(first, 1)),
    )
    design = replace(design, heat=(*design.heat, HeatPath("manager/2", "air", 1.0)))
    return drop(design, *(module.path for module in design.transceivers if not _used(design, module)))


def _used(design: Design, module: Transceiver) -> bool:
    return any((end.device, end.cage) == (module.device, module.cage) for c in design.cables for end in c.ends)
