"""The Pulumi program: everything that runs on the management servers of this cluster."""

from pathlib import Path

from clusterdesign.definitions import load
from clusterdesign.exporters.pulumi import deploy

deploy(load(Path(__file__).with_name("design.json")))
