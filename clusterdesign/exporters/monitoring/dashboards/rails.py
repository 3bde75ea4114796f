"""The dashboard of the fabrics: rails against each other, links that are missing, slow or faulty."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.dashboards.model import LACKING, Board, Panel, bars, matrix, series
from clusterdesign.exporters.monitoring.expected import bundles, infiniband
from clusterdesign.exporters.monitoring.forms import match
from clusterdesign.exporters.monitoring.rules.fabric import BER, MISSING, RATE, SWITCH_LINKS
from clusterdesign.exporters.monitoring.rules.inventory import SWITCH
from clusterdesign.exporters.monitoring.rules.links import ACTIVE


def rails(design: Design) -> Board | None:
    """Return the dashboard; None where there is no InfiniBand."""
    fabrics = infiniband(design)
    if not fabrics:
        return None
    variables = {"fabric": SWITCH, "unit": SWITCH, "rail": SWITCH, "rack": SWITCH}
    return Board("Rails", (*_lacking(design, fabrics), *_traffic(design), *_health()), variables)


def _lacking(design: Design, fabrics: tuple[str, ...]) -> Iterator[Panel]:
    for fabric in fabrics:
        leaves = [device for device in design.switches(fabric) if device.role == "leaf" and device.rail is not None]
        if leaves:
            yield matrix(
                f"Links to hosts that {fabric} lacks",
                f"{MISSING}{match(fabric=fabric, unit='~$unit', rail='~$rail')}",
                "unit",
                "rail",
                about="Designed links of each leaf less those that are up. A row with one column in red is a rail "
                "that lost its leaf.",
                steps=LACKING,
            )
    yield matrix(
        "Links of hosts that are up",
        f"{ACTIVE}{match(rack='~$rack', fabric='~$fabric')}",
        "host",
        "fabric",
        about="Active links of every host by fabric; the design has the number of its rails.",
        steps=((None, "red"), (1, "green")),
    )
    yield matrix(
        "Links between switches that are up",
        f"{SWITCH_LINKS}{match(fabric='~$fabric', rack='~$rack')}",
        "switch",
        "fabric",
        about="Each leaf, spine and core with its active links to other switches.",
        steps=((None, "red"), (1, "green")),
    )


def _traffic(design: Design) -> Iterator[Panel]:
    """Yield traffic by rail, where the adapters of nodes can be told apart."""
    if not any(bundle.rdma for node in design.nodes() for bundle in bundles(design).get(node.path, ())):
        return
    for title, metric in (
        ("Sent by rail", "node_infiniband_port_data_transmitted_bytes_total"),
        ("Received by rail", "node_infiniband_port_data_received_bytes_total"),
    ):
        yield series(
            title,
            (
                f"sum by (fabric, rail) (rate({metric}{match(fabric='~$fabric', rail='~$rail')}[$__rate_interval]))",
                "{{fabric}} rail {{rail}}",
            ),
            about="Sum over all nodes. Rails carry equal traffic in collectives; one that stays behind slows all.",
            unit="Bps",
        )


def _health() -> Iterator[Panel]:
    one = match(fabric="~$fabric")
    yield bars(
        "Worst symbol error rates",
        f"topk(20, {BER}{one})",
        "{{switch}} port {{port}} to {{uplink}}",
        about="Errors by transferred bits over the last hour; 5e-15 warns, 1e-14 calls.",
        unit="sci",
        steps=((None, "green"), (5e-15, "yellow"), (1e-14, "red")),
    )
    yield bars(
        "Slowest links",
        f"bottomk(20, {RATE}{one})",
        "{{switch}} port {{port}} to {{uplink}}",
        about="Width times speed as negotiated.",
        unit="Bps",
    )


__all__ = ["rails"]
