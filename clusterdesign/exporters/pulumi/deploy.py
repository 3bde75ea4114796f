"""A whole stack from a design: providers from the configuration, then the components in the order they need."""

from __future__ import annotations

from collections.abc import Iterator

import pulumi
import pulumi_kubernetes as kubernetes
import pulumi_proxmoxve as proxmox

from clusterdesign.design import Design
from clusterdesign.exporters.pulumi.config import Site, site
from clusterdesign.exporters.pulumi.fabric import Fabric
from clusterdesign.exporters.pulumi.hosts import ManagementHosts
from clusterdesign.exporters.pulumi.scheduler import Scheduler
from clusterdesign.exporters.pulumi.services import ClusterServices
from clusterdesign.exporters.stack.hosts import address, needs_share, placed
from clusterdesign.exporters.stack.schedulers import on_kubernetes, scheduler


def deploy(design: Design) -> None:
    """Register everything that runs on the management servers of a cluster.

    Call it once, from the program of a Pulumi project. Outputs are the addresses of the hosts and the scheduler;
    secrets are none of them.

    Raises:
        DesignError: the design declares no scheduler that a stack knows, hosts that must fail apart would not, or
            the configuration lacks something.
    """
    chosen = scheduler(design)
    known = site(design)
    providers = tuple(_providers(design, known))
    opts = pulumi.ResourceOptions(providers=list(providers))
    hypervisor = min(placed(design, known.hypervisors).values()) if needs_share(design) else ""
    schedule = Scheduler("scheduler", design, known, hypervisor=hypervisor, opts=opts)
    fabric = Fabric("fabric", design, known, hypervisor=hypervisor, opts=opts)
    if design.managed_hosts:
        after = (*schedule.files.values(), *fabric.files.values())
        ManagementHosts("hosts", design, known, secrets=schedule.secrets, after=after, opts=opts)
    if _services(design, known):
        ClusterServices("services", design, known, schedule=schedule, opts=opts)
    pulumi.export("scheduler", chosen)
    pulumi.export("hosts", {host.name: address(design, host) for host in design.managed_hosts})


def _services(design: Design, known: Site) -> bool:
    return on_kubernetes(design) and known.switches["services"]


def _providers(design: Design, known: Site) -> Iterator[pulumi.ProviderResource]:
    if design.managed_hosts:
        yield proxmox.Provider(
            "proxmox",
            endpoint=known.texts["proxmoxEndpoint"],
            api_token=known.secrets["proxmoxApiToken"],
            # Machines are made at the same time: numbers in order would meet.
            random_vm_ids=True,
            ssh=proxmox.ProviderSshArgs(
                username=known.texts["proxmoxSshUser"], private_key=known.secrets["proxmoxSshKey"]
            ),
        )
    if _services(design, known):
        yield kubernetes.Provider("kubernetes", kubeconfig=known.secrets["kubeconfig"])
