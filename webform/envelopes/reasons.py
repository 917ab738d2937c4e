"""Reasons of a refusal in the answers of services: one table of their shapes."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.envelopes.base import words
from webform.envelopes.error_places import place, place_of, plain_name, steps_of
from webform.envelopes.error_texts import MAX_PROBLEMS
from webform.messages import Param, Phrase
from webform.problems import Problem
from webform.values import as_dict, as_list, as_text, dicts_in, split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from webform.tool import Tool

MAX_DEPTH = 8
#: Names under which services put what is about no field in particular.
_WHOLE = frozenset(
    {"", "*", "__all__", "_errors", "_schema", "_error", "base", "formErrors", "non_field_errors", "root"}
)
#: The keys that hold the text of a reason.
_TEXTS = ("defaultMessage", "msg", "message", "detail", "reason", "description", "explanation", "error", "title")
#: What follows the name of a field in a sentence about it.
_VERBS = re.compile(
    r" (?:already|are|can|can't|cannot|contains?|does|doesn't|exceeds|has|have|is|isn't|may|must|needs|should|was)\b"
)


class Reason(NamedTuple):
    """
    One reason.

    Args:
        path: a name, a path or a pointer as the service spells it, or the steps to a value; none for the whole.
        text: what is wrong.
        code: the stable word of the service.
        place: from the tool and *path* to the pointer of the input that is meant.
    """

    path: str | Sequence[Any]
    text: str
    code: str = "refused"
    place: Callable[[Tool, Any], str | None] = place


class ReasonShape(NamedTuple):
    """
    One way in which services write down reasons.

    Args:
        name: what it is called in the documentation.
        service: the services it was seen at.
        known_by: what it is known by.
        read: yields the reasons in an object that a tool answered.
    """

    name: str
    service: str
    known_by: str
    read: Callable[[dict[str, Any]], Iterator[Reason]]


def _items(value: dict[str, Any], *keys: str) -> Iterator[dict[str, Any]]:
    """Yield the objects of the lists that *value*, or its `error`, has under *keys*."""
    for holder in (value, value.get("error"), value.get("detail")):
        for key in keys:
            yield from dicts_in(as_list(as_dict(holder).get(key))[:MAX_PROBLEMS])


def _reason(item: dict[str, Any], path: Any, code: Any = None) -> Iterator[Reason]:
    """Yield the reason that *item* is, if *path* says where."""
    if not isinstance(path, str | list | tuple):
        return
    text = next(filter(None, (words(item[key]) for key in _TEXTS if isinstance(item.get(key), str))), "")
    code = item.get("code", item.get("type", item.get("keyword"))) if code is None else code
    yield Reason(path, text, code if isinstance(code, str) and code else "refused")


def _fastapi(value: dict[str, Any]) -> Iterator[Reason]:
    for item in _items(value, "detail", "errors"):
        if isinstance(item.get("loc"), list | tuple):
            yield from (reason._replace(place=place_of) for reason in _reason(item, item["loc"]))


def _pointers(value: dict[str, Any]) -> Iterator[Reason]:
    for item in _items(value, "errors", "invalid-params", "invalid_params", "invalidParams"):
        source = item.get("source")
        if isinstance(source, dict):
            yield from _reason(item, source.get("pointer", source.get("parameter")))
        else:
            yield from _reason(item, item.get("pointer", item.get("name")))


def _violations(value: dict[str, Any]) -> Iterator[Reason]:
    for item in _items(value, "violations", "fieldViolations", "parameterViolations"):
        yield from _reason(item, item.get("propertyPath", item.get("field", item.get("path"))))


def _google(value: dict[str, Any]) -> Iterator[Reason]:
    for item in _items(value, "details"):
        yield from _violations(item)


def _spring(value: dict[str, Any]) -> Iterator[Reason]:
    for item in _items(value, "fieldErrors", "errors", "subErrors", "details", "validationErrors", "violations"):
        code = as_text(item.get("code"))
        path = next((item[key] for key in ("field", "fieldName", "property", "propertyName", "target", "param")
                     if isinstance(item.get(key), str)), None)  # fmt: skip
        yield from _reason(item, path, code)


def _paths(value: dict[str, Any]) -> Iterator[Reason]:
    for item in _items(value, "errors", "issues", "details", "validation"):
        if "locations" in item or "extensions" in item:
            # GraphQL's path leads through the answer, not through what was sent.
            continue
        missing = item.get("params", {}).get("missingProperty") if isinstance(item.get("params"), dict) else None
        path = item.get("instancePath", item.get("path", item.get("dataPath")))
        if isinstance(path, str) and isinstance(missing, str):
            path = [*steps_of(path), missing]
        yield from _reason(item, path)


def _graphql(value: dict[str, Any]) -> Iterator[Reason]:
    for item in _items(value, "errors"):
        more = item.get("extensions")
        if not isinstance(more, dict):
            continue
        for problem in dicts_in(more.get("problems")):
            if isinstance(problem.get("path"), list):
                yield from _reason(problem, problem["path"])
        for key in ("validation", "validationErrors", "fieldErrors", "fields"):
            if isinstance(more.get(key), dict):
                yield from _fields(more[key], [])
        name = next(
            (more[key] for key in ("argumentName", "argument", "field") if isinstance(more.get(key), str)), None
        )
        yield from _reason(item, name, more.get("code"))


def _single(value: dict[str, Any]) -> Iterator[Reason]:
    error = value.get("error")
    for holder in (error, value):
        if isinstance(holder, dict) and isinstance(holder.get("param"), str):
            yield from _reason(holder, holder["param"], holder.get("code"))
            return


def _named_fields(value: dict[str, Any]) -> Iterator[Reason]:
    for holder in (value, value.get("error"), value.get("detail")):
        for key in ("errors", "fieldErrors", "field_errors", "messages", "details", "validation_errors", "data"):
            fields = holder.get(key) if isinstance(holder, dict) else None
            if isinstance(fields, dict) and (key != "data" or value.get("status") == "fail"):
                yield from _fields(fields, [])


def _whole_answer(value: dict[str, Any]) -> Iterator[Reason]:
    # Every field has a list: an error object of a program has texts.
    if all(isinstance(listed, list | dict) for listed in value.values()):
        yield from _fields(value, [])


def _sentences(value: dict[str, Any]) -> Iterator[Reason]:
    for key in ("errors", "message", "messages", "full_messages", "detail"):
        listed = value.get(key)
        if isinstance(listed, list) and listed and all(isinstance(text, str) for text in listed):
            for text in listed[:MAX_PROBLEMS]:
                verb = _VERBS.search(text)
                yield Reason(text[: verb.start()] if verb else [], words(text))
            return


#: The shapes of reasons, asked in this order.
REASON_SHAPES = (
    ReasonShape("loc", "FastAPI, Pydantic", "`detail[]`: `loc`, `msg`", _fastapi),
    ReasonShape("pointer", "RFC 9457, JSON:API", "`errors[]`: `pointer`, or `source` with `pointer` or `parameter`;"
                " `invalid-params[]`: `name`, `reason`", _pointers),
    ReasonShape("violations", "Symfony, Quarkus", "`violations[]`: `propertyPath` or `field`", _violations),
    ReasonShape("fieldViolations", "Google Cloud", "`error.details[].fieldViolations[]`: `field`,"
                " `description`", _google),
    ReasonShape("extensions", "GraphQL servers, Shopify", "`errors[].extensions`: `argumentName`,"
                " `problems`, `validation`", _graphql),
    ReasonShape("field", "Spring, GitHub, Microsoft", "`fieldErrors[]` or `errors[]`: `field`; `details[]`: `target`",
                _spring),
    ReasonShape("path", "ajv, zod, express-validator", "`errors[]` or `issues[]`: `instancePath` or `path`", _paths),
    ReasonShape("fields", "Rails, Laravel, ASP.NET, marshmallow, zod, JSend", "`errors` or `fieldErrors`:"
                " `{field: [text]}`, nested", _named_fields),
    ReasonShape("sentences", "Rails, NestJS", "`errors[]` or `message[]`: texts that begin with the name of a field",
                _sentences),
    ReasonShape("param", "OpenAI, Stripe", "`error.param`", _single),
    ReasonShape("answer", "Django REST framework", "the answer itself: `{field: [text]}`, nested", _whole_answer),
)  # fmt: skip


def _fields(value: Any, steps: list[Any], depth: int = MAX_DEPTH) -> Iterator[Reason]:
    """Yield the reasons in *value*, in which each field has its texts, or the fields below it."""
    if isinstance(value, str):
        yield Reason(steps, words(value))
    elif isinstance(value, dict) and isinstance(value.get("message"), str):
        yield from _reason(value, steps)
    elif isinstance(value, dict) and depth:
        for key, inner in islice(value.items(), MAX_PROBLEMS):
            yield from _fields(inner, steps if key in _WHOLE else [*steps, *steps_of(key)], depth - 1)
    elif isinstance(value, list) and depth:
        nested = any(isinstance(inner, dict) and "message" not in inner for inner in value)
        for index, inner in enumerate(value[:MAX_PROBLEMS]):
            yield from _fields(inner, [*steps, index] if nested and isinstance(inner, dict) else steps, depth - 1)


def reasons_in(tool: Tool, value: Any) -> list[Problem]:
    """
    Return the reasons in *value*, the answer of *tool*, as problems.

    Those of a shape of which one at least names an input are taken, else those of the first shape that has any;
    what names no input is a problem of the whole, and says what it is about.
    """
    if isinstance(value, list):
        value = {"errors": value}
    if not isinstance(value, dict):
        return []
    first: list[Problem] = []
    for shape in REASON_SHAPES:
        found = list(dict.fromkeys(_problem(tool, reason) for reason in islice(shape.read(value), MAX_PROBLEMS)))
        if any(problem.at for problem in found):
            return found
        if shape.read not in (_sentences, _whole_answer, _single):
            first = first or found
    return first


def _problem(tool: Tool, reason: Reason) -> Problem:
    at = reason.place(tool, reason.path) or _labelled(tool, reason.path)
    path = steps_of(reason.path) if isinstance(reason.path, str) else list(reason.path)
    about = [step for step in path[:8] if isinstance(step, str) and step not in ("body", "$")]
    if at is None:
        is_said = isinstance(reason.path, str) and reason.text.startswith(reason.path)
        name = "" if is_said else " ".join(step[:60] for step in about)
        return _refused("", reason, name)
    # Deeper than the form goes: the text says where.
    last = about[-1] if about and plain_name(about[-1]) not in map(plain_name, split(at)) else ""
    return _refused(at, reason, last[:60] if not _labelled(tool, reason.path) else "")


def _refused(at: str, reason: Reason, name: str) -> Problem:
    """Return the problem at *at* of *reason*, about *name* where the place does not say it."""
    params: dict[str, Param] = {"reason": reason.text or Phrase("refused.silent")}
    if name:
        return Problem(at=at, code=reason.code[:60], key="refused.named", params={"name": name, **params})
    return Problem(at=at, code=reason.code[:60], key="refused", params=params)


def _labelled(tool: Tool, name: Any) -> str | None:
    """Return the pointer of the one input whose label *name* is."""
    if not isinstance(name, str) or not name:
        return None
    found = [input_.key for input_ in tool.form.inputs if input_.label == name]
    return place(tool, [found[0]]) if len(found) == 1 else None
