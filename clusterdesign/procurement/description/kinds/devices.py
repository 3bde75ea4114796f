"""Characteristics of what stands in a rack and has ports: servers, switches, adapters, storage, appliances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clusterdesign.catalog import builtin
from clusterdesign.design import Design
from clusterdesign.parts import Appliance, Gpu, Hca, Node, StorageBox, Switch
from clusterdesign.parts import Device as DevicePart
from clusterdesign.parts.caged import Caged
from clusterdesign.procurement.description import okei
from clusterdesign.procurement.description.characteristic import Characteristic, at_least, at_most, having
from clusterdesign.units import Quantity

_ROLES = {
    "compute": "вычислительной сети",
    "storage": "сети хранения данных",
    "inband": "сети передачи данных и управления",
    "oob": "сети управления оборудованием",
    "fabric": "сети",
    "uplink": "восходящих соединений",
}

_AIRFLOW = {
    "front-to-rear": "от передней панели к задней",
    "rear-to-front": "от задней панели к передней",
    "P2C": "от блоков питания к портам",
    "C2P": "от портов к блокам питания",
}

_PROTOCOL = {"infiniband": "InfiniBand", "ethernet": "Ethernet"}

_MANAGED = {True: "наличие встроенной системы управления", False: "без встроенной системы управления"}


def server(design: Design, part: Node) -> Iterator[Characteristic]:
    """Yield what is asked of a server, its accelerators first."""
    if part.gpus:
        yield from _accelerators(design, part)
    yield at_least("Объём оперативной памяти", part.memory, okei.GIGABYTE, "GB")
    yield at_least("Количество отсеков для накопителей NVMe", part.nvme_bays, okei.PIECE)
    if part.inlet_max is not None or part.gpus:
        yield at_least("Допустимая температура воздуха на входе", part.inlet_max, okei.CELSIUS, "°C")
    yield from _liquid(part)
    yield from _common(part)


def _accelerators(design: Design, part: Node) -> Iterator[Characteristic]:
    """Yield what is asked of the accelerators; where a server is sold with several kinds, what they share."""
    found = [_accelerator(design, id_) for id_ in part.gpu]
    gpus = [gpu for gpu in found if gpu is not None]
    same = gpus[0] if gpus and len(gpus) == len(found) else None

    def shared(field: str) -> Quantity | float | None:
        values = {gpu.value(field) for gpu in gpus}
        value: Quantity | float | None = values.pop() if same is not None and len(values) == 1 else None
        return value

    one = "Ускоритель вычислений (GPU)"
    yield at_least("Количество ускорителей вычислений (GPU)", part.gpus, okei.PIECE)
    yield at_least(f"{one}: объём памяти", shared("memory"), okei.GIGABYTE, "GB")
    yield at_least(
        f"{one}: пропускная способность памяти", shared("memory_bandwidth"), okei.GIGABYTE_PER_SECOND, "GB/s"
    )
    yield at_least(
        f"{one}: пропускная способность соединения с другими ускорителями сервера, сумма по обоим направлениям",
        shared("nvlink"),
        okei.GIGABYTE_PER_SECOND,
        "GB/s",
    )
    yield at_least(
        f"{one}: пиковая производительность в формате BF16 без разреженности, 10¹² операций в секунду",
        shared("bf16_dense"),
        okei.UNIT,
    )


def _accelerator(design: Design, id_: str) -> Gpu | None:
    """Return an accelerator. A design carries the servers that hold it, not the accelerator itself."""
    part = design.parts.get(id_) or (builtin.part(id_) if id_ in builtin.ids("gpu") else None)
    return part if isinstance(part, Gpu) else None


def _liquid(part: Node) -> Iterator[Characteristic]:
    if part.liquid is None:
        return
    share = part.liquid.captured
    yield having("Способ охлаждения", "прямое жидкостное охлаждение")
    yield at_least("Доля тепла, отводимая жидкостью", None if share is None else share * 100, okei.PERCENT)
    yield at_least("Допустимая температура охлаждающей жидкости на входе", part.liquid.supply_max, okei.CELSIUS, "°C")
    yield at_most("Расход охлаждающей жидкости", part.liquid.flow, okei.CUBIC_METRE_PER_HOUR, "m3/h")
    yield at_most("Потеря давления", part.liquid.pressure_drop, okei.KILOPASCAL, "kPa")


def switch(part: Switch) -> Iterator[Characteristic]:
    """Yield what is asked of a switch."""
    yield having("Технология сети", _PROTOCOL[part.fabric])
    yield at_least("Коммутационная способность", part.throughput, okei.GIGABIT_PER_SECOND, "Gb/s")
    if part.managed is not None:
        yield having("Управление", _MANAGED[part.managed])
    if part.fabric == "infiniband" or part.max_module_power is not None:
        yield at_least("Мощность трансивера, подаваемая на одно гнездо", part.max_module_power, okei.WATT, "W")
    yield from _common(part)


def storage(part: StorageBox) -> Iterator[Characteristic]:
    """Yield what is asked of a storage box."""
    yield at_least("Суммарная ёмкость носителей", part.capacity, okei.TERABYTE, "TB")
    yield at_least("Скорость последовательного чтения", part.read, okei.GIGABYTE_PER_SECOND, "GB/s")
    yield at_least("Скорость последовательной записи", part.write, okei.GIGABYTE_PER_SECOND, "GB/s")
    yield from _common(part)


def appliance(part: Appliance) -> Iterator[Characteristic]:
    """Yield what is asked of another device."""
    yield from _common(part)


def adapter(part: Hca) -> Iterator[Characteristic]:
    """Yield what is asked of an adapter that is bought on its own."""
    yield from _ports(part)
    yield having("Шина", _bus(part.pcie))
    yield at_most("Типовая потребляемая мощность без трансиверов", part.power.typical, okei.WATT, "W")


def _bus(pcie: str | None) -> str:
    """Turn ``Gen5 x16, Socket-Direct ready`` into ``PCI Express 5.0 x16``, the part that a standard defines."""
    generation, _, lanes = (pcie or "").partition(",")[0].rpartition(" ")
    numbers = [name.removeprefix("Gen") for name in generation.split("/") if name.startswith("Gen")]
    return f"PCI Express {' или '.join(f'{number}.0' for number in numbers)} {lanes}" if numbers else ""


def _common(part: DevicePart) -> Iterator[Characteristic]:
    yield from _ports(part)
    yield at_most("Высота в монтажных единицах (U)", part.size.height_u, okei.UNIT)
    yield at_most("Глубина", part.size.depth, okei.MILLIMETRE, "mm")
    yield at_most("Масса", part.weight, okei.KILOGRAM, "kg")
    yield at_most("Потребляемая мощность", part.power.maximum, okei.WATT, "W")
    supplies = part.supplies
    if supplies is not None:
        yield at_least("Количество блоков питания", supplies.count, okei.PIECE)
        spare = None if supplies.needed is None else supplies.count - supplies.needed
        yield at_least("Количество резервных блоков питания", spare, okei.PIECE)
    if part.airflow in _AIRFLOW:
        yield having("Направление воздушного потока", _AIRFLOW[part.airflow])


def _ports(part: Caged) -> Iterator[Characteristic]:
    """Yield how many ports of which speed it has, by role; the roles in the order of the panel."""
    counted = Counter((port.role, port.speed) for cage in part.cages for port in cage.ports if port.role in _ROLES)
    for (role, speed), count in counted.items():
        # A bought adapter serves whatever it is plugged in for.
        of = "" if isinstance(part, Hca) else f" {_ROLES[role]}"
        many = len({rate for other, rate in counted if other == role}) > 1
        rate = f" со скоростью {round(speed.to('Gb/s'))} Гбит/с" if many else ""
        yield at_least(f"Количество портов{of}{rate}", count, okei.PIECE)
        if not many:
            yield at_least(f"Скорость порта{of}", speed, okei.GIGABIT_PER_SECOND, "Gb/s")


__all__ = ["adapter", "appliance", "server", "storage", "switch"]
