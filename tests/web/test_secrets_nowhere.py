"""Secrets: whatever is wrong with a post, no answer, no log and no database tells one secret from another."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = {"type": "string", "writeOnly": True}
PASSWORD = {"type": "string", "format": "password"}
#: What tells one run from another.
RUN = re.compile(r'"(?:run|date|took_ms|chain)": ("[^"]*"|[0-9.]+)|/runs/[\w-]{22}|name="begins" value="[\w-]{22}"')
#: Two secrets alike in all but what they are.
ONE, OTHER = "hunter2x", "wombat7q"
LOGIN = {
    "type": "object",
    "properties": {"user": {"type": "string"}, "word": TEXT | {"minLength": 3}},
    "required": ["word"],
}


class Case(NamedTuple):
    """What is declared for `it`, two values that both fit, and the posts that put them where no secret is."""

    schema: dict[str, Any]
    one: Any = ONE
    other: Any = OTHER
    elsewhere: tuple[str, ...] = ()


def login(word: str) -> dict[str, str]:
    return {"user": "u", "word": word}


def sometimes(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object whose `word` is a plain text, but for *rules*."""
    properties = {"on": {"type": "boolean"}, "word": {"type": "string"}}
    return {"type": "object", "properties": properties, "if": {"properties": {"on": {"const": True}}}, **rules}


SOMETIMES = {word: {"on": True, "word": word} for word in (ONE, OTHER)}

CASES = {
    "a text": Case(TEXT),
    "a password": Case(PASSWORD),
    "a pattern": Case(TEXT | {"pattern": "^[a-z0-9]+$", "minLength": 8}),
    "a reference, write-only beside it": Case({"$ref": "#/$defs/text", "writeOnly": True}),
    "a reference to one": Case({"$ref": "#/$defs/secret"}),
    "one of all": Case({"allOf": [{"type": "string"}, {"writeOnly": True}]}),
    "a text that may be null": Case({"type": ["string", "null"], "writeOnly": True}),
    "a variant": Case({"anyOf": [PASSWORD, {"type": "number"}]}),
    "a variant, not told apart": Case({"anyOf": [{"type": "string", "maxLength": 4}, PASSWORD]}),
    "an object as a variant": Case({"anyOf": [{"type": "number"}, LOGIN]}, login(ONE), login(OTHER)),
    "a variant like another": Case(
        {"oneOf": [{"type": "object", "properties": {"word": {"type": "string", "maxLength": 4}}}, LOGIN]},
        login(ONE),
        login(OTHER),
        ("marked as object",),
    ),
    "a constant": Case({"anyOf": [{"const": ONE, "writeOnly": True}, {"const": OTHER, "writeOnly": True}]}),
    "an option": Case({"enum": [ONE, OTHER, "third"], "writeOnly": True}),
    "options": Case({"type": "array", "items": {"enum": [ONE, OTHER, "third"], "writeOnly": True}}, [ONE], [OTHER]),
    "texts": Case({"type": "array", "items": PASSWORD}, [ONE, "a"], [OTHER, "b"]),
    "a list that is secret": Case({"type": "array", "items": {"type": "string"}, "writeOnly": True}, [ONE], [OTHER]),
    "a tuple": Case({"type": "array", "prefixItems": [{"type": "string"}, PASSWORD]}, ["n", ONE], ["n", OTHER], ("a list",)),
    "a number": Case({"type": "number", "writeOnly": True}, 48151623, 10816234),
    "a number with bounds": Case({"type": "integer", "writeOnly": True, "minimum": 5}, 48151623, 10816234),
    "a range": Case(
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 99999999, "writeOnly": True},
            "minItems": 2,
            "maxItems": 2,
        },
        [11111111, 48151623],
        [11111112, 48151624],
    ),
    "true or false": Case({"type": "boolean", "writeOnly": True}, True, False),
    "a date": Case({"type": "string", "format": "date", "writeOnly": True}, "1971-03-29", "1982-07-11"),
    "a file": Case(
        {"type": "string", "format": "data-url", "writeOnly": True},
        "data:text/plain;base64,aHVudGVyMng=",
        "data:text/plain;base64,d29tYmF0N3E=",
    ),
    "an object": Case(LOGIN | {"writeOnly": True}, login(ONE), login(OTHER)),
    "in an object": Case(LOGIN, login(ONE), login(OTHER)),
    "in objects of a list": Case({"type": "array", "items": LOGIN}, [login(ONE)] * 2, [login(OTHER)] * 2),
    "by name": Case({"type": "object", "additionalProperties": PASSWORD}, {"a": ONE}, {"a": OTHER}),
    "by a pattern of the name": Case(
        {"type": "object", "patternProperties": {"^p": PASSWORD}}, {"p": ONE}, {"p": OTHER}, ("as JSON of another type", "below it", "an object")
    ),
    "by a condition": Case(
        {
            "type": "object",
            "properties": {"on": {"type": "boolean"}},
            "if": {"properties": {"on": {"const": True}}},
            "then": {"properties": {"word": TEXT}},
        },
        {"on": True, "word": ONE},
        {"on": True, "word": OTHER},
    ),
    "declared, by a condition": Case(sometimes({"then": {"properties": {"word": TEXT}}}), SOMETIMES[ONE], SOMETIMES[OTHER]),
    "declared, by a condition that fails": Case(
        sometimes({"then": True, "else": {"properties": {"word": {"writeOnly": True}}}}), SOMETIMES[ONE], SOMETIMES[OTHER]
    ),
    "declared, by a condition of any name": Case(
        sometimes({"then": {"additionalProperties": PASSWORD}}), SOMETIMES[ONE], SOMETIMES[OTHER]
    ),
    "declared, by a condition of a pattern": Case(
        sometimes({"then": {"allOf": [{"patternProperties": {"^w": TEXT}}]}}), SOMETIMES[ONE], SOMETIMES[OTHER]
    ),
    "declared, beside another key": Case(
        sometimes({"dependentSchemas": {"on": {"properties": {"word": {"writeOnly": True}}}}}),
        SOMETIMES[ONE],
        SOMETIMES[OTHER],
    ),
    "in what is declared, by a condition": Case(
        {
            "type": "object",
            "properties": {"on": {"type": "boolean"}, "login": {"type": "object", "properties": {"word": {"type": "string"}}}},
            "dependentSchemas": {"on": {"properties": {"login": {"properties": {"word": TEXT}}}}},
        },
        {"on": True, "login": {"word": ONE}},
        {"on": True, "login": {"word": OTHER}},
        ("as JSON of another type", "below it", "an object"),
    ),
    "by an option without a shape": Case({"type": "string", "anyOf": [{"writeOnly": True}, {"maxLength": 2}]}),
    "by a test of one of all items": Case(
        {"type": "array", "items": {"type": "string"}, "contains": {"writeOnly": True}}, [ONE], [OTHER]
    ),
    "deep": Case(
        {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": LOGIN}}}},
        {"a": {"b": login(ONE)}},
        {"a": {"b": login(OTHER)}},
        ("as JSON of another type", "below it", "an object"),
    ),
}  # fmt: skip


