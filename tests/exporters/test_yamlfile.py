from __future__ import annotations

import re

import pytest
import yaml  # type: ignore[import-untyped]  # it comes with other tools
from hypothesis import example, given
from hypothesis import strategies as st

from clusterdesign.errors import DesignError
from clusterdesign.exporters.yamlfile import Yaml, to_yaml

# No surrogates: they are no text.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


@given(DATA)
@example("=1+1")
@example(1e16)
@example(1e-7)
@example(1.5e300)
@example('it\'s "so"')
@example("a: b # c")
@example("12:04")
@example("0x10")
@example("1e3")
@example("2026-11-30")
@example("~")
@example("- a")
@example("a\nb\n")
@example("\na\n")
@example("  a\nb\n")
@example("a\tb\nc\n")
@example("a\x85b\u2028c\x7f")
@example({"on": "off", "y": "NO", "": ""})
@example([[["a"], {}], [], {"b": [{"c": None}]}])
@example({"a": {"b": "x\ny: z\n"}, "c": "Подсеть №1"})
def test_what_is_written_is_read_back_unchanged(data: Yaml) -> None:
    assert yaml.safe_load(to_yaml(data)) == data


def test_it_reads_like_a_page() -> None:
    data: Yaml = {
        "groups": [
            {"name": "nodes", "rules": [{"alert": "NodeDown", "expr": 'up{job="node"} == 0', "for": "3m"}]},
            {"name": "empty", "rules": []},
        ],
        "text": "first\nsecond\n",
        "share": 0.8,
        "on": True,
    }

    assert to_yaml(data, "Rules.\n\nOf a test.") == (
        "# Rules.\n#\n# Of a test.\n"
        "groups:\n"
        "  - name: nodes\n"
        "    rules:\n"
        "      - alert: NodeDown\n"
        "        expr: 'up{job=\"node\"} == 0'\n"
        '        for: "3m"\n'
        "  - name: empty\n"
        "    rules: []\n"
        "text: |\n"
        "  first\n"
        "  second\n"
        "share: 0.8\n"
        '"on": true\n'
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}])
def test_what_has_no_form_is_refused(value: object) -> None:
    with pytest.raises(DesignError) as error:
        to_yaml({"a": value})  # type: ignore[dict-item]  # that is the test

    assert re.fullmatch(
        r".* has no form in YAML\n  way out: write text, a finite number, a truth value, a list or a mapping",
        str(error.value),
    )
