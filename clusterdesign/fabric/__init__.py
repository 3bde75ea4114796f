"""Fabric policies: what networks there are and how their cables are chosen."""

from clusterdesign.fabric.cabling import Cabling, Preference
from clusterdesign.fabric.policies import (
    AnyFabric,
    FatTreePolicy,
    Management,
    Managers,
    PlainFatTree,
    RailOptimized,
    StorageFabric,
)

__all__ = [
    "AnyFabric",
    "Cabling",
    "FatTreePolicy",
    "Management",
    "Managers",
    "PlainFatTree",
    "Preference",
    "RailOptimized",
    "StorageFabric",
]