def tool_of(case: Case) -> dict[str, Any]:
    return {
        "name": "t",
        "inputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {"it": case.schema, "n": {"type": "integer"}},
            "$defs": {"text": {"type": "string"}, "secret": TEXT},
        },
    }


def leaves(value: Any, at: str) -> Iterator[tuple[str, str]]:
    """Yield the entries of a form that holds *value*, without what else it says of itself."""
    match value:
        case dict():
            for key, part in value.items():
                yield from leaves(part, f"{at}/{key}")
        case list():
            for index, part in enumerate(value):
                yield f"row{at}", str(index)
                yield from leaves(part, f"{at}/{index}")
        case str():
            yield at, value
        case _:
            yield at, json.dumps(value)


def form_posts(value: Any) -> dict[str, list[tuple[str, str]]]:
    """Return forms with *value* in which something is wrong, by what that is."""
    text = json.dumps(value)
    rest = text if isinstance(value, list) else f"[{text}]"
    flat = list(leaves(value, "/it"))
    kinds = ("string", "object", "list", "number", "string.1", "object.1", "enum", "nothing-such", "null")
    return {
        "another input": [*flat, ("/n", "x")],
        **{f"marked as {kind}": [*flat, ("is/it", kind), ("/n", "x")] for kind in kinds},
        **{f"one text, marked as {kind}": [("/it", text.strip('"')), ("is/it", kind)] for kind in kinds},
        "as JSON": [("is/it", "json"), ("/it", text), ("/n", "x")],
        "as JSON without quotes": [("is/it", "json"), ("/it", text.strip('"'))],
        "as JSON with a fault": [("is/it", "json"), ("/it", f'{{"user": "u", "word": {text}')],
        "as JSON of another type": [("is/it", "json"), ("/it", json.dumps({"word": [value], "a": 1}))],
        "below it": [("/it/word/x", text)],
        "twice": [*flat, *flat, ("/it", text), ("/n", "x")],
        "as what was typed in another variant": [("draft/it", json.dumps({"": {"text": [text]}})), ("/n", "x")],
        "as the items not shown": [("is/it", "list"), ("rest/it", rest), ("/n", "x")],
        "as the items not shown, with a fault": [("is/it", "list"), ("rest/it", rest[:-1]), ("/n", "x")],
        "the whole as JSON": [("is#", "json"), ("#", json.dumps({"it": value, "n": "x"}))],
        "the whole as JSON with a fault": [("is#", "json"), ("#", f'{{"it": {text}, n}}')],
    }


