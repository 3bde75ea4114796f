"""Hypothesis strategies for address plans and delivery lists."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Network

from hypothesis import strategies as st

from clusterdesign.design import Design, Interface
from clusterdesign.design.interface_names import PORT_0
from clusterdesign.fabric import Addressing, RailSubnets, Reserve, Subnet
from clusterdesign.tables.addresses.sheets import takes_guid

_BLOCKS = {"oob": 0x0A00_0000, "inband": 0x0A40_0000, "services": 0x0A80_0000}
_STORAGE, _COMPUTE = 0x0AC0_0000, 0xAC10_0000
_ROOM = 22
"""Bits of the block that each network is drawn from, so that no two overlap."""


@st.composite
def addressings(draw: st.DrawFn, *, shortest: int = 12, longest: int = 27) -> Addressing:
    """Draw a plan whose networks do not overlap: prefixes of any length, with IPv6 and without, few addresses kept."""
    small = draw(st.booleans(), label="few addresses are kept")
    reserve = (
        Reserve(site=4, hosts=72, servers=8, managers=0, storage=8, nodes=64, node_group=8) if small else Reserve()
    )

    def prefix(base: int, most: int = longest) -> str:
        length = draw(st.integers(shortest, most))
        step = draw(st.integers(0, (1 << max(length - (32 - _ROOM), 0)) - 1))
        return str(IPv4Network((base + (step << 32 - length), length)))

    def rails(base: int) -> RailSubnets:
        whole = draw(st.integers(12, 20))
        return RailSubnets(ipv4=str(IPv4Network((base, whole))), each=whole + draw(st.integers(3, 8)), vlan=1000)

    subnets = {
        role: Subnet(
            ipv4=prefix(base),
            vlan=vlan,
            domain=draw(st.sampled_from([None, f"{role}.example.net", "example.net"])),
        )
        for vlan, (role, base) in enumerate(_BLOCKS.items(), 10)
    }
    return Addressing(
        ipv6=draw(st.sampled_from([None, "", "2001:db8::/32", "fd12:3456:789a::/48", "fd00:0:1::/48"])),
        domain=draw(st.sampled_from([None, "example.net", "a.b.example.org"])),
        storage=rails(_STORAGE).with_(vlan=1000),
        compute=rails(_COMPUTE).with_(vlan=2000),
        reserve=reserve,
        **subnets,
    )


def delivered(design: Design) -> Design:
    """Return a design with its slots filled in: MACs and GUIDs are made up, locally administered, each there once."""
    return replace(design, interfaces=tuple(_filled(design, one, n) for n, one in enumerate(design.interfaces, 1)))


def _filled(design: Design, one: Interface, number: int) -> Interface:
    digits = f"{0x0200_0000_0000 + number:012x}"
    mac = ":".join(digits[n : n + 2] for n in range(0, 12, 2))
    if not takes_guid(design, one):
        return replace(one, mac=mac)
    switch = one.name != PORT_0 and one.device in design.device and design.device[one.device].kind == "switch"
    return replace(one, guid=f"0x02{number:014x}", mac=mac if switch else "")
