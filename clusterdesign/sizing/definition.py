"""The definition file of a candidate: what ``build`` accepts."""

from __future__ import annotations

import ast

from clusterdesign.intent import Cluster
from clusterdesign.sizing import platforms
from clusterdesign.sizing.candidate import Candidate
from clusterdesign.sizing.facility import cdu, loop_supply
from clusterdesign.sizing.judging import span
from clusterdesign.sizing.resilience import SERVER
from clusterdesign.sizing.understood import Understood
from clusterdesign.units import Data, Rate

PDUS = (("generic/400v-32a-3ph", 22.17e3), ("generic/400v-63a-3ph", 43.65e3))
"""PDUs by rating in volt-amperes; the outlets of smaller ones are out of reach of cords of 1.2 m."""

LOADED, POWER_FACTOR = 0.6, 0.95
"""Share of a PDU's rating that nodes may ask for when one feed is lost, the rest being left to switches and to uneven
phases: a planning value."""

LINE = 120
"""Characters of a line, as in the house style."""

RACK = "generic/48u-800x1200"
OOB = "nvidia/msn2201-cb2fc"
INBAND = "nvidia/msn4600-vs2fc"

SPREAD_UNITS = 16
"""Rack units of a core rack that are filled: more boxes of storage beside each other load one bank of a PDU twice."""


def pdu(candidate: Candidate) -> str:
    """Return the smallest PDU that carries a rack when a feed is lost."""
    rated, _ = platforms.rated(candidate.option.platform)
    need = candidate.per_rack * rated / max(1, candidate.resilience.feeds - 1) / POWER_FACTOR
    return next((name for name, rating in PDUS if need <= LOADED * rating), PDUS[-1][0])


def definition(understood: Understood, candidate: Candidate) -> str:
    """Return the text of a definition file.

    Args:
        understood: the task.
        candidate: the cluster.
    """
    option, platform, kept = candidate.option, candidate.option.platform, candidate.resilience
    later = understood.task.growth.later or option.nodes
    hca = f'\n        hca=catalog.hca("{platform.hca}"),' if platform.hca else ""
    return _TEMPLATE.format(
        head=_head(understood, candidate),
        fabric_import=_fabric_import(candidate),
        site_import="Feeds, LiquidCooled, RackRow, Trays"
        if platform.cooling == "liquid"
        else "AirCooled, Feeds, RackRow, Trays",
        name=f"{understood.task.name}-{option.name}",
        node=platform.node,
        hca=hca,
        count=candidate.bought,
        box=platform.box,
        boxes=candidate.boxes,
        product=candidate.file_systems[0].product,
        capacity=Data(round(candidate.capacity.net / candidate.capacity.fill)).text("TB", 1),
        read=Rate(round(8 * candidate.read)).text("GB/s", 1),
        write=Rate(round(8 * candidate.saving.write)).text("GB/s", 1),
        compute=_compute(candidate, later),
        storage=_storage(candidate),
        inband=_inband(candidate),
        oob=OOB,
        rack=RACK,
        per_rack=candidate.per_rack,
        core=SPREAD_UNITS,
        server=SERVER,
        servers=kept.servers,
        scheduler=kept.scheduler,
        feeds=kept.feeds,
        upstream=_upstream(understood, candidate),
        pdu=pdu(candidate),
        network_pdu=PDUS[-1][0],
        cooling=_liquid(understood) if platform.cooling == "liquid" else "AirCooled()",
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
    spares = candidate.resilience.spares
    nodes = f"{candidate.option.nodes} nodes{f' and {spares} to spare' if spares else ''}"
    return f"{understood.task.name}: {nodes} for {model.name}, {span(candidate.days)} of training."


def _fabric_import(candidate: Candidate) -> str:
    names = {
        "InBand": candidate.resilience.bonded,
        "Management": True,
        "Managers": bool(candidate.resilience.managers),
        "RailOptimized": True,
        "StorageFabric": candidate.option.platform.storage_ports,
        "StorageSystem": True,
    }
    return ", ".join(name for name, used in names.items() if used)


def _taper(candidate: Candidate) -> str:
    taper = candidate.option.taper
    return f'taper="{taper.numerator}:{taper.denominator}"'


def _compute(candidate: Candidate, later: int) -> str:
    option = candidate.option
    fields = [f'switch=catalog.switch("{option.platform.switch}")', _taper(candidate)]
    if option.taper > 1:
        fields.append(f"nodes_per_unit={option.platform.widest}")
    if later > candidate.bought:
        fields.append(f"grow_to={later}")
    if not option.platform.storage_ports:
        fields.append("systems=(scratch,)")
    kept = candidate.resilience
    if kept.managers:
        fields.append(f'managers=Managers(part=catalog.appliance("{option.platform.manager}"), count={kept.managers})')
    else:
        fields.append("switch_manager=True")
    return _call("RailOptimized", fields)


def _call(name: str, fields: list[str]) -> str:
    """Return a call as it stands in the tuple of fabrics, on lines of its own where one is too long."""
    line = f"{name}({', '.join(fields)}),"
    if len(line) <= LINE - 8:
        return line
    return f"{name}(\n" + "".join(f"            {field},\n" for field in fields) + "        ),"


def _storage(candidate: Candidate) -> str:
    platform = candidate.option.platform
    if not platform.storage_ports:
        return ""
    switch = f'switch=catalog.switch("{platform.switch}")'
    fields = [switch, _taper(candidate), "systems=(scratch,)", "switch_manager=True"]
    return f"\n        {_call('StorageFabric', fields)}"


def _inband(candidate: Candidate) -> str:
    return f'\n        InBand(switch=catalog.switch("{INBAND}")),' if candidate.resilience.bonded else ""


def _upstream(understood: Understood, candidate: Candidate) -> str:
    """Return that every feed comes from a board and a UPS of its own, where a task asks for that."""
    if not understood.high_availability:
        return ""
    numbers = range(1, candidate.resilience.feeds + 1)
    each = ", ".join(f'("board-{number}", "ups-{number}")' for number in numbers)
    return f"\n        upstream=({each}),"


def _liquid(understood: Understood) -> str:
    fields = [f'cdu=catalog.cdu("{cdu(understood)}")']
    if understood.water is not None:
        fields += [f'facility="{understood.water:g} °C"', f'supply="{loop_supply(understood.water):g} °C"']
    return f"LiquidCooled({', '.join(fields)})"


_TEMPLATE = '''"""{head}"""

from clusterdesign import Cluster, ManagementPlane, Nodes, Servers, catalog
from clusterdesign.fabric import {fabric_import}
from clusterdesign.site import {site_import}
from clusterdesign.units import mm

scratch = StorageSystem(
    name="scratch",
    part=catalog.storage("{box}"),
    count={boxes},
    product="{product}",
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
        {compute}{storage}{inband}
        Management(switch=catalog.switch("{oob}"), shared="over-units"),
    ),
    servers=(Servers(part=catalog.node("{server}"), count={servers}),),
    management=ManagementPlane(scheduler="{scheduler}"),
    racks=RackRow(part=catalog.rack("{rack}"), nodes_per_rack={per_rack}, core_units={core}),
    power=Feeds(
        count={feeds},
        network_feeds={feeds},{upstream}
        pdu=catalog.pdu("{pdu}"),
        network_pdu=catalog.pdu("{network_pdu}"),
    ),
    trays=Trays(width=mm(600)),
    cooling={cooling},
)
'''
