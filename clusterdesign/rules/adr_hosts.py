"""Rules about managed hosts: which servers they run on, and whether they fit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.design.records import ManagedHost
from clusterdesign.parts import Node
from clusterdesign.rules.rule import Gap, Hit, rule
from clusterdesign.rules.troubles import SERVERS_FEW, troubles
from clusterdesign.units import Data

_SLURM = frozenset({"slurm", "hybrid"})
"""Schedulers that have a controller of Slurm."""


def _by_server(design: Design) -> dict[str, list[ManagedHost]]:
    found: dict[str, list[ManagedHost]] = defaultdict(list)
    for host in design.managed_hosts:
        if host.server:
            found[host.server].append(host)
    return found


@rule("ADR103", "server-memory-short", "error")
def server_memory_short(design: Design) -> Iterator[Hit | Gap]:
    """The managed hosts of a server ask for more memory than it has.

    Why: The last of them does not start, which is found out when another one is restarted.
    Example: 160 GiB of hosts on a server of 128 GiB.
    Fix: Declare more servers, larger ones, or smaller hosts.
    Source: the data sheet of the server.
    """
    for server, hosts in _by_server(design).items():
        part = design.parts.get(design.device[server].part) if server in design.device else None
        if not isinstance(part, Node):
            continue
        if part.memory is None:
            yield Gap(part=part.id, field="memory", paths=(server,))
            continue
        asked = sum((host.memory for host in hosts), Data.zero())
        if asked > part.memory:
            yield Hit(
                paths=(server, *(host.path for host in hosts)),
                message=f"the hosts of {server} ask for {_gib(asked)}, it has {_gib(part.memory)}",
                fix="declare more servers or larger ones, or smaller hosts in management=ManagementPlane(...)",
                measured=_gib(asked),
                limit=_gib(part.memory),
            )


def _gib(data: Data) -> str:
    return f"{data.to('GiB'):.5g} GiB"


@rule("ADR104", "server-processors-short", "warning")
def server_processors_short(design: Design) -> Iterator[Hit | Gap]:
    """The managed hosts of a server have more virtual processors than it has hardware threads.

    Why: They share them, which a controller feels when all of them are busy.
    Example: 40 virtual processors on a server of 32 threads.
    Fix: Declare more servers, larger ones, or smaller hosts.
    Source: the data sheet of the server.
    """
    for server, hosts in _by_server(design).items():
        part = design.parts.get(design.device[server].part) if server in design.device else None
        if not isinstance(part, Node):
            continue
        if part.threads is None:
            yield Gap(part=part.id, field="threads", paths=(server,))
            continue
        asked = sum(host.vcpus for host in hosts)
        if asked > part.threads:
            yield Hit(
                paths=(server, *(host.path for host in hosts)),
                message=f"the hosts of {server} have {asked} virtual processors, it has {part.threads} threads",
                fix="declare more servers or larger ones, or smaller hosts in management=ManagementPlane(...)",
                measured=f"{asked} virtual processors",
                limit=f"{part.threads} threads",
            )


@rule("ADR201", "too-few-servers", "error")
def too_few_servers(design: Design) -> Iterator[Hit]:
    """The hosts of the management plane need more servers than there are.

    Why: Hosts that stand in for each other must not go down together.
    Example: Three hosts of the control plane of Kubernetes, and two servers.
    Fix: Declare the servers that the message asks for.
    Source: practice of redundant services: no two members on one server.
    """
    yield from troubles(design, SERVERS_FEW)


@rule("ADR202", "pair-on-one-server", "error")
def pair_on_one_server(design: Design) -> Iterator[Hit]:
    """Hosts that stand in for each other run on the same server.

    Why: The loss of that server takes the service and its stand-by.
    Example: Both Slurm controllers on ``mgmt/01``.
    Fix: Move one of them to another server.
    Source: practice of redundant services: no two members on one server.
    """
    groups: dict[tuple[str, str], list[ManagedHost]] = defaultdict(list)
    for host in design.managed_hosts:
        if host.group and host.server:
            groups[host.group, host.server].append(host)
    for (_, server), hosts in groups.items():
        if len(hosts) > 1:
            yield Hit(
                paths=(*(host.path for host in hosts), server),
                message=f"{' and '.join(host.name for host in hosts)} run on the same server, {server}",
                fix="move one of them to another server",
                measured="1 server",
                limit=f"{len(hosts)} servers",
            )


@rule("ADR203", "subnet-manager-off-the-fabric", "error")
def subnet_manager_off_the_fabric(design: Design) -> Iterator[Hit]:
    """A host that is to manage an InfiniBand fabric runs on a server without a port in any.

    Why: A subnet manager talks to the fabric through an adapter in it, and through nothing else.
    Example: OpenSM on a server with Ethernet ports alone.
    Fix: Declare managers=Managers(...), or managed switches with switch_manager=True.
    Source: InfiniBand architecture: management datagrams stay in the subnet.
    """
    fabrics = {fabric.name for fabric in design.fabrics if fabric.protocol == "infiniband"}
    joined = {ref.device for link in design.links if link.fabric in fabrics for ref in (link.a, link.b)}
    for host in design.managed_hosts:
        if host.role == "subnet-manager" and host.server and host.server not in joined:
            yield Hit(
                paths=(host.path, host.server),
                message=f"{host.name} runs on {host.server}, which has no port in an InfiniBand fabric",
                fix="declare managers=Managers(...), or managed switches with switch_manager=True",
                measured="0 ports",
                limit="1 port",
            )


@rule("ADR204", "scheduler-without-controller", "error")
def scheduler_without_controller(design: Design) -> Iterator[Hit]:
    """Slurm hands out the nodes, and no host runs its controller.

    Why: No job starts: nodes and login hosts have nobody to ask.
    Example: ``ManagementPlane(scheduler="slurm", slurm=0)``.
    Fix: Leave slurm= out, which gives two controllers.
    Source: Slurm: slurmctld hands out the nodes.
    """
    if design.scheduler in _SLURM and not any(host.role == "slurm" for host in design.managed_hosts):
        yield Hit(
            paths=(design.name,),
            message=f"scheduler={design.scheduler!r} has no host that runs its controller",
            fix="leave slurm= out of ManagementPlane(...), which gives a pair, or ask for hosts with it",
            measured="0 controllers",
            limit="1 controller",
        )


@rule("ADR205", "nobody-serves-names", "warning")
def nobody_serves_names(design: Design) -> Iterator[Hit]:
    """A management plane is declared, and none of its hosts serves names and addresses.

    Why: Zones and reservations are written for servers that do not exist, so that the site must load them.
    Example: ``ManagementPlane(scheduler="slurm", dns=0)``.
    Fix: Leave dns= out, which gives a pair; waive it where servers of the site load the files.
    Source: RFC 1035: a zone is served by name servers.
    """
    if design.scheduler and not any(host.role == "dns" for host in design.managed_hosts):
        yield Hit(
            paths=(design.name,),
            message="no host of the management plane serves names and addresses",
            fix="leave dns= out of ManagementPlane(...), which gives a pair, or let servers of the site load the files",
            measured="0 hosts",
            limit="1 host",
        )


ADR_HOSTS = (
    server_memory_short,
    server_processors_short,
    too_few_servers,
    pair_on_one_server,
    subnet_manager_off_the_fabric,
    scheduler_without_controller,
    nobody_serves_names,
)
"""Rules of this module, in order."""
