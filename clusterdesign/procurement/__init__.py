"""Procurement: what is bought, at what price, from whom and when, read off a design.

A definition declares it with the names below, as ``Cluster(procurement=Procurement(...))``.
"""

from clusterdesign.intent.procurement import (
    Code,
    Compatibility,
    Discount,
    Energy,
    ExchangeRate,
    Licence,
    Lot,
    Procurement,
    Service,
    Spares,
    Stage,
    Tender,
    Terms,
)

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
