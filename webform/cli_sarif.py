"""The problems of a declaration in SARIF 2.1.0, which tools of review and CI read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import webform

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.problems import Problem


def sarif(problems: Sequence[Problem], file: str) -> dict[str, Any]:
    """Return *problems* of *file* as a SARIF log of one run; a problem without a line is one of the whole file."""
    codes = list(dict.fromkeys(problem.code for problem in problems))
    driver = {
        "name": "webform",
        "version": webform.__version__,
        "rules": [{"id": code} for code in codes],
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


def _location(problem: Problem, file: str) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": "stdin" if file == "-" else Path(file).as_posix()}}
    if problem.line is not None:
        place["region"] = {"startLine": problem.line, "startColumn": problem.column or 1}
    found: dict[str, Any] = {"physicalLocation": place}
    if problem.at:
        found["logicalLocations"] = [{"fullyQualifiedName": problem.at}]
    return found
