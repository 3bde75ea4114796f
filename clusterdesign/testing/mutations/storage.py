"""Faults of shared storage."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design import Design, End
from clusterdesign.testing.mutations.base import far, moved, mutation, put, spare
from clusterdesign.units import Data, Rate


@mutation("STO101")
def more_is_stored_than_there_is_room(design: Design) -> Design:
    """A petabyte is asked of two boxes."""
    return _asking(design, capacity=Data.of(1000, "TB"))


@mutation("STO102")
def nodes_read_faster_than_storage_gives(design: Design) -> Design:
    """Each node is to read 100 GB/s."""
    return _asking(design, node_read=Rate.of(100, "GB/s"))


@mutation("STO103")
def checkpoints_are_written_faster_than_storage_takes(design: Design) -> Design:
    """A terabyte a second is to be written."""
    return _asking(design, write=Rate.of(1000, "GB/s"))


@mutation("STO201")
def storage_is_joined_to_the_compute_fabric(design: Design) -> Design:
    """The system is said to be on the network of the collectives."""
    return _asking(design, fabric="compute")


def _asking(design: Design, **changes: object) -> Design:
    systems = (replace(design.storage[0], **changes), *design.storage[1:])  # type: ignore[arg-type]  # any field
    return replace(design, storage=systems)


@mutation("STO202")
def a_storage_box_hangs_on_one_switch(design: Design) -> Design:
    """The second cable of a box goes to the switch of the first."""
    box = design.storage[0].boxes[0]
    first, second = (link for link in design.links if link.a.device == box and link.fabric == design.storage[0].fabric)
    cable = design.cable_of[second.path]
    ref, cage = spare(design, first.b.device)
    end = far(cable, second)
    module = design.transceiver_in[end.device, end.cage]
    design = put(design, replace(second, b=ref), moved(cable, second, End(ref.device, cage, 0, (ref.port,))))
    return put(design, replace(module, path=f"transceiver/{ref.device}:{cage}", device=ref.device, cage=cage))


STORAGE = (
    more_is_stored_than_there_is_room,
    nodes_read_faster_than_storage_gives,
    checkpoints_are_written_faster_than_storage_takes,
    storage_is_joined_to_the_compute_fabric,
    a_storage_box_hangs_on_one_switch,
)
