"""What the Helm charts of a stack are told: values that follow from the design."""

from __future__ import annotations

import json
from collections.abc import Mapping

from clusterdesign.design import Design
from clusterdesign.exporters.stack.chart_values import (
    GpuOperator,
    Key,
    Kueue,
    NetworkOperator,
    NodeSet,
    PrometheusStack,
    Slurm,
    SlurmOperator,
)
from clusterdesign.exporters.stack.charts import CHARTS
from clusterdesign.exporters.stack.hosts import address, of_role
from clusterdesign.exporters.stack.monitoring import alerts
from clusterdesign.exporters.stack.queues import label_domain, platform
from clusterdesign.exporters.stack.rails import rail_devices, rdma_resource
from clusterdesign.exporters.stack.slurm import CONTROLLER
from clusterdesign.parts import Node
from clusterdesign.subnet import host_name

GRAFANA_SECRET, SLURM_SECRET = "grafana-admin", "slurm-keys"
DASHBOARD_LABEL = "grafana_dashboard"
_SHARERS = 63
"""Pods that may share an adapter, as in the examples of the operator's documentation."""

_CONTROLLER_PORT, _DATABASE_PORT = "6817", "6819"


def gpu_operator() -> GpuOperator:
    """Return the values of the GPU Operator: driver with RDMA, toolkit, DCGM exporter; GPUs are handed out whole."""
    return {
        "driver": {"enabled": True, "rdma": {"enabled": True}},
        "toolkit": {"enabled": True},
        "dcgmExporter": {"enabled": True, "serviceMonitor": {"enabled": True}},
        "migManager": {"enabled": False},
        "nfd": {"enabled": True},
    }


def network_operator() -> NetworkOperator:
    """Return the values of the Network Operator."""
    return {"nfd": {"enabled": False}, "sriovNetworkOperator": {"enabled": False}}


def prometheus_stack(design: Design) -> PrometheusStack:
    """Return the values of kube-prometheus-stack: it takes rules, monitors and dashboards of every namespace."""
    return {
        "grafana": {
            "admin": {"existingSecret": GRAFANA_SECRET, "userKey": "admin-user", "passwordKey": "admin-password"},
            "sidecar": {
                "dashboards": {"enabled": True, "label": DASHBOARD_LABEL, "labelValue": "1", "searchNamespace": "ALL"}
            },
        },
        "prometheus": {
            "prometheusSpec": {
                "ruleSelectorNilUsesHelmValues": False,
                "serviceMonitorSelectorNilUsesHelmValues": False,
                "scrapeConfigSelectorNilUsesHelmValues": False,
                "externalLabels": {"cluster": design.name},
            }
        },
        "alertmanager": {"config": alerts(design)},
    }


def kueue() -> Kueue:
    """Return the values of Kueue."""
    return {"enablePrometheus": True}


def slurm_operator() -> SlurmOperator:
    """Return the values of the Slurm operator: with its resource definitions, without cert-manager."""
    return {"crds": {"enabled": True}, "certManager": {"enabled": False}}


def slurm(design: Design) -> Slurm:
    """Return the values of Slurm on Kubernetes: its nodes are pods, its controllers and database the hosts."""
    controller, database = of_role(design, "slurm"), of_role(design, "database")

    def key(name: str) -> Key:
        return {"create": False, "secretRef": {"name": SLURM_SECRET, "key": name}}

    return {
        "clusterName": host_name(design.name).lower(),
        "controller": {
            "external": True,
            "externalConfig": {
                "host": address(design, controller[0]) if controller else CONTROLLER,
                "port": _CONTROLLER_PORT,
            },
        },
        "accounting": {
            "enabled": bool(database),
            "external": True,
            "externalConfig": {"host": address(design, database[0]) if database else "", "port": _DATABASE_PORT},
        },
        "slurmKey": key("slurm.key"),
        "jwtKey": key("jwt_hs256.key"),
        "nodesets": {"slinky": {"enabled": False}, **_node_sets(design)},
    }


def _node_sets(design: Design) -> dict[str, NodeSet]:
    """Return a set of Slurm nodes for each node type: one pod a node, which has its host name and all its GPUs."""
    domain, rails = label_domain(design), rail_devices(design)
    counts: dict[str, int] = {}
    for device in design.nodes():
        counts[device.part] = counts.get(device.part, 0) + 1
    found: dict[str, NodeSet] = {}
    for number, (id_, count) in enumerate(counts.items(), 1):
        part = design.parts[id_]
        if not isinstance(part, Node) or not part.gpus:
            continue
        limits = {"nvidia.com/gpu": part.gpus} | {rdma_resource(rail): 1 for rail in rails}
        found[f"gpu-{number}"] = {
            "enabled": True,
            "replicas": count,
            "partition": {"enabled": False},
            "slurmd": {"resources": {"limits": limits}},
            "podSpec": {
                "hostNetwork": True,
                "dnsPolicy": "ClusterFirstWithHostNet",
                "nodeSelector": {f"{domain}/platform": platform(id_)},
            },
        }
    return found


def nic_policy(rails: Mapping[str, tuple[str, ...]]) -> dict[str, object]:
    """Return the specification of a NicClusterPolicy: each rail is a resource that a pod asks for by name."""
    resources = [
        {
            "resourceName": rdma_resource(name).removeprefix("rdma/"),
            "rdmaHcaMax": _SHARERS,
            "selectors": {"ifNames": list(devices)},
        }
        for name, devices in rails.items()
    ]
    return {
        "rdmaSharedDevicePlugin": {
            "image": "k8s-rdma-shared-dev-plugin",
            "repository": "nvcr.io/nvidia/mellanox",
            # Images of the operator carry the version of its chart since 25.7; confirm with the release notes.
            "version": f"network-operator-v{CHARTS['network-operator'].version}",
            "config": json.dumps({"configList": resources}, indent=2),
        }
    }
