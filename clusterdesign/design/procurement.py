"""How a cluster is bought: what a designer declares about spares, lots, terms, money, documents and delivery.

Frozen records that the design carries. Decimal numbers are text (``"22"``, ``"0.085"``), so that money is exact and
``design.json`` has the same bytes everywhere. Every ``of`` is a selector, see :func:`selects`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, TypeVar

from clusterdesign.names import matches

Section: TypeAlias = Literal[
    "Nodes",
    "Servers",
    "Adapters",
    "Switches",
    "Appliances",
    "Storage",
    "Transceivers",
    "Cables",
    "Fibre",
    "Racks",
    "PDUs",
    "Cords",
    "CDUs",
    "Fittings",
    "Labels",
    "Software",
    "Services",
]
"""Part of the bill, in its order."""

SECTIONS: tuple[Section, ...] = (
    "Nodes",
    "Servers",
    "Adapters",
    "Switches",
    "Appliances",
    "Storage",
    "Transceivers",
    "Cables",
    "Fibre",
    "Racks",
    "PDUs",
    "Cords",
    "CDUs",
    "Fittings",
    "Labels",
    "Software",
    "Services",
)

Per: TypeAlias = Literal[
    "cluster", "node", "gpu", "server", "switch", "infiniband-switch", "appliance", "storage-box", "rack", "cable"
]
"""What the quantity of a licence or a service follows."""

DayKind: TypeAlias = Literal["calendar", "working"]

Law: TypeAlias = Literal["44-FZ", "223-FZ"]

EVERYTHING = "**"
"""The selector of everything."""


def selects(of: str, section: str, ids: Iterable[str]) -> bool:
    """Tell whether a selector means a line of the bill.

    A selector is the name of a section (``Cables``), a glob over the ids of parts (``nvidia/mma4z00-*``;
    ``licence/<name>`` and ``service/<name>`` for what is not a part), or ``**`` for everything.
    """
    if of == EVERYTHING:
        return True
    return of == section if "/" not in of else any(matches(of, id_) for id_ in ids)


def rank(of: str) -> int:
    """Return how specific a selector is: everything, a section, a part."""
    return 0 if of == EVERYTHING else 1 if "/" not in of else 2


@dataclass(frozen=True, slots=True)
class Spares:
    """How many more of something are bought than the design needs.

    Attributes:
        percent: of the quantity of a line, rounded up; empty for none.
        at_least: spares of every line that it selects, whatever the percentage says.
    """

    of: str
    because: str
    percent: str = ""
    at_least: int = 0


@dataclass(frozen=True, slots=True)
class Lot:
    """What is delivered together.

    Attributes:
        name: ``network``; as it stands in the lot column.
        of: selectors of what belongs to it.
        title: how documents call it; the name where it is empty.
        after: lots that must have been installed before.
    """

    name: str
    of: tuple[str, ...]
    title: str = ""
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms something is bought. What stays None or empty is unknown.

    Attributes:
        service: number or name of the service contract and its term.
        source: the quote or document that says so.
    """

    of: str
    source: str
    lead_time_weeks: int | None = None
    warranty_months: int | None = None
    country: str = ""
    supplier: str = ""
    service: str = ""


@dataclass(frozen=True, slots=True)
class Extra:
    """A licence or a service: bought, but no component of the design.

    Attributes:
        name: stable; its id is ``licence/<name>`` or ``service/<name>``.
        per, each: ``each`` for every one of ``per`` that the design has.
        part_number: empty where it is unknown.
        because: why it is bought, and who says so many.
        months: term of a licence or contract; None where it has none or it is unknown.
    """

    kind: Literal["licence", "service"]
    name: str
    description: str
    per: Per
    each: int
    unit: str
    because: str
    manufacturer: str = ""
    part_number: str = ""
    months: int | None = None

    @property
    def id(self) -> str:
        """What selectors name it by."""
        return f"{self.kind}/{self.name}"


@dataclass(frozen=True, slots=True)
class ExchangeRate:
    """What one unit of a currency costs in the currency of the bill.

    Attributes:
        on: day of the rate, ``2026-09-30``; empty where it is not declared.
    """

    currency: str
    rate: str
    source: str
    on: str = ""


@dataclass(frozen=True, slots=True)
class Discount:
    """What is taken off the price of some lines, in percent."""

    of: str
    percent: str
    because: str


