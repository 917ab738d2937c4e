"""The same call in the words of other programs: curl, Python, JavaScript."""

from __future__ import annotations

import json
import re
from pprint import pformat
from typing import Any, NamedTuple

from webform.language import gettext
from webform.outputs.pretty import pretty

#: A longer body is read from a file.
MAX_BODY = 8000
FILE = "body.json"

_CURL = """curl -X POST {address} \\
  -H 'Content-Type: application/json' \\
  {body}"""
_PYTHON = """import requests

{before}answer = requests.post({address}, {body})
answer.raise_for_status()
print(answer.json())"""
_JAVASCRIPT = """{before}const answer = await fetch({address}, {{
  method: "POST",
  headers: {{"Content-Type": "application/json"}},
  body: {body},
}});
console.log(await answer.json());"""
#: What JavaScript would not keep in an object of its own: long numbers, and a key that sets the prototype.
_LOSSY = re.compile(r'\d{16}|"__proto__"')


class Snippet(NamedTuple):
    """A call in one *language*, under a title."""

    title: str
    language: str
    text: str


def note(body: Any) -> str:
    """Return what to know of the snippets of *body*."""
    text = pretty(body).text
    notes = [gettext("The same call from a program.")]
    if len(text) > MAX_BODY:
        notes.append(gettext("Save the body as {file} first.", file=FILE))
    if ";base64,…" in text:
        notes.append(gettext("Files are left out: put their data URLs in."))
    return " ".join(notes)


def snippets(address: str, body: Any) -> list[Snippet]:
    """Return the call that posts *body* to *address*; a long body is read from the file `FILE`, files are outlined."""
    text = pretty(body).text
    short = len(text) <= MAX_BODY
    return [
        Snippet("curl", "bash", _curl(address, text if short else None)),
        Snippet("Python", "python", _python(address, text if short else None)),
        Snippet("JavaScript", "javascript", _javascript(address, text if short else None)),
    ]


def _curl(address: str, text: str | None) -> str:
    # --data would read a file named after an @, and drop line breaks.
    body = f"--data-raw {_shell(text)}" if text is not None else f"--data-binary @{FILE}"
    return _CURL.format(address=_shell(address), body=body)


def _shell(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _python(address: str, text: str | None) -> str:
    # Of what JSON can hold, Python's repr is Python: digits kept, quotes closed, nothing hidden.
    try:
        literal = pformat(json.loads(text), width=88, sort_dicts=False) if text is not None else None
    except RecursionError:
        literal = None
    if literal is not None:
        return _PYTHON.format(before=f"body = {literal}\n", address=repr(address), body="json=body")
    body = f'data=open("{FILE}", "rb"), headers={{"Content-Type": "application/json"}}'
    return _PYTHON.format(before="", address=repr(address), body=body)


def _javascript(address: str, text: str | None) -> str:
    if text is None:
        before = f'import {{ readFile }} from "node:fs/promises";\n\nconst body = await readFile("{FILE}");\n'
        return _JAVASCRIPT.format(before=before, address=json.dumps(address), body="body")
    if _LOSSY.search(text):
        return _JAVASCRIPT.format(before="", address=json.dumps(address), body=json.dumps(text))
    return _JAVASCRIPT.format(
        before=f"const body = {text};\n", address=json.dumps(address), body="JSON.stringify(body)"
    )
