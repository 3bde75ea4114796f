"""A subnet in the text form of ``ibnetdiscover``, which the ibsim simulator loads directly."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.subnet.model import Element, Socket, Subnet

_VENDOR = 0x2C9
_DEVICE = {"switch": 0xD2F2, "adapter": 0x1021}

# Words of ibsim 0.10, which knows no NDR: what runs at 200 Gb/s and more is written as HDR. Verified against it:
# an unknown speed is no error there, the link merely comes up at the slowest speed.
_SPEEDS = ((200, "4xHDR"), (100, "4xEDR"), (56, "4xFDR"), (40, "4xQDR"), (0, "4xSDR"))


def simulated_speed(rate: int) -> str:
    """Return width and speed of a link in the simulator's words."""
    return next(word for least, word in _SPEEDS if rate >= least)


def netfile(subnet: Subnet) -> str:
    """Return the network file of a fabric as it is before delivery (:func:`~clusterdesign.subnet.undelivered`).

    The simulator numbers the ports of an adapter upward from its GUID, which need not be free among true ones.
    The comment behind each port carries its width and speed, and the simulator reads it. Speeds above 4xHDR are
    written as 4xHDR, since ibsim 0.10 knows no faster one: the file is for routing and wiring, not for speed.
    """
    return "\n".join(
        (
            f"# InfiniBand fabric {subnet.name}, in the form of ibnetdiscover; ibsim loads it.",
            "# GUIDs are stand-ins derived from the names. Links above 200 Gb/s are written as 4xHDR.",
            *(f"# left out: {line}" for line in subnet.left_out),
            "",
            *(line for element in subnet.elements for line in _record(subnet, element)),
        )
    )


def _id(element: Element) -> str:
    return f"{'S' if element.kind == 'switch' else 'H'}-{element.guid:016x}"


def _record(subnet: Subnet, element: Element) -> Iterator[str]:
    yield f"vendid={_VENDOR:#x}"
    yield f"devid={_DEVICE[element.kind]:#x}"
    yield f"sysimgguid={element.guid:#018x}"
    ports = len(element.port_names)
    if element.kind == "switch":
        yield f"switchguid={element.guid:#018x}({element.guid:016x})"
        yield f'Switch\t{ports} "{_id(element)}"\t\t# "{element.name}" enhanced port 0 lid 0 lmc 0'
    else:
        yield f"caguid={element.guid:#018x}"
        yield f'Ca\t{ports} "{_id(element)}"\t\t# "{element.name}"'
    for number in range(1, ports + 1):
        here = (element.guid, number)
        far = subnet.far(here)
        if far is not None:
            yield _port(subnet, element, here, far)
    yield ""


def _port(subnet: Subnet, element: Element, here: Socket, far: Socket) -> str:
    other = subnet.by_guid[far[0]]
    own = f"({here[0] + here[1]:x})" if element.kind == "adapter" else ""
    its = f"({far[0] + far[1]:x})" if other.kind == "adapter" else ""
    speed = simulated_speed(subnet.wire_at[here].rate)
    if element.kind == "switch":
        return f'[{here[1]}]\t"{_id(other)}"[{far[1]}]{its} \t\t# "{other.name}" lid 0 {speed}'
    return f'[{here[1]}]{own} \t"{_id(other)}"[{far[1]}]{its}\t\t# lid 0 lmc 0 "{other.name}" lid 0 {speed}'
