"""Read-only networkx views of a design, built from the records on demand."""

from __future__ import annotations

from typing import Any, TypeAlias

import networkx as nx

from clusterdesign.design.design import Design

Graph: TypeAlias = "nx.Graph[Any]"


def links(design: Design, fabric: str | None = None) -> Graph:
    """Return devices joined by links; parallel links are parallel edges, keyed by the link's path.

    Node attribute ``device``, edge attribute ``link``: the records.
    """
    graph: nx.MultiGraph[Any] = nx.MultiGraph()
    for device in design.devices:
        graph.add_node(device.path, device=device)
    for link in design.links:
        if fabric is None or link.fabric == fabric:
            graph.add_edge(link.a.device, link.b.device, key=link.path, link=link)
    if fabric is not None:
        graph.remove_nodes_from([path for path, degree in list(graph.degree()) if degree == 0])
    return _frozen(graph)


def cables(design: Design) -> Graph:
    """Return devices and cables: a cable is a node joined to the device of each of its ends.

    Edge attribute ``end``: the record of the end. A splitter has three or five neighbours.
    """
    graph: nx.MultiGraph[Any] = nx.MultiGraph()
    for device in design.devices:
        graph.add_node(device.path, device=device)
    for cable in design.cables:
        graph.add_node(cable.path, cable=cable)
        for position, end in enumerate(cable.ends):
            if end.device:
                graph.add_edge(cable.path, end.device, key=position, end=end)
    return _frozen(graph)


def power(design: Design) -> Graph:
    """Return the supply paths, directed from feed to PDU to device; one edge per cord."""
    graph: nx.MultiDiGraph[Any] = nx.MultiDiGraph()
    for feed in design.feeds:
        graph.add_node(feed.path, feed=feed)
    for pair in design.pdu_feeds:
        graph.add_edge(pair.feed, pair.pdu, key=pair.pdu)
    for cord in design.cords:
        graph.add_edge(cord.pdu, cord.device, key=cord.path, cord=cord)
    return _frozen(graph)


def cooling(design: Design) -> Graph:
    """Return the heat paths, directed from device to sink; edge attribute ``share``, None while unknown."""
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for path in design.heat:
        graph.add_edge(path.device, path.sink, share=path.share)
    return _frozen(graph)


def containment(design: Design) -> Graph:
    """Return what stands in what: rack to device to transceiver, directed."""
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for rack in design.racks:
        graph.add_node(rack.path, rack=rack)
    for placement in design.placements:
        graph.add_edge(placement.rack, placement.device, placement=placement)
    for module in design.transceivers:
        graph.add_edge(module.device, module.path, cage=module.cage)
    return _frozen(graph)


def _frozen(graph: Graph) -> Graph:
    """Freeze a graph: a change raises ``networkx.NetworkXError``."""
    nx.freeze(graph)
    return graph
