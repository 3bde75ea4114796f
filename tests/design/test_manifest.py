"""``design.json``: what is written is read back; anything else is one clear message."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.design import SCHEMA, Design, HeatPath, Note
from clusterdesign.design.manifest import dump, load
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.intent import Pin
from tests.elaboration.clusters import complete

DESIGN = elaborate(complete(2, exceptions=(Pin(where="gpu/001", rack="A01", u=1, because="près du mur — à gauche"),)))
WRITTEN = dump(DESIGN)
LINES = WRITTEN.count(b"\n")
AGAIN = "\n  way out: write the file again with 'clusterdesign build', or take it from version control"


def message(data: bytes) -> str:
    with pytest.raises(DesignError) as caught:
        load(data, where="d.json")
    return str(caught.value)


def changed(change: Callable[[Any], object]) -> bytes:
    """The file with one thing changed, as a careless script would write it."""
    raw = json.loads(WRITTEN)
    change(raw)
    return json.dumps(raw).encode()


class TestRoundTrip:
    def test_what_is_written_is_read_back(self) -> None:
        assert load(WRITTEN) == DESIGN
        assert dump(load(WRITTEN)) == WRITTEN

    def test_one_record_a_line(self) -> None:
        """So that git shows what changed: the lines differ by as many as the records do."""
        more = replace(DESIGN, notes=(*DESIGN.notes, Note("gpu/002", "é")))
        assert dump(more).count(b"\n") == LINES + 1

    def test_any_field_that_is_written_is_read(self) -> None:
        names = set(json.loads(WRITTEN)) - {"format"}
        assert names == {field.name for field in fields(Design) if field.compare}

    def test_quantities_carry_their_unit(self) -> None:
        raw = json.loads(WRITTEN)
        assert {record["speed"] for record in raw["links"]} == {"400 Gb/s", "1 Gb/s"}
        assert {record["length"].rpartition(" ")[2] for record in raw["cables"]} == {"m"}

    @given(st.text().filter(lambda text: text.isprintable()))
    def test_any_text_survives(self, text: str) -> None:
        design = replace(DESIGN, notes=(Note("gpu/001", text),))
        assert load(dump(design)) == design

    def test_an_unknown_share_stays_unknown(self) -> None:
        design = replace(DESIGN, heat=(HeatPath("gpu/001", "air", None), HeatPath("gpu/002", "air", 0.1)))
        assert [path.share for path in load(dump(design)).heat] == [None, 0.1]

    def test_the_last_newline_may_be_missing(self) -> None:
        assert load(WRITTEN.rstrip()) == DESIGN

    def test_a_section_that_an_older_version_did_not_write_is_empty(self) -> None:
        assert load(changed(lambda raw: raw.pop("trays"))).trays == ()


class TestCutShort:
    @given(st.integers(0, len(WRITTEN) - 2))
    def test_cut_anywhere_it_is_cut_short(self, at: int) -> None:
        text = message(WRITTEN[:at])
        assert text.startswith("d.json:")
        assert text.endswith(f": is cut short{AGAIN}")

    def test_in_the_middle_of_a_character(self) -> None:
        at = WRITTEN.index("è".encode()) + 1
        line = WRITTEN.count(b"\n", 0, at) + 1
        assert message(WRITTEN[:at]) == f"d.json:{line}: is cut short{AGAIN}"

    def test_the_message_names_the_last_line(self) -> None:
        assert message(WRITTEN[:-3]) == f"d.json:{LINES - 1}: is cut short{AGAIN}"

    def test_an_empty_file(self) -> None:
        assert message(b"") == f"d.json:1: is cut short{AGAIN}"
        assert message(b" \n\n") == f"d.json:1: is cut short{AGAIN}"


_NOT_JSON: list[tuple[str, bytes, str]] = [
    ("a line of prose", b"hello\nworld\n", f"d.json:1: is not JSON: expecting value in column 1{AGAIN}"),
    (
        "a stray comma",
        b'{"a": 1,,}',
        f"d.json:1: is not JSON: expecting property name enclosed in double quotes in column 9{AGAIN}",
    ),
    ("another encoding", WRITTEN.decode().encode("utf-16"), f"d.json:1: is not UTF-8 text{AGAIN}"),
    ("a byte of Latin-1", b'{"name": "\xe9"}', f"d.json:1: is not UTF-8 text{AGAIN}"),
    (
        "a byte order mark",
        b"\xef\xbb\xbf" + WRITTEN,
        f"d.json:1: is not JSON: unexpected utf-8 bom (decode using utf-8-sig) in column 1{AGAIN}",
    ),
    ("a tower of brackets", b"[" * 100_000, f"d.json: is nested too deeply to be a design{AGAIN}"),
    (
        "a number that is none",
        WRITTEN.replace(b'"schema": 1', b'"schema": NaN'),
        f"d.json: holds NaN, which is no number{AGAIN}",
    ),
    (
        "minus infinity",
        WRITTEN.replace(b'"schema": 1', b'"schema": -Infinity'),
        f"d.json: holds -Infinity, which is no number{AGAIN}",
    ),
    (
        "a very long number",
        WRITTEN.replace(b'"schema": 1', b'"schema": ' + b"9" * 5000),
        f"d.json: holds a number of 5000 digits{AGAIN}",
    ),
    (
        "half of a character",
        WRITTEN.replace(b'"name": "example"', b'"name": "\\ud800"'),
        f"d.json: holds half of a character{AGAIN}",
    ),
    ("a list", b"[]", 'd.json: is not a design\n  way out: a design begins with "format": "clusterdesign/design"'),
    ("nothing", b"null", 'd.json: is not a design\n  way out: a design begins with "format": "clusterdesign/design"'),
    (
        "another file",
        b'{"format": "else"}',
        'd.json: is not a design\n  way out: a design begins with "format": "clusterdesign/design"',
    ),
    (
        "a repeated key",
        WRITTEN.replace(b'"schema": 1,', b'"schema": 1, "schema": 1,'),
        "d.json: key 'schema' is repeated\n  way out: keep one of the two",
    ),
    (
        "a repeated part",
        WRITTEN.replace(b'"kind": "node"', b'"kind": "node", "kind": "node"', 1),
        "d.json: key 'kind' is repeated\n  way out: keep one of the two",
    ),
]


@pytest.mark.parametrize(("what", "data", "expected"), _NOT_JSON, ids=[what for what, _, _ in _NOT_JSON])
def test_what_is_no_design(what: str, data: bytes, expected: str) -> None:
    assert message(data) == expected


def _newer(raw: Any) -> None:
    raw["schema"] = SCHEMA + 1


_WRONG: list[tuple[str, Callable[[Any], object], str]] = [
    (
        "a newer schema",
        _newer,
        f"d.json: has schema {SCHEMA + 1}, this version reads up to {SCHEMA}\n  way out: update clusterdesign",
    ),
    ("no schema", lambda raw: raw.pop("schema"), f"d.json: has no schema number, but None{AGAIN}"),
    ("schema of text", lambda raw: raw.update(schema="1"), f"d.json: has no schema number, but '1'{AGAIN}"),
    ("schema of truth", lambda raw: raw.update(schema=True), f"d.json: has no schema number, but True{AGAIN}"),
    ("schema zero", lambda raw: raw.update(schema=0), f"d.json: has no schema number, but 0{AGAIN}"),
    ("no parts", lambda raw: raw.pop("parts"), f"d.json: parts is not a mapping of parts{AGAIN}"),
    (
        "a part of text",
        lambda raw: raw["parts"].update({"a/b": "c"}),
        f"d.json: parts is not a mapping of parts{AGAIN}",
    ),
    ("no name", lambda raw: raw.pop("name"), f"d.json: name: field required{AGAIN}"),
    ("a field too many", lambda raw: raw.update(linkz=[]), f"d.json: has an unknown field 'linkz'{AGAIN}"),
    (
        "a record field too many",
        lambda raw: raw["links"][3].update(lenght=1),
        f"d.json: links.3.lenght: unexpected keyword argument{AGAIN}",
    ),
    (
        "a part field too many",
        lambda raw: raw["parts"]["nvidia/dgx-h100"].update(wieght=1),
        f"d.json: parts.nvidia/dgx-h100.node.wieght: extra inputs are not permitted{AGAIN}",
    ),
    ("a field too few", lambda raw: raw["links"][0].pop("a"), f"d.json: links.0.a: field required{AGAIN}"),
    ("links of text", lambda raw: raw.update(links="many"), f"d.json: links: input should be a valid tuple{AGAIN}"),
    (
        "a link of a number",
        lambda raw: raw["links"].insert(0, 1),
        f"d.json: links.0: input should be a dictionary or an instance of Link{AGAIN}",
    ),
    (
        "a unit",
        lambda raw: raw["links"][0].update(speed="400 kg"),
        f"d.json: links.0.speed: unknown unit 'kg' for rate{AGAIN}",
    ),
    (
        "a bare number",
        lambda raw: raw["links"][0].update(speed=400),
        f"d.json: links.0.speed: expected a rate with its unit, got 400{AGAIN}",
    ),
    (
        "half a rack unit",
        lambda raw: raw["placements"][0].update(u=1.5),
        f"d.json: placements.0.u: input should be a valid integer, got a number with a fractional part{AGAIN}",
    ),
    (
        "a part id",
        lambda raw: raw["parts"].update({"../x": raw["parts"]["nvidia/dgx-h100"]}),
        "d.json: parts.../x.node.id: string should match pattern "
        f"'^[a-z0-9][a-z0-9.+-]*/[a-z0-9][a-z0-9._+-]*$'{AGAIN}",
    ),
]


@pytest.mark.parametrize(("what", "change", "expected"), _WRONG, ids=[what for what, _, _ in _WRONG])
def test_what_is_wrong_in_a_design(what: str, change: Callable[[Any], object], expected: str) -> None:
    assert message(changed(change)) == expected


def test_a_kind_that_does_not_exist_is_answered_with_those_that_do() -> None:
    text = message(changed(lambda raw: raw["devices"][0].update(kind="toaster")))
    assert text.startswith("d.json: devices.0.kind: input should be 'node', ")


@given(st.binary(max_size=200))
def test_noise_is_refused(data: bytes) -> None:
    assert message(data).startswith("d.json")


@given(st.data())
def test_a_file_with_one_byte_changed_is_read_or_refused(data: st.DataObject) -> None:
    """Never another exception: a changed digit may well be another design."""
    at = data.draw(st.integers(0, len(WRITTEN) - 1))
    damaged = WRITTEN[:at] + data.draw(st.binary(min_size=1, max_size=1)) + WRITTEN[at + 1 :]
    try:
        outcome = type(load(damaged, where="d.json")).__name__
    except DesignError as error:
        outcome = str(error).partition(":")[0]
    assert outcome in {"Design", "d.json"}
