"""The README of a stack: what must exist before, the commands, and what is assumed."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.exporters.stack.charts import CHARTS, Chart
from clusterdesign.exporters.stack.fabrics import fabric_share, stand_ins
from clusterdesign.exporters.stack.hosts import needs_share, nics, of_role, placed, unplaced
from clusterdesign.exporters.stack.schedulers import on_kubernetes, on_slurm, scheduler
from clusterdesign.exporters.stack.settings import Setting, settings
from clusterdesign.exporters.stack.share import FILES, SHARE, STATE
from clusterdesign.names import natural_sorted


def readme(design: Design) -> str:
    """Return ``README.md``."""
    return "\n".join((*_lines(design), ""))


def _lines(design: Design) -> Iterator[str]:
    yield f"# Stack of {design.name}"
    yield ""
    yield (
        f"{len(design.managed_hosts)} hosts and their services; scheduler: {scheduler(design)}. "
        "Everything follows from `design.json` beside this file."
    )
    yield ""
    yield "## What must exist before"
    yield ""
    yield from (f"* {line}" for line in _before(design))
    yield ""
    yield "## Commands"
    yield ""
    yield "```sh"
    yield "python3 -m venv venv && venv/bin/pip install -r requirements.txt"
    yield "pulumi login --local"
    yield "pulumi stack init production"
    yield from (_command(setting) for setting in settings(design) if setting.default is None)
    if on_kubernetes(design) and design.managed_hosts:
        yield "pulumi config set services false     # the first time: hosts only"
    yield "pulumi preview --policy-pack policy"
    yield "pulumi up --policy-pack policy"
    yield "```"
    yield ""
    yield "Secrets are read from standard input; `Pulumi.production.yaml` holds them encrypted, nothing in the clear."
    yield "The passphrase of the local backend is asked for, or taken from `PULUMI_CONFIG_PASSPHRASE_FILE`."
    yield ""
    yield from _after(design)
    yield "## Settings"
    yield ""
    yield "| key | meaning | default |"
    yield "|---|---|---|"
    for setting in settings(design):
        told = f"{setting.description} (secret)" if setting.secret else setting.description
        yield f"| `{setting.key}` | {told} | {_default(setting)} |"
    yield ""
    if on_kubernetes(design):
        yield from _charts(design)
    yield from _kept()


def _before(design: Design) -> Iterator[str]:
    yield "the Pulumi command line, Python 3.11 or newer, the package `clusterdesign` that `requirements.txt` names"
    if design.managed_hosts:
        if not unplaced(design):
            names = ", ".join(f"`{name}`" for name in natural_sorted(set(placed(design).values())))
            yield f"Proxmox VE on the servers, as one cluster, each under its host name: {names}"
        else:
            yield "Proxmox VE on servers that the setting `hypervisors` names"
        yield f"on each hypervisor the bridge of the settings, aware of VLANs{_vlans(design)}"
        yield "on each hypervisor the datastores of the settings; that for files allows snippets and imports"
    if needs_share(design):
        state = f"; in it `{STATE.removeprefix(SHARE + '/')}/`, owned by user and group 64030 (`slurm` on Debian)"
        yield (
            f"an NFS export that machines mount as `{SHARE}`, and a Proxmox VE datastore on that export that allows "
            f"snippets{state if on_slurm(design) else ''}"
        )
    if of_role(design, "subnet-manager"):
        yield "a resource mapping in Proxmox VE of the InfiniBand adapters that subnet managers are given"
    if fabric_share(design) and stand_ins(design):
        yield "the true GUIDs, from the delivery lists: those of this design only stand in for them"
    if on_kubernetes(design) and not of_role(design, "kube"):
        yield "a Kubernetes cluster of which the GPU nodes are members under their host names"


def _vlans(design: Design) -> str:
    used = {nic.vlan for host in design.managed_hosts for nic in nics(design, host) if nic.vlan is not None}
    return f", which carries {', '.join(map(str, sorted(used)))}" if used else ""


def _after(design: Design) -> Iterator[str]:
    if on_kubernetes(design) and of_role(design, "kube"):
        first = of_role(design, "kube")[0].name
        yield "## Kubernetes"
        yield ""
        yield (
            f"After the first run install kubeadm on the `kube` hosts and run `kubeadm init --config "
            f"/etc/kubernetes/kubeadm.yaml --upload-certs` on `{first}`; join the others and the GPU nodes. Then "
            "`pulumi config set --secret kubeconfig`, `pulumi config set services true` and `pulumi up` again."
        )
        yield ""
    if on_kubernetes(design):
        yield "Nodes are labelled by their names: join a GPU node before a stack that names it is run."
        yield ""
    if on_slurm(design):
        yield "## Slurm"
        yield ""
        yield (
            f"Accounts and quotas: `sacctmgr load file={FILES}/accounts.cfg` on the head host. After a change of the "
            "files in the shared directory: `scontrol reconfigure`."
        )
        if scheduler(design) == "slurm":
            yield ""
            yield "GPU nodes hold the same key and start `slurmd --conf-server` with the names of the controllers."
        if scheduler(design) == "hybrid":
            yield ""
            yield (
                "GPU nodes join Kubernetes, where slurmd runs in a pod on each. The Slurm operator asks for Slurm "
                "25.11 with `auth/slurm` on the controllers, which Debian 12 does not package: take an image with it."
            )
        yield ""


def _charts(design: Design) -> Iterator[str]:
    yield "## Charts"
    yield ""
    yield "| release | version | where the version was read | to confirm |"
    yield "|---|---|---|---|"
    for chart in charts(design):
        yield f"| {chart.release} | {chart.version} | {chart.source} | {chart.confirm or '-'} |"
    yield ""


def charts(design: Design) -> tuple[Chart, ...]:
    """Return the charts that the stack of a design installs."""
    always = ("gpu-operator", "network-operator", "kube-prometheus-stack")
    own = ("slurm-operator", "slurm") if scheduler(design) == "hybrid" else ("kueue",)
    return tuple(CHARTS[release] for release in (*always, *own))


def _kept() -> Iterator[str]:
    yield "## Where secrets are"
    yield ""
    yield (
        "In the state of Pulumi, encrypted. In the user data of the machines that need them, which Proxmox VE keeps as "
        "files of the snippet datastore: let nobody but administrators read it. In the files of these machines, with "
        "owner and mode. Never in the shared directory, in an output or in a log."
    )
    yield ""
    yield (
        "User data is read at the first boot: where it changes, its machine is made anew, and the database is "
        "protected from that. What grows with the cluster is in the shared directory and touches no machine."
    )


def _command(setting: Setting) -> str:
    if setting.secret:
        return f"pulumi config set --secret {setting.key}     # {setting.description}"
    value = setting.example
    return f"pulumi config set {setting.key} '{value}'"


def _default(setting: Setting) -> str:
    if setting.default is None:
        return "must be set"
    if isinstance(setting.default, bool):
        return str(setting.default).lower()
    return f"`{setting.default}`" if setting.default else "none"
