"""Rules of the library where they concern managed resources: plain functions over what a stack registers.

The policy pack of a stack wraps them; they import nothing of Pulumi, so that they can be asked anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_interface
from types import MappingProxyType
from typing import Any

from clusterdesign.exporters.stack.names import LABEL
from clusterdesign.names import natural_key

MACHINE = "proxmoxve:index/vmLegacy:VmLegacy"
"""Type of a virtual machine."""

GROUP_TAG = "apart-"
"""Beginning of the tag that says which machines must fail apart."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource as a policy sees it, its secrets in the clear: nothing of ``props`` may go into a message.

    Attributes:
        type: token of its type.
        name: logical name.
        props: its properties.
    """

    urn: str
    type: str
    name: str
    props: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Violation:
    """What a policy has found wrong about a resource."""

    urn: str
    message: str


Check = Callable[[Sequence[Resource]], Iterator[Violation]]
"""From all resources of a stack to what is wrong with them."""


def pairs_apart(resources: Sequence[Resource]) -> Iterator[Violation]:
    """Find members of a pair, or of a quorum, on one hypervisor: its loss would take both."""
    taken: dict[tuple[str, str], Resource] = {}
    for machine in _machines(resources):
        for tag in machine.props.get("tags") or ():
            if not str(tag).startswith(GROUP_TAG):
                continue
            node = str(machine.props.get("nodeName"))
            other = taken.setdefault((tag, node), machine)
            if other is not machine:
                group = str(tag).removeprefix(GROUP_TAG)
                yield Violation(
                    machine.urn,
                    f"{other.name} and {machine.name} of group {group} both run on {node}: move one to another",
                )


def addresses_differ(resources: Sequence[Resource]) -> Iterator[Violation]:
    """Find addresses that two machines have."""
    taken: dict[str, Resource] = {}
    for machine in _machines(resources):
        for address in _addresses(machine):
            other = taken.setdefault(address, machine)
            if other is not machine:
                yield Violation(
                    machine.urn, f"{other.name} and {machine.name} both have address {address}: give one another"
                )


def names_valid(resources: Sequence[Resource]) -> Iterator[Violation]:
    """Find names that Proxmox VE or Kubernetes refuse."""
    for resource in resources:
        name = _target_name(resource)
        if name is None:
            continue
        dotted = resource.type.startswith("kubernetes:")
        if len(name) > _LONGEST or not all(LABEL.fullmatch(label) for label in (name.split(".") if dotted else [name])):
            shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}..."
            yield Violation(resource.urn, f"{shown!r} is no name of RFC 1123: use lower-case letters, digits and '-'")


def sizes_enough(resources: Sequence[Resource]) -> Iterator[Violation]:
    """Find machines too small to boot what they are for."""
    for machine in _machines(resources):
        cores = (machine.props.get("cpu") or {}).get("cores") or 0
        memory = (machine.props.get("memory") or {}).get("dedicated") or 0
        disk = sum((one or {}).get("size") or 0 for one in machine.props.get("disks") or ())
        for have, least, what in ((cores, 1, "vCPU"), (memory, _MEMORY, "MiB of memory"), (disk, _DISK, "GB of disk")):
            if have < least:
                yield Violation(machine.urn, f"{machine.name} has {have:g} {what}, at least {least} are needed")


def no_plain_secrets(resources: Sequence[Resource]) -> Iterator[Violation]:
    """Find keys and passwords in what Kubernetes keeps in the clear, and in files that everybody may read."""
    for resource in resources:
        if resource.type.endswith(("core/v1:ConfigMap", "index/fileLegacy:FileLegacy")):
            held: Any = resource.props.get("data") or {}
            if resource.type.endswith("FileLegacy"):
                raw = resource.props.get("sourceRaw") or {}
                # User data of a machine is where its keys belong; other files are read by all hosts.
                if str(raw.get("fileName", "")).endswith(USER_DATA):
                    continue
                held = raw
            for key, text in sorted(dict(held).items()):
                found = next((what for what, pattern in _SECRETS.items() if pattern.search(str(text))), None)
                if found is not None:
                    yield Violation(
                        resource.urn, f"{resource.name} holds {found} in the clear under {key}: make it a secret"
                    )


CHECKS: Mapping[str, tuple[str, Check]] = MappingProxyType(
    {
        "pairs-apart": ("Hosts that stand in for each other run on different hypervisors.", pairs_apart),
        "addresses-differ": ("No two hosts have one address.", addresses_differ),
        "names-valid": ("Names are labels of RFC 1123.", names_valid),
        "sizes-enough": ("Hosts have what they need to boot.", sizes_enough),
        "no-plain-secrets": ("No key and no password stands where it can be read.", no_plain_secrets),
    }
)
"""Every policy by name, with its description; all of them are mandatory."""

_LONGEST, _SHOWN = 253, 40
_MEMORY, _DISK = 2048, 20
"""Smallest machine: 2 GiB and 20 GB, house practice for Debian with one service."""

USER_DATA = "-user-data.yaml"

_SECRETS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
        "a password": re.compile(
            r"(?im)^\s*['\"]?\w*(password|storagepass|secret|token)['\"]?\s*[=:]\s*['\"]?[^\s'\"{}]{6,}"
        ),
        "credentials of Kubernetes": re.compile(r"client-key-data\s*:"),
    }
)


def _machines(resources: Iterable[Resource]) -> list[Resource]:
    """Return the machines by name: an engine registers what does not depend on each other in any order."""
    machines = (resource for resource in resources if resource.type == MACHINE)
    return sorted(machines, key=lambda machine: natural_key(machine.name))


def _addresses(machine: Resource) -> Iterator[str]:
    for one in (machine.props.get("initialization") or {}).get("ipConfigs") or ():
        for family in ("ipv4", "ipv6"):
            address = ((one or {}).get(family) or {}).get("address")
            if address and address not in {"dhcp", "auto"}:
                yield str(ip_interface(address).ip)


def _target_name(resource: Resource) -> str | None:
    if resource.type == MACHINE:
        return str(resource.props.get("name"))
    if resource.type.startswith("kubernetes:"):
        # RBAC allows more; this stack has none of it. A release has its name beside its values.
        name = (resource.props.get("metadata") or {}).get("name") or resource.props.get("name")
        return None if name is None else str(name)
    return None
