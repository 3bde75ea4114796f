"""The definition file of a candidate: what ``build`` accepts."""

from __future__ import annotations

import ast

from clusterdesign.intent import Cluster
from clusterdesign.sizing import platforms, storage
from clusterdesign.sizing.candidate import Candidate
from clusterdesign.sizing.judging import span
from clusterdesign.sizing.understood import Understood
from clusterdesign.units import Data, Rate

PDUS = (("generic/400v-16a-3ph", 11.09e3), ("generic/400v-32a-3ph", 22.17e3), ("generic/400v-63a-3ph", 43.65e3))
"""PDUs by rating in volt-amperes."""

LOADED, POWER_FACTOR = 0.6, 0.95
"""Share of a PDU's rating that nodes may ask for when one feed is lost, the rest being left to switches and to uneven
phases: a planning value."""

FEW_FEEDS, MANY_FEEDS, MANY_NODES = 3, 4, 64
"""Supply paths; any of them may fail and the others carry the load. Beyond so many nodes the racks with the spines have
more cords than three PDUs have outlets."""

CDU = "supermicro/lcs-scdu-250l4001"
RACK = "generic/48u-800x1200"
OOB = "nvidia/msn2201-cb2fc"


def feeds(candidate: Candidate) -> int:
    """Return the number of supply paths."""
    return FEW_FEEDS if candidate.option.nodes <= MANY_NODES else MANY_FEEDS


def pdu(candidate: Candidate) -> str:
    """Return the smallest PDU that carries a rack when a feed is lost."""
    rated, _ = platforms.rated(candidate.option.platform)
    need = candidate.per_rack * rated / max(1, feeds(candidate) - 1) / POWER_FACTOR
    return next((name for name, rating in PDUS if need <= LOADED * rating), PDUS[-1][0])


def definition(understood: Understood, candidate: Candidate) -> str:
    """Return the text of a definition file.

    Args:
        understood: the task.
        candidate: the cluster.
    """
    option, platform = candidate.option, candidate.option.platform
    liquid = platform.cooling == "liquid"
    later = understood.task.growth.later or option.nodes
    hca = f'\n        hca=catalog.hca("{platform.hca}"),' if platform.hca else ""
    return _TEMPLATE.format(
        head=_head(understood, candidate),
        storage_import=", StorageFabric, StorageSystem" if platform.storage_ports else ", StorageSystem",
        site_import="Feeds, LiquidCooled, RackRow, Trays"
        if platform.cooling == "liquid"
        else "AirCooled, Feeds, RackRow, Trays",
        name=f"{understood.task.name}-{option.name}",
        node=platform.node,
        hca=hca,
        count=option.nodes,
        box=platform.box,
        boxes=candidate.boxes,
        capacity=Data(round(candidate.capacity.net / storage.FILL)).text("TB", 1),
        read=Rate(round(8 * candidate.read)).text("GB/s", 1),
        write=Rate(round(8 * candidate.saving.write)).text("GB/s", 1),
        compute=_compute(candidate, later),
        storage=_storage(candidate),
        oob=OOB,
        rack=RACK,
        per_rack=candidate.per_rack,
        feeds=feeds(candidate),
        pdu=pdu(candidate),
        network_pdu=PDUS[-1][0],
        cooling=f'LiquidCooled(cdu=catalog.cdu("{CDU}"))' if liquid else "AirCooled()",
    )


def cluster(understood: Understood, candidate: Candidate) -> Cluster:
    """Return the cluster that a candidate's definition binds: the file is run, so that both are one thing."""
    space: dict[str, object] = {}
    exec(compile(ast.parse(definition(understood, candidate)), "<candidate>", "exec"), space)  # noqa: S102  # ours
    value = space["cluster"]
    assert isinstance(value, Cluster)  # noqa: S101  # the template binds one
    return value


def _head(understood: Understood, candidate: Candidate) -> str:
    model = understood.work.model
    return (
        f"{understood.task.name}: {candidate.option.nodes} nodes for {model.name}, {span(candidate.days)} of training."
    )


def _taper(candidate: Candidate) -> str:
    taper = candidate.option.taper
    return f'taper="{taper.numerator}:{taper.denominator}"'


def _compute(candidate: Candidate, later: int) -> str:
    option = candidate.option
    fields = [f'switch=catalog.switch("{option.platform.switch}")', _taper(candidate)]
    if option.taper > 1:
        fields.append(f"nodes_per_unit={option.platform.widest}")
    if later > option.nodes:
        fields.append(f"grow_to={later}")
    if not option.platform.storage_ports:
        fields.append("systems=(scratch,)")
    return f"RailOptimized({', '.join(fields)})"


def _storage(candidate: Candidate) -> str:
    platform = candidate.option.platform
    if not platform.storage_ports:
        return ""
    switch = f'switch=catalog.switch("{platform.switch}")'
    return f"\n        StorageFabric({switch}, {_taper(candidate)}, systems=(scratch,)),"


_TEMPLATE = '''"""{head}"""

from clusterdesign import Cluster, Nodes, catalog
from clusterdesign.fabric import Management, RailOptimized{storage_import}
from clusterdesign.site import {site_import}
from clusterdesign.units import mm

scratch = StorageSystem(
    name="scratch",
    part=catalog.storage("{box}"),
    count={boxes},
    product="lustre",
    capacity="{capacity}",
    read="{read}",
    write="{write}",
)

cluster = Cluster(
    name="{name}",
    nodes=Nodes(
        part=catalog.node("{node}"),{hca}
        count={count},
    ),
    fabrics=(
        {compute},{storage}
        Management(switch=catalog.switch("{oob}"), shared="over-units"),
    ),
    racks=RackRow(part=catalog.rack("{rack}"), nodes_per_rack={per_rack}),
    power=Feeds(
        count={feeds},
        network_feeds={feeds},
        pdu=catalog.pdu("{pdu}"),
        network_pdu=catalog.pdu("{network_pdu}"),
    ),
    trays=Trays(width=mm(600)),
    cooling={cooling},
)
'''
