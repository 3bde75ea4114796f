"""The configuration of a stack: what the site says that the design does not know, secrets among it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from clusterdesign.design import Design
from clusterdesign.exporters.stack.hosts import needs_share, unplaced
from clusterdesign.exporters.stack.schedulers import on_kubernetes, on_slurm

Kind = Literal["string", "boolean", "array"]


@dataclass(frozen=True, slots=True)
class Setting:
    """One key of the configuration.

    Attributes:
        default: used where the site says nothing; None where it must.
        secret: encrypted in the configuration of the stack, and secret wherever it goes.
        example: a value to show; never one that works.
    """

    key: str
    kind: Kind
    description: str
    example: str
    default: str | bool | None = None
    secret: bool = False


def settings(design: Design) -> tuple[Setting, ...]:
    """Return the configuration that the stack of a design reads, and no more than that."""
    return tuple(_settings(design))


def _settings(design: Design) -> Iterator[Setting]:
    if design.managed_hosts:
        yield from _HYPERVISORS
        if unplaced(design):
            yield _UNPLACED
        if any(host.role == "subnet-manager" for host in design.managed_hosts):
            yield _HCA
    if needs_share(design):
        yield from _SHARE
    if on_slurm(design) or on_kubernetes(design):
        yield _ACCOUNTS
    if on_kubernetes(design):
        yield from _KUBERNETES


_HYPERVISORS = (
    Setting("proxmoxEndpoint", "string", "Address of the Proxmox VE API", "https://proxmox.example:8006/"),
    Setting(
        "proxmoxApiToken", "string", "API token that may make machines and files", "user@pve!name=...", secret=True
    ),
    Setting("proxmoxSshUser", "string", "Account that uploads files to the hypervisors", "root", default="root"),
    Setting("proxmoxSshKey", "string", "Private key of that account", "(contents of a key file)", secret=True),
    Setting(
        "imageUrl", "string", "Cloud image of Debian 12, qcow2", "https://images.example/debian-12-generic-amd64.qcow2"
    ),
    Setting("imageChecksum", "string", "SHA-512 of that image, in hexadecimal", "(128 digits)"),
    Setting("bridge", "string", "Network bridge of the hypervisors, aware of VLANs", "vmbr0", default="vmbr0"),
    Setting("diskDatastore", "string", "Datastore of the disks of machines", "local-lvm", default="local-lvm"),
    Setting("fileDatastore", "string", "Datastore of images and user data", "local", default="local"),
    Setting("adminUser", "string", "Account of the administrators on every machine", "operator", default="operator"),
    Setting("adminSshKeys", "string", "Public keys of the administrators, one a line", "(one key a line)", secret=True),
)
_UNPLACED = Setting(
    "hypervisors",
    "array",
    "Names of the hypervisors that carry machines for which the design has no server",
    '["pve-1","pve-2","pve-3"]',
)
_HCA = Setting(
    "subnetManagerHca", "string", "Resource mapping of the adapters passed through to the subnet managers", "sm-hca"
)
_SHARE = (
    Setting("shareDatastore", "string", "Datastore on the export below, for snippets", "cluster"),
    Setting("shareSource", "string", "The NFS export as the machines mount it", "192.0.2.10:/export/cluster"),
)
_ACCOUNTS = Setting(
    "accounts",
    "array",
    'Accounts that share the GPUs, such as {"name": "research", "gpus": 64}; one without limit by default',
    '[{"name":"research","gpus":64}]',
    default="",
)
_KUBERNETES = (
    # Pulumi refuses to run while a key without a default is not set, and the first run makes what this one is for.
    Setting("kubeconfig", "string", "Credentials of the Kubernetes cluster", "(contents of a file)", "", secret=True),
    Setting(
        "services",
        "boolean",
        "Whether the services are installed; false for the first run, while there is no Kubernetes yet",
        "true",
        default=True,
    ),
)
