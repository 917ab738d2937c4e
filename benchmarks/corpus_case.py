"""The measurements of one schema of a corpus: its form, its sample and its documents."""

from __future__ import annotations

import json
import resource
import sys
from dataclasses import dataclass, field
from datetime import datetime
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import jsonschema
import referencing

import webform
from benchmarks.corpus_files import Case, tools_of
from benchmarks.corpus_places import dead_ends
from tests.as_browser import entries_of
from webform.source import read_source
from webform.values import ABSENT, brief, equal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from webform.problems import Problem
    from webform.tool import Form, Tool

#: The moment of every sample, so that a run can be repeated.
NOW = datetime(2026, 1, 31, 9, 30)  # noqa: DTZ001 - the author's own clock
#: Characters of a finding at most.
_LONGEST_WHY = 160


@dataclass(kw_only=True)
class Report:
    """
    What a case came to.

    Args:
        name: the name of the case.
        passed_over: why the file holds no schema and no tool, so that there is nothing to look at.
        refused: why there is no form, or no body passes.
        dead_ends: `at: why` of the places that cannot be filled in.
        refused_valid: `document: why` of the valid documents that our check refuses.
        passed_invalid: the invalid documents that our check passes, by another validator's verdict.
        changed: `document: how` of the valid documents that opening and submitting changes.
        documents: how many documents there were.
        valid: how many of them are valid.
        load, render, again: seconds of the processor to read it, to render its empty form first, and once more.
        clock: seconds of the clock that reading and the first rendering took.
        memory: megabytes of the process at most.
        page: characters of the empty form.
        step: what was being done last.
    """

    name: str
    passed_over: str = ""
    refused: str = ""
    dead_ends: list[str] = field(default_factory=list)
    refused_valid: list[str] = field(default_factory=list)
    passed_invalid: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    documents: int = 0
    valid: int = 0
    load: float = 0
    render: float = 0
    again: float = 0
    clock: float = 0
    memory: float = 0
    page: int = 0
    step: str = ""


def look(case: Case, dialect: str | None, say: Callable[[str], None]) -> Report:
    """Return what *case* comes to; *say* is told each step before it is taken."""
    report = Report(name=case.name)
    start, began = perf_counter(), process_time()
    try:
        say("load")
        tools = _load(case, dialect)
        report.load = process_time() - began
        for tool in tools:
            _look_at(tool, report, say)
        report.clock = perf_counter() - start
        report.memory = _peak()
        for tool in tools:
            _look_further(tool, case, report, say)
    except webform.DeclarationError as error:
        why = _short(error.problems[0].message)
        if _is_no_schema(case.path):
            report.passed_over = why
        else:
            report.refused = why
    except MemoryError:
        report.refused = "it takes more memory than the limit"
    except Exception as error:  # noqa: BLE001 - whatever a schema brings about is a finding
        report.refused = _short(f"crashed: {type(error).__name__}: {error}")
    report.memory = report.memory or _peak()
    return report


def _load(case: Case, dialect: str | None) -> list[Tool]:
    if case.tool is not None:
        return webform.load(tools_of(case.path)[case.tool], dialect="mcp")
    if dialect is not None:
        return webform.load(case.path, dialect)
    try:
        return webform.load(case.path)
    except webform.DeclarationError as error:
        if error.problems[0].code != "unknown-dialect":
            raise
        return webform.load(case.path, "json-schema")


def _is_no_schema(path: Path) -> bool:
    """Tell whether the file at *path* can be read, and is neither an object nor true or false."""
    value = read_source(path).value
    return value is not ABSENT and not isinstance(value, dict | bool)


def _look_at(tool: Tool, report: Report, say: Callable[[str], None]) -> None:
    """Render the empty form twice; add what that took to *report*."""
    say("render")
    start = process_time()
    report.page = max(report.page, len(webform.render(tool.form)))
    report.render += process_time() - start
    say("second render")
    start = process_time()
    webform.render(tool.form)
    report.again += process_time() - start


def _look_further(tool: Tool, case: Case, report: Report, say: Callable[[str], None]) -> None:
    """Add to *report* what becomes of the sample and the documents, and the dead ends."""
    say("sample")
    sample = webform.sample(tool.form, NOW)
    found = webform.check(tool.form, sample)
    if any(problem.code == "bad-schema" for problem in found):
        report.refused = _short(f"every body is refused: {found[0].message}")
    elif found:
        report.dead_ends.append(f"{found[0].at or '/'}: the sample is not valid: {_short(found[0].message)}")
    elif change := _change(tool.form, sample):
        report.changed.append(f"(sample): {change}")
    for path in case.documents:
        say(f"document {path.name}")
        _look_at_document(tool.form, path, report)
    if tool.form.document is not None:
        say("places")
        report.dead_ends += [f"{dead_end.at or '/'}: {dead_end.why}" for dead_end in dead_ends(tool.form.document)]


def _look_at_document(form: Form, path: Path, report: Report) -> None:
    document = read_source(path).value
    if document is ABSENT:
        return
    report.documents += 1
    found = webform.check(form, document)
    if found:
        report.refused_valid += [f"{path.name}: {_problem(found[0])}"] if _is_valid(form, document) else []
        return
    report.valid += 1
    if not _is_valid(form, document):
        report.passed_invalid.append(path.name)
    if change := _change(form, document):
        report.changed.append(f"{path.name}: {change}")


def _change(form: Form, body: Any) -> str:
    """Return how opening the form with *body* and submitting it untouched changes it; `""` where it does not."""
    came_back, problems = webform.decode(form, entries_of(webform.render(form, body)))
    if problems:
        return f"it comes back with a problem, {_problem(problems[0])}"
    same = equal(came_back, body) and json.dumps(came_back, sort_keys=True) == json.dumps(body, sort_keys=True)
    return "" if same else f"it comes back as another value{_difference(body, came_back)}"


def _difference(before: Any, after: Any) -> str:
    todo = [("", before, after)]
    while todo:
        at, one, other = todo.pop()
        if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
            todo += [(f"{at}/{key}", value, other[key]) for key, value in one.items()]
        elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            todo += [(f"{at}/{index}", part, other[index]) for index, part in enumerate(one)]
        elif json.dumps(one, sort_keys=True) != json.dumps(other, sort_keys=True):
            return _short(f" at {at or '/'}: {brief(one)}, then {brief(other)}")
    return ""


def _is_valid(form: Form, document: Any) -> bool:
    """Tell whether another validator passes *document*; one that cannot use the schema has no say against us."""
    schema = form.schema
    try:
        chosen = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
        return bool(chosen(schema, registry=referencing.Registry()).is_valid(document))
    except Exception:  # noqa: BLE001 - a schema that it cannot use
        return not webform.check(form, document)


def _problem(problem: Problem) -> str:
    return _short(f"{problem.at or '/'}: {problem.message}")


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_WHY else f"{text[:_LONGEST_WHY]}…"


def _peak() -> float:
    """Return the megabytes that this process has held at most."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
