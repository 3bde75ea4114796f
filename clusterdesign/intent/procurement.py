"""How the cluster is bought: what a designer declares about spares, lots, terms, money, documents and delivery.

Nothing of it changes the design. What is not declared is unknown or left out, and the documents say so: there is no
default for a tax, a rate, a price or a lead time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from clusterdesign.design import procurement as records
from clusterdesign.design.procurement import EVERYTHING, SECTIONS, DayKind, Law, Per
from clusterdesign.errors import DesignError
from clusterdesign.fabric.fields import Name
from clusterdesign.parts import Declared


def _selector(of: str) -> str:
    if of == EVERYTHING or "/" in of or of in SECTIONS:
        return of
    raise DesignError(
        f"{of!r} selects nothing",
        fix=f"name a section ({', '.join(SECTIONS)}), a glob over the ids of parts such as 'nvidia/*', or '**' for all",
    )


Selector: TypeAlias = Annotated[str, AfterValidator(_selector)]
"""A section of the bill, a glob over ids of parts, licences and services, or ``**``."""

Text: TypeAlias = Annotated[str, Field(min_length=1)]


def _decimal(value: Any) -> Any:  # whatever the designer wrote
    """Read a number as it is written: 98.5 is 985/10, not the nearest binary fraction."""
    return Decimal(repr(value)) if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


if TYPE_CHECKING:
    Number: TypeAlias = Decimal | int | float
    """What may be written for a decimal number."""
else:
    Number = Decimal  # what it is kept as: pydantic shall not choose between the three

Percent: TypeAlias = Annotated[Number, BeforeValidator(_decimal), Field(ge=0, le=100)]

Amount: TypeAlias = Annotated[Number, BeforeValidator(_decimal), Field(gt=0, le=10**7)]

Currency: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
"""Code of ISO 4217."""


class Spares(Declared):
    """Spare parts of some lines of the bill: a share, rounded up, or a number. Without a policy there are none.

    Attributes:
        of: which lines; the most specific policy holds for a line, of equals the last one.
        percent: of the quantity of each line; 3 % of 100 are 3, of 40 are 2.
        at_least: spares of each line, whatever the percentage says.
        because: the reason.
    """

    of: Selector
    percent: Percent = Decimal(0)
    at_least: int = Field(default=0, ge=0)
    because: Text


class Lot(Declared):
    """What is delivered together. Declared lots come before the built-in ones.

    Attributes:
        name: ``network``; as it stands in the bill.
        of: which lines belong to it.
        title: how documents call it.
        after: lots that must have been installed before.
    """

    name: Name
    of: Annotated[tuple[Selector, ...], Field(min_length=1)]
    title: str = ""
    after: tuple[Name, ...] = ()


class Terms(Declared):
    """On which terms some lines are bought. Every field is taken from the most specific terms that give it.

    Attributes:
        lead_time_weeks: from order to delivery.
        warranty_months: of the maker or supplier.
        country: of origin, as it is to stand in the documents.
        supplier: who delivers it.
        service: service contract and its term.
        source: the quote or document that says so.
    """

    of: Selector
    lead_time_weeks: int | None = Field(default=None, ge=0)
    warranty_months: int | None = Field(default=None, ge=0)
    country: str = ""
    supplier: str = ""
    service: str = ""
    source: Text


class Extra(Declared):
    """Something that is bought and is no component of the design.

    Attributes:
        name: stable; selectors call it ``licence/<name>`` or ``service/<name>``.
        description: what it is.
        per, each: ``each`` for every one of ``per`` in the design: a licence per ``gpu``, a service per ``cluster``.
        part_number: leave it out where it is unknown.
        months: its term.
        because: why it is bought and who says so many.
    """

    name: Name
    description: Text
    per: Per
    each: int = Field(default=1, ge=1)
    manufacturer: str = ""
    part_number: str = ""
    months: int | None = Field(default=None, ge=1)
    because: Text


class Licence(Extra):
    """A software licence: of a fabric manager, of a software stack for the GPUs, of a file system."""

    kind: Literal["licence"] = "licence"
    unit: Text = "licences"


class Service(Extra):
    """A service: installation, acceptance tests, training, support."""

    kind: Literal["service"] = "service"
    unit: Text = "sets"


class ExchangeRate(Declared):
    """What one unit of a currency costs in the currency of the bill.

    Attributes:
        on: day of the rate.
        source: who says so.
    """

    currency: Currency
    rate: Amount
    on: date | None = None
    source: Text


class Discount(Declared):
    """A discount in percent; the most specific one holds for a line."""

    of: Selector = EVERYTHING
    percent: Percent
    because: Text


class Energy(Declared):
    """From what the cost of energy follows: each figure is an assumption and printed as one.

    Attributes:
        price: of one kWh.
        pue: what the site draws over what its equipment draws.
        load: mean draw over the largest one; 1 for the largest all year, which is the upper bound.
        because: where the three figures come from.
    """

    price: Amount
    currency: Currency
    pue: Annotated[Number, BeforeValidator(_decimal), Field(ge=1, le=4)]
    load: Annotated[Number, BeforeValidator(_decimal), Field(gt=0, le=1)] = Decimal(1)
    because: Text


class Stage(Declared):
    """A stage of the project; the delivery plan says which stages there are.

    Attributes:
        least, most: how long it takes; ``most`` is ``least`` where it is left out.
        days: ``calendar`` or ``working``.
        after: stages that must be over before.
    """

    name: Text
    least: int = Field(ge=0)
    most: int | None = Field(default=None, ge=0)
    days: DayKind = "calendar"
    after: tuple[Text, ...] = ()
    because: Text

    @model_validator(mode="after")
    def _ends_after_it_begins(self) -> Self:
        if self.most is not None and self.most < self.least:
            raise DesignError(
                f"takes at least {self.least} and at most {self.most} days", thing=self.name, fix="swap the two"
            )
        return self


class Code(Declared):
    """Codes of Russian classifiers and the national regime for some lines. None is built in.

    Attributes:
        okpd2: ``26.20.14.000``.
        ktru: ``26.20.14.000-00000189``.
        okei: code of the unit of measurement.
        regime: which measure of the national regime applies.
        registry: number in the registry of Russian industrial products.
        points: points in that registry.
        justification: why more is asked for than the position of the KTRU lists, as it stands in the description.
        source: the list that the codes come from.
    """

    of: Selector
    okpd2: Annotated[str, Field(pattern=r"^\d{2}(\.\d{1,2}(\.\d{1,2}(\.\d{3})?)?)?$")]
    ktru: Annotated[str, Field(pattern=r"^(\d{2}\.\d{2}\.\d{2}\.\d{3}-\d{8})?$")] = ""
    okei: Annotated[str, Field(pattern=r"^(\d{3,4})?$")] = ""
    regime: Literal["", "ban", "restriction", "preference"] = ""
    registry: str = ""
    country: str = ""
    points: int | None = Field(default=None, ge=0)
    justification: str = ""
    source: Text


class Compatibility(Declared):
    """Why trade marks may stand in the description of what is bought.

    Attributes:
        words: the trade marks and part numbers.
        of: lines in which they may stand.
        because: with what existing equipment it must work, or which documentation names it.
        or_equivalent: whether the words «или эквивалент» must stand with them. The law lets them be left out where
            the goods must work with what the customer has, and for spare parts that its documentation names.
    """

    words: Annotated[tuple[Text, ...], Field(min_length=1)]
    of: Selector = EVERYTHING
    because: Text
    or_equivalent: bool = True


class Tender(Declared):
    """What the documents of a tender say about it.

    Attributes:
        law: ``44-FZ`` or ``223-FZ``.
        customer, subject: as they stand in the documents.
        document: designation of the main set of drawings.
        purpose: what the purchase is for.
        requirements: further requirements, each a paragraph of the description.
        gost: edition of the form of the equipment specification, GOST 21.110.
        fire_class: fire hazard class of the cables in the room, as the project asks for it.
    """

    law: Law = "44-FZ"
    customer: str = ""
    subject: str = ""
    document: str = ""
    purpose: str = ""
    requirements: tuple[Text, ...] = ()
    gost: Literal["2013", "1995"] = "2013"
    fire_class: str = ""


class Procurement(Declared):
    """How the cluster is bought.

    Attributes:
        currency: of the bill; the one currency of the price book where it is left out.
        vat: value added tax in percent; amounts are without tax where it is left out.
        priced_on: day on which prices must hold; where it is left out their validity is printed and not judged.
        start: day on which the delivery plan begins.
        own_spares_lot: make spares a lot of their own; otherwise they go with what they replace.
        spares: how many spares are bought of what.
        lots: what is delivered together, where the built-in lots do not fit.
        terms: lead time, warranty, country and service.
        licences, services: what is bought beside the components.
        rates: exchange rates.
        discounts: what is taken off.
        energy: price and use of energy.
        stages: durations of the project's stages.
        codes: codes of Russian classifiers.
        compatibility: why trade marks may be named.
        tender: what the documents of the tender say.
    """

    currency: Currency | None = None
    vat: Percent | None = None
    priced_on: date | None = None
    start: date | None = None
    own_spares_lot: bool = False
    spares: tuple[Spares, ...] = ()
    lots: tuple[Lot, ...] = ()
    terms: tuple[Terms, ...] = ()
    licences: tuple[Licence, ...] = ()
    services: tuple[Service, ...] = ()
    rates: tuple[ExchangeRate, ...] = ()
    discounts: tuple[Discount, ...] = ()
    energy: Energy | None = None
    stages: tuple[Stage, ...] = ()
    codes: tuple[Code, ...] = ()
    compatibility: tuple[Compatibility, ...] = ()
    tender: Tender = Tender()

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        _once("lot", (lot.name for lot in self.lots))
        _once("licence", (licence.name for licence in self.licences))
        _once("service", (service.name for service in self.services))
        _once("stage", (stage.name for stage in self.stages))
        _once("rate of", (rate.currency for rate in self.rates))
        return self

    def record(self) -> records.Procurement:
        """Return what the design carries."""
        return records.Procurement(
            currency=self.currency or "",
            vat=_plain(self.vat) or "",
            priced_on=_plain(self.priced_on) or "",
            start=_plain(self.start) or "",
            own_spares_lot=self.own_spares_lot,
            spares=_records(records.Spares, self.spares),
            lots=_records(records.Lot, self.lots),
            terms=_records(records.Terms, self.terms),
            extras=_records(records.Extra, (*self.licences, *self.services)),
            rates=_records(records.ExchangeRate, self.rates),
            discounts=_records(records.Discount, self.discounts),
            energy=None if self.energy is None else _records(records.Energy, (self.energy,))[0],
            stages=tuple(_stage(stage) for stage in self.stages),
            codes=_records(records.Code, self.codes),
            compatibility=_records(records.Compatibility, self.compatibility),
            tender=_records(records.Tender, (self.tender,))[0],
        )


def _once(what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise DesignError(f"{what} {name!r} is declared twice", thing="procurement", fix="keep one of the two")
        seen.add(name)


def _plain(value: Any) -> Any:  # any field of any declaration
    """Return what a record holds: numbers and days as text, one text for each number."""
    if isinstance(value, Decimal):
        return format(value.normalize(), "f")
    if isinstance(value, date):
        return value.isoformat()
    return value


def _records(record: type[Any], declared: Iterable[Declared]) -> tuple[Any, ...]:
    """Make records of declarations that have the same fields; a field that is None keeps the record's default."""
    names = [field.name for field in fields(record)]
    return tuple(
        record(**{name: _plain(value) for name in names if (value := getattr(one, name)) is not None})
        for one in declared
    )


def _stage(stage: Stage) -> records.Stage:
    most = stage.least if stage.most is None else stage.most
    made: records.Stage = _records(records.Stage, (stage.with_(most=most),))[0]
    return made


__all__ = [
    "Code",
    "Compatibility",
    "Discount",
    "Energy",
    "ExchangeRate",
    "Licence",
    "Lot",
    "Procurement",
    "Service",
    "Spares",
    "Stage",
    "Tender",
    "Terms",
]
