"""The scheduler: its keys, its files, accounts and quotas; on hosts and on Kubernetes."""

from __future__ import annotations

import pulumi
import pulumi_proxmoxve as proxmox  # noqa: TC002  # Pulumi reads the annotations of a component
from pulumi_kubernetes import apiextensions, core, meta
from pulumi_random import RandomBytes, RandomPassword

from clusterdesign.design import Design
from clusterdesign.exporters.pulumi.config import Secret, Site
from clusterdesign.exporters.pulumi.share import shared_files
from clusterdesign.exporters.stack import queues
from clusterdesign.exporters.stack.accounts import Account
from clusterdesign.exporters.stack.roles import DATABASE, JWT_KEY, MUNGE, SLURM_KEY
from clusterdesign.exporters.stack.schedulers import on_slurm, scheduler
from clusterdesign.exporters.stack.services import SLURM_SECRET
from clusterdesign.exporters.stack.slurm import slurm_share

_MUNGE_BYTES, _KEY_BYTES, _JWT_BYTES = 128, 256, 32
_PASSWORD = 32


class Scheduler(pulumi.ComponentResource):
    """Slurm on hosts, queues of Kueue on Kubernetes, or Slurm whose nodes are pods.

    Attributes:
        secrets: the generated keys (base64 of their bytes) and passwords, by name. They are Pulumi secrets.
        files: the files of the shared directory, by name.
    """

    secrets: dict[str, Secret]
    files: dict[str, proxmox.FileLegacy]

    def __init__(
        self,
        name: str,
        design: Design,
        site: Site,
        *,
        hypervisor: str,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        """Register the secrets and, where there are hosts, the files they share.

        Args:
            name: path of the component.
            design: the cluster.
            site: its configuration.
            hypervisor: one that the shared datastore is seen from; empty without hosts.
            opts: options of the component.

        Raises:
            DesignError: the scheduler is unknown.
        """
        super().__init__("clusterdesign:index:Scheduler", name, {"scheduler": scheduler(design)}, opts)
        self._name, self._child = name, pulumi.ResourceOptions(parent=self)
        self.secrets, self.files = {}, {}
        if on_slurm(design):
            self._keys(hybrid=scheduler(design) == "hybrid")
            if hypervisor:
                self.files = shared_files(
                    name,
                    slurm_share(design, site.accounts),
                    datastore=site.texts["shareDatastore"],
                    hypervisor=hypervisor,
                    parent=self,
                )
        self.register_outputs({"files": sorted(self.files)})

    def _keys(self, *, hybrid: bool) -> None:
        if hybrid:
            self.secrets[SLURM_KEY] = self._random(SLURM_KEY, _KEY_BYTES)
            self.secrets[JWT_KEY] = self._random(JWT_KEY, _JWT_BYTES)
        else:
            self.secrets[MUNGE] = self._random(MUNGE, _MUNGE_BYTES)
        password = RandomPassword(f"{self._name}/{DATABASE}", length=_PASSWORD, special=False, opts=self._child)
        self.secrets[DATABASE] = pulumi.Output.secret(password.result)

    def _random(self, name: str, length: int) -> Secret:
        made = RandomBytes(f"{self._name}/{name}", length=length, opts=self._child)
        return pulumi.Output.secret(made.base64)

    def keys_on_kubernetes(self, namespace: pulumi.Input[str], opts: pulumi.ResourceOptions) -> core.v1.Secret:
        """Register the Secret from which pods of Slurm take the keys of the cluster."""
        return core.v1.Secret(
            f"{self._name}/{SLURM_SECRET}",
            metadata=meta.v1.ObjectMetaArgs(name=SLURM_SECRET, namespace=namespace),
            type="Opaque",
            data={"slurm.key": self.secrets[SLURM_KEY], "jwt_hs256.key": self.secrets[JWT_KEY]},
            opts=pulumi.ResourceOptions.merge(self._child, opts),
        )

    def queues_on_kubernetes(self, design: Design, accounts: tuple[Account, ...], opts: pulumi.ResourceOptions) -> None:
        """Register what Kueue knows of the cluster: its topology, flavours, and a queue with its quota per account."""
        options = pulumi.ResourceOptions.merge(self._child, opts)
        topology = self._kueue("Topology", queues.TOPOLOGY, queues.topology(design), options)
        after = pulumi.ResourceOptions.merge(options, pulumi.ResourceOptions(depends_on=[topology]))
        flavors = [self._kueue("ResourceFlavor", name, spec, after) for name, spec in queues.flavors(design).items()]
        after = pulumi.ResourceOptions.merge(options, pulumi.ResourceOptions(depends_on=flavors))
        for account in accounts:
            spec = queues.cluster_queue(design, account, accounts)
            queue = self._kueue("ClusterQueue", account.name, spec, after)
            space = core.v1.Namespace(
                f"{self._name}/namespace/{account.name}",
                metadata=meta.v1.ObjectMetaArgs(name=account.name),
                opts=options,
            )
            self._kueue(
                "LocalQueue",
                account.name,
                {"clusterQueue": account.name},
                pulumi.ResourceOptions.merge(options, pulumi.ResourceOptions(depends_on=[queue])),
                namespace=space.metadata.name,
            )
            if account.gpus is not None:
                self._quota(account, space, options)

    def _quota(self, account: Account, space: core.v1.Namespace, options: pulumi.ResourceOptions) -> None:
        """Hold pods that pass by the queue to the same limit."""
        core.v1.ResourceQuota(
            f"{self._name}/quota/{account.name}",
            metadata=meta.v1.ObjectMetaArgs(name="gpus", namespace=space.metadata.name),
            spec=core.v1.ResourceQuotaSpecArgs(hard={"requests.nvidia.com/gpu": str(account.gpus)}),
            opts=options,
        )

    def _kueue(
        self,
        kind: str,
        name: str,
        spec: dict[str, object],
        opts: pulumi.ResourceOptions,
        namespace: pulumi.Input[str] | None = None,
    ) -> apiextensions.CustomResource:
        return apiextensions.CustomResource(
            f"{self._name}/{kind.lower()}/{name}",
            api_version=queues.API,
            kind=kind,
            metadata=meta.v1.ObjectMetaArgs(name=name, namespace=namespace),
            spec=spec,
            opts=opts,
        )