def json_posts(value: Any) -> dict[str, str]:
    """Return bodies with *value* in which something is wrong, by what that is."""
    return {
        "another input": json.dumps({"it": value, "n": "x"}),
        "a list": json.dumps({"it": [value, value, value]}),
        "an object": json.dumps({"it": {"word": {"x": value}}}),
        "in quotes": json.dumps({"it": json.dumps(value)}),
        "the whole a list": json.dumps([{"it": value}]),
        "the whole": json.dumps([value]),
        "with a fault": f'{{"it": {json.dumps(value)}, n}}',
        "without quotes": f'{{"it": {value!s}x',
    }


BUTTONS = (
    "", "open/it", "json/it", "add/it", "remove/it", "remove/it/0", "copy/it/0", "down/it/0", "rest/it", "fill",
    "link#", "open/it/word",
)  # fmt: skip
VARIANTS = ("json", "object", "string")


def answers_to(client: Any, value: Any, turn: int) -> Iterator[tuple[str, Any]]:
    """
    Yield what is answered to each wrong post of *value*, with what was posted where.

    A post is sent with every sixth button, and for every third choice of a variant: which ones goes by the *turn*, so
    that the cases together have all pairs.
    """
    as_json = {"Accept": "application/json"}
    for number, (name, entries) in enumerate(form_posts(value).items(), turn):
        data: dict[str, list[str]] = {"is#": ["object"]}
        for key, text in entries:
            data.setdefault(key, []).append(text)
        yield f"run, {name}", client.post("/tools/t/run", data=data)
        yield f"run for a program, {name}", client.post("/tools/t/run", data=data, headers=as_json)
        yield f"check, {name}", client.post("/tools/t/check", data=data)
        for do in BUTTONS[number % 6 :: 6]:
            yield f"{do}, {name}", client.post("/tools/t/form", data=data | {"do": [do]})
        for variant in VARIANTS[number % 3 :: 3]:
            chosen = data | {"do": ["choose/it"], "to/it": [variant]}
            yield f"{variant}, {name}", client.post("/tools/t/form", data=chosen)
        part = {"Webform-Fragment": "/it"}
        yield f"a part, {name}", client.post("/tools/t/form", data=data, headers=part)
    for name, text in json_posts(value).items():
        for path in ("run", "check"):
            yield f"{path}, JSON, {name}", client.post(f"/tools/t/{path}", data=text, content_type="application/json")
        yield f"pasted, {name}", client.post("/tools/t/form", data={"do": "fill", "body": text})
        yield f"link, {name}", client.get("/tools/t", query_string={"#": text})
        chain = f'[{{"toolId": "t", "args": {text}}}]'
        yield f"chain, {name}", client.post("/chains/run", data=chain, content_type="application/json")
        yield f"chain on a page, {name}", client.post("/chains/run", data={"tool/0": "t", "args/0": text})
    for text in (json.dumps(value), f"{json.dumps(value)}]", f"{{{value}"):
        yield f"link to {text}", client.get("/tools/t", query_string={"/it": text, "/n": "x"})
    yield "link by key", client.get("/tools/t", query_string={"it": str(value), "n": "x"})


