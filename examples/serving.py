"""The Flask app of a manifest and a function: its routes, and errors spelled as FastAPI spells them."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from .checking import RefusedError, check

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    #: From a checked body to the outputs by key; raises `RefusedError` for a value it cannot use.
    Run = Callable[[dict[str, Any]], dict[str, Any]]
    #: From what was typed so far to the answer of an autocomplete endpoint.
    Complete = Callable[[str], Any]

MAX_REQUEST_BYTES = 32_000_000
MAX_PROBLEMS = 100


def serve(main_file: str, run: Run, complete: Mapping[str, Complete] | None = None) -> Flask:
    """
    Return the app of the tool whose `tool.json` stands beside *main_file*.

    Args:
        main_file: the `__file__` of the tool's module.
        run: what the tool does.
        complete: the last part of `/autocomplete/…` -> what answers it.
    """
    manifest = json.loads(Path(main_file).with_name("tool.json").read_text("utf-8"))
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_REQUEST_BYTES

    @app.post("/run")
    def run_once() -> Response:
        body = _read_body(request.get_data())
        found = list(islice(check(manifest["inputs"], body), MAX_PROBLEMS))
        if found:
            return _answer({"detail": [problem.as_detail() for problem in found]}, 422)
        return _answer(run(body))

    @app.get("/autocomplete/<name>")
    def complete_once(name: str) -> Response:
        if complete is None or name not in complete:
            return _answer({"detail": f"nothing is completed at {name}"}, 404)
        return _answer(complete[name](request.args.get("q", "")[:100]))

    @app.get("/tool.json")
    def manifest_of_tool() -> Response:
        return _answer(manifest)

    @app.get("/healthz")
    def health() -> Response:
        return _answer({"ok": True})

    @app.errorhandler(RefusedError)
    def refuse(error: RefusedError) -> Response:
        return _answer({"detail": [error.as_detail()]}, 422)

    @app.errorhandler(RecursionError)
    def refuse_depth(error: RecursionError) -> Response:
        return refuse(RefusedError("The body is nested too deeply", word="recursion_loop"))

    @app.errorhandler(HTTPException)
    def fail(error: HTTPException) -> Response:
        return _answer({"detail": error.description}, error.code or 500)

    return app


def _read_body(data: bytes) -> dict[str, Any]:
    try:
        body = json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise RefusedError("The body is not JSON", word="json_invalid") from None
    if not isinstance(body, dict):
        raise RefusedError("The body should be an object", word="model_attributes_type")
    return body


def _refuse_constant(text: str) -> Any:
    raise ValueError(text)


def _answer(value: Any, status: int = 200) -> Response:
    return Response(json.dumps(value, allow_nan=False), status, mimetype="application/json")
