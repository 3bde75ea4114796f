"""The management hosts: virtual machines on Proxmox VE that set themselves up by cloud-init."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pulumi
import pulumi_proxmoxve as proxmox

from clusterdesign.design import Design, ManagedHost
from clusterdesign.exporters.pulumi.config import Secret, Site
from clusterdesign.exporters.pulumi.share import shared_files
from clusterdesign.exporters.stack.cloudinit import user_data
from clusterdesign.exporters.stack.host_share import host_share
from clusterdesign.exporters.stack.hosts import (
    Nic,
    address,
    machine_names,
    nics,
    of_role,
    placed,
    startup_order,
)
from clusterdesign.exporters.stack.policy import GROUP_TAG, USER_DATA
from clusterdesign.exporters.stack.roles import secrets_of, setup

_IMAGE = "clusterdesign-debian-12.qcow2"


class ManagementHosts(pulumi.ComponentResource):
    """A virtual machine for every managed host of a design, on the hypervisor of its server.

    Attributes:
        machines: the machines by the path of their host.
    """

    machines: dict[str, proxmox.VmLegacy]

    def __init__(
        self,
        name: str,
        design: Design,
        site: Site,
        *,
        secrets: Mapping[str, Secret],
        after: Sequence[pulumi.Resource] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        """Register images, user data and machines.

        Args:
            name: path of the component.
            design: the cluster.
            site: its configuration.
            secrets: keys and passwords that roles ask for, by name.
            after: what must be there before a machine boots, such as the files it reads.
            opts: options of the component.

        Raises:
            DesignError: members of a group would share a hypervisor, or a host has none.
        """
        super().__init__("clusterdesign:index:ManagementHosts", name, {}, opts)
        self._name, self._design, self._site = name, design, site
        self._child = pulumi.ResourceOptions(parent=self)
        places = placed(design, site.hypervisors)
        files = host_share(design)
        if files:
            datastore, hypervisor = site.texts["shareDatastore"], min(places.values())
            shared = shared_files(name, files, datastore=datastore, hypervisor=hypervisor, parent=self)
            after = (*after, *shared.values())
        names = machine_names(design)
        self._images = {node: self._image(node) for node in sorted(set(places.values()))}
        self._secrets, self._after = secrets, list(after)
        self.machines = {
            host.path: self._machine(host, names[host.path], places[host.path]) for host in design.managed_hosts
        }
        self.register_outputs({"machines": sorted(self.machines)})

    def _image(self, node: str) -> proxmox.download.File:
        texts = self._site.texts
        return proxmox.download.File(
            f"{self._name}/image/{node}",
            content_type="import",
            datastore_id=texts["fileDatastore"],
            node_name=node,
            url=texts["imageUrl"],
            file_name=_IMAGE,
            checksum=texts["imageChecksum"],
            checksum_algorithm="sha512",
            overwrite=False,
            opts=self._child,
        )

    def _machine(self, host: ManagedHost, name: str, node: str) -> proxmox.VmLegacy:
        texts = self._site.texts
        interfaces = nics(self._design, host)
        return proxmox.VmLegacy(
            f"{self._name}/{host.name}",
            name=name,
            node_name=node,
            description=f"{host.role} of {self._design.name}",
            tags=sorted(_tags(host)),
            agent=proxmox.VmLegacyAgentArgs(enabled=True),
            cpu=proxmox.VmLegacyCpuArgs(cores=host.vcpus, type="host"),
            memory=proxmox.VmLegacyMemoryArgs(dedicated=round(host.memory.to("GiB") * 1024)),
            scsi_hardware="virtio-scsi-single",
            disks=[
                proxmox.VmLegacyDiskArgs(
                    interface="scsi0",
                    datastore_id=texts["diskDatastore"],
                    import_from=self._images[node].id,
                    size=round(host.disk.to("GiB")),
                    iothread=True,
                    discard="on",
                )
            ],
            network_devices=[_device(nic, texts["bridge"]) for nic in interfaces],
            hostpcis=self._passed_through(host),
            machine="q35",
            operating_system=proxmox.VmLegacyOperatingSystemArgs(type="l26"),
            serial_devices=[proxmox.VmLegacySerialDeviceArgs(device="socket")],
            initialization=proxmox.VmLegacyInitializationArgs(
                datastore_id=texts["diskDatastore"],
                dns=self._resolvers(interfaces),
                ip_configs=[_addresses(nic, first=nic is interfaces[0]) for nic in interfaces],
                user_data_file_id=self._user_data(host, name, node).id,
            ),
            on_boot=True,
            startup=proxmox.VmLegacyStartupArgs(order=startup_order(host)),
            # The records of accounting are nowhere else.
            opts=pulumi.ResourceOptions(parent=self, depends_on=self._after, protect=host.role == "database"),
        )

    def _user_data(self, host: ManagedHost, name: str, node: str) -> proxmox.FileLegacy:
        design, source = self._design, self._site.texts.get("shareSource", "")
        domain = next((nic.domain for nic in nics(design, host)), "")
        user = self._site.texts["adminUser"]

        def text(known: Mapping[str, str]) -> str:
            keys = [line.strip() for line in known["admin"].splitlines() if line.strip()]
            own = {one: known[one] for one in secrets_of(design, host)}
            return user_data(name, domain, user, keys, setup(design, host, source, own))

        held = {one: self._secrets[one] for one in secrets_of(design, host)}
        data: pulumi.Output[str] = pulumi.Output.all(admin=self._site.secrets["adminSshKeys"], **held).apply(text)
        return proxmox.FileLegacy(
            f"{self._name}/{host.name}/user-data",
            content_type="snippets",
            datastore_id=self._site.texts["fileDatastore"],
            node_name=node,
            source_raw=proxmox.FileLegacySourceRawArgs(data=data, file_name=f"{name}{USER_DATA}"),
            # A new version has the name of the old one: it can only come after it.
            opts=pulumi.ResourceOptions(parent=self, delete_before_replace=True),
        )

    def _passed_through(self, host: ManagedHost) -> list[proxmox.VmLegacyHostpciArgs] | None:
        if host.role != "subnet-manager":
            return None
        mapping = self._site.texts["subnetManagerHca"]
        return [proxmox.VmLegacyHostpciArgs(device="hostpci0", mapping=mapping, pcie=True)]

    def _resolvers(self, interfaces: Sequence[Nic]) -> proxmox.VmLegacyInitializationDnsArgs:
        servers = [at for at in (address(self._design, host) for host in of_role(self._design, "dns")) if at]
        domain = next((nic.domain for nic in interfaces), None)
        return proxmox.VmLegacyInitializationDnsArgs(domain=domain, servers=servers or None)


def _tags(host: ManagedHost) -> set[str]:
    tags = {"clusterdesign", f"role-{host.role}"}
    return tags | {f"{GROUP_TAG}{host.group}"} if host.group else tags


def _device(nic: Nic, bridge: str) -> proxmox.VmLegacyNetworkDeviceArgs:
    return proxmox.VmLegacyNetworkDeviceArgs(
        bridge=bridge, model="virtio", vlan_id=nic.vlan, mtu=nic.mtu, mac_address=nic.mac or None
    )


def _addresses(nic: Nic, *, first: bool) -> proxmox.VmLegacyInitializationIpConfigArgs:
    four, six = nic.addresses
    # A host has one way out: through its first network.
    gateway4, gateway6 = nic.gateways if first else ("", "")
    return proxmox.VmLegacyInitializationIpConfigArgs(
        ipv4=proxmox.VmLegacyInitializationIpConfigIpv4Args(address=four, gateway=gateway4 or None) if four else None,
        ipv6=proxmox.VmLegacyInitializationIpConfigIpv6Args(address=six, gateway=gateway6 or None) if six else None,
    )