@pytest.mark.slow
@pytest.mark.parametrize(("turn", "case"), list(enumerate(CASES.values())), ids=CASES)
def test_no_answer_tells_one_secret_from_another(new_app, turn, case, caplog, monkeypatch):
    caplog.set_level(logging.DEBUG, "webform")
    # A key that takes long to guess takes long to make, and the posts that run make hundreds.
    monkeypatch.setattr("webform.web.runs.COST", 2)
    client = new_app(tool_of(case)).test_client()
    statuses: Counter[int] = Counter()
    findable = (
        isinstance(case.one, str) and case.one == ONE and "enum" not in case.schema and "anyOf" not in case.schema
    )
    for (name, one), (_, other) in zip(
        answers_to(client, case.one, turn), answers_to(client, case.other, turn), strict=True
    ):
        assert not findable or ONE not in one.text, name
        if any(name.endswith(f", {variant}") for variant in case.elsewhere):
            continue
        assert one.status_code == other.status_code < 500, name
        if one.status_code in (200, 400, 422):
            assert RUN.sub("", one.text) == RUN.sub("", other.text), name
        statuses[one.status_code] += 1
    assert statuses[422] > 20
    assert ONE not in caplog.text
    assert "48151623" not in caplog.text


def test_to_try_a_secret_by_the_key_of_a_run_takes_16_mb(new_app, acting, monkeypatch):
    sizes, scrypt = [], hashlib.scrypt

    def counted(*values, n, r, **options):
        sizes.append(128 * n * r)
        return scrypt(*values, n=n, r=r, **options)

    monkeypatch.setattr(hashlib, "scrypt", counted)
    client = new_app(tool_of(Case(TEXT))).test_client()
    for body in ({"n": 1}, {"it": ONE}):
        assert client.post("/tools/t/run", json=body, headers={"Idempotency-Key": "k"}).status_code == 200
    assert sizes == [16 * 1024 * 1024]


def test_a_run_rests_nowhere_with_its_secrets(new_app, acting, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    numbers = {"type": "integer", "writeOnly": True}
    properties = {"word": TEXT, "pin": numbers, "list": {"type": "array", "items": LOGIN}, "n": {"type": "integer"}}
    app = new_app({"name": "t", "inputSchema": {"type": "object", "properties": properties}})
    client, shown = app.test_client(), []
    body = {"word": ONE, "pin": 48151623, "list": [login(OTHER)], "n": 1}
    quoted = f"{ONE} and 48151623 and {OTHER}"
    failures = [
        {"y": 1},
        ({"detail": [{"loc": ["body", "word"], "msg": f"{quoted} are wrong"}]}, 422),
        ({"success": False, "message": quoted, "developer_message": quoted}, 500),
        (f"<h1>{quoted}</h1>", 500),
    ]
    for answer in failures:
        acting.answer = answer
        for headers in ({}, {"Accept": "application/json"}):
            run = client.post("/tools/t/run", json=body, headers=headers)
            shown.append(run.text)
        answered = client.post("/tools/t/run", json=body, headers={"Accept": "text/html"})
        address = answered.headers["Location"].removesuffix("#result")
        shown.append(client.get(address).text)
        shown.append(client.get(address, headers={"Accept": "application/json"}).text)
        shown.append(client.get(f"{address}/events").text)
        shown.append(client.post(f"{address}/again").text)
        run_id = address.rpartition("/")[2]
        shown.append(client.get("/runs", query_string={"run": run_id}).text)
        shown.append(client.get("/runs/compare", query_string={"a": run_id, "b": run_id}).text)
        shown.append(client.get(f"{address}/download?part=raw").text)

    app.extensions["webform"].close()
    assert acting.bodies[0] == body
    kept = "".join(path.read_bytes().decode("latin-1") for path in tmp_path.rglob("*") if path.is_file())
    for secret in (ONE, OTHER, "48151623"):
        assert [text for text in shown if secret in text] == []
        assert secret not in kept
        assert secret not in caplog.text


def test_a_refused_step_of_a_chain_does_not_keep_what_has_no_place(new_app, tmp_path):
    inner = {"type": "object", "properties": {"word": TEXT, "user": {"type": "string"}}, "additionalProperties": False}
    properties = {"word": TEXT, "it": inner, "user": {"type": "string"}}
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    app = new_app({"name": "t", "inputSchema": schema})
    args = {"Word": ONE, "it": {"wrod": OTHER, "user": "somebody"}, "user": "anybody"}

    answer = app.test_client().post("/chains/run", json=[{"toolId": "t", "args": args}])

    app.extensions["webform"].close()
    assert answer.json["status"] == "invalid"
    kept = "".join(path.read_bytes().decode("latin-1") for path in tmp_path.rglob("*") if path.is_file())
    assert [text for text in (ONE, OTHER) if text in kept] == []
    assert [text for text in ("somebody", "anybody") if text not in kept] == []
