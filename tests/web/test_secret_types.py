"""A type that there is not, but that names a secret: the input is a password, in every dialect."""

from __future__ import annotations

import pytest

from webform import load
from webform.inputs.naming import names_secret
from webform.messages import Phrase
from webform.schema import read_schema
from webform.secrecy import holds_secrets

TYPES = ["password", "secret", "token", "api_key", "apiKey", "API-Key", "AccessToken", "passphrase", "credentials"]
TABLE = {"key": "it", "type": "table", "label": "It", "columns": [{"key": "c", "label": "C", "type": "password"}]}


@pytest.mark.parametrize("name", TYPES)
def test_words_that_name_a_secret(name):
    assert names_secret(name)


@pytest.mark.parametrize("name", ["text", "key", "compass", "pinned", "spin", "", None, ["password"], "password " * 10])
def test_words_that_name_none(name):
    assert not names_secret(name)


@pytest.mark.parametrize(
    ("declared", "at"),
    [
        ([{"key": "it", "type": "password", "label": "It", "placeholder": "x"}], "/0/type"),
        ({"input_schema": {"it": {"type": "password"}}, "output_schema": {}}, "/input_schema/it/type"),
        ({"input": {"It": {"type": "password"}}}, "/input/It/type"),
        ({"name": "t", "inputSchema": {"type": "object", "properties": {"it": {"type": "password"}}}}, None),
    ],
    ids=["tool.json", "field map", "named types", "JSON Schema"],
)
def test_it_is_a_password_with_a_warning(declared, at):
    (tool,) = load(declared)
    (input_,) = tool.form.inputs

    assert (input_.type, input_.secret, holds_secrets(tool.form)) == ("password", True, True)
    assert tool.problems
    assert at is None or (at, "unknown-type") in [(problem.at, problem.code) for problem in tool.problems]


def test_what_a_tool_json_says_of_it():
    (tool,) = load([{"key": "it", "type": "password", "label": "It"}])

    assert [(problem.severity, problem.phrase) for problem in tool.problems] == [
        ("warning", Phrase("unknown-type.input-as-secret", {"name": "password"}))
    ]


def test_a_column_of_a_table_is_one_too():
    (tool,) = load([TABLE])

    assert tool.form.inputs[0].row.inputs[0].secret
    assert tool.problems[0].phrase == Phrase("unknown-type.column-secret", {"found": '"password"', "near": ""})


def test_a_schema_that_is_broken_elsewhere_keeps_its_secret():
    form, _ = read_schema({"properties": {"it": {"type": "token", "minLength": "x"}, "n": {"type": {}}}})

    assert form.root.by_key["it"].type == "password"


@pytest.mark.parametrize("inputs", [[{"key": "it", "type": "password", "label": "It"}], [TABLE]])
def test_what_is_typed_there_is_sent_and_not_stored(new_app, acting, tmp_path, inputs):
    app = new_app({"id": "t", "name": "T", "inputs": inputs})
    sent = {"/it": "hunter2x"} if len(inputs[0]) == 3 else {"row/it": "0", "/it/0/c": "hunter2x"}
    page = app.test_client().post("/tools/t/run", data={"is#": "object", **sent}, follow_redirects=True).text

    assert "hunter2x" in str(acting.bodies)
    assert "hunter2x" not in page
    app.extensions["webform"].close()
    assert all(b"hunter2x" not in path.read_bytes() for path in tmp_path.glob("runs.sqlite*"))
