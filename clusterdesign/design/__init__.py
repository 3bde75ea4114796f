"""The design graph: records, the builder that alone writes them, read-only views, ``design.json``."""

from clusterdesign.design.design import SCHEMA, Component, Design
from clusterdesign.design.records import (
    Cable,
    Cord,
    Deviation,
    Device,
    End,
    Fabric,
    Feed,
    HeatPath,
    Link,
    Note,
    PduFeed,
    Placement,
    PortRef,
    Rack,
    Transceiver,
    Trouble,
)

__all__ = [
    "SCHEMA",
    "Cable",
    "Component",
    "Cord",
    "Design",
    "Deviation",
    "Device",
    "End",
    "Fabric",
    "Feed",
    "HeatPath",
    "Link",
    "Note",
    "PduFeed",
    "Placement",
    "PortRef",
    "Rack",
    "Transceiver",
    "Trouble",
]
