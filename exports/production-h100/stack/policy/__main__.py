"""The policy pack of this cluster."""

from pulumi_policy import PolicyPack

from clusterdesign.exporters.pulumi.policies import policies

PolicyPack("production-h100", policies=policies())
