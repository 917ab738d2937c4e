"""Posts of secrets that are wrong in every way: the values are in no answer, log, event, database row or message."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import pytest
from flask import Response

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = {"type": "string", "writeOnly": True}
PASSWORD = {"type": "string", "format": "password"}
LOGIN = {
    "type": "object",
    "properties": {"user": {"type": "string"}, "word": TEXT | {"minLength": 30}},
    "additionalProperties": False,
}
#: By the name of an input, its schema, and a secret that breaks a rule of it.
SECRETS: dict[str, tuple[dict[str, Any], Any]] = {
    "text": (TEXT | {"maxLength": 3}, "hunter2x"),
    "password": (PASSWORD | {"minLength": 30}, "swordfish9q"),
    "pattern": (TEXT | {"pattern": "^[A-F]+$"}, "correcthorse7"),
    "choice": ({"enum": ["first", "second"], "writeOnly": True}, "staple8k"),
    "constant": ({"const": "only", "writeOnly": True}, "paperclip3w"),
    "number": ({"type": "number", "writeOnly": True, "maximum": 5}, 48151623),
    "date": ({"type": "string", "format": "date", "writeOnly": True}, "1971-03-29T25"),
    "object": (LOGIN, {"user": "u", "word": "battery4z"}),
    "whole": (LOGIN | {"writeOnly": True, "required": ["other"]}, {"word": "accordion6d"}),
    "list": ({"type": "array", "items": TEXT, "maxItems": 1}, ["quartz11p", "basalt12p"]),
    "rows": ({"type": "array", "items": LOGIN}, [{"word": "lantern5m"}]),
    "union": ({"anyOf": [PASSWORD | {"minLength": 30}, {"type": "boolean"}]}, "umbrella6v"),
    "mapping": ({"type": "object", "additionalProperties": PASSWORD | {"maxLength": 3}}, {"word": "marigold2t"}),
}
VALUES = {name: value for name, (_, value) in SECRETS.items()}
TOOL = {
    "name": "t",
    "inputSchema": {
        "type": "object",
        "properties": {name: schema for name, (schema, _) in SECRETS.items()} | {"n": {"type": "integer"}},
        "additionalProperties": False,
    },
}


def texts_of(value: Any) -> Iterator[str]:
    """Yield the secrets in *value* as they would be read somewhere."""
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts_of(part)
    if not isinstance(value, dict | list) and value != "u":
        yield str(value)


HIDDEN = [*texts_of(VALUES)]
QUOTED = ", ".join(HIDDEN)


def changed(change: Any) -> str:
    return json.dumps({name: change(value) for name, value in VALUES.items()})


JSON_POSTS = {
    "against the rules of each": json.dumps(VALUES),
    "beside another that is wrong": json.dumps(VALUES | {"n": "x"}),
    "of another type, a list": changed(lambda value: [[value]]),
    "of another type, an object": changed(lambda value: {"word": {"word": value}}),
    "in quotes": changed(json.dumps),
    "at another place": json.dumps({name: [*VALUES.values()] for name in VALUES}),
    "as the whole": json.dumps([*VALUES.values()]),
    "broken off": json.dumps(VALUES)[:-1],
    "without quotes": json.dumps(VALUES).replace('"', ""),
    "under other names": json.dumps({f"{name}s": value for name, value in VALUES.items()}),
    "below other names": json.dumps({"object": {"wrod": VALUES["text"]}, "rows": [{"wrod": VALUES["password"]}]}),
    "too deep": changed(lambda value: json.loads("[" * 60 + json.dumps(value) + "]" * 60)),
}


def entries(value: Any, at: str) -> Iterator[tuple[str, str]]:
    """Yield what a form sends that holds *value*."""
    if isinstance(value, dict):
        yield f"is{at}", "object"
        for key, part in value.items():
            yield from entries(part, f"{at}/{key}")
    elif isinstance(value, list):
        yield f"is{at}", "list"
        for index, part in enumerate(value):
            yield f"row{at}", str(index)
            yield from entries(part, f"{at}/{index}")
    else:
        yield at, str(value)


def form_of(*pairs: tuple[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {"is#": ["object"]}
    for name, text in pairs:
        found.setdefault(name, []).append(text)
    return found


def marked(mark: str, text: Any = json.dumps) -> dict[str, list[str]]:
    """Return a form where each value is one text, said to be of the kind *mark*."""
    return form_of(
        *(pair for name, value in VALUES.items() for pair in ((f"/{name}", text(value)), (f"is/{name}", mark)))
    )


FILLED = [pair for name, value in VALUES.items() for pair in entries(value, f"/{name}")]
FORM_POSTS = {
    "against the rules of each": form_of(*FILLED),
    "beside another that is wrong": form_of(*FILLED, ("/n", "x")),
    "twice": form_of(*FILLED, *FILLED),
    "as JSON of another type": marked("json", lambda value: json.dumps([[value]])),
    "as JSON that breaks off": marked("json", lambda value: json.dumps({"word": value})[:-1]),
    "as a number": marked("number"),
    "as one text of a list": marked("list"),
    "as items that are not shown": form_of(*((f"rest/{name}", json.dumps([value])) for name, value in VALUES.items())),
    "as the whole, in JSON": {"is#": ["json"], "#": [json.dumps({name: [value] for name, value in VALUES.items()})]},
    "under other names": form_of(*(pair for name, value in VALUES.items() for pair in entries(value, f"/{name}s"))),
    "below other names": form_of(
        *entries({"wrod": VALUES["text"]}, "/object"), *entries([{"wrod": VALUES["password"]}], "/rows")
    ),
    "as marks": form_of(*((f"is/{name}", text) for name, value in VALUES.items() for text in texts_of(value))),
    "as marks of what is wanted": form_of(
        *((f"to/{name}{end}", text) for name, value in VALUES.items() for text in texts_of(value) for end in ("", "s"))
    ),
    "as names": form_of(*((f"key/{name}/0", text) for name, value in VALUES.items() for text in texts_of(value))),
    "as rows": form_of(*((f"row/{name}", text) for name, value in VALUES.items() for text in texts_of(value))),
    "as what was typed before": form_of(
        *((f"draft/{name}", json.dumps({"string": {"text": [*texts_of(value)]}})) for name, value in VALUES.items())
    ),
    "below each": form_of(*((f"/{name}/word/x", json.dumps(value)) for name, value in VALUES.items())),
}


def answers(client: Any) -> Iterator[tuple[str, Any]]:
    """Yield what is answered to each post, on each way, to people and to programs."""
    for name, text in JSON_POSTS.items():
        for accept in ("text/html", "application/json"):
            for path in ("run", "check"):
                yield (
                    f"JSON to {path}, {name}",
                    client.post(
                        f"/tools/t/{path}", data=text, content_type="application/json", headers={"Accept": accept}
                    ),
                )
    for name, data in FORM_POSTS.items():
        for accept in ("text/html", "application/json"):
            for path in ("run", "check"):
                yield f"form to {path}, {name}", client.post(f"/tools/t/{path}", data=data, headers={"Accept": accept})
        yield f"form again, {name}", client.post("/tools/t/form", data=data)


def quoting(text: str) -> list[Any]:
    """Return answers of a tool that quote *text* where failures and the words of a run are."""
    log, error = json.dumps({"message": text, "level": "info"}), json.dumps({"error": text})
    return [
        ({"detail": [{"loc": ["body", "text"], "msg": text, "input": text}]}, 422),
        ({"success": False, "message": text, "developer_message": text}, 500),
        Response(f"event: log\ndata: {log}\n\nevent: error\ndata: {error}\n\n", mimetype="text/event-stream"),
        Response(f"<h1>{text}</h1>", status=500),
    ]


def found_in(text: str) -> list[str]:
    return [secret for secret in HIDDEN if secret in text]


@pytest.fixture
def kept(tmp_path):
    """`kept() -> str`: the bytes of the database, of what it is written with, and of the files."""
    return lambda: "".join(path.read_bytes().decode("latin-1") for path in tmp_path.rglob("*") if path.is_file())


def test_wrong_posts_leave_a_secret_nowhere(new_app, acting, caplog, kept):
    caplog.set_level(logging.DEBUG)
    app = new_app(TOOL)
    shown = list(answers(app.test_client()))

    assert {answer.status_code for _, answer in shown} <= {200, 400, 422}
    assert [name for name, answer in shown if answer.status_code == 200 and " to run" in name] == []
    assert [(name, found) for name, answer in shown if (found := found_in(answer.text + str(answer.headers)))] == []
    assert acting.bodies == []
    app.extensions["webform"].close()
    assert found_in(kept()) == []
    assert found_in(caplog.text) == []


def test_a_run_whose_tool_quotes_its_secrets_leaves_them_nowhere(new_app, acting, caplog, kept):
    caplog.set_level(logging.DEBUG)
    loose = {name: {"writeOnly": True} for name in SECRETS} | {"n": {"type": "integer"}}
    app = new_app({"name": "t", "inputSchema": {"type": "object", "properties": loose}})
    client, shown = app.test_client(), []
    for number, acting.answer in enumerate(quoting(QUOTED)):
        # A number beside them: the same post within a moment would be the same run.
        for post in ({"json": VALUES | {"n": number}}, {"data": marked("json") | {"/n": [str(number)]}}):
            answer = client.post("/tools/t/run", headers={"Accept": "text/html"}, **post)
            address = answer.headers["Location"].partition("#")[0]
            # The events end with the run; what is asked for later is that of a whole run.
            pages = (f"{address}/events", address, f"{address}/download?part=raw", f"/runs?run={address[-22:]}")
            shown += [client.get(page).text for page in pages]
            shown += [client.get(address, headers={"Accept": "application/json"}).text]

    assert acting.bodies == [VALUES | {"n": number} for number in range(4) for _ in range(2)]
    assert len(shown) == 40
    assert [found for text in shown if (found := found_in(text))] == []
    app.extensions["webform"].close()
    assert found_in(kept()) == []
    assert found_in(caplog.text) == []
