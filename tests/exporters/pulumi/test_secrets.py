"""No secret leaves its place: planted in every secret setting and key, then searched in everything that is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clusterdesign.definitions import load
from clusterdesign.errors import DesignError
from clusterdesign.exporters.stack import stack_files
from clusterdesign.exporters.stack.settings import settings
from tests.exporters.pulumi.running import PLANT, STACKS, run, stack, told


@pytest.mark.parametrize("name", STACKS)
def test_a_planted_secret_is_only_in_inputs_that_are_secret(name: str) -> None:
    _, done, text = told(name)
    # What was said was heard: the warning about stand-in GUIDs, where there is one.
    assert ("stand in for those of the hardware" in text) == (name in {"large-h200", "superpod-h100"})
    assert PLANT not in text
    assert PLANT not in json.dumps(done.outputs)
    held = [one for one in done.resources if PLANT in json.dumps(one.inputs)]
    assert {one.name for one in held} >= {"proxmox", "hosts/head-1/user-data"}
    for one in held:
        top = {path.split(".")[0].split("[")[0] for path in one.secrets}
        clear = {key: value for key, value in one.inputs.items() if key not in top}
        assert PLANT not in json.dumps(clear), one.name
        assert PLANT not in f"{one.name} {one.urn} {one.dependencies}"


@pytest.mark.parametrize("name", STACKS)
def test_nothing_that_a_build_writes_has_a_place_for_a_secret(name: str) -> None:
    design = load(Path(f"stacks/{name}/design.py"))
    texts = {path: content.decode() for path, content in stack_files(design).items()}
    for setting in settings(design):
        if setting.secret:
            assert f"pulumi config set --secret {setting.key}" in texts["stack/README.md"]
            # A secret has no default but to be unset, and its schema says that it is one.
            assert not setting.default
            lines = texts["stack/Pulumi.yaml"].split(f"  {setting.key}:\n")[1].splitlines()[:4]
            assert "    secret: true" in lines


@pytest.mark.parametrize("name", STACKS)
def test_the_example_configuration_holds_no_secret(name: str) -> None:
    design = load(Path(f"stacks/{name}/design.py"))
    text = Path(f"stacks/{name}/Pulumi.dev.yaml").read_text()
    body = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    assert not any(setting.key in body for setting in settings(design) if setting.secret)


@pytest.mark.parametrize(
    "broken", [{"accounts": '[{"name": "UPPER"}]'}, {"accounts": "{"}, {"services": "perhaps"}, {"imageUrl": None}]
)
def test_an_exception_tells_no_secret(broken: dict[str, str | None], capfd: pytest.CaptureFixture[str]) -> None:
    design = stack("large-h200")[0]
    with pytest.raises(DesignError) as error:
        run(design, Path("stacks/large-h200/__main__.py"), **broken)
    told = [str(error.value), repr(error.value), str(error.getrepr(showlocals=False))]
    cause: BaseException | None = error.value
    while cause is not None:
        told.append(str(cause))
        cause = cause.__cause__ or cause.__context__
    assert PLANT not in "".join(told) + "".join(capfd.readouterr())


def test_a_failure_while_user_data_is_written_tells_no_secret(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from clusterdesign.exporters.pulumi import hosts  # noqa: PLC0415

    def fails(*_: object) -> str:
        raise ValueError("the disk is full")

    monkeypatch.setattr(hosts, "user_data", fails)
    with pytest.raises(ValueError, match="the disk is full") as error:
        run(stack("starter-a100")[0], Path("stacks/starter-a100/__main__.py"))
    assert PLANT not in str(error.getrepr(showlocals=False)) + "".join(capfd.readouterr())


def test_a_file_of_a_host_does_not_print_what_it_holds() -> None:
    from clusterdesign.exporters.stack.cloudinit import HostFile, HostSetup  # noqa: PLC0415

    setup = HostSetup(files=(HostFile("/etc/munge/munge.key", PLANT),))
    assert PLANT not in f"{setup!r} {setup} {setup.files!r}"
