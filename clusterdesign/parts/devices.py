"""Parts with cages: nodes, adapters, switches, appliances."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import Field

from clusterdesign.errors import DesignError
from clusterdesign.parts.base import Airflow, Draw, Frozen, Part, Supplies
from clusterdesign.parts.caged import Caged
from clusterdesign.parts.ports import Cage, Port, PortRole
from clusterdesign.units import Data, Flow, Power, Pressure, Rate, Temperature


class Device(Caged):
    """A part that stands in a rack, draws power and has cages.

    Attributes:
        ports_total: number of ports that the vendor states; lint compares it with the cages.
    """

    power: Draw = Draw()
    supplies: Supplies | None = None
    airflow: Airflow | None = None
    airflow_rate: Flow | None = None
    ports_total: int | None = Field(default=None, ge=0)

    NEEDED: ClassVar[tuple[str, ...]] = (
        "part_number",
        "size.height_u",
        "size.depth",
        "weight",
        "power.maximum",
        "supplies.count",
        "supplies.needed",
        "supplies.rating",
        "supplies.inlet",
    )


class Liquid(Frozen):
    """Direct liquid cooling of a node.

    Attributes:
        captured: share of the heat that goes into the liquid, 0 to 1.
        supply_max: highest permitted supply temperature of the technology loop.
        flow: coolant flow the node asks for at full load.
        pressure_drop: pressure drop over the node at that flow.
    """

    captured: float | None = Field(default=None, ge=0, le=1)
    supply_max: Temperature | None = None
    flow: Flow | None = None
    pressure_drop: Pressure | None = None


class Adapter(Frozen):
    """One adapter position of a node.

    Attributes:
        name: ``hca1`` ... for compute; the rail of compute adapter n is n.
        part: catalogue id of the adapter when it is bought on its own, None when it is part of the node.
        slot: the slot or module it sits in, as printed.
    """

    name: str
    role: PortRole
    part: str | None = None
    slot: str | None = None


class Node(Device):
    """A GPU server or another server.

    Attributes:
        gpu: catalogue id of the accelerator; several where the platform is sold with either.
        adapters: adapters fitted, in order.
        slots: number of adapter slots free for compute adapters, on platforms sold without adapters.
        threads: hardware threads of all processors: what virtual machines share.
        nvme_data, nvme_bays: local scratch drives.
    """

    kind: Literal["node"] = "node"
    gpus: int = Field(default=0, ge=0)
    gpu: tuple[str, ...] = ()
    adapters: tuple[Adapter, ...] = ()
    slots: int | None = Field(default=None, ge=0)
    memory: Data | None = None
    cpu: str | None = None
    threads: int | None = Field(default=None, ge=1)
    nvme_data: str | None = None
    nvme_bays: int | None = Field(default=None, ge=0)
    inlet_max: Temperature | None = None
    liquid: Liquid | None = None
    power_is_proxy: bool = False

    def without(self, *adapters: str) -> Self:
        """Return the node without some adapters: their ports go, and cages that become empty.

        In a cage that another adapter shares, the port stays as ``absent``, since the plug in the cage keeps its
        shape and the other port its position in it.

        Raises:
            DesignError: the node has no adapter of that name.
        """
        names = {adapter.name for adapter in self.adapters}
        for name in adapters:
            if name not in names:
                raise DesignError(
                    f"no adapter {name!r}",
                    thing=self.id,
                    fix=f"the adapters are {', '.join(sorted(names)) or 'none'}",
                )
        gone = set(adapters)
        cages = []
        for cage in self.cages:
            if any(port.adapter not in gone for port in cage.ports):
                ports = tuple(port.left_out() if port.adapter in gone else port for port in cage.ports)
                cages.append(cage if ports == cage.ports else cage.with_(ports=ports))
        return self.with_(
            id=f"{self.id}+without-{'-'.join(sorted(gone))}",
            adapters=tuple(adapter for adapter in self.adapters if adapter.name not in gone),
            extra_cages=tuple(cages),
            rows=(),
            ports_total=None,
        )

    def fitted(self, hca: Hca, count: int, role: PortRole = "compute") -> Self:
        """Return the node with ``count`` adapters of one part in its slots.

        The ports of compute adapter n are named ``HCA<n>P<port>``; only the first port of each carries the rail.
        Adapters for storage (``STO<n>P<port>``) and in-band (``ETH<n>P<port>``) use all their ports, numbered in a
        row.

        Raises:
            DesignError: the node already has adapters of the role, or fewer slots than asked for.
        """
        if any(adapter.role == role for adapter in self.adapters):
            raise DesignError(
                f"the node comes with its {role} adapters",
                thing=self.id,
                fix="leave hca= out, or use part.without(...)",
            )
        if role == "compute" and self.slots is not None and count > self.slots:
            raise DesignError(
                f"{count} adapters do not fit {self.slots} slots", thing=self.id, fix=f"ask for {self.slots} or fewer"
            )
        word = {"compute": "hca", "storage": "sto", "inband": "eth"}.get(role, role)
        adapters = tuple(Adapter(name=f"{word}{n}", role=role, part=hca.id) for n in range(1, count + 1))
        return self.with_(
            id=f"{self.id}+{count}x{hca.id.split('/')[1]}",
            adapters=self.adapters + adapters,
            extra_cages=tuple(_fitted_cages(hca, adapters)) + self.extra_cages,
            ports_total=None,
        )


def _fitted_cages(hca: Hca, adapters: tuple[Adapter, ...]) -> Iterator[Cage]:
    """Yield the cages of fitted adapters, their ports named after the adapter and numbered."""
    ordinal = 0
    for n, adapter in enumerate(adapters, 1):
        number = 0
        for c, cage in enumerate(hca.cages, 1):
            ports = []
            for port in cage.ports:
                number, ordinal = number + 1, ordinal + 1
                rail = ordinal if adapter.role != "compute" else n if number == 1 else None
                ports.append(
                    port.with_(
                        name=f"{adapter.name.upper()}P{number}", adapter=adapter.name, role=adapter.role, rail=rail
                    )
                )
            name = adapter.name.upper() if len(hca.cages) == 1 else f"{adapter.name.upper()}C{c}"
            yield Cage(name=name, accepts=cage.accepts, protocol=cage.protocol, ports=tuple(ports))


class Hca(Caged):
    """A host channel adapter or DPU: what is plugged into a slot of a node.

    Attributes:
        port_power_max: what one cage can feed a module.
    """

    kind: Literal["hca"] = "hca"
    pcie: str | None = None
    form: str | None = None
    power: Draw = Draw()
    port_power_max: Power | None = None

    NEEDED: ClassVar[tuple[str, ...]] = ("part_number", "power.typical")


class Switch(Device):
    """A network switch.

    Attributes:
        managed: runs its own management and can run a subnet manager.
        max_module_power: the largest transceiver a cage feeds.
    """

    kind: Literal["switch"] = "switch"
    fabric: Literal["infiniband", "ethernet"]
    managed: bool | None = None
    max_module_power: Power | None = None
    throughput: Rate | None = None

    @cached_property
    def fabric_ports(self) -> tuple[Port, ...]:
        """Ports for links of the fabric, in panel order: position is identity."""
        return self.ports("fabric")


class Appliance(Device):
    """A device that is not a node and not a switch: a fabric manager, a storage box."""

    kind: Literal["appliance"] = "appliance"


class StorageBox(Device):
    """A storage server or appliance of a shared file system.

    Attributes:
        capacity: raw capacity of its media.
        read, write: what it delivers by its datasheet, before the network.
        media: what it stores on.
    """

    kind: Literal["storage"] = "storage"
    capacity: Data | None = None
    read: Rate | None = None
    write: Rate | None = None
    media: str | None = None

    NEEDED: ClassVar[tuple[str, ...]] = (*Device.NEEDED, "capacity", "read", "write")


class Gpu(Part):
    """An accelerator.

    Attributes:
        bf16_dense, fp8_dense: dense peak in TFLOP/s; half of the sparse figure that vendors print.
    """

    kind: Literal["gpu"] = "gpu"
    memory: Data | None = None
    memory_bandwidth: Rate | None = None
    nvlink: Rate | None = None
    tdp: Power | None = None
    bf16_dense: float | None = None
    fp8_dense: float | None = None
