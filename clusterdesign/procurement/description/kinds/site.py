"""Characteristics of racks and what feeds and cools them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clusterdesign.parts import CduPart, FittingPart, PduPart, QuickDisconnectPart, RackPart
from clusterdesign.procurement.description import okei
from clusterdesign.procurement.description.characteristic import Characteristic, at_least, at_most, having

_ORIENTATION = {"vertical": "вертикальное", "horizontal": "горизонтальное"}

_FORM = {"in-rack": "встраиваемое в стойку", "in-row": "отдельно стоящее в ряду"}

_REJECTS = {"liquid": "в контур охлаждающей воды", "air": "в воздух"}


def rack(part: RackPart) -> Iterator[Characteristic]:
    """Yield what is asked of a cabinet. Its outer size is bounded: the layout of the hall rests on it."""
    yield at_least("Высота в монтажных единицах (U)", part.size.height_u, okei.UNIT)
    yield at_most("Ширина", part.size.width, okei.MILLIMETRE, "mm")
    yield at_most("Глубина", part.size.depth, okei.MILLIMETRE, "mm")
    yield at_least("Статическая нагрузка", part.load_static, okei.KILOGRAM, "kg")
    if part.mounting_depth is not None:
        yield at_least("Полезная монтажная глубина", part.mounting_depth, okei.MILLIMETRE, "mm")
    yield at_most("Масса", part.weight, okei.KILOGRAM, "kg")


def pdu(part: PduPart) -> Iterator[Characteristic]:
    """Yield what is asked of a power distribution unit."""
    yield having("Исполнение", _ORIENTATION[part.orientation])
    yield at_least("Количество фаз", part.phases, okei.UNIT)
    yield at_least("Номинальный ток фазы", part.rated_current, okei.AMPERE, "A")
    yield at_least("Номинальное напряжение", part.voltage, okei.VOLT, "V")
    yield at_least("Номинальная полная мощность", part.rated_power, okei.KILOVOLT_AMPERE, "kVA")
    sockets = Counter(socket.type for socket in part.sockets.values())
    for type_ in sorted(sockets):
        yield at_least(f"Количество розеток {type_} (МЭК 60320)", sockets[type_], okei.PIECE)
    yield at_most("Масса", part.weight, okei.KILOGRAM, "kg")


def cdu(part: CduPart) -> Iterator[Characteristic]:
    """Yield what is asked of a coolant distribution unit."""
    yield having("Исполнение", _FORM[part.form])
    yield having("Отвод тепла", _REJECTS[part.rejects_to])
    yield at_least("Отводимая тепловая мощность", part.capacity, okei.KILOWATT, "kW")
    if part.rejects_to == "liquid":
        yield at_most("Разность температур контуров при этой мощности", part.approach_k, okei.KELVIN)
    yield at_least("Расход в контуре оборудования", part.flow, okei.CUBIC_METRE_PER_HOUR, "m3/h")
    yield at_least("Располагаемый напор", part.head, okei.KILOPASCAL, "kPa")
    yield at_least("Количество резервных насосов", part.spare_pumps, okei.PIECE)
    if part.form == "in-rack":
        yield at_most("Высота в монтажных единицах (U)", part.size.height_u, okei.UNIT)
    yield at_most("Масса", part.weight, okei.KILOGRAM, "kg")


def disconnect(part: QuickDisconnectPart) -> Iterator[Characteristic]:
    """Yield what is asked of a quick disconnect."""
    yield at_least("Номинальный расход", part.flow, okei.CUBIC_METRE_PER_HOUR, "m3/h")
    yield at_most("Потеря давления при номинальном расходе", part.pressure_drop, okei.KILOPASCAL, "kPa")
    yield at_least("Рабочее давление", part.pressure_max, okei.KILOPASCAL, "kPa")


def fitting(part: FittingPart) -> Iterator[Characteristic]:
    """Yield what is asked of a small part."""
    if part.ports is not None:
        yield at_least("Количество мест подключения", part.ports, okei.PIECE)
    if part.length is not None:
        yield at_least("Длина", part.length, okei.METRE, "m")
    if part.form == "blanking-panel":
        yield at_most("Высота в монтажных единицах (U)", part.size.height_u, okei.UNIT)
    if part.form == "coolant":
        millilitres = part.millilitres
        yield at_least("Объём одной ёмкости", None if millilitres is None else millilitres / 1000, okei.LITRE)
    if part.capacity is not None or part.form == "rear-door":
        yield at_least("Отводимая тепловая мощность", part.capacity, okei.KILOWATT, "kW")
    if part.flow is not None:
        yield at_least("Расход", part.flow, okei.CUBIC_METRE_PER_HOUR, "m3/h")
        yield at_most("Потеря давления при этом расходе", part.pressure_drop, okei.KILOPASCAL, "kPa")


__all__ = ["cdu", "disconnect", "fitting", "pdu", "rack"]
