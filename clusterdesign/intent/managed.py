"""The management plane: which hosts run a cluster beside its nodes, and how large they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from clusterdesign.errors import DesignError
from clusterdesign.parts import Declared
from clusterdesign.units import Data

Scheduler: TypeAlias = Literal["slurm", "kubernetes", "hybrid"]
"""``hybrid``: Slurm for training, Kubernetes for inference and services."""

HostRole: TypeAlias = Literal[
    "head", "slurm", "database", "provision", "dns", "subnet-manager", "monitor", "kube", "login"
]
"""What a managed host does, in the order in which addresses are kept for them; login hosts may be many."""

_SLURM = frozenset({"slurm", "hybrid"})
_KUBERNETES = frozenset({"kubernetes", "hybrid"})


def _size(value: Any) -> Any:  # whatever the designer wrote
    """Read ``Hosts`` from a bare count."""
    return {"count": value} if isinstance(value, int) and not isinstance(value, bool) else value


class Hosts(Declared):
    """Equal hosts of one role.

    Attributes:
        count: how many; None for what the role needs (a pair for failover, three for a quorum).
        vcpus: virtual processors of each.
        memory, disk: of each.
    """

    count: int | None = Field(default=None, ge=0, le=64)
    vcpus: int = Field(default=4, ge=1, le=1024)
    memory: Data = Data.of(16, "GiB")
    disk: Data = Data.of(100, "GiB")


Sized: TypeAlias = Annotated[Hosts, BeforeValidator(_size)]
"""Hosts, or a bare count of hosts of the default size."""


def _hosts(vcpus: int, memory: int, disk: int) -> Hosts:
    return Hosts(vcpus=vcpus, memory=Data.of(memory, "GiB"), disk=Data.of(disk, "GiB"))


@dataclass(frozen=True, slots=True)
class Wanted:
    """Hosts of one role that a management plane needs.

    Attributes:
        apart: whether no two of them may share a server.
    """

    role: HostRole
    count: int
    size: Hosts
    apart: bool


class ManagementPlane(Declared):
    """The hosts that run the cluster, as virtual machines on its servers.

    Sizes are planning defaults. Hosts of one role stand in for each other, so no two of them share a server; login
    hosts may.

    Attributes:
        scheduler: who hands out the nodes.
        head: administration; one.
        login: where users come in; two.
        slurm: Slurm controllers, the second takes over from the first; a pair wherever Slurm runs.
        database: Slurm accounting; one wherever Slurm runs.
        provision: installs the nodes; one.
        dns: names and DHCP; a pair.
        subnet_manager: OpenSM; a pair where an InfiniBand fabric has neither managers nor a managed switch.
        monitor: Prometheus, Alertmanager and Grafana; one.
        kube: control plane of Kubernetes; three wherever it runs.
        hypervisors: glob over the paths of the servers that carry the hosts. They are dealt over all of them, so
            that one server more moves some.
    """

    scheduler: Scheduler
    head: Sized = _hosts(4, 16, 200)
    login: Sized = _hosts(8, 32, 200)
    slurm: Sized = _hosts(4, 16, 100)
    database: Sized = _hosts(4, 16, 200)
    provision: Sized = _hosts(4, 16, 500)
    dns: Sized = _hosts(2, 4, 40)
    subnet_manager: Sized = _hosts(4, 16, 60)
    monitor: Sized = _hosts(8, 32, 1000)
    kube: Sized = _hosts(4, 16, 200)
    hypervisors: str = Field(default="**", min_length=1)

    @model_validator(mode="after")
    def _roles_are_of_use(self) -> Self:
        for role, used in (("slurm", _SLURM), ("database", _SLURM), ("kube", _KUBERNETES)):
            hosts: Hosts = getattr(self, role)
            if hosts.count and self.scheduler not in used:
                raise DesignError(
                    f"{role} hosts are asked for, and scheduler={self.scheduler!r} has no use for them",
                    fix=f"leave {role}= out, or take scheduler='hybrid'",
                )
        return self

    def wanted(self, *, subnet_managers: bool) -> Iterator[Wanted]:
        """Yield the hosts of every role that has some, in a fixed order.

        Args:
            subnet_managers: whether a fabric has nobody else to manage it.
        """
        slurm, kubernetes = self.scheduler in _SLURM, self.scheduler in _KUBERNETES
        usual: tuple[tuple[HostRole, Hosts, int], ...] = (
            ("head", self.head, 1),
            ("slurm", self.slurm, 2 if slurm else 0),
            ("database", self.database, 1 if slurm else 0),
            ("provision", self.provision, 1),
            ("dns", self.dns, 2),
            ("subnet-manager", self.subnet_manager, 2 if subnet_managers else 0),
            ("monitor", self.monitor, 1),
            ("kube", self.kube, 3 if kubernetes else 0),
            ("login", self.login, 2),
        )
        for role, size, count in usual:
            number = count if size.count is None else size.count
            if number:
                yield Wanted(role, number, size, apart=role != "login" and number > 1)
