"""A dry run of a Pulumi program: what it would register, found without engine, credentials or network."""

from __future__ import annotations

import asyncio
import runpy
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pulumi
from pulumi.runtime import mocks, rpc, settings
from pulumi.runtime.stack import Stack, run_pulumi_func

from clusterdesign.errors import DesignError

_SIGNATURE, _SECRET = "4dabf18193072939515e22adb298388d", "1b47061264138c4ac30d75fd1eb44270"
"""How Pulumi marks a secret on the wire: a mapping with this key and this value, the secret beside it."""

_STACK = "pulumi:pulumi:Stack"


@dataclass(frozen=True, slots=True)
class Registered:
    """A resource that the program registers.

    Attributes:
        type: token of its type.
        name: logical name.
        parent: URN of its parent; empty for the stack.
        inputs: in the clear. Whole numbers are integers, as engine and providers take them.
        secrets: paths of the inputs that are secret, ``sourceRaw.data``.
        dependencies: URNs, sorted.
        custom: whether a provider makes it; components are not.
        protect: whether it is protected from being deleted.
    """

    urn: str
    type: str
    name: str
    parent: str
    inputs: Mapping[str, Any]
    secrets: frozenset[str]
    dependencies: tuple[str, ...]
    provider: str
    custom: bool
    protect: bool


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a program registered and exported.

    Attributes:
        resources: in the order of their registration.
        outputs: of the stack; secret ones are among them in the clear.
        secret_outputs: names of the outputs that are secret.
    """

    resources: tuple[Registered, ...]
    outputs: Mapping[str, Any]
    secret_outputs: frozenset[str] = field(default=frozenset())

    def of_type(self, token: str) -> Iterator[Registered]:
        """Yield the resources whose type ends with a token, ``core/v1:ConfigMap``."""
        return (one for one in self.resources if one.type.endswith(token))


Answer = Callable[[mocks.MockResourceArgs], Mapping[str, Any]]
"""From the registration of a resource to outputs that its provider would add."""


def dry_run(
    program: Path,
    config: Mapping[str, str],
    *,
    project: str,
    secrets: frozenset[str] = frozenset(),
    answer: Answer = lambda _: {},
    timeout: float = 60,
) -> DryRun:
    """Run a program under mocks.

    Args:
        program: its ``__main__.py``.
        config: values by key, without the name of the project.
        project: name of the project.
        secrets: keys whose values are secret.
        answer: what providers return beside the inputs, such as generated keys.
        timeout: seconds until it is given up.

    Raises:
        DesignError: two resources have the same URN, which the engine refuses; or the program raises it itself.
    """
    monitor = _Monitor(_Mocks(answer))
    settings.reset_options()
    keys = {key: f"{project}:{key}" for key in config}
    pulumi.runtime.set_all_config(
        {keys[key]: value for key, value in config.items()}, [keys[key] for key in sorted(secrets) if key in keys]
    )
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    mocks.set_mocks(monitor.mocks, project=project, stack="dry-run", preview=False, monitor=monitor)
    outputs: dict[str, Any] = {}
    hidden: set[str] = set()

    async def resolve() -> None:
        root = cast("Stack", settings.get_root_resource())
        for name, value in dict(root.outputs).items():
            output = pulumi.Output.from_input(value)
            outputs[name] = await output.future()
            if await output.is_secret():
                hidden.add(name)

    def body() -> Any:  # the SDK awaits it
        runpy.run_path(str(program), run_name="__main__")
        return resolve()

    try:
        loop.run_until_complete(asyncio.wait_for(run_pulumi_func(body), timeout))
    finally:
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
        asyncio.set_event_loop(None)
    found = tuple(monitor.registered)
    urns = [one.urn for one in found]
    twice = next((urn for urn in urns if urns.count(urn) > 1), None)
    if twice is not None:
        raise DesignError("two resources have this URN", thing=twice, fix="give each its own name")
    return DryRun(found, outputs, frozenset(hidden))


class _Mocks(mocks.Mocks):
    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[Any, Any]]:
        return (f"{args.name}-id" if args.custom else None, {**args.inputs, **self._answer(args)})

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[Any, Any], list[tuple[str, str]] | None]:
        del args
        return {}, None


class _Monitor(mocks.MockMonitor):
    def __init__(self, made: mocks.Mocks) -> None:
        super().__init__(made)
        self.registered: list[Registered] = []

    def RegisterResource(self, request: Any) -> Any:  # noqa: N802  # the SDK calls it so
        with _own_loop():
            response: Any = super().RegisterResource(request)  # type: ignore[no-untyped-call]  # the SDK has no types here
        if request.type != _STACK:
            secrets: set[str] = set()
            inputs = _plain(rpc.deserialize_properties(request.object, keep_unknowns=True), "", secrets)
            self.registered.append(
                Registered(
                    response.urn,
                    request.type,
                    request.name,
                    "" if request.parent.split("::")[2:3] == [_STACK] else request.parent,
                    inputs,
                    frozenset(secrets),
                    tuple(sorted(request.dependencies)),
                    request.provider,
                    request.custom,
                    bool(request.protect),
                )
            )
        return response


@contextmanager
def _own_loop() -> Iterator[None]:
    """Give an answer its own event loop: the SDK makes one for every thread that it answers in, and closes none."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        try:
            yield
        finally:
            loop.close()
            asyncio.set_event_loop(None)
    else:
        yield


def _plain(value: Any, path: str, secrets: set[str]) -> Any:
    """Return a value in the clear and note where it is secret."""
    if isinstance(value, dict):
        if value.get(_SIGNATURE) == _SECRET:
            secrets.add(path)
            return _plain(value["value"], path, set())
        return {key: _plain(one, f"{path}.{key}" if path else key, secrets) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one, f"{path}[{n}]", secrets) for n, one in enumerate(value)]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
