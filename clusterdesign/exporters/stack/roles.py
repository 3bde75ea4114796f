"""What each role of a managed host installs and which files it holds from its first boot on.

Only what does not depend on the number of nodes: the rest is in the shared directory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from clusterdesign.design import Design, ManagedHost
from clusterdesign.exporters.stack.cloudinit import HostFile, HostSetup
from clusterdesign.exporters.stack.fabrics import opensm_setup
from clusterdesign.exporters.stack.hosts import SHARED, address, of_role
from clusterdesign.exporters.stack.schedulers import on_slurm, scheduler
from clusterdesign.exporters.stack.share import FILES, mount
from clusterdesign.exporters.stack.slurm import pointer

MUNGE, SLURM_KEY, JWT_KEY, DATABASE = "munge-key", "slurm-key", "jwt-key", "database-password"
"""The generated secrets: three keys, base64 of their bytes, and a password."""

_SLURM_ROLES = frozenset({"head", "login", "slurm", "database"})


def secrets_of(design: Design, host: ManagedHost) -> tuple[str, ...]:
    """Return the names of the secrets that the files of a host hold, and no others."""
    if host.role not in _SLURM_ROLES or not on_slurm(design):
        return ()
    keys: tuple[str, ...] = (SLURM_KEY,) if scheduler(design) == "hybrid" else (MUNGE,)
    if host.role in {"slurm", "database"} and scheduler(design) == "hybrid":
        keys = (*keys, JWT_KEY)
    return (*keys, DATABASE) if host.role == "database" else keys


def setup(design: Design, host: ManagedHost, source: str, secrets: Mapping[str, str]) -> HostSetup:
    """Return what a host is set up with.

    Args:
        design: the design it belongs to.
        host: one of its managed hosts.
        source: the NFS export of the shared directory.
        secrets: those that :func:`secrets_of` names. They go into files and nowhere else.
    """
    made = HostSetup(packages=("nfs-common",), mounts=(mount(source),)) if host.role in SHARED else HostSetup()
    if host.role in _SLURM_ROLES and on_slurm(design):
        made += _keys(secrets)
    special = _SETUPS.get(host.role)
    return made if special is None else made + special(design, host, secrets)


def _keys(secrets: Mapping[str, str]) -> HostSetup:
    files = []
    if MUNGE in secrets:
        files.append(HostFile("/etc/munge/munge.key", secrets[MUNGE], "munge:munge", "0400", encoded=True))
    if SLURM_KEY in secrets:
        files.append(HostFile("/etc/slurm/slurm.key", secrets[SLURM_KEY], "slurm:slurm", "0400", encoded=True))
    if JWT_KEY in secrets:
        files.append(HostFile("/etc/slurm/jwt_hs256.key", secrets[JWT_KEY], "slurm:slurm", "0400", encoded=True))
    return HostSetup(("munge",) if MUNGE in secrets else (), tuple(files))


def _client(design: Design, _: ManagedHost, __: Mapping[str, str]) -> HostSetup:
    if not on_slurm(design):
        return HostSetup()
    return HostSetup(("slurm-client",), (HostFile("/etc/slurm/slurm.conf", pointer("slurm.conf")),))


def _controller(_: Design, __: ManagedHost, ___: Mapping[str, str]) -> HostSetup:
    return HostSetup(
        ("slurmctld", "slurm-client"),
        (
            # The unit of the package asks that this file is there; the daemon reads the shared one.
            HostFile("/etc/slurm/slurm.conf", pointer("slurm.conf")),
            HostFile("/etc/default/slurmctld", f'SLURMCTLD_OPTIONS="-f {FILES}/slurm.conf"\n'),
            _after_mounts("slurmctld"),
        ),
    )


def _database(design: Design, host: ManagedHost, secrets: Mapping[str, str]) -> HostSetup:
    password = secrets[DATABASE]
    auth = "auth/slurm" if scheduler(design) == "hybrid" else "auth/munge"
    more = "AuthAltTypes=auth/jwt\nAuthAltParameters=jwt_key=/etc/slurm/jwt_hs256.key\n" if JWT_KEY in secrets else ""
    daemon = (
        f"AuthType={auth}\n{more}DbdHost={host.name}\nSlurmUser=slurm\nLogFile=/var/log/slurm/slurmdbd.log\n"
        "StorageType=accounting_storage/mysql\nStorageHost=localhost\nStorageLoc=slurm_acct_db\nStorageUser=slurm\n"
        f"StoragePass={password}\n"
    )
    server = "[mariadb]\ninnodb_buffer_pool_size=4G\ninnodb_lock_wait_timeout=900\ninit_file=/etc/mysql/slurm.sql\n"
    # MariaDB runs this at every start, one statement a line.
    statements = (
        "CREATE DATABASE IF NOT EXISTS slurm_acct_db;\n"
        f"CREATE USER IF NOT EXISTS 'slurm'@'localhost' IDENTIFIED BY '{password}';\n"
        "GRANT ALL ON slurm_acct_db.* TO 'slurm'@'localhost';\n"
    )
    return HostSetup(
        ("mariadb-server", "slurmdbd", "slurm-client"),
        (
            HostFile("/etc/slurm/slurm.conf", pointer("slurm.conf")),
            HostFile("/etc/slurm/slurmdbd.conf", daemon, "slurm:slurm", "0600"),
            HostFile("/etc/mysql/mariadb.conf.d/60-slurm.cnf", server),
            HostFile("/etc/mysql/slurm.sql", statements, "mysql:mysql", "0400"),
        ),
    )


def _monitor(_: Design, __: ManagedHost, ___: Mapping[str, str]) -> HostSetup:
    return HostSetup(
        (
            "prometheus",
            "prometheus-alertmanager",
            "prometheus-blackbox-exporter",
            "prometheus-node-exporter",
            "prometheus-snmp-exporter",
        ),
        (
            HostFile("/etc/default/prometheus", f'ARGS="--config.file={FILES}/prometheus.yml"\n'),
            HostFile("/etc/default/prometheus-alertmanager", f'ARGS="--config.file={FILES}/alertmanager.yml"\n'),
            _after_mounts("prometheus"),
            _after_mounts("prometheus-alertmanager"),
        ),
    )


def _names(_: Design, __: ManagedHost, ___: Mapping[str, str]) -> HostSetup:
    readable = f"{FILES}/** r,\n"
    return HostSetup(
        ("bind9", "kea-dhcp4-server", "kea-dhcp6-server"),
        (
            HostFile("/etc/bind/named.conf.local", f'include "{FILES}/named.conf";\n'),
            *(HostFile(f"/etc/kea/kea-{one}.conf", f'<?include "{FILES}/kea-{one}.conf"?>\n') for one in _DHCP),
            # AppArmor lets the daemons of Debian read only where Debian puts their files.
            *(
                HostFile(f"/etc/apparmor.d/local/usr.sbin.{one}", readable)
                for one in ("named", "kea-dhcp4", "kea-dhcp6")
            ),
            *(_after_mounts(unit) for unit in ("named", "kea-dhcp4-server", "kea-dhcp6-server")),
        ),
    )


_DHCP = ("dhcp4", "dhcp6")


def _provision(_: Design, __: ManagedHost, ___: Mapping[str, str]) -> HostSetup:
    return HostSetup(("tftpd-hpa", "nginx-light", "ipmitool"))


def _kubernetes(design: Design, _: ManagedHost, __: Mapping[str, str]) -> HostSetup:
    first = of_role(design, "kube")[0]
    config = (
        "apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n"
        f"clusterName: {design.name.lower()}\n"
        f'controlPlaneEndpoint: "{address(design, first) or first.name}:6443"\n'
    )
    return HostSetup(
        ("containerd", "conntrack", "socat"),
        (
            HostFile("/etc/kubernetes/kubeadm.yaml", config),
            HostFile("/etc/modules-load.d/kubernetes.conf", "br_netfilter\noverlay\n"),
            HostFile(
                "/etc/sysctl.d/90-kubernetes.conf",
                "net.bridge.bridge-nf-call-iptables=1\nnet.bridge.bridge-nf-call-ip6tables=1\nnet.ipv4.ip_forward=1\n",
            ),
        ),
    )


def _subnet_manager(design: Design, host: ManagedHost, _: Mapping[str, str]) -> HostSetup:
    return opensm_setup(design, host)


def _after_mounts(unit: str) -> HostFile:
    return HostFile(f"/etc/systemd/system/{unit}.service.d/share.conf", f"[Unit]\nRequiresMountsFor={FILES}\n")


_Setup = Callable[[Design, ManagedHost, Mapping[str, str]], HostSetup]

_SETUPS: Mapping[str, _Setup] = MappingProxyType(
    {
        "head": _client,
        "login": _client,
        "slurm": _controller,
        "database": _database,
        "provision": _provision,
        "dns": _names,
        "subnet-manager": _subnet_manager,
        "monitor": _monitor,
        "kube": _kubernetes,
    }
)

__all__ = ["DATABASE", "JWT_KEY", "MUNGE", "SLURM_KEY", "secrets_of", "setup"]
