"""What a failure moves, supply by supply: the plain way, with which the analysis has to agree."""

from __future__ import annotations

from clusterdesign.engineering.power import PowerNetwork
from clusterdesign.engineering.power.network import Point


def shift(network: PowerNetwork, element: str) -> dict[Point, float]:
    """Return the load that the loss of a feed, a PDU or a cord moves to each point, W; negative where it goes."""
    added: dict[Point, float] = {}
    for path in network.on.get(element, ()):
        consumer = network.consumers[path]
        lost = [element in (plug.cord, plug.outlet_of, plug.feed.path) for plug in consumer.plugs]
        before, after = consumer.need.share(len(lost)), consumer.need.share(lost.count(False))
        if before is None or after is None:
            continue
        for plug, gone in zip(consumer.plugs, lost, strict=True):
            change = -before if gone else after - before
            for point, part in plug.points:
                added[point] = added.get(point, 0.0) + change * part
    return added
