"""The builder refuses the second use of what one physical thing holds once; the messages are contracts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from clusterdesign import catalog
from clusterdesign.design import Cable, Cord, Device, End, Feed, Link, Placement, PortRef, Rack, Transceiver
from clusterdesign.design.builder import Builder
from clusterdesign.errors import DesignError
from clusterdesign.units import Gbps, m

NODE = catalog.node("nvidia/dgx-h100")
SWITCH = catalog.switch("nvidia/mqm9700-ns2f")
RACK = catalog.rack("generic/48u-800x1200")
MODULE = catalog.transceiver("nvidia/mma4z00-ns")
FIBRE = catalog.fibre("nvidia/mfp7e10")
COPPER = catalog.cable("nvidia/mcp4y10-n001")


def link(path: str, a: str, b: str) -> Link:
    near, far = PortRef("gpu/1", a), PortRef("leaf/1", b)
    return Link(path, "compute", "node-leaf", near, far, Gbps(400))


def cable(path: str, cage: str, connector: int | None) -> Cable:
    ends = (End("leaf/1", cage, connector, ()), End("", "", None, ()))
    return Cable(path, FIBRE.id, "", m(3), m(2), ends, (), "compute", "node-leaf", "")


def rack(path: str) -> Rack:
    return Rack(path, RACK.id, 1, 1, m(0), m(0), "compute")


def started() -> Builder:
    """A builder that holds one of everything."""
    builder = Builder("test")
    builder.add_device(Device("gpu/1", "node", NODE.id, "node"), NODE)
    builder.add_device(Device("leaf/1", "switch", SWITCH.id, "leaf"), SWITCH)
    builder.add_rack(rack("rack/A01"), RACK)
    builder.place(Placement("gpu/1", "rack/A01", 1, 8))
    builder.connect(link("link/1", "OSFP1P1", "1/1"))
    builder.insert(Transceiver("transceiver/1", MODULE.id, "leaf/1", "1"), MODULE)
    builder.lay(cable("cable/1", "1", 0), FIBRE)
    builder.lay(cable("cable/2", "2", None), COPPER)
    builder.add_feed(Feed("feed/A"))
    builder.add_cord(Cord("cord/gpu/1:psu1", "gpu/1", 1, "pdu/A01-A"))
    return builder


_PATH = "this path is used twice\n  way out: give one of the two another name"
_POSITION = "\n  way out: plug one end into each position"

REFUSED: list[tuple[str, Callable[[Builder], object], str]] = [
    ("a device", lambda b: b.add_device(Device("gpu/1", "node", NODE.id, "node"), NODE), f"gpu/1: {_PATH}"),
    ("a rack", lambda b: b.add_rack(rack("rack/A01"), RACK), f"rack/A01: {_PATH}"),
    ("a rack named as a device", lambda b: b.add_rack(rack("gpu/1"), RACK), f"gpu/1: {_PATH}"),
    ("a link", lambda b: b.connect(link("link/1", "OSFP1P2", "1/2")), f"link/1: {_PATH}"),
    ("a cable", lambda b: b.lay(cable("cable/1", "3", 0), FIBRE), f"cable/1: {_PATH}"),
    ("a feed", lambda b: b.add_feed(Feed("feed/A")), f"feed/A: {_PATH}"),
    ("a cord", lambda b: b.add_cord(Cord("cord/gpu/1:psu1", "gpu/1", 1, "x")), f"cord/gpu/1:psu1: {_PATH}"),
    (
        "a transceiver",
        lambda b: b.insert(Transceiver("transceiver/1", MODULE.id, "leaf/1", "7"), MODULE),
        f"transceiver/1: {_PATH}",
    ),
    (
        "a place",
        lambda b: b.place(Placement("gpu/1", "rack/A02", 1, 8)),
        "gpu/1: is placed twice, in rack/A01 and rack/A02\n  way out: place it once",
    ),
    (
        "a near port",
        lambda b: b.connect(link("link/2", "OSFP1P1", "1/2")),
        "gpu/1:OSFP1P1: port is used twice, by link/1 and link/2\n  way out: give one link another port",
    ),
    (
        "a far port",
        lambda b: b.connect(link("link/2", "OSFP1P2", "1/1")),
        "leaf/1:1/1: port is used twice, by link/1 and link/2\n  way out: give one link another port",
    ),
    (
        "both ends",
        lambda b: b.connect(
            Link("link/2", "compute", "leaf-spine", PortRef("leaf/1", "9/1"), PortRef("leaf/1", "9/1"), Gbps(400))
        ),
        "leaf/1:9/1: a port is linked to itself\n  way out: link two different ports",
    ),
    (
        "a connector",
        lambda b: b.lay(cable("cable/3", "1", 0), FIBRE),
        f"leaf/1:1: cage position is used twice, by cable/1 and cable/3{_POSITION}",
    ),
    (
        "a cage with a moulded plug",
        lambda b: b.lay(cable("cable/3", "2", 1), FIBRE),
        f"leaf/1:2: cage position is used twice, by cable/2 and cable/3{_POSITION}",
    ),
    (
        "a cage with a fibre",
        lambda b: b.lay(cable("cable/3", "1", None), COPPER),
        f"leaf/1:1: cage position is used twice, by cable/1 and cable/3{_POSITION}",
    ),
    (
        "a cage for a transceiver",
        lambda b: b.insert(Transceiver("transceiver/2", MODULE.id, "leaf/1", "2"), MODULE),
        "leaf/1:2: cage holds cable/2 already\n  way out: plug one thing into a cage",
    ),
    (
        "a part id",
        lambda b: b.use_part(SWITCH.with_(name="another")),
        f"{SWITCH.id}: two different parts have this id\n  way out: give the changed part an id of its own",
    ),
]


@pytest.mark.parametrize(("what", "again", "message"), REFUSED, ids=[what for what, _, _ in REFUSED])
def test_a_second_use_is_refused(what: str, again: Callable[[Builder], object], message: str) -> None:
    builder = started()
    with pytest.raises(DesignError) as caught:
        again(builder)
    assert str(caught.value) == message


def test_a_refused_record_is_not_in_the_design() -> None:
    builder = started()
    before = builder.freeze()
    with pytest.raises(DesignError):
        builder.connect(link("link/2", "OSFP1P1", "1/2"))
    assert builder.freeze() == before


def test_a_moulded_plug_does_not_go_into_a_cage_with_a_module() -> None:
    """An empty module fills its cage as well."""
    builder = started()
    builder.insert(Transceiver("transceiver/2", MODULE.id, "leaf/1", "5"), MODULE)
    with pytest.raises(DesignError, match="leaf/1:5: cage "):
        builder.lay(cable("cable/3", "5", None), COPPER)


def test_two_transceivers_do_not_share_a_cage() -> None:
    builder = started()
    builder.insert(Transceiver("transceiver/2", MODULE.id, "leaf/1", "5"), MODULE)
    with pytest.raises(DesignError, match="leaf/1:5: cage "):
        builder.insert(Transceiver("transceiver/3", MODULE.id, "leaf/1", "5"), MODULE)


def test_the_other_connector_of_a_module_is_free() -> None:
    builder = started()
    builder.lay(cable("cable/3", "1", 1), FIBRE)
    assert [record.path for record in builder.freeze().cables] == ["cable/1", "cable/2", "cable/3"]


def test_records_come_in_natural_order_whatever_the_order_of_writing() -> None:
    builder = Builder("test")
    for number in (10, 9, 1, 100):
        builder.add_device(Device(f"gpu/{number}", "node", NODE.id, "node"), NODE)
    assert [device.path for device in builder.freeze().devices] == ["gpu/1", "gpu/9", "gpu/10", "gpu/100"]