@dataclass(frozen=True, slots=True)
class Energy:
    """From what the cost of energy follows.

    Attributes:
        price: of one kWh, in ``currency``.
        pue: what the site draws over what its equipment draws.
        load: mean draw over the largest one, 0 to 1.
    """

    price: str
    currency: str
    pue: str
    load: str
    because: str


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the project.

    Attributes:
        name: one of the stages of the delivery plan, or one of the project's own.
        least, most: how long it takes.
        days: calendar or working days.
        after: stages that must be over before.
    """

    name: str
    least: int
    most: int
    days: DayKind
    because: str
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """Codes of Russian classifiers and the national regime. The user supplies them; none is built in.

    Attributes:
        okpd2: ``26.20.14.000``.
        ktru: ``26.20.14.000-00000189``; empty where there is no position.
        okei: code of the unit of measurement.
        regime: which measure of the national regime applies: ban, restriction or preference.
        registry: number in the registry of Russian industrial products.
        points: points in that registry.
        justification: why more is asked for than the position of the KTRU lists.
        source: the list that the codes come from.
    """

    of: str
    okpd2: str
    source: str
    ktru: str = ""
    okei: str = ""
    regime: Literal["", "ban", "restriction", "preference"] = ""
    registry: str = ""
    country: str = ""
    points: int | None = None
    justification: str = ""


@dataclass(frozen=True, slots=True)
class Compatibility:
    """Why a trade mark may stand in the description of what is bought.

    Attributes:
        words: the trade marks and part numbers.
        of: lines in which they may stand.
        because: with what existing equipment it must work, or which documentation names it.
        or_equivalent: whether the words «или эквивалент» must stand with them.
    """

    words: tuple[str, ...]
    of: str
    because: str
    or_equivalent: bool = True


@dataclass(frozen=True, slots=True)
class Tender:
    """What the documents of a tender say about it.

    Attributes:
        law: the law under which it is held.
        customer, subject: as they stand in the documents.
        document: designation of the main set of drawings; ``.СО`` is appended by the specification.
        purpose: what the purchase is for; printed as it stands.
        requirements: further requirements, printed as they stand.
        gost: edition of the form of the equipment specification, GOST 21.110.
        fire_class: fire hazard class of the cables in the room, as the project asks for it.
    """

    law: Law = "44-FZ"
    customer: str = ""
    subject: str = ""
    document: str = ""
    purpose: str = ""
    requirements: tuple[str, ...] = ()
    gost: Literal["2013", "1995"] = "2013"
    fire_class: str = ""


@dataclass(frozen=True, slots=True)
class Procurement:
    """All of it. What is empty was not declared, and documents say so.

    Attributes:
        currency: of the bill; empty for the one currency of the price book.
        vat: in percent; empty for amounts without tax.
        priced_on: day on which prices must hold, ``2026-09-30``; empty: their validity is printed, not judged.
        start: day on which the delivery plan begins; empty for a plan in days from zero.
        own_spares_lot: spares are a lot of their own instead of going with what they replace.
    """

    currency: str = ""
    vat: str = ""
    priced_on: str = ""
    start: str = ""
    own_spares_lot: bool = False
    spares: tuple[Spares, ...] = ()
    lots: tuple[Lot, ...] = ()
    terms: tuple[Terms, ...] = ()
    extras: tuple[Extra, ...] = ()
    rates: tuple[ExchangeRate, ...] = ()
    discounts: tuple[Discount, ...] = ()
    energy: Energy | None = None
    stages: tuple[Stage, ...] = ()
    codes: tuple[Code, ...] = ()
    compatibility: tuple[Compatibility, ...] = ()
    tender: Tender = Tender()


class _Selector(Protocol):
    @property
    def of(self) -> str: ...


_S = TypeVar("_S", bound=_Selector)


def chosen(declared: Iterable[_S], section: str, ids: Iterable[str]) -> tuple[_S, ...]:
    """Return what is declared for a line, the most specific first; of equals the last one declared comes first."""
    names = tuple(ids)
    found = [one for one in declared if selects(one.of, section, names)]
    order = sorted(range(len(found)), key=lambda n: (-rank(found[n].of), -n))
    return tuple(found[n] for n in order)


__all__ = [
    "EVERYTHING",
    "SECTIONS",
    "Code",
    "Compatibility",
    "DayKind",
    "Discount",
    "Energy",
    "ExchangeRate",
    "Extra",
    "Law",
    "Lot",
    "Per",
    "Procurement",
    "Section",
    "Spares",
    "Stage",
    "Tender",
    "Terms",
    "chosen",
    "rank",
    "selects",
]
