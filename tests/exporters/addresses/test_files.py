"""DHCP, DNS and hosts files: complete, in agreement with each other, and never with an invented MAC."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_address
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.exporters.addresses import addresses_files
from clusterdesign.exporters.addresses.zones import zones
from clusterdesign.fabric import Addressing
from clusterdesign.intent import Cluster, Nodes
from clusterdesign.tables.addresses import leased
from clusterdesign.testing.address_strategies import addressings, delivered
from clusterdesign.testing.strategies import clusters, made_up_node
from tests.addresses.clusters import small

FEW = settings(max_examples=max(settings().max_examples // 2, 10))


def texts(design: Design, lang: str = "en") -> dict[str, str]:
    """Return the text files by name."""
    files = addresses_files(design, lang)
    return {name.removeprefix("addresses/"): content.decode() for name, content in files.items() if name[-4:] != "xlsx"}


def records(design: Design, kind: str) -> Iterator[tuple[str, str]]:
    """Yield full owner name and value of the records of a kind, from all zones."""
    for zone in zones(design):
        for line in zone.text.splitlines():
            owner, _, rest = line.partition("\tIN\t")
            if rest.startswith(f"{kind}\t") and owner != "@":
                yield f"{owner}.{zone.name}", rest.split("\t")[1]


@FEW
@given(clusters(counts=st.integers(1, 12)), addressings())
def test_every_address_has_its_name_and_every_name_its_address(cluster: Cluster, plan: Addressing) -> None:
    """The daemons do not check that forward and reverse zones agree."""
    design = elaborate(cluster.with_(addressing=plan))
    given4 = {(one.hostname, one.ipv4) for one in design.interfaces if one.ipv4}
    given6 = {(one.hostname, one.ipv6) for one in design.interfaces if one.ipv6}
    assert set(records(design, "A")) == given4
    assert set(records(design, "AAAA")) == given6
    back = {(name.removesuffix("."), owner) for owner, name in records(design, "PTR")}
    assert back == {(name, ip_address(text).reverse_pointer) for name, text in given4 | given6}


@FEW
@given(clusters(counts=st.integers(1, 12)), addressings())
def test_reverse_zones_begin_at_octets_and_hold_no_other_zone(cluster: Cluster, plan: Addressing) -> None:
    names = [zone.name for zone in zones(elaborate(cluster.with_(addressing=plan)))]
    assert len(set(names)) == len(names)
    reverse = [name for name in names if name.endswith(".arpa")]
    assert all(re.fullmatch(r"(\d{1,3}\.){1,3}in-addr\.arpa|([0-9a-f]\.){1,31}ip6\.arpa", name) for name in reverse)
    assert not [(a, b) for a in reverse for b in reverse if a != b and a.endswith(f".{b}")]


def test_without_macs_nothing_is_reserved_and_all_are_listed() -> None:
    design = elaborate(small())
    files = texts(design)
    assert 'hw-address":' not in files["kea-dhcp4.conf"]
    assert "dhcp-host=" not in files["dnsmasq.conf"]
    waiting = [one for one in design.interfaces if leased(design, one)]
    listed = [line.split("\t")[:2] for line in files["unreserved.txt"].splitlines() if not line.startswith("#")]
    assert listed == [[one.device, one.name] for one in waiting]
    assert files["unreserved.txt"].startswith(f"# {len(waiting)} interfaces of small have no MAC yet")


def test_with_macs_all_are_reserved_with_the_addresses_of_the_plan() -> None:
    design = delivered(elaborate(small()))
    files = texts(design)
    assert "unreserved.txt" not in files
    kea = {
        (entry["hw-address"], entry["ip-address"], entry["hostname"])
        for subnet in json.loads(files["kea-dhcp4.conf"])["Dhcp4"]["subnet4"]
        for entry in subnet["reservations"]
    }
    planned = [one for one in design.interfaces if leased(design, one)]
    assert kea == {(one.mac, one.ipv4, one.hostname.partition(".")[0]) for one in planned}
    six = {
        (entry["hw-address"], *entry["ip-addresses"])
        for subnet in json.loads(files["kea-dhcp6.conf"])["Dhcp6"]["subnet6"]
        for entry in subnet["reservations"]
    }
    assert six == {(one.mac, one.ipv6) for one in planned}
    assert files["dnsmasq.conf"].count("dhcp-host=") == len(planned)


def test_interfaces_of_infiniband_are_in_dns_and_not_in_dhcp() -> None:
    files = texts(delivered(elaborate(small())))
    assert "gpu-001-sto0\tIN\tA\t10.32.8.1\n" in files["zones/small.internal.zone"]
    assert "10.32.8.1\tgpu-001-sto0.small.internal\tgpu-001-sto0\n" in files["hosts"]
    assert "10.32.8.1" not in files["kea-dhcp4.conf"]


def test_the_subnets_of_kea_keep_their_numbers() -> None:
    """Leases name a subnet by its number; a management plane that comes later must not renumber them."""

    def numbers(**changes: Any) -> dict[str, int]:
        text = texts(elaborate(small(**changes)))["kea-dhcp4.conf"]
        return {one["user-context"]["network"]: one["id"] for one in json.loads(text)["Dhcp4"]["subnet4"]}

    assert numbers() == {"oob": 1, "inband": 2, "services": 3}
    assert numbers(management=None) == {"oob": 1, "inband": 2}


def test_clients_are_told_the_servers_of_names_that_the_design_has() -> None:
    subnet = json.loads(texts(elaborate(small()))["kea-dhcp4.conf"])["Dhcp4"]["subnet4"][1]
    assert {option["name"]: option["data"] for option in subnet["option-data"]} == {
        "routers": "10.20.0.1",
        "domain-name-servers": "10.30.0.48, 10.30.0.49",
        "domain-name": "small.internal",
        "domain-search": "small.internal",
        "interface-mtu": "1500",
    }
    without = json.loads(texts(elaborate(small(management=None)))["kea-dhcp4.conf"])["Dhcp4"]["subnet4"][1]
    assert "domain-name-servers" not in {option["name"] for option in without["option-data"]}


def test_without_dns_hosts_the_zone_names_the_machine_itself() -> None:
    zone = texts(elaborate(small(management=None)))["zones/small.internal.zone"]
    assert zone.splitlines()[0] == (
        "; small.internal, written from the design of small; it declares no server of names: "
        "write the one that loads this for localhost"
    )
    assert zone.splitlines()[2].startswith("@\tIN\tSOA\tlocalhost. hostmaster.small.internal. ( ")
    assert zone.splitlines()[3] == "@\tIN\tNS\tlocalhost."


def test_a_serial_tells_contents_apart_and_stays_while_they_stay() -> None:
    def serial(nodes: int) -> int:
        zone = texts(elaborate(small(nodes)))["zones/small.internal.zone"]
        return int(zone.splitlines()[2].split("( ")[1].split()[0])

    assert serial(2) == serial(2)
    assert 0 < serial(2) < 1 << 31
    assert serial(2) != serial(3)


def test_domains_of_their_own_have_zones_of_their_own() -> None:
    plan = Addressing(domain="example.net").with_(oob=Addressing().oob.with_(domain="oob.example.net"))
    files = texts(elaborate(small(addressing=plan)))
    assert "gpu-001-bmc\tIN\tA\t10.10.8.1\n" in files["zones/oob.example.net.zone"]
    assert "gpu-001-bmc" not in files["zones/example.net.zone"]
    assert 'zone "oob.example.net" { type primary; file "zones/oob.example.net.zone"; };\n' in files["named.conf"]


def test_a_zone_leaves_the_domains_below_it_to_their_own_and_tells_where_these_are() -> None:
    services = Addressing().services.with_(domain="a.services.example.net")
    plan = Addressing(domain="example.net", ipv6="").with_(services=services)
    lines = texts(elaborate(small(addressing=plan)))["zones/example.net.zone"].splitlines()
    assert [line for line in lines if "services" in line.split("\t")[0]] == [
        "a.services\tIN\tNS\tdns-1.a.services.example.net.",
        "a.services\tIN\tNS\tdns-2.a.services.example.net.",
        "dns-1.a.services\tIN\tA\t10.30.0.48",
        "dns-2.a.services\tIN\tA\t10.30.0.49",
    ]


def test_a_server_of_names_without_an_address_serves_none() -> None:
    plan = Addressing(services=Addressing().services.with_(ipv4="10.30.0.0/27"))
    zone = texts(elaborate(small(addressing=plan)))["zones/small.internal.zone"]
    assert zone.splitlines()[3] == "@\tIN\tNS\tlocalhost."


def test_a_design_without_addresses_has_no_files() -> None:
    bare = replace(elaborate(small()), interfaces=(), networks=())
    assert dict(addresses_files(bare, "en")) == {}


def test_a_design_of_nothing_but_nodes_has_files() -> None:
    design = elaborate(Cluster(name="bare", nodes=Nodes(part=made_up_node(1), count=1)))
    files = texts(design)
    assert "gpu-001\tIN\tA\t10.20.8.1\n" in files["zones/bare.internal.zone"]


def test_equal_designs_give_equal_bytes_in_both_languages() -> None:
    for lang in ("en", "ru"):
        assert addresses_files(elaborate(small()), lang) == addresses_files(elaborate(small()), lang)
