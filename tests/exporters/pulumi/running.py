"""Programs of stacks under mocks, run once for all tests of a module."""

from __future__ import annotations

import io
import json
import logging
import tempfile
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdesign.definitions import load, load_cluster
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.exporters.pulumi.dry_run import DryRun, Registered, dry_run
from clusterdesign.exporters.stack import stack_files
from clusterdesign.exporters.stack.names import project_name
from clusterdesign.exporters.stack.settings import settings
from clusterdesign.intent import Cluster, ManagementPlane

if TYPE_CHECKING:
    from pulumi.runtime.mocks import MockResourceArgs

STACKS = ("large-h200", "production-h100", "starter-a100", "superpod-h100")
PLANT = "PlantedSecretNobodyMaySee"
"""Part of every secret: of those that the site sets and of those that are generated."""

KEY = f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA{PLANT} admin@example"
GENERATED = {"base64": f"{PLANT}Key+", "result": f"{PLANT}Password"}


def answer(args: MockResourceArgs) -> Mapping[str, Any]:
    return GENERATED if args.typ.startswith("random:") else {}


def config(design: Design, **changed: str | None) -> dict[str, str]:
    """Fill the configuration with the examples of its settings, and with planted secrets."""
    values: dict[str, str | None] = {
        setting.key: f"{PLANT}-{setting.key}" if setting.secret else setting.example
        for setting in settings(design)
        if setting.default is None or setting.key in {"services", "kubeconfig"}
    }
    if "adminSshKeys" in values:
        values["adminSshKeys"] = KEY
    return {key: value for key, value in (values | changed).items() if value is not None}


def run(design: Design, program: Path, **changed: str | None) -> DryRun:
    secret = frozenset(setting.key for setting in settings(design) if setting.secret)
    return dry_run(program, config(design, **changed), project=project_name(design.name), secrets=secret, answer=answer)


def stack(name: str) -> tuple[Design, DryRun]:
    """Run the program of a reference cluster where it stands."""
    return told(name)[:2]


@lru_cache(maxsize=8)
def told(name: str) -> tuple[Design, DryRun, str]:
    """Run the program of a reference cluster and keep what it printed and logged, whatever the level."""
    design = load(Path(f"stacks/{name}/design.py"))
    text, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(text), root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        with redirect_stdout(text), redirect_stderr(text):
            done = run(design, Path(f"stacks/{name}/__main__.py"))
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    return design, done, text.getvalue()


def deployed(design: Design, **changed: str | None) -> DryRun:
    """Write the stack of a design and run its program from there."""
    with tempfile.TemporaryDirectory() as directory:
        for path, content in stack_files(design).items():
            target = Path(directory, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        return run(design, Path(directory, "stack/__main__.py"), **changed)


def changed(stack_name: str, nodes: int | None = None, **plane: Any) -> Design:
    """Return a reference cluster with another number of nodes, or another management plane."""
    settings_ = {} if nodes is None else {"nodes": str(nodes)}
    cluster: Cluster = load_cluster(Path(f"stacks/{stack_name}/design.py"), settings_)
    assert cluster.management is not None
    if plane:
        fields = {name: getattr(cluster.management, name) for name in cluster.management.model_fields_set}
        cluster = cluster.with_(management=ManagementPlane(**fields | plane))
    return elaborate(cluster)


def inputs(done: DryRun) -> dict[tuple[str, str], str]:
    """Return the inputs and dependencies of every resource, by type and name, as text that compares."""
    return {
        (one.type, one.name): json.dumps([one.inputs, sorted(one.secrets), one.dependencies], sort_keys=True)
        for one in done.resources
    }


def by_name(done: DryRun, name: str) -> Registered:
    (found,) = (one for one in done.resources if one.name == name)
    return found


def user_data(done: DryRun) -> dict[str, str]:
    """Return the user data of every host by its name."""
    return {
        one.name.split("/")[1]: one.inputs["sourceRaw"]["data"]
        for one in done.resources
        if one.name.endswith("/user-data")
    }


def shared(done: DryRun) -> dict[str, str]:
    """Return the files of the shared directory by name."""
    return {
        one.inputs["sourceRaw"]["fileName"]: one.inputs["sourceRaw"]["data"]
        for one in done.of_type("index/fileLegacy:FileLegacy")
        if not one.name.endswith("/user-data")
    }
