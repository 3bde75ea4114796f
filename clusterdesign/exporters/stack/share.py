"""The directory that the hosts share: files that change as the cluster grows, so that no host does.

It is one NFS export. Proxmox VE holds it as a datastore for snippets, where Pulumi puts the files; the hosts mount it.
User data of a host says only where to read, which is why a further node changes no machine.
"""

from __future__ import annotations

from clusterdesign.exporters.stack.cloudinit import Mount

SHARE = "/srv/cluster"
"""Where hosts mount the export."""

FILES = f"{SHARE}/snippets"
"""Where Proxmox VE puts snippets on it."""

STATE = f"{SHARE}/state"
"""What Slurm's controllers hand over to each other; it belongs to the user ``slurm``."""


def mount(source: str) -> Mount:
    """Return how a host mounts the export; it waits for the network, and the boot does not wait for it."""
    return Mount(source, SHARE, "_netdev,nofail,hard,x-systemd.automount")
