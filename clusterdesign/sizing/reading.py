"""Reading a training task from a TOML file."""

from __future__ import annotations

import tomllib
from pathlib import Path

from clusterdesign.errors import DesignError
from clusterdesign.parts import build
from clusterdesign.sizing.task import TrainingTask

REQUIRED = {
    "model": 'what is trained, as in model = "70B", model = "llama-3-70b" or a table [model]',
    "tokens": 'how many tokens the run goes through, as in tokens = "1.4T"',
}
"""What must be given, and how it is asked for."""


def read(path: Path) -> TrainingTask:
    """Read a task.

    Args:
        path: a TOML file.

    Raises:
        DesignError: it is no such file, or what it says cannot be used; everything that is missing is asked for at
            once.
    """
    if not path.is_file():
        raise DesignError("no such file", where=str(path), fix='name a TOML file with model = "70B" and tokens = "1T"')
    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DesignError(f"is not TOML: {error}", where=str(path), fix="correct it there") from error
    missing = [name for name in REQUIRED if name not in data]
    if missing:
        raise DesignError(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing",
            thing=str(data.get("name", "task")),
            fix="; ".join(f"say {REQUIRED[name]}" for name in missing),
            where=str(path),
        )
    return build(TrainingTask, data, thing="task", where=str(path))
