"""Documents of APIs, as small as a test needs them."""

from __future__ import annotations

import webform
from webform import dialects

OK = {"responses": {"200": {"description": "Done."}}}


def document(paths, **keys) -> dict:
    return {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": paths} | keys


def operation(raw=OK, method="post", path="/a", **keys):
    [tool] = webform.load(document({path: {method: raw}}, **keys))
    return tool


def problems(value) -> list[tuple[str, str, str]]:
    return [(problem.at, problem.code, problem.severity) for problem in dialects.read(value)[1]]
