"""The problems of a declaration in SARIF 2.1.0, which tools of review and CI read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import webform
from webform.cli_explained import sections

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from webform.problems import Problem


def sarif(problems: Sequence[Problem], file: str, links: Mapping[str, str]) -> dict[str, Any]:
    """
    Return *problems* of *file* as a SARIF log of one run; a problem without a line is one of the whole file.

    Args:
        problems: what was found.
        file: the file, `-` for the standard input.
        links: the links to what their codes mean, where there are any.
    """
    codes = list(dict.fromkeys(problem.code for problem in problems))
    driver = {
        "name": "webform",
        "version": webform.__version__,
        "rules": [{"id": code, **_help(code, links)} for code in codes],
    }
    results = [
        {
            "ruleId": problem.code,
            "ruleIndex": codes.index(problem.code),
            "level": problem.severity,
            "message": {"text": problem.message},
            "locations": [_location(problem, file)],
        }
        for problem in problems
    ]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _help(code: str, links: Mapping[str, str]) -> dict[str, Any]:
    """Return what a rule says of the meaning of *code*."""
    text = sections().get(code)
    if text is None:
        return {}
    return {
        "shortDescription": {"text": text.partition("\n")[0]},
        **({"helpUri": links[code]} if code in links else {}),
        "help": {"text": text, "markdown": text},
    }


def _location(problem: Problem, file: str) -> dict[str, Any]:
    path = Path(file)
    uri = path.as_uri() if path.is_absolute() else quote(path.as_posix())
    place: dict[str, Any] = {"artifactLocation": {"uri": "stdin" if file == "-" else uri}}
    if problem.line is not None:
        place["region"] = {"startLine": problem.line, "startColumn": problem.column or 1}
    found: dict[str, Any] = {"physicalLocation": place}
    if problem.at:
        found["logicalLocations"] = [{"fullyQualifiedName": problem.at}]
    return found
