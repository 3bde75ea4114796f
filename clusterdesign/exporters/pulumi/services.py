"""Services on Kubernetes: operators as Helm releases, monitoring, labels of nodes, and what the scheduler needs."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pulumi
from pulumi_kubernetes import apiextensions, core, helm, meta
from pulumi_random import RandomPassword

from clusterdesign.design import Design
from clusterdesign.exporters.pulumi.config import Site
from clusterdesign.exporters.pulumi.scheduler import Scheduler
from clusterdesign.exporters.pulumi.share import check_size
from clusterdesign.exporters.stack import monitoring, queues, services
from clusterdesign.exporters.stack.charts import CHARTS
from clusterdesign.exporters.stack.names import dns_label
from clusterdesign.exporters.stack.rails import rail_devices
from clusterdesign.exporters.stack.schedulers import scheduler

_PRIVILEGED = {"pod-security.kubernetes.io/enforce": "privileged"}
_MONITORING_API = "monitoring.coreos.com"
_PASSWORD = 32


class ClusterServices(pulumi.ComponentResource):
    """What a training cluster runs on Kubernetes.

    Attributes:
        releases: the Helm releases by name.
    """

    releases: dict[str, helm.v3.Release]

    def __init__(
        self,
        name: str,
        design: Design,
        site: Site,
        *,
        schedule: Scheduler,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        """Register namespaces, releases, and the objects that follow from the design.

        Args:
            name: path of the component.
            design: the cluster.
            site: its configuration.
            schedule: the scheduler, whose objects on Kubernetes are its own children.
            opts: options of the component; a provider of Kubernetes among them.
        """
        super().__init__("clusterdesign:index:ClusterServices", name, {}, opts)
        self._name, self._child = name, pulumi.ResourceOptions(parent=self)
        self.releases = {}
        self._nodes(design)
        self._operators(design)
        self._monitoring(design)
        if scheduler(design) == "hybrid":
            self._slurm(design, schedule)
        else:
            space = self._namespace("kueue-system")
            kueue = self._release("kueue", space, services.kueue())
            schedule.queues_on_kubernetes(design, site.accounts, pulumi.ResourceOptions(depends_on=[kueue]))
        self.register_outputs({"releases": sorted(self.releases)})

    def _nodes(self, design: Design) -> None:
        """Label every GPU node with its place; one resource each, so that a further node adds one."""
        for path, host in queues.node_names(design).items():
            core.v1.NodePatch(
                f"{self._name}/node/{host}",
                metadata=meta.v1.ObjectMetaPatchArgs(
                    name=host,
                    labels=queues.node_labels(design, design.device[path]),
                    annotations=queues.node_annotations(design, design.device[path]),
                ),
                opts=self._child,
            )

    def _operators(self, design: Design) -> None:
        gpu = self._release(
            "gpu-operator", self._namespace("gpu-operator", labels=_PRIVILEGED), services.gpu_operator()
        )
        network = self._release(
            "network-operator",
            self._namespace("nvidia-network-operator", labels=_PRIVILEGED),
            services.network_operator(),
            # It finds the nodes by the labels that the other's feature discovery gives them.
            after=gpu,
        )
        rails = rail_devices(design)
        if rails:
            apiextensions.CustomResource(
                f"{self._name}/nic-cluster-policy",
                api_version="mellanox.com/v1alpha1",
                kind="NicClusterPolicy",
                metadata=meta.v1.ObjectMetaArgs(name="nic-cluster-policy"),
                spec=services.nic_policy(rails),
                opts=pulumi.ResourceOptions(parent=self, depends_on=[network]),
            )

    def _monitoring(self, design: Design) -> None:
        space = self._namespace("monitoring", labels=_PRIVILEGED)
        password = RandomPassword(f"{self._name}/grafana-password", length=_PASSWORD, special=False, opts=self._child)
        hidden: pulumi.Output[str] = pulumi.Output.secret(password.result)
        admin = core.v1.Secret(
            f"{self._name}/{services.GRAFANA_SECRET}",
            metadata=meta.v1.ObjectMetaArgs(name=services.GRAFANA_SECRET, namespace=space.metadata.name),
            type="Opaque",
            string_data={"admin-user": "admin", "admin-password": hidden},
            opts=self._child,
        )
        stack = self._release("kube-prometheus-stack", space, services.prometheus_stack(design), after=admin)
        after = pulumi.ResourceOptions(parent=self, depends_on=[stack])
        for group, rules in monitoring.rules(design).items():
            self._custom("v1/PrometheusRule", group, {"groups": [rules]}, space, after)
        for job, config in monitoring.scrapes(design).items():
            self._custom("v1alpha1/ScrapeConfig", job, config, space, after)
        for title, dashboard in monitoring.boards(design).items():
            text = json.dumps(dashboard, ensure_ascii=False, sort_keys=True)
            check_size(title, text)
            core.v1.ConfigMap(
                f"{self._name}/dashboard/{title}",
                metadata=meta.v1.ObjectMetaArgs(
                    name=dns_label(f"dashboard-{title}"),
                    namespace=space.metadata.name,
                    labels={services.DASHBOARD_LABEL: "1"},
                ),
                data={f"{dns_label(title)}.json": text},
                opts=self._child,
            )

    def _slurm(self, design: Design, schedule: Scheduler) -> None:
        """Install the operator, and Slurm nodes as pods that join the controllers on the hosts."""
        operator = self._release("slurm-operator", self._namespace("slinky"), services.slurm_operator())
        space = self._namespace("slurm", labels=_PRIVILEGED)
        keys = schedule.keys_on_kubernetes(space.metadata.name, pulumi.ResourceOptions(depends_on=[space]))
        self._release("slurm", space, services.slurm(design), after=(operator, keys))

    def _custom(
        self,
        kind: str,
        name: str,
        spec: Mapping[str, object],
        space: core.v1.Namespace,
        opts: pulumi.ResourceOptions,
    ) -> None:
        version, _, kind = kind.partition("/")
        apiextensions.CustomResource(
            f"{self._name}/{kind.lower()}/{name}",
            api_version=f"{_MONITORING_API}/{version}",
            kind=kind,
            metadata=meta.v1.ObjectMetaArgs(name=dns_label(name), namespace=space.metadata.name),
            spec=dict(spec),
            opts=opts,
        )

    def _namespace(self, name: str, labels: Mapping[str, str] | None = None) -> core.v1.Namespace:
        return core.v1.Namespace(
            f"{self._name}/namespace/{name}",
            metadata=meta.v1.ObjectMetaArgs(name=name, labels=labels),
            opts=self._child,
        )

    def _release(
        self,
        name: str,
        space: core.v1.Namespace,
        values: Mapping[str, object],
        after: pulumi.Resource | tuple[pulumi.Resource, ...] = (),
    ) -> helm.v3.Release:
        chart = CHARTS[name]
        repository = helm.v3.RepositoryOptsArgs(repo=chart.repository) if chart.repository else None
        made = helm.v3.Release(
            f"{self._name}/release/{name}",
            name=name,
            namespace=space.metadata.name,
            chart=chart.chart,
            version=chart.version,
            repository_opts=repository,
            values=dict(values),
            atomic=True,
            opts=pulumi.ResourceOptions(parent=self, depends_on=list(after) if isinstance(after, tuple) else [after]),
        )
        self.releases[name] = made
        return made
