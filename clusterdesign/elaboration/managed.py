"""Phase of the management plane: its hosts, and the server that each of them runs on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from clusterdesign.design.records import ManagedHost, Premise, Trouble
from clusterdesign.elaboration.draft import Draft
from clusterdesign.intent.managed import HostRole, ManagementPlane, Wanted
from clusterdesign.names import matches
from clusterdesign.parts import Switch
from clusterdesign.parts.base import shorten

ROLES: tuple[HostRole, ...] = get_args(HostRole)
"""Roles of managed hosts, in the order of their addresses."""

PER_ROLE = 8
"""Addresses kept for the hosts of a role; the last role has what is left."""


def add_hosts(draft: Draft) -> None:
    """Add the hosts of the management plane, no two of a pair on one server.

    Member j of role r runs on server ``(r + j) mod servers``, so the members of a pair meet only where there are
    fewer servers than members; those that find none are left without and reported.
    """
    plane = draft.cluster.management
    if plane is None:
        return
    draft.builder.scheduler = plane.scheduler
    _state_sizes(draft, plane)
    servers = _servers(draft, plane)
    wanted = list(plane.wanted(subnet_managers=_unmanaged(draft)))
    for want in wanted:
        for index in range(want.count):
            draft.builder.add_host(_host(want, index, servers))
    needed = max((want.count for want in wanted if want.apart), default=1)
    if wanted and len(servers) < needed:
        draft.builder.trouble(_too_few(draft, plane, wanted, servers, needed))


def _host(want: Wanted, index: int, servers: Sequence[str]) -> ManagedHost:
    name = f"{want.role}-{index + 1}"
    count = len(servers)
    server = ""
    if count and not (want.apart and index >= count):
        server = servers[(ROLES.index(want.role) + index) % count]
    return ManagedHost(
        path=f"host/{name}",
        name=name,
        role=want.role,
        server=server,
        group=want.role if want.apart else "",
        vcpus=want.size.vcpus,
        memory=want.size.memory,
        disk=want.size.disk,
    )


def _state_sizes(draft: Draft, plane: ManagementPlane) -> None:
    """State the sizes that nobody declared."""
    for want in plane.wanted(subnet_managers=_unmanaged(draft)):
        if want.role.replace("-", "_") not in plane.model_fields_set:
            size = want.size
            text = f"{size.vcpus} vCPU, {size.memory.to('GiB'):g} GiB, disk {size.disk.to('GiB'):g} GiB"
            draft.builder.premises.append(Premise(f"host/{want.role}", "size", text, "planning value"))


def _servers(draft: Draft, plane: ManagementPlane) -> list[str]:
    return [path for path in _every_server(draft) if matches(plane.hypervisors, path)]


def _every_server(draft: Draft) -> list[str]:
    return [path for servers in draft.cluster.servers for path in servers.paths()]


def _unmanaged(draft: Draft) -> bool:
    """Tell whether an InfiniBand fabric has nobody to manage it: no manager, no switch that can."""
    for plan in draft.trees.values():
        tree = plan.policy
        if tree.switch.fabric != "infiniband" or tree.managers is not None or tree.switch_manager:
            continue
        switches: tuple[Switch, ...] = (tree.switch, tree.spine or tree.switch)
        if not any(switch.managed for switch in switches):
            return True
    return False


def _too_few(
    draft: Draft, plane: ManagementPlane, wanted: Sequence[Wanted], servers: Sequence[str], needed: int
) -> Trouble:
    apart = [f"{want.count} {want.role} hosts" for want in wanted if want.apart and want.count > len(servers)]
    there = "there is none" if not servers else f"there {'is' if len(servers) == 1 else 'are'} {len(servers)}"
    which = ", ".join(apart) or f"{len(wanted)} hosts"
    fix = f"declare servers=(Servers(part=..., count={needed}),)"
    every = _every_server(draft)
    if len(every) > len(servers):
        glob = shorten(repr(plane.hypervisors))
        there = f"hypervisors={glob} matches {len(servers) or 'none'} of the {len(every)} servers"
        fix = f"write a glob that matches {needed} of them, such as '**'"
        if needed > len(every):
            fix = f"declare {needed} servers, and a glob that matches them, such as '**'"
    return Trouble(
        "ADR201",
        draft.cluster.name,
        f"{which} need {needed} server{'s' if needed > 1 else ''} to run on, and {there}",
        fix,
        f"{len(servers)} server{'' if len(servers) == 1 else 's'}",
        f"{needed} server{'s' if needed > 1 else ''}",
    )
