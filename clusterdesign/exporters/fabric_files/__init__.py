"""Files for the programs that run and check the fabrics: OpenSM, the diagnostics, UFM, cable validation.

One folder for each InfiniBand fabric, ``fabric/<name>/``, or ``fabric/`` itself where there is only one.
"""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.design.subnets import DEFAULT
from clusterdesign.design.subnets import partitions as members
from clusterdesign.exporters.fabric_files.dot import link_dot
from clusterdesign.exporters.fabric_files.ndt import ndt_csv
from clusterdesign.exporters.fabric_files.p2p import hca_mappings, p2p_book
from clusterdesign.exporters.fabric_files.topo import ibnl_files, topo
from clusterdesign.exporters.fileset import FileSet
from clusterdesign.subnet import Subnet, netfile, subnets, undelivered
from clusterdesign.subnet.opensm import STANDBY, node_names, opensm_conf, partitions, root_guids


def fabric_files(design: Design) -> FileSet:
    """Return the files of every fabric. The InfiniBand ones have a set each, all fabrics a link list in DOT."""
    found, simulated = subnets(design), {one.name: one for one in subnets(undelivered(design))}
    files: dict[str, bytes] = {}
    for subnet in found:
        folder = "fabric" if len(found) == 1 else f"fabric/{subnet.name}"
        files.update(
            {f"{folder}/{name}": content for name, content in _set(design, subnet, simulated[subnet.name]).items()}
        )
    for fabric in design.fabrics:
        text = link_dot(design, fabric.name)
        if text:
            files[f"fabric/links-{fabric.name}.dot"] = text.encode()
    return FileSet(files)


def _set(design: Design, subnet: Subnet, simulated: Subnet) -> dict[str, bytes]:
    from clusterdesign.exporters import xlsx  # noqa: PLC0415 - openpyxl is slow to import

    texts = {
        "ibsim.net": netfile(simulated),
        "fabric.topo": topo(design, subnet),
        **ibnl_files(subnet),
        "node_names.map": node_names(subnet),
        "partitions.conf": partitions(subnet, [one for one in members(design, subnet.name) if one[0] != DEFAULT]),
        "opensm.conf": opensm_conf(subnet),
        "opensm-standby.conf": opensm_conf(subnet, priority=STANDBY),
        "ndt.csv": ndt_csv(design, subnet),
        **hca_mappings(design, subnet),
    }
    if subnet.roots:
        texts["root_guids.txt"] = root_guids(subnet)
    # The heads are what the validation tool looks for, so they stay English in every language.
    book = xlsx.render(p2p_book(design, subnet))
    return {name: text.encode() for name, text in texts.items()} | {"p2p.xlsx": book}


__all__ = ["fabric_files"]
