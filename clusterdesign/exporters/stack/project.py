"""The files of a Pulumi project: its description, its program, its policies."""

from __future__ import annotations

from importlib.metadata import version

from clusterdesign.design import Design
from clusterdesign.exporters.stack.names import project_name
from clusterdesign.exporters.stack.settings import Setting, settings
from clusterdesign.exporters.yamlfile import Yaml, to_yaml

DESIGN = "design.json"


def project_file(design: Design, *, virtualenv: str = "venv") -> str:
    """Return ``Pulumi.yaml``: the project, and the configuration it reads with its types and defaults.

    Args:
        design: the cluster.
        virtualenv: the Python environment, relative to the file.
    """
    config: dict[str, Yaml] = {setting.key: _schema(setting) for setting in settings(design)}
    project: dict[str, Yaml] = {
        "name": project_name(design.name),
        "description": f"Management hosts and services of {design.name}",
        "runtime": {"name": "python", "options": {"toolchain": "pip", "virtualenv": virtualenv}},
    }
    if config:
        project["config"] = config
    return to_yaml(project)


def example_file(design: Design) -> str:
    """Return the configuration of an example stack, ``Pulumi.dev.yaml``: no secret, and addresses of nobody.

    Secrets are added by ``pulumi config set --secret``, which writes them encrypted.
    """
    name = project_name(design.name)
    shown = [one for one in settings(design) if one.default is None]
    values: dict[str, Yaml] = {f"{name}:{one.key}": one.example for one in shown if not one.secret}
    missing = ", ".join(one.key for one in shown if one.secret)
    comment = f"An example: replace every value. Set with 'pulumi config set --secret': {missing}"
    return to_yaml({"config": values}, comment) if values else f"# {comment}\n"


def program(load: str) -> str:
    """Return ``__main__.py``, a few lines.

    Args:
        load: name of the file beside it that the design is read from.
    """
    return (
        '"""The Pulumi program: everything that runs on the management servers of this cluster."""\n\n'
        "from pathlib import Path\n\n"
        "from clusterdesign.definitions import load\n"
        "from clusterdesign.exporters.pulumi import deploy\n\n"
        f'deploy(load(Path(__file__).with_name("{load}")))\n'
    )


def policy_file() -> str:
    """Return ``PulumiPolicy.yaml``."""
    return to_yaml(
        {
            "description": "Rules about hosts that stand in for each other, addresses, names, sizes and secrets",
            "runtime": {"name": "python", "options": {"virtualenv": "../venv"}},
            # Pulumi takes no version of a development.
            "version": ".".join(version("clusterdesign").split(".")[:3]),
        }
    )


def policy_program(design: Design) -> str:
    """Return ``__main__.py`` of the policy pack."""
    return (
        '"""The policy pack of this cluster."""\n\n'
        "from pulumi_policy import PolicyPack\n\n"
        "from clusterdesign.exporters.pulumi.policies import policies\n\n"
        f'PolicyPack("{project_name(design.name)}", policies=policies())\n'
    )


def _schema(setting: Setting) -> Yaml:
    # The schema of a project knows no objects: lists of them are read as JSON text.
    schema: dict[str, Yaml] = {"type": "string" if setting.kind == "array" else setting.kind}
    schema["description"] = setting.description
    if setting.default is not None:
        schema["default"] = setting.default
    if setting.secret:
        schema["secret"] = True
    return schema
