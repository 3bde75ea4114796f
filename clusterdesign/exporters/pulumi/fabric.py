"""The InfiniBand fabrics: what OpenSM or UFM is told about them."""

from __future__ import annotations

import pulumi
import pulumi_proxmoxve as proxmox  # noqa: TC002  # Pulumi reads the annotations of a component

from clusterdesign.design import Design
from clusterdesign.exporters.pulumi.config import Site
from clusterdesign.exporters.pulumi.share import shared_files
from clusterdesign.exporters.stack.fabrics import fabric_share, stand_ins


class Fabric(pulumi.ComponentResource):
    """Partitions, root switches and names of the fabrics, in the shared directory.

    The configuration of OpenSM itself does not change with the nodes and is part of its host.

    Attributes:
        files: the files of the shared directory, by name.
    """

    files: dict[str, proxmox.FileLegacy]

    def __init__(
        self, name: str, design: Design, site: Site, *, hypervisor: str, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        """Register the files.

        Args:
            name: path of the component.
            design: the cluster.
            site: its configuration.
            hypervisor: one that the shared datastore is seen from; empty without hosts.
            opts: options of the component.
        """
        super().__init__("clusterdesign:index:Fabric", name, {}, opts)
        files = fabric_share(design) if hypervisor else {}
        self.files = (
            shared_files(name, files, datastore=site.texts["shareDatastore"], hypervisor=hypervisor, parent=self)
            if files
            else {}
        )
        if files and stand_ins(design):
            pulumi.log.warn("GUIDs of this design stand in for those of the hardware until it is delivered", self)
        self.register_outputs({"files": sorted(self.files)})
