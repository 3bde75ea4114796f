"""Characteristics of what runs between ports: cables, fibres, transceivers."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Cable as CableRecord
from clusterdesign.design import Design
from clusterdesign.parts import Cable, Fibre, Plug, Transceiver
from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.description import okei
from clusterdesign.procurement.description.characteristic import (
    Characteristic,
    at_least,
    at_most,
    between,
    having,
)
from clusterdesign.units import Length

_PLUGS: dict[Plug, str] = {
    "osfp-twin-finned": "OSFP на два порта, с рёбрами охлаждения",
    "osfp-twin-flat": "OSFP на два порта, с плоской крышкой",
    "osfp-single-flat": "OSFP на один порт, с плоской крышкой",
    "qsfp112": "QSFP112",
    "qsfp56": "QSFP56",
    "qsfp28": "QSFP28",
    "sfp28": "SFP28",
    "rj45": "8P8C (RJ45)",
    "mpo12-apc": "MPO-12/APC",
    "mpo12-upc": "MPO-12/UPC",
    "lc-upc": "LC/UPC, сдвоенный",
}

_FIBRE = {"multimode": "многомодовое", "singlemode": "одномодовое"}

_MILLIMETRE = 1000
"""Base units of a length in a millimetre."""


def transceiver(part: Transceiver) -> Iterator[Characteristic]:
    """Yield what is asked of a transceiver."""
    yield having("Форм-фактор", _PLUGS[part.plug])
    yield at_least("Количество портов", part.links, okei.PIECE)
    yield at_least("Скорость порта", part.rate, okei.GIGABIT_PER_SECOND, "Gb/s")
    yield having("Оптический разъём", _PLUGS[part.connector])
    yield at_least("Количество оптических разъёмов", part.connectors, okei.PIECE)
    yield having("Тип волокна", _FIBRE[part.fibre])
    yield at_least("Дальность передачи", part.reach, okei.METRE, "m")
    yield at_most("Потребляемая мощность", part.power_maximum, okei.WATT, "W")


def cable(design: Design, line: BillLine, part: Cable) -> Iterator[Characteristic]:
    """Yield what is asked of a cable with moulded plugs."""
    head, tails = part.ends[0], part.ends[1:]
    yield having("Разъём первого конца", _PLUGS[head.plug])
    yield having("Разъём других концов" if part.is_splitter else "Разъём второго конца", _PLUGS[tails[0].plug])
    if part.is_splitter:
        yield at_least("Количество других концов", len(tails), okei.PIECE)
    yield at_least("Количество линий связи", part.links, okei.PIECE)
    yield at_least("Скорость линии связи", part.rate, okei.GIGABIT_PER_SECOND, "Gb/s")
    yield _length(design, line)
    if part.end_power:
        yield at_most("Потребляемая мощность одного конца", max(part.end_power), okei.WATT, "W")
    yield from _jacket(part)


def fibre(design: Design, line: BillLine, part: Fibre) -> Iterator[Characteristic]:
    """Yield what is asked of a fibre assembly."""
    grades = sorted({sold.grade for sold in part.lengths if sold.length == line.length})
    yield having("Тип волокна", _FIBRE[part.fibre])
    yield having("Категория волокна", f"не ниже {grades[0]}" if grades else "")
    yield having("Разъём", _PLUGS[part.connector])
    tails = 2 if part.split == 1 else 1 + part.split
    yield at_least("Количество концов", tails, okei.PIECE)
    yield _length(design, line)
    yield from _jacket(part)


def _jacket(part: Cable | Fibre) -> Iterator[Characteristic]:
    if part.diameter is not None:
        yield at_most("Наружный диаметр", part.diameter, okei.MILLIMETRE, "mm")
    if part.bend_radius is not None:
        yield at_most("Наименьший радиус изгиба", part.bend_radius, okei.MILLIMETRE, "mm")


def _length(design: Design, line: BillLine) -> Characteristic:
    """Bound a length: no shorter than the longest run with its slack asks, no longer than what was designed."""
    runs = [_needed(design, cable) for cable in design.cables if _is(cable, line)]
    longest = max(runs, default=None)
    least = line.length if longest is None or line.length is None else min(longest, line.length)
    # Where the two are equal, an upper bound would leave a single value, which the law does not want.
    most = line.length if least != line.length else None
    return between("Длина", least, most, okei.METRE, "m")


def _needed(design: Design, cable: CableRecord) -> Length:
    """Return run and slack, rounded up to a whole decimetre."""
    fabric = design.fabric.get(cable.fabric)
    run = cable.run * (1 + (fabric.slack if fabric is not None else 0.0))
    step = 100 * _MILLIMETRE
    return Length(-(-run.base // step) * step)


def _is(cable: CableRecord, line: BillLine) -> bool:
    return cable.part in line.parts and cable.length == line.length and cable.part_number == line.part_number


__all__ = ["cable", "fibre", "transceiver"]
