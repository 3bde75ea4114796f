"""What can be bought, by id: ``catalog.node("nvidia/dgx-h100")``.

The functions of this module ask the catalogue that comes with the package; every number in it has its source.
:meth:`Catalog.load` layers a directory of own parts over it.
"""

from __future__ import annotations

from clusterdesign.catalog.catalog import Catalog
from clusterdesign.catalog.describe import Row, describe
from clusterdesign.catalog.installed import installed
from clusterdesign.catalog.kinds import Kind

builtin = Catalog.builtin()
"""The catalogue that comes with the package. Parts are read when they are asked for."""

part = builtin.part
parts = builtin.parts
ids = builtin.ids

node = builtin.node
hca = builtin.hca
switch = builtin.switch
appliance = builtin.appliance
storage = builtin.storage
gpu = builtin.gpu
cable = builtin.cable
transceiver = builtin.transceiver
fibre = builtin.fibre
rack = builtin.rack
pdu = builtin.pdu
cdu = builtin.cdu
quick_disconnect = builtin.quick_disconnect
fitting = builtin.fitting

__all__ = [
    "Catalog",
    "Kind",
    "Row",
    "appliance",
    "builtin",
    "cable",
    "cdu",
    "describe",
    "fibre",
    "fitting",
    "gpu",
    "hca",
    "ids",
    "installed",
    "node",
    "part",
    "parts",
    "pdu",
    "quick_disconnect",
    "rack",
    "storage",
    "switch",
    "transceiver",
]
