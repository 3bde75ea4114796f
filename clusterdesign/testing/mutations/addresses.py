"""Faults of the address plan and of managed hosts."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design import Design, Interface, ManagedHost, Trouble
from clusterdesign.testing.mutations.base import changed_part, mutation
from clusterdesign.units import Data

_MAC, _GUID = "b8:3f:d2:00:00:01", "0xb83fd20300000010"


def _port(design: Design, name: str, number: int) -> Interface:
    """Return the n-th interface of a name."""
    return [one for one in design.interfaces if one.name == name][number]


def _set(design: Design, *changed: Interface) -> Design:
    now = {(one.device, one.name): one for one in changed}
    return replace(design, interfaces=tuple(now.get((one.device, one.name), one) for one in design.interfaces))


def _network(design: Design, name: str, **changes: object) -> Design:
    networks = tuple(
        replace(one, **changes) if one.name == name else one  # type: ignore[arg-type]  # any field
        for one in design.networks
    )
    return replace(design, networks=networks)


def _hosts(design: Design, *servers: str, role: str = "slurm", vcpus: int = 4, memory: int = 16) -> Design:
    """Return a design with hosts that stand in for each other, on servers whose size is known."""
    hosts = tuple(
        ManagedHost(
            f"host/{role}-{n}", f"{role}-{n}", role, server, role, vcpus, Data.of(memory, "GiB"), Data.of(100, "GiB")
        )
        for n, server in enumerate(servers, 1)
    )
    part = next(design.nodes()).part
    return replace(changed_part(design, part, threads=224), managed_hosts=hosts)


@mutation("ADR001")
def a_network_lies_within_another(design: Design) -> Design:
    """The in-band network takes half of the out-of-band one."""
    return _network(design, "inband", ipv4="10.10.0.0/17")


@mutation("ADR002")
def two_networks_share_a_vlan(design: Design) -> Design:
    """The in-band network gets the VLAN of the out-of-band one."""
    return _network(design, "inband", vlan=design.network["oob"].vlan)


@mutation("ADR003")
def a_host_name_is_too_long(design: Design) -> Design:
    """A BMC is named with 70 letters."""
    return _set(design, replace(_port(design, "bmc", 0), hostname=f"gpu-001-{'a' * 70}.example.internal"))


@mutation("ADR004")
def two_bmcs_share_an_address(design: Design) -> Design:
    """The second BMC gets the address of the first."""
    return _set(design, replace(_port(design, "bmc", 1), ipv4=_port(design, "bmc", 0).ipv4))


@mutation("ADR005", also={"ADR901": "the other ports have no MAC yet"})
def two_bmcs_share_a_mac(design: Design) -> Design:
    """A row of the delivery list was copied."""
    return _set(design, *(replace(_port(design, "bmc", n), mac=_MAC) for n in (0, 1)))


@mutation("ADR006")
def two_ports_share_a_guid(design: Design) -> Design:
    """A row of the delivery list was copied."""
    return _set(design, *(replace(_port(design, "ib0", n), guid=_GUID) for n in (0, 1)))


@mutation("ADR101")
def the_plan_keeps_too_few_addresses(design: Design) -> Design:
    """Elaboration found no address for a server."""
    trouble = Trouble("ADR101", "network/oob", "keeps 1 address for servers", "keep more", "1 address", "2 addresses")
    return replace(design, troubles=(*design.troubles, trouble))


@mutation("ADR102")
def a_network_is_too_small(design: Design) -> Design:
    """Elaboration found no address for a node to come."""
    trouble = Trouble("ADR102", "network/oob", "10.10.0.0/24 is too small", "take a /20", "256", "4096")
    return replace(design, troubles=(*design.troubles, trouble))


@mutation("ADR103")
def the_hosts_overfill_the_memory(design: Design) -> Design:
    """A host asks for more memory than its server has."""
    return _hosts(design, "gpu/001", memory=4096)


@mutation("ADR104")
def the_hosts_overfill_the_processors(design: Design) -> Design:
    """A host has more virtual processors than its server has threads."""
    return _hosts(design, "gpu/001", vcpus=225)


@mutation("ADR201")
def there_are_too_few_servers(design: Design) -> Design:
    """Elaboration found no server for the third host of the control plane."""
    trouble = Trouble("ADR201", design.name, "3 kube hosts need 3 servers", "declare 3", "2 servers", "3 servers")
    return replace(design, troubles=(*design.troubles, trouble))


@mutation("ADR202")
def both_controllers_run_on_one_server(design: Design) -> Design:
    """Both Slurm controllers run on the same server."""
    return _hosts(design, "gpu/001", "gpu/001")


@mutation("ADR203")
def the_subnet_manager_has_no_port_in_the_fabric(design: Design) -> Design:
    """It runs on a switch of the in-band network."""
    return _hosts(design, "inband/su1-1", role="subnet-manager")


@mutation("ADR204")
def slurm_has_no_controller(design: Design) -> Design:
    """Slurm is declared, and the only host serves names."""
    return replace(_hosts(design, "gpu/001", role="dns"), scheduler="slurm")


@mutation("ADR205")
def nobody_serves_names(design: Design) -> Design:
    """Slurm is declared, and the only host is its controller."""
    return replace(_hosts(design, "gpu/001"), scheduler="slurm")


@mutation("ADR901")
def the_delivery_list_ends_early(design: Design) -> Design:
    """One BMC has a MAC, the others have none."""
    return _set(design, replace(_port(design, "bmc", 0), mac=_MAC))


@mutation("ADR902")
def a_node_is_called_otherwise_in_dns(design: Design) -> Design:
    """A node is named with a digit more than its path has."""
    return _set(design, replace(_port(design, "bond0", 0), hostname="gpu-0001.example.internal"))


ADDRESSES = (
    a_network_lies_within_another,
    two_networks_share_a_vlan,
    a_host_name_is_too_long,
    two_bmcs_share_an_address,
    two_bmcs_share_a_mac,
    two_ports_share_a_guid,
    the_plan_keeps_too_few_addresses,
    a_network_is_too_small,
    the_hosts_overfill_the_memory,
    the_hosts_overfill_the_processors,
    there_are_too_few_servers,
    both_controllers_run_on_one_server,
    the_subnet_manager_has_no_port_in_the_fabric,
    slurm_has_no_controller,
    nobody_serves_names,
    the_delivery_list_ends_early,
    a_node_is_called_otherwise_in_dns,
)
