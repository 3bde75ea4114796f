"""Kueue's view of the cluster: where nodes stand to each other, how many GPUs there are, who may have how many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clusterdesign.design import Design, Device
from clusterdesign.exporters.stack.accounts import Account, gpus
from clusterdesign.exporters.stack.names import dns_label
from clusterdesign.exporters.stack.rails import rail_devices, rdma_resource
from clusterdesign.exporters.stack.schedulers import scheduler
from clusterdesign.exporters.stack.slurm_tree import TREE, slurm_switch
from clusterdesign.parts import Node
from clusterdesign.subnet import host_name

API = "kueue.x-k8s.io/v1beta2"
"""Version of Kueue's resources, that of the chart's release."""

TOPOLOGY = "fabric"
_SLURM_TOPOLOGY = "topology.slinky.slurm.net/spec"
_FALLBACK = "cluster.internal"
_MANY = "1000000"
_UNLIMITED = {"cpu": _MANY, "memory": "1Ei", "ephemeral-storage": "1Ei"}
"""What jobs ask for beside GPUs. Kueue admits no job that asks for what its queue does not cover, so it is covered,
with more than there is: GPUs are what is shared."""


def label_domain(design: Design) -> str:
    """Return the domain that labels of nodes begin with: that of the address plan."""
    return next((network.domain for network in design.networks if network.domain), _FALLBACK)


def node_labels(design: Design, node: Device) -> dict[str, str]:
    """Return the labels of a node: scalable unit, rack, and the type of its platform."""
    domain = label_domain(design)
    unit = f"su{node.unit}" if node.unit is not None else "none"
    placement = design.placement.get(node.path)
    labels = {f"{domain}/scalable-unit": unit, f"{domain}/platform": platform(node.part)}
    if placement is not None:
        labels[f"{domain}/rack"] = dns_label(placement.rack.rsplit("/", 1)[-1])
    return labels


def node_annotations(design: Design, node: Device) -> dict[str, str]:
    """Return the annotations of a node: who else has set its labels yields, and where it stands in Slurm's tree."""
    annotations = {"pulumi.com/patchForce": "true"}
    place = slurm_switch(design, node) if scheduler(design) == "hybrid" else ""
    return annotations | {_SLURM_TOPOLOGY: f"{TREE}:{place}"} if place else annotations


def platform(part: str) -> str:
    """Return the label of a node type."""
    return dns_label(part)


def node_names(design: Design) -> Mapping[str, str]:
    """Return the Kubernetes name of every GPU node by its path: its host name."""
    return {node.path: dns_label(host_name(node.path), limit=253) for node in design.nodes()}


def topology(design: Design) -> dict[str, object]:
    """Return the specification of the Topology: nodes of one unit share their leaves."""
    domain = label_domain(design)
    return {"levels": [{"nodeLabel": f"{domain}/scalable-unit"}, {"nodeLabel": "kubernetes.io/hostname"}]}


def flavors(design: Design) -> Mapping[str, dict[str, object]]:
    """Return the specification of a ResourceFlavor for each node type with GPUs, by its name."""
    domain = label_domain(design)
    return {
        platform(part): {"nodeLabels": {f"{domain}/platform": platform(part)}, "topologyName": TOPOLOGY}
        for part in _per_platform(design)
    }


def cluster_queue(design: Design, account: Account, everybody: Sequence[Account]) -> dict[str, object]:
    """Return the specification of the ClusterQueue of an account.

    Its quota of GPUs is its limit, or its share of the GPUs beyond all limits; without a limit it borrows what others
    leave.
    """
    covered = ("nvidia.com/gpu", *_UNLIMITED, *(rdma_resource(rail) for rail in rail_devices(design)))
    left = _own(account, everybody, gpus(design))
    flavors = []
    for part, count in _per_platform(design).items():
        mine = min(left, count)
        left -= mine
        quota: dict[str, object] = {"name": "nvidia.com/gpu", "nominalQuota": mine}
        if account.gpus is not None:
            # A limit is one: nothing is borrowed beyond it.
            quota["borrowingLimit"] = 0
        others = [{"name": name, "nominalQuota": _UNLIMITED.get(name, _MANY)} for name in covered[1:]]
        flavors.append({"name": platform(part), "resources": [quota, *others]})
    spec: dict[str, object] = {
        "cohortName": dns_label(design.name),
        "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": account.name}},
        "queueingStrategy": "BestEffortFIFO",
    }
    if flavors:
        spec["resourceGroups"] = [{"coveredResources": list(covered), "flavors": flavors}]
    return spec


def _own(account: Account, everybody: Sequence[Account], total: int) -> int:
    if account.gpus is not None:
        return account.gpus
    free = max(total - sum(one.gpus or 0 for one in everybody), 0)
    open_ended = [one for one in everybody if one.gpus is None]
    shares = sum(one.share for one in open_ended)
    first = open_ended[0].name == account.name
    # What does not divide goes to the first, so that the quotas add up to what there is.
    rest = free - sum(free * one.share // shares for one in open_ended)
    return free * account.share // shares + (rest if first else 0)


def _per_platform(design: Design) -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for node in design.nodes():
        part = design.parts[node.part]
        if isinstance(part, Node) and part.gpus:
            counts[node.part] = counts.get(node.part, 0) + part.gpus
    return counts
