"""What a request can make a Python function do: run with the values of its form, and nothing else."""

from __future__ import annotations

import sys

import pytest

from webform.web import create_app
from webform.web.sources import gather

#: What might be taken for the place of a function, for a request to its process, or for an order to Python.
HARM = [
    {"module": "other", "function": "go"},
    {"function": {"module": "other", "name": "go", "memory": 1}},
    {"files": [{"at": ["text"], "path": "/etc/passwd", "media_type": "text/plain"}]},
    {"folder": "/", "do": "describe"},
    {"__class__": "os", "__import__": "other"},
]
TEXTS = [
    "other:go",
    'x"}\n{"name": "hidden", "body": {}, "files": [], "folder": "/"}\n',
    "__import__('other').go()",
    "{text.__class__}",
    "/etc/passwd",
]


@pytest.fixture
def client(tmp_path):
    """The app of one function, beside which there are another module and a function that nobody named."""
    (tmp_path / "other.py").write_text(
        "import pathlib\npathlib.Path(__file__).with_name('mark').touch()\ndef go(): pass\n", encoding="utf-8"
    )
    file = tmp_path / "tools.py"
    file.write_text(
        "import webform\n@webform.tool\ndef echo(text: str) -> str:\n    return text\n"
        "def hidden() -> str:\n    return 'hidden'\n",
        encoding="utf-8",
    )
    app = create_app(gather([str(file)]).served)
    with app.test_client() as client:
        yield client


@pytest.mark.parametrize("more", HARM, ids=lambda more: "-".join(more))
def test_no_key_of_a_body_names_what_is_called(client, tmp_path, more):
    answer = client.post("/tools/echo/run", json={"text": "x", **more}, headers={"Accept": "application/json"})

    assert answer.status_code == 422
    assert not (tmp_path / "mark").exists()


@pytest.mark.slow
def test_values_are_values(client, tmp_path):
    for text in TEXTS:
        answer = client.post("/tools/echo/run", json={"text": text}, headers={"Accept": "application/json"})

        assert (answer.json["status"], answer.json["value"]) == ("ok", text)
    assert not (tmp_path / "mark").exists()
    assert not {"other", "tools"} & set(sys.modules)


def test_a_function_that_nobody_named_is_no_tool(client):
    for name in ("hidden", "tools:hidden", "other:go"):
        assert client.post(f"/tools/{name}/run", json={}).status_code == 404
