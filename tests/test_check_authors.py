"""Schemas of authors: no reference is fetched, no pattern hangs, none makes the check crash."""

from __future__ import annotations

import socket
import threading

import pytest

import webform
from tests.test_check import DRAFT_07, form_of, value_problems
from webform.check import unusable
from webform.messages import Phrase


@pytest.fixture
def listener():
    """The address of a server, and how often it was called."""
    server, hits = socket.create_server(("127.0.0.1", 0)), []

    def listen() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            hits.append(connection.recv(100))
            connection.close()

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.getsockname()[1]}", hits
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    thread.join()


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "http://{}/a.json"},
        {"$ref": "https://{}/a.json"},
        {"$ref": "//{}/a.json"},
        {"$schema": "http://{}/a.json"},
        {"$dynamicRef": "http://{}/a.json#x"},
        {"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveRef": "http://{}/a.json"},
        {"$id": "http://{}/", "$ref": "a.json"},
        {"properties": {"n": {"$id": "http://{}/", "allOf": [{"$ref": "a.json#/x"}]}}},
        {"$schema": DRAFT_07, "items": {"$ref": "http://{}/a.json"}},
    ],
    ids=str,
)
def test_no_reference_is_ever_fetched(schema, listener):
    address, hits = listener
    schema = eval(repr(schema).replace("{}", address))  # a schema of the table above
    tool = webform.load([{"key": "j", "type": "json", "label": "J", "schema": schema}])[0]

    assert {problem.code for problem in tool.problems} <= {"bad-schema"}
    assert webform.check(tool.form, {"j": {"n": 1}}) == []
    webform.sample(tool.form)
    assert hits == []


@pytest.mark.parametrize("reference", ["http://127.0.0.1:1/a", "https://127.0.0.1:1/a", "//127.0.0.1:1/a", "a.json#/b"])
def test_a_reference_to_elsewhere_is_said(reference):
    (problem,) = webform.lint([{"key": "j", "type": "json", "label": "J", "schema": {"$ref": reference}}])

    assert (problem.at, problem.code) == ("/0/schema", "bad-schema")
    assert "Retrieval is disabled" in problem.params["reason"] or "is not present" in problem.params["reason"]


def test_no_file_is_ever_read(tmp_path):
    path = tmp_path / "a.json"
    path.write_text("false")

    assert "file:" in unusable({"$ref": path.as_uri()})


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|a)*$", "(.*)*x", "^(([a-z])+.)+[A-Z]([a-z])+$"])
def test_no_pattern_hangs(pattern):
    value_problems({"pattern": pattern}, "a" * 50_000 + "!")


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"allOf": [{"$ref": "#"}, {"$ref": "#"}]},
        {"not": {"$ref": "#"}},
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
        {"properties": {"a": {"$ref": "#"}}},
    ],
    ids=str,
)
def test_references_in_a_circle_end(schema):
    value_problems(schema, {"a": {"a": 1}})


def test_a_bomb_of_references_is_refused_before_anything_follows_them():
    defs = {f"a{index}": {"allOf": [{"$ref": f"#/$defs/a{index + 1}"}] * 2} for index in range(40)}
    schema = {"$ref": "#/$defs/a0", "$defs": {**defs, "a40": {"type": "string"}}}

    assert unusable(schema) == "more than 1,000,000 schemas may hold of one value; say it with fewer"


@pytest.mark.parametrize(
    "schema", [{"type": {}}, {"pattern": "["}, {"pattern": r"(?(1)a)"}, {"minimum": "3"}, {"$id": 5}]
)
def test_a_schema_that_is_none_is_unusable_and_never_a_crash(schema):
    assert unusable(schema) != ""


def test_digits_of_other_scripts_are_as_the_linear_engine_reads_them():
    assert value_problems({"pattern": "^a$"}, "a") == []
    assert value_problems({"pattern": "^a$"}, "a\n") == [("", Phrase("pattern", {"pattern": "^a$"}))]


@pytest.mark.parametrize(
    ("value", "places"),
    [
        ({"00": 1}, ["/00"]),
        ({"+5": 1, "a": 1}, ["/+5", "/a"]),
        ({"7": 1}, ["/7"]),
        ({"-1": 1}, ["/-1"]),
        ([{"01": 1}], ["/0/01"]),
        ({"0": "a", "00": 1}, ["/00"]),
    ],
)
def test_keys_that_look_like_numbers_are_keys(value, places):
    schema = {"additionalProperties": {"type": "string"}, "items": {"additionalProperties": {"type": "string"}}}

    assert places == [at for at, _ in value_problems(schema, value)]


def test_inputs_whose_keys_look_alike_never_see_a_value_of_another_type():
    form = form_of({"key": "0", "type": "colour"}, {"key": "00", "type": "colour"})

    assert [(problem.at, problem.code) for problem in webform.check(form, {"0": "#fff", "00": []})] == [("/00", "type")]
