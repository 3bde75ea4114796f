"""What each kind of part is called in Russian documents, and which characteristics are asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from clusterdesign.design import Design
from clusterdesign.parts import (
    Appliance,
    Cable,
    CduPart,
    Fibre,
    FittingPart,
    Hca,
    Node,
    Part,
    PduPart,
    QuickDisconnectPart,
    RackPart,
    StorageBox,
    Switch,
    Transceiver,
)
from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.description.characteristic import Characteristic, having
from clusterdesign.procurement.description.kinds import devices, links, site

_MEDIUM = {
    "copper-passive": "Кабель медный пассивный",
    "copper-active": "Кабель медный активный",
    "aoc": "Кабель оптический активный",
    "twisted-pair": "Шнур соединительный «витая пара»",
}

_FITTING = {
    "hose": "Рукав охлаждающей жидкости",
    "manifold": "Коллектор стойки, подающий и обратный",
    "coolant": "Охлаждающая жидкость",
    "rear-door": "Теплообменник задней двери стойки",
    "blanking-panel": "Панель-заглушка",
    "power-cord": "Кабель питания",
}

PLUGS = {"C14": "C13 и C14", "C20": "C19 и C20"}
"""Plugs of a power cord by the inlet that it fits."""

_COOLANT = {"pg25": "водный раствор пропиленгликоля, 25 %", "water": "вода подготовленная"}

_SECTION = {
    "Nodes": "Сервер с ускорителями вычислений",
    "Servers": "Сервер",
    "Adapters": "Сетевой адаптер",
    "Switches": "Коммутатор",
    "Appliances": "Устройство управления сетью",
    "Storage": "Система хранения данных",
    "Transceivers": "Трансивер",
    "Cables": "Кабель",
    "Fibre": "Кабель волоконно-оптический",
    "Racks": "Стойка",
    "PDUs": "Блок распределения питания",
    "Cords": "Кабель питания",
    "CDUs": "Блок распределения охлаждающей жидкости",
    "Fittings": "Монтажное изделие",
    "Labels": "Маркировочный материал",
    "Software": "Программное обеспечение",
    "Services": "Услуга",
}
"""For what has no part that says more."""

_PROTOCOL = {"infiniband": "Коммутатор InfiniBand", "ethernet": "Коммутатор Ethernet"}

_NAMES: Mapping[type[Part], Callable[[Any], str]] = {
    Node: lambda part: _SECTION["Nodes" if part.gpus else "Servers"],
    Switch: lambda part: _PROTOCOL[part.fabric],
    Cable: lambda part: _MEDIUM[part.medium] + (" с разветвлением" if part.is_splitter else ""),
    Fibre: lambda part: _SECTION["Fibre"] + (" с разветвлением" if part.split > 1 else ""),
    Transceiver: lambda _: "Трансивер оптический",
    RackPart: lambda _: "Шкаф (стойка) телекоммуникационный 19 дюймов",
    QuickDisconnectPart: lambda _: "Быстроразъёмное соединение",
    FittingPart: lambda part: _FITTING[part.form],
}

_ASKED: Mapping[type[Part], Callable[[Design, BillLine, Any], Iterator[Characteristic]]] = {
    Node: lambda design, _, part: devices.server(design, part),
    Switch: lambda _, __, part: devices.switch(part),
    StorageBox: lambda _, __, part: devices.storage(part),
    Appliance: lambda _, __, part: devices.appliance(part),
    Hca: lambda _, __, part: devices.adapter(part),
    Transceiver: lambda _, __, part: links.transceiver(part),
    Cable: links.cable,
    Fibre: links.fibre,
    RackPart: lambda _, __, part: site.rack(part),
    PduPart: lambda _, __, part: site.pdu(part),
    CduPart: lambda _, __, part: site.cdu(part),
    QuickDisconnectPart: lambda _, __, part: site.disconnect(part),
    FittingPart: lambda design, _, part: _small(design, part),
}


def noun(line: BillLine, part: Part | None) -> str:
    """Return what a line of the bill is called, without any brand word."""
    name = _NAMES.get(type(part)) if part is not None else None
    return name(part) if name is not None else _SECTION[line.section]


def characteristics(design: Design, line: BillLine, part: Part | None) -> tuple[Characteristic, ...]:
    """Return what is asked of a line of the bill, those without a published value included."""
    asked = _ASKED.get(type(part)) if part is not None else None
    return tuple(asked(design, line, part)) if asked is not None else ()


def _small(design: Design, part: FittingPart) -> Iterator[Characteristic]:
    if part.form == "coolant":
        yield having("Состав", _coolant(design))
    if part.form == "power-cord":
        yield having("Разъёмы (МЭК 60320)", PLUGS.get(part.inlet or ""))
    yield from site.fitting(part)


def _coolant(design: Design) -> str:
    kinds = {loop.coolant for loop in design.loops}
    return _COOLANT[kinds.pop()] if len(kinds) == 1 else ""


__all__ = ["PLUGS", "characteristics", "noun"]
