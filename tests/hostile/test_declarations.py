"""Declarations that mean harm: patterns and references that explode, parts that are no schema, and YAML that grows."""

from __future__ import annotations

import json

import pytest

import webform
from webform import Config, create_app
from webform.problems import errors

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
AS_JSON = {"Accept": "application/json"}


def of_properties(**properties):
    """Return a tool of MCP with these properties."""
    return {"name": "t", "inputSchema": {"type": "object", "properties": properties}}


def client_of(tmp_path, tools):
    app = create_app(tools, Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files"))
    return app.test_client()


def places(client, body):
    """Return where *body* is wrong."""
    answer = client.post("/tools/t/check", json=body, headers=AS_JSON)
    assert answer.status_code == 200
    return [problem["at"] for problem in answer.json["problems"]]


# patterns that take exponential time


@pytest.mark.parametrize(
    "pattern",
    [
        "^(a+)+$",
        "^(a|a)*$",
        "(.*)*x",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        "^(?=(a+)+b)a",
        r"^(a*)*\1$",
        pytest.param("(?<!(a|aa)+)$", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("keyword", ["pattern", "patternProperties", "propertyNames"])
def test_no_pattern_holds_up_the_server(tmp_path, pattern, keyword, a_second):
    text = "a" * 50_000 + "!"
    schema, body = {
        "pattern": ({"type": "string", "pattern": pattern}, text),
        "patternProperties": ({"type": "object", "patternProperties": {pattern: {"type": "number"}}}, {text: "x"}),
        "propertyNames": ({"type": "object", "propertyNames": {"pattern": pattern}}, {text: "x"}),
    }[keyword]
    client = client_of(tmp_path, webform.load(of_properties(x=schema, y={"type": "number"})))

    # Where a pattern that looks around takes too long, that is the one problem.
    assert {"/y", ""} & {*places(client, {"x": body, "y": "no"})}


# schemas that explode


def doubling(levels):
    defs = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(levels)}
    return {"$ref": "#/$defs/d0", "$defs": {**defs, f"d{levels}": {"type": "string"}}}


def nested(levels):
    schema: object = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


BOMBS = {
    "references that double, 17 times": lambda: doubling(17),
    "references that double, 60 times": lambda: doubling(60),
    "a reference to itself": lambda: {"$ref": "#"},
    "a hundred and twenty levels": lambda: nested(120),
    "ten thousand levels": lambda: nested(10_000),
    "two hundred thousand options": lambda: {"enum": [f"o{n}" for n in range(200_000)]},
    "every alternative of each other": lambda: {
        "anyOf": [{"$ref": "#"}, {"allOf": [{"$ref": "#"}, {"not": {"$ref": "#"}}]}, {"items": {"$ref": "#"}}]
    },
}


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("wrapped", [False, True], ids=["root", "property"])
def test_no_schema_explodes(tmp_path, bomb, wrapped):
    schema = BOMBS[bomb]()
    if wrapped:
        defs = schema.get("$defs", {})
        schema = {
            "type": "object",
            "properties": {"a": {k: v for k, v in schema.items() if k != "$defs"}},
            "$defs": defs,
        }
    declared = {"name": "t", "inputSchema": {"type": "object"} | schema}
    tools, problems, _ = webform.dialects.read(declared)

    assert tools or errors(problems)
    for tool in tools:
        client = client_of(tmp_path, [tool])
        assert client.get("/tools/t").status_code == 200
        assert len(places(client, {"a": 5})) <= 100


@pytest.mark.slow
def test_a_value_with_a_hundred_thousand_faults_has_a_hundred_problems(tmp_path):
    client = client_of(tmp_path, webform.load(of_properties(x={"type": "array", "items": {"type": "string"}})))

    assert 0 < len(places(client, {"x": [1] * 50_000})) <= 100


@pytest.mark.slow
def test_items_that_must_differ_are_compared_in_time(tmp_path):
    items = {"type": "array", "uniqueItems": True, "items": {"type": "object"}}
    client = client_of(tmp_path, webform.load(of_properties(x=items, y={"type": "number"})))

    rows = [{"k": [n, {"a": n}]} for n in range(3000)]

    assert places(client, {"x": rows}) == []
    assert places(client, {"x": [*rows, rows[0]]})[0].startswith("/x")


# parts that are no schema


@pytest.mark.parametrize(
    "part",
    [
        {"type": {}}, {"type": "strnig"}, {"pattern": "["}, {"pattern": "(?<=a)["}, {"minimum": "3"}, {"enum": "a"},
        {"properties": []}, {"items": 5}, {"required": "a"}, {"$ref": "#/nowhere"}, {"$ref": 7}, {"anyOf": []},
        {"allOf": {}}, {"format": 3}, {"maxLength": -1}, {"patternProperties": {"[": {}}}, {"$id": 5}, 5, "text", None,
    ],
    ids=str,
)  # fmt: skip
def test_a_part_that_is_no_schema_costs_that_part_alone(tmp_path, part):
    declared = of_properties(bad=part, good={"type": "integer", "title": "Good"})
    problems = webform.lint(declared)
    client = client_of(tmp_path, webform.load(declared))

    assert [problem.at for problem in errors(problems) if problem.at.startswith("/inputSchema/properties/bad")]
    assert not [problem for problem in problems if problem.at.startswith("/inputSchema/properties/good")]
    page = client.get("/tools/t").text
    assert 'name="/good"' in page
    assert "/good" in places(client, {"bad": "any", "good": "no"})


# patterns that Python, JavaScript and the engine of values read in different ways

TEXTS = {
    r"^\d$": [("3", True), ("٣", False), ("3\n", False)],
    r"^\w$": [("a", True), ("é", False), ("a\n", False)],
    r"^\p{L}$": [("é", True), ("3", False)],
    r"^.$": [("a", True), ("\n", False), ("😀", True)],
    r"\Aab\Z": [("ab", True), ("ab\n", False)],
    "^[a-z]$": [("a", True), ("A", False), ("\u212a", False)],
}


@pytest.mark.parametrize(("pattern", "text", "fits"), [(text, *case) for text in TEXTS for case in TEXTS[text]])
@pytest.mark.parametrize("draft", ["https://json-schema.org/draft/2020-12/schema", DRAFT_07])
def test_a_pattern_is_read_in_one_way(tmp_path, pattern, text, fits, draft):
    declared = of_properties(x={"type": "string", "pattern": pattern})
    declared["inputSchema"]["$schema"] = draft
    client = client_of(tmp_path, webform.load(declared))

    assert places(client, {"x": text}) == ([] if fits else ["/x"])
    # The browser, which reads patterns in its own way, has none to read.
    assert " pattern=" not in client.get("/tools/t").text


# YAML


@pytest.mark.parametrize(
    "text",
    [
        "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 7)),
        "a: &a [*a, *a]\n" * 3000,
        "? " * 100_000,
        "- " * 100_000,
        "a: !!python/object/apply:os.system [exit 1]\n",
        "a: .nan\nb: 2026-01-31T10:00:00Z\nc: !!binary aGk=\nd: !!set {x}\n",
    ],
    ids=["430 bytes of aliases", "an alias of itself", "keys", "levels", "an object of Python", "types of its own"],
)
def test_no_yaml_grows_or_makes_what_json_has_not(text):
    source = webform.source.read_source(text, "tool.yaml")

    assert source.problems
    # Whatever was read is JSON, and no larger than what was written.
    assert len(json.dumps(None if source.value is webform.ABSENT else source.value, allow_nan=False)) <= 2 * len(text)
