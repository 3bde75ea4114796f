"""Fabric policies: what networks there are and how their cables are chosen."""

from clusterdesign.fabric.addressing import Addressing, RailSubnets, Reserve, Subnet
from clusterdesign.fabric.cabling import Cabling, Preference
from clusterdesign.fabric.policies import (
    AnyFabric,
    FatTreePolicy,
    InBand,
    Management,
    Managers,
    Partition,
    PlainFatTree,
    RailOptimized,
    StorageFabric,
)
from clusterdesign.fabric.storage import Product, StorageSystem

__all__ = [
    "Addressing",
    "AnyFabric",
    "Cabling",
    "FatTreePolicy",
    "InBand",
    "Management",
    "Managers",
    "Partition",
    "PlainFatTree",
    "Preference",
    "Product",
    "RailOptimized",
    "RailSubnets",
    "Reserve",
    "StorageFabric",
    "StorageSystem",
    "Subnet",
]
