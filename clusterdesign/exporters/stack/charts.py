"""The Helm charts that a stack installs, each in one version, with where that version was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart in one version.

    Attributes:
        release: name of the release.
        chart: name of the chart in its repository, or the whole reference where it comes from an OCI registry.
        repository: address of the chart repository; empty for OCI.
        version: version of the chart.
        source: where this version was read.
        confirm: what about it is an assumption that the first installation confirms; empty where nothing is.
    """

    release: str
    chart: str
    repository: str
    version: str
    source: str
    confirm: str = ""


_NGC = "https://helm.ngc.nvidia.com/nvidia"

CHARTS: Mapping[str, Chart] = MappingProxyType(
    {
        chart.release: chart
        for chart in (
            Chart(
                release="gpu-operator",
                chart="gpu-operator",
                repository=_NGC,
                version="v25.10.1",
                source="docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html",
            ),
            Chart(
                release="network-operator",
                chart="network-operator",
                repository=_NGC,
                version="25.7.0",
                source="docs.nvidia.com/networking/display/kubernetes2570/quick-start/quick-start-k8s.html",
            ),
            Chart(
                release="kube-prometheus-stack",
                chart="kube-prometheus-stack",
                repository="https://prometheus-community.github.io/helm-charts",
                version="92.11.0",
                source="kadet-hub.org, default Grafana dashboards, one by one (release of 2026-10-20)",
                confirm="read in an article about the release, not in the repository of the chart",
            ),
            Chart(
                release="kueue",
                chart="oci://registry.k8s.io/kueue/charts/kueue",
                repository="",
                version="0.16.1",
                source="github.com/kubernetes-sigs/kueue, charts/kueue/README.md",
            ),
            Chart(
                release="slurm-operator",
                chart="oci://ghcr.io/slinkyproject/charts/slurm-operator",
                repository="",
                version="1.1.3",
                source="github.com/SlinkyProject/slurm-operator, helm/slurm/Chart.yaml",
                confirm="read from the chart of a Slurm cluster, which is released together with the operator",
            ),
            Chart(
                release="slurm",
                chart="oci://ghcr.io/slinkyproject/charts/slurm",
                repository="",
                version="1.1.3",
                source="github.com/SlinkyProject/slurm-operator, helm/slurm/Chart.yaml",
            ),
        )
    }
)
"""Every chart by the name of its release."""
