"""Types of what the Helm charts are told: a misspelt or missing value is found before anything runs.

The names are those of the charts.
"""

from __future__ import annotations

from typing import Any, TypedDict


class _Switch(TypedDict):
    enabled: bool


class _Driver(TypedDict):
    enabled: bool
    rdma: _Switch


class _Monitored(TypedDict):
    enabled: bool
    serviceMonitor: _Switch


class GpuOperator(TypedDict):
    """Values of the GPU Operator. It runs the DCGM exporter, so there is no second release of that."""

    driver: _Driver
    toolkit: _Switch
    dcgmExporter: _Monitored
    migManager: _Switch
    nfd: _Switch


class NetworkOperator(TypedDict):
    """Values of the Network Operator; the features of nodes are found by what the GPU Operator brings."""

    nfd: _Switch
    sriovNetworkOperator: _Switch


class _Admin(TypedDict):
    existingSecret: str
    userKey: str
    passwordKey: str


class _Dashboards(TypedDict):
    enabled: bool
    label: str
    labelValue: str
    searchNamespace: str


class _Sidecar(TypedDict):
    dashboards: _Dashboards


class _Grafana(TypedDict):
    admin: _Admin
    sidecar: _Sidecar


class _PrometheusSpec(TypedDict):
    ruleSelectorNilUsesHelmValues: bool
    serviceMonitorSelectorNilUsesHelmValues: bool
    scrapeConfigSelectorNilUsesHelmValues: bool
    externalLabels: dict[str, str]


class _Prometheus(TypedDict):
    prometheusSpec: _PrometheusSpec


class _Alertmanager(TypedDict):
    config: dict[str, Any]


class PrometheusStack(TypedDict):
    """Values of kube-prometheus-stack."""

    grafana: _Grafana
    prometheus: _Prometheus
    alertmanager: _Alertmanager


class Kueue(TypedDict):
    """Values of Kueue."""

    enablePrometheus: bool


class SlurmOperator(TypedDict):
    """Values of the Slurm operator."""

    crds: _Switch
    certManager: _Switch


class _Endpoint(TypedDict):
    host: str
    port: str


class _Controller(TypedDict):
    external: bool
    externalConfig: _Endpoint


class _Accounting(TypedDict):
    enabled: bool
    external: bool
    externalConfig: _Endpoint


class _SecretKey(TypedDict):
    name: str
    key: str


class Key(TypedDict):
    """A key of the cluster: whether the chart makes it, and where it is kept."""

    create: bool
    secretRef: _SecretKey


class _Resources(TypedDict):
    limits: dict[str, int]


class _Slurmd(TypedDict):
    resources: _Resources


class _PodSpec(TypedDict):
    hostNetwork: bool
    dnsPolicy: str
    nodeSelector: dict[str, str]


class NodeSet(TypedDict):
    """Slurm nodes of one type, as pods."""

    enabled: bool
    replicas: int
    partition: _Switch
    slurmd: _Slurmd
    podSpec: _PodSpec


class Slurm(TypedDict):
    """Values of the chart of a Slurm cluster whose controllers are hosts of their own."""

    clusterName: str
    controller: _Controller
    accounting: _Accounting
    slurmKey: Key
    jwtKey: Key
    nodesets: dict[str, NodeSet | _Switch]
