"""The documentation does what it says: every example on a page is run, in order, in an empty directory.

A page's blocks are read by their language:

* ``python`` is executed; names live on until the end of the page. With a file name (``:caption: atlas.py``
  in a ``{code-block}``, or ``<!-- file: atlas.py -->`` on the line above the fence) it is also written to
  that file.
* ``pycon`` is run as a doctest, output included.
* ``toml`` and ``json`` with a file name are written to that file.
* ``console``: each ``$ clusterdesign ...`` is run. It must exit with 0, or with the status that a comment
  states (``# exits 1``), and print the lines that follow it, if any; a line ``...`` stands for any lines.
* The languages in ``INERT`` are only shown. Any other is an error, so that no example slips through.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
INERT = {"sh", "text", "make", "diff", "mermaid"}
COMMAND = Path(sys.executable).with_name("clusterdesign")

_FENCE = re.compile(r"^(?P<ticks>`{3,}|~{3,})\s*(?P<info>.*?)\s*$")
_FILE = re.compile(r"^<!--\s*file:\s*(\S+)\s*-->$")
_OPTION = re.compile(r"^:(\w[\w-]*):\s*(.*)$")
_STATUS = re.compile(r"\s+# exits (\d+)$")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its text, the page's line where it begins, the file it stands for."""

    language: str
    text: str
    line: int
    file: str | None


def blocks(page: str) -> Iterator[Block]:
    """Find the fenced code blocks of a page, MyST directives that are no code left out."""
    lines = page.splitlines()
    at = 0
    while at < len(lines):
        fence = _FENCE.match(lines[at])
        if fence is None:
            at += 1
            continue
        first = at + 1
        end = next(i for i in range(first, len(lines)) if lines[i].strip() == fence["ticks"])
        named = _FILE.match(lines[at - 1].strip()) if at else None
        file = named[1] if named else None
        info = fence["info"]
        if info.startswith("{code-block}"):
            info = info.removeprefix("{code-block}").strip()
            while option := _OPTION.match(lines[first]):
                file = option[2] if option[1] == "caption" else file
                first += 1
        if not info.startswith("{"):
            yield Block(info, "\n".join(lines[first:end]) + "\n", first + 1, file)
        at = end + 1


def transcripts(block: Block) -> Iterator[tuple[list[str], int, list[str]]]:
    """Read a console block: each command's words, its stated exit status and the lines shown after it."""
    command, *rest = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert not command.strip(), f"line {block.line}: output without a command"
    for part in rest:
        first, *shown = part.rstrip("\n").split("\n")
        status = _STATUS.search(first)
        yield shlex.split(_STATUS.sub("", first)), int(status[1]) if status else 0, shown


def pattern(shown: list[str]) -> str:
    """Turn shown lines into an expression for what may be printed; ``...`` stands for any lines."""
    parts = (r"(?:.*\n)*?" if line == "..." else re.escape(line.rstrip()) + r"[ ]*\n" for line in shown)
    return "".join(parts)


def run_console(block: Block) -> None:
    # A fixed terminal: no colour, and a width that does not depend on the window.
    environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    for words, status, shown in transcripts(block):
        assert words[0] == "clusterdesign", f"line {block.line}: {words[0]} is not run here; fence it as sh"
        done = subprocess.run(
            [COMMAND, *words[1:]], capture_output=True, text=True, env=environment, check=False, timeout=120
        )
        printed = done.stdout + done.stderr
        assert done.returncode == status, f"{shlex.join(words)} exited with {done.returncode}:\n{printed}"
        if shown:
            assert re.fullmatch(pattern(shown), printed), f"{shlex.join(words)} printed\n{printed}"


def run_doctest(block: Block, names: dict[str, Any], page: Path) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line - 1)
    # The test's own namespace is a copy; names go back to the page.
    test.globs = names
    failures: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=failures.append, clear_globs=False)
    assert not result.failed, "".join(failures)


def run_python(block: Block, names: dict[str, Any], page: Path) -> None:
    # Empty lines before the code make a traceback point at the line of the page.
    code = compile("\n" * (block.line - 1) + block.text, str(page), "exec")
    exec(code, names)  # noqa: S102 - running the page's own code is the purpose


def run_page(text: str, page: Path, directory: Path) -> None:
    """Run every block of a page, the current directory being the page's own."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(text):
        if block.file is not None:
            directory.joinpath(block.file).write_text(block.text, encoding="utf-8")
        match block.language:
            case "python":
                run_python(block, names, page)
            case "pycon":
                run_doctest(block, names, page)
            case "console":
                run_console(block)
            case "toml" | "json":
                assert block.file, f"{page.name}:{block.line}: a {block.language} example needs a file name"
            case language:
                assert language in INERT, f"{page.name}:{block.line}: no way to check a block of {language!r}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_examples_of_the_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(page.read_text(encoding="utf-8"), page, tmp_path)


def test_blocks_are_found_with_language_line_and_file() -> None:
    page = """\
# Title

```{note}
Not code.
```

<!-- file: a.toml -->
```toml
a = 1
```

```{code-block} python
:caption: b.py

b = 2
```
"""
    assert list(blocks(page)) == [
        Block("toml", "a = 1\n", 9, "a.toml"),
        Block("python", "\nb = 2\n", 14, "b.py"),
    ]


def test_names_live_until_the_end_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "```python\na = 2\n```\n\n```pycon\n>>> a + 1\n3\n>>> b = a\n```\n\n```python\nassert b == 2\n```\n"
    run_page(text, Path("page.md"), tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "```python\nraise AssertionError\n```\n",
        "```pycon\n>>> 1 + 1\n3\n```\n",
        "```python3\npass\n```\n",
        "```toml\na = 1\n```\n",
        "```console\n$ rm something\n```\n",
        "```console\noutput\n```\n",
    ],
)
def test_a_wrong_example_fails(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssertionError):
        run_page(text, Path("page.md"), tmp_path)


def test_shown_output_may_leave_lines_out() -> None:
    block = Block("console", "$ clusterdesign check a.py  # exits 1\nfirst\n...\nlast\n", 1, None)
    ((words, status, shown),) = transcripts(block)
    assert (words, status) == (["clusterdesign", "check", "a.py"], 1)
    assert re.fullmatch(pattern(shown), "first\none\ntwo\nlast\n")
    assert re.fullmatch(pattern(shown), "first\nlast\n")
    assert not re.fullmatch(pattern(shown), "first\nlast\nmore\n")
