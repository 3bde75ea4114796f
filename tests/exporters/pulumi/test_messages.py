"""What a stack refuses, word for word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clusterdesign.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.exporters.pulumi.share import check_size
from clusterdesign.exporters.stack import stack_files
from clusterdesign.exporters.stack.accounts import DEFAULT, Account, accounts
from clusterdesign.exporters.stack.hosts import placed
from tests.exporters.pulumi.running import run, stack


@pytest.fixture(scope="module")
def design() -> Design:
    return stack("starter-a100")[0]


def refused(error: pytest.ExceptionInfo[DesignError]) -> str:
    return str(error.value)


def test_an_unknown_scheduler_is_one_clear_error(design: Design) -> None:
    odd: Any = "pbs"
    with pytest.raises(DesignError) as error:
        stack_files(replace(design, scheduler=odd))
    assert refused(error) == (
        "starter-a100: no stack for scheduler 'pbs'\n  way out: declare one of 'slurm', 'kubernetes', 'hybrid'"
    )


def test_a_design_without_a_management_plane_has_no_stack_and_no_program(design: Design, tmp_path: Path) -> None:
    bare = replace(design, scheduler="", managed_hosts=())
    assert dict(stack_files(bare)) == {}
    program = tmp_path / "__main__.py"
    program.write_text(
        "from clusterdesign.exporters.pulumi import deploy\n"
        "from clusterdesign.design.manifest import load\n"
        "from pathlib import Path\n"
        "deploy(load(Path(__file__).with_name('design.json').read_bytes()))\n"
    )
    from clusterdesign.design.manifest import dump  # noqa: PLC0415

    (tmp_path / "design.json").write_bytes(dump(bare))
    from clusterdesign.exporters.pulumi.dry_run import dry_run  # noqa: PLC0415

    with pytest.raises(DesignError) as error:
        dry_run(program, {}, project="starter-a100")
    assert refused(error) == (
        "starter-a100: declares no management plane, of which a stack consists\n"
        "  way out: declare management=ManagementPlane(scheduler=...), one of 'slurm', 'kubernetes', 'hybrid'"
    )


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"proxmoxApiToken": None},
            "proxmoxApiToken: is not set\n"
            "  way out: pulumi config set --secret proxmoxApiToken; README.md says what it means",
        ),
        (
            {"imageUrl": None},
            "imageUrl: is not set\n  way out: pulumi config set imageUrl; README.md says what it means",
        ),
        (
            {"accounts": "["},
            "accounts: is not JSON: expecting value\n  way out: write a list as JSON, in quotes of the shell",
        ),
    ],
)
def test_a_configuration_that_lacks_something_names_the_key(changed: dict[str, str | None], message: str) -> None:
    with pytest.raises(DesignError) as error:
        run(stack("starter-a100")[0], Path("stacks/starter-a100/__main__.py"), **changed)
    assert refused(error) == message


@pytest.mark.parametrize("held", ["", None])
def test_services_need_the_credentials_of_their_cluster(held: str | None) -> None:
    with pytest.raises(DesignError) as error:
        run(stack("large-h200")[0], Path("stacks/large-h200/__main__.py"), kubeconfig=held)
    assert refused(error) == (
        "kubeconfig: is not set\n  way out: pulumi config set --secret kubeconfig; README.md says what it means"
    )


def test_a_switch_is_true_or_false() -> None:
    with pytest.raises(DesignError) as error:
        run(stack("large-h200")[0], Path("stacks/large-h200/__main__.py"), services="maybe")
    assert refused(error) == (
        "services: is neither true nor false but 'maybe'\n  way out: pulumi config set services true"
    )


LIST = 'write a list such as [{"name": "research", "gpus": 64, "share": 2}]'


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({}, f"is no list of accounts\n  way out: {LIST}"),
        ([], f"is no list of accounts\n  way out: {LIST}"),
        (["a"], f"holds something that is no account\n  way out: {LIST}"),
        ([{"name": "a", "limit": 3}], f"holds something that is no account\n  way out: {LIST}"),
        (
            [{"name": "=1+1"}],
            "'=1+1' cannot be the name of an account\n"
            "  way out: use up to 32 lower-case letters, digits and '-', beginning with a letter",
        ),
        (
            [{"name": "a", "gpus": 33}],
            "account 'a' cannot hold 33 GPUs\n  way out: the cluster has 32; leave gpus out for no limit",
        ),
        (
            [{"name": "a", "gpus": True}],
            "account 'a' cannot hold True GPUs\n  way out: the cluster has 32; leave gpus out for no limit",
        ),
        ([{"name": "a", "share": 0}], "account 'a' has share 0\n  way out: give a whole number above 0"),
        ([{"name": "a"}, {"name": "a"}], "account 'a' is listed twice\n  way out: keep one of the two"),
    ],
)
def test_accounts_that_cannot_be(design: Design, raw: object, message: str) -> None:
    with pytest.raises(DesignError) as error:
        accounts(raw, design)
    assert refused(error) == f"accounts: {message}"


def test_quotas_of_kueue_are_promises_and_limits_of_slurm_may_overlap(design: Design) -> None:
    raw = [{"name": "a", "gpus": 32}, {"name": "b", "gpus": 8}]
    assert accounts(raw, design) == (Account("a", 32), Account("b", 8))
    with pytest.raises(DesignError) as error:
        accounts(raw, replace(design, scheduler="kubernetes"))
    assert refused(error) == "accounts: promise 40 GPUs of 32\n  way out: lower some, or leave gpus out"


def test_there_is_one_account_where_nobody_declares_some(design: Design) -> None:
    assert accounts(None, design) == DEFAULT == (Account("default", None, 1),)


def test_hosts_without_servers_ask_for_hypervisors(design: Design) -> None:
    homeless = replace(design, managed_hosts=tuple(replace(host, server="") for host in design.managed_hosts))
    with pytest.raises(DesignError) as error:
        placed(homeless)
    assert refused(error) == (
        "host/database-1: runs on no server of the design\n"
        "  way out: declare servers=, or set hypervisors in the configuration of the stack"
    )
    with pytest.raises(DesignError) as error:
        placed(homeless, ["pve-1"])
    assert refused(error) == (
        "dns: host/dns-1 and host/dns-2 are to fail apart and both run on pve-1\n"
        "  way out: declare more servers, or name more hypervisors in the configuration of the stack"
    )
    places = placed(homeless, ["pve-1", "pve-2"])
    assert {places["host/slurm-1"], places["host/slurm-2"]} == {"pve-1", "pve-2"}


@pytest.mark.parametrize("text", ["{}", '"pve-1"', "[1]"])
def test_hypervisors_are_a_list_of_names(text: str) -> None:
    from tests.exporters.pulumi.running import deployed  # noqa: PLC0415

    design = stack("starter-a100")[0]
    homeless = replace(design, managed_hosts=tuple(replace(host, server="") for host in design.managed_hosts))
    with pytest.raises(DesignError) as error:
        deployed(homeless, hypervisors=text)
    assert refused(error) == ('hypervisors: is no list of names\n  way out: write a list such as ["pve-1", "pve-2"]')


def test_a_file_beyond_what_fits_is_refused() -> None:
    check_size("a.conf", "x" * (1 << 20))
    with pytest.raises(DesignError) as error:
        check_size("a.conf", "x" * ((1 << 20) + 1))
    assert refused(error) == (
        "a.conf: has 1048577 bytes, at most 1048576 fit\n  way out: deploy this file by other means"
    )


def test_two_resources_of_one_name_are_refused_as_the_engine_would(tmp_path: Path) -> None:
    from clusterdesign.exporters.pulumi.dry_run import dry_run  # noqa: PLC0415

    program = tmp_path / "__main__.py"
    program.write_text(
        "from pulumi_random import RandomPassword\nRandomPassword('a', length=3)\nRandomPassword('a', length=4)\n"
    )
    with pytest.raises(DesignError) as error:
        dry_run(program, {}, project="p")
    assert refused(error) == (
        "urn:pulumi:dry-run::p::pulumi:pulumi:Stack$random:index/randomPassword:RandomPassword::a: "
        "two resources have this URN\n  way out: give each its own name"
    )
