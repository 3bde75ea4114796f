"""What the cluster costs each year in energy: from the draw of the design and three declared figures."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from clusterdesign.design import Design
from clusterdesign.parts import CduPart
from clusterdesign.parts import Device as DevicePart
from clusterdesign.procurement.money import rounded

HOURS = 8760
"""Hours of a year of 365 days."""


@dataclass(frozen=True, slots=True)
class EnergyCost:
    """Energy of a year.

    Attributes:
        kilowatts: largest draw of all devices together, as their data sheets state it.
        unknown: paths of devices whose draw is not known; the sum leaves them out.
        load: mean draw over the largest one.
        pue: draw of the site over that of its equipment.
        price: of one kWh, in ``currency``.
        rate: what one unit of ``currency`` costs in the currency of the bill; None where there is no rate.
    """

    kilowatts: Decimal
    unknown: tuple[str, ...]
    load: Decimal
    pue: Decimal
    price: Decimal
    currency: str
    rate: Decimal | None

    @property
    def kilowatt_hours(self) -> Decimal:
        """``kilowatts * load * pue * 8760``."""
        return self.kilowatts * self.load * self.pue * HOURS

    @property
    def cost(self) -> Decimal | None:
        """Of a year, in the currency of the bill, rounded to 0.01; None where there is no rate."""
        return None if self.rate is None else rounded(self.kilowatt_hours * self.price * self.rate)


def energy_cost(design: Design, rate: Decimal | None) -> EnergyCost | None:
    """Return the energy of a year; None where no figures are declared.

    Args:
        design: its devices draw it.
        rate: what one unit of the currency of the energy price costs in the currency of the bill.
    """
    declared = design.procurement.energy
    if declared is None:
        return None
    watts, unknown = Decimal(0), []
    for device in design.devices:
        part = design.part_of(device)
        if isinstance(part, DevicePart):
            draw = part.power.maximum
        elif isinstance(part, CduPart):
            draw = part.pump_power
        else:  # a PDU passes on what others draw
            continue
        if draw is None:
            unknown.append(device.path)
        else:
            watts += Decimal(str(draw.to("W")))
    return EnergyCost(
        kilowatts=watts / 1000,
        unknown=tuple(unknown),
        load=Decimal(declared.load),
        pue=Decimal(declared.pue),
        price=Decimal(declared.price),
        currency=declared.currency,
        rate=rate,
    )


__all__ = ["HOURS", "EnergyCost", "energy_cost"]
