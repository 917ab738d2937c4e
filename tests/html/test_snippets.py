"""The same call in other programs: whatever is in the body, it stays there."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess

import pytest

from webform.html.snippets import FILE, MAX_BODY, note, snippets

ADDRESS = "https://example.org/tools/t/run"
BODIES = [
    {},
    [],
    None,
    "text",
    {"title": "it's", "n": 1, "list": [1.5, None, True]},
    {"quote": "'; rm -rf / #", "more": '"; import os #', "back": "\\' \\\" \\n", "dollar": "$(id) `id` ${HOME} !!"},
    {"__proto__": {"a": 1}, "constructor": 1},
    {"n": 9007199254740993, "f": 1e-300, "big": 2**70},
    {"break": "a\nb\r\n\tc", "nul": "\x00\x7f", "bidi": "\u202e", "sep": "\u2028\u2029", "half": "\ud800"},
    {"</script>": "<script>1</script>", "@file": "@/etc/passwd", "é": "漢字"},
    {"answer": "{body} {address} %s"},
]


def call(language: str, body: object) -> str:
    return next(snippet.text for snippet in snippets(ADDRESS, body) if snippet.language == language)


@pytest.mark.parametrize("body", BODIES, ids=str)
def test_a_shell_sends_the_body_and_nothing_else(body, tmp_path):
    script = call("bash", body).replace("curl", "printf '%s\\n'", 1)
    words = subprocess.run(
        [shutil.which("sh"), "-c", script.replace("%s\\n", "%s\\0")], capture_output=True, check=True, cwd=tmp_path
    )
    arguments = words.stdout.decode().split("\0")[:-1]

    assert arguments[:-1] == ["-X", "POST", ADDRESS, "-H", "Content-Type: application/json", "--data-raw"]
    assert json.loads(arguments[-1]) == body


@pytest.mark.parametrize("body", BODIES, ids=str)
def test_python_sends_the_body(body):
    tree = ast.parse(call("python", body))

    assert [type(node) for node in tree.body] == [ast.Import, ast.Assign, ast.Assign, ast.Expr, ast.Expr]
    assert ast.literal_eval(tree.body[1].value) == body
    assert ast.literal_eval(tree.body[2].value.args[0]) == ADDRESS


@pytest.mark.parametrize("body", BODIES, ids=str)
def test_javascript_sends_the_body(body, page):
    script = call("javascript", body).replace("console.log(await answer.json())", "return answer")
    sent = page.evaluate(f"(async () => {{ const fetch = (address, options) => [address, options]; {script} }})()")

    assert sent[0] == ADDRESS
    assert sent[1]["headers"] == {"Content-Type": "application/json"}
    assert json.loads(sent[1]["body"]) == body


def test_a_long_body_is_read_from_a_file():
    body = {"file": "data:image/png;base64," + "A" * MAX_BODY}

    assert [f"@{FILE}" in call("bash", body), f'open("{FILE}", "rb")' in call("python", body)] == [True, True]
    assert f'readFile("{FILE}")' in call("javascript", body)
    assert all(len(snippet.text) < 500 for snippet in snippets(ADDRESS, body))


@pytest.mark.parametrize(
    ("body", "todo"),
    [
        ({"a": 1}, "The same call from a program."),
        ({"a": "x" * MAX_BODY}, "The same call from a program. Save the body as body.json first."),
        (
            {"a": "data:text/csv;base64,… (4 bytes)"},
            "The same call from a program. Files are left out: put their data URLs in.",
        ),
    ],
)
def test_it_says_what_is_still_to_do(body, todo):
    assert note(body) == todo


def test_a_deep_body_is_no_trouble():
    body: object = 1
    for _ in range(900):
        body = [body]

    assert len(snippets(ADDRESS, body)) == 3


@pytest.mark.parametrize("language", ["bash", "python", "javascript"])
def test_the_keys_of_a_body_stay_in_their_order(language):
    text = call(language, {"second": 1, "first": 2})

    assert text.index("second") < text.index("first")
