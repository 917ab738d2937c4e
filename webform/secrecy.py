"""Secrets of a form, which are never quoted, shown again or kept: the one place that decides it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from webform.files import StoredFile
from webform.hints.x_webform import KEYWORD
from webform.inputs import Input, Record, Shape, UnionLike
from webform.inputs.walk import changed, child_input, parts
from webform.values import ABSENT, HOLDERS, as_dict, at_pointer, join, split
from webform.words import MASK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from webform.problems import Problem
    from webform.tool import Form

#: Keywords whose subschemas hold of the same value: one, or several.
_SAME, _SAME_LISTS = ("if", "then", "else", "not"), ("allOf", "anyOf", "oneOf")
#: Keywords whose subschemas hold of any item, or of any key that is not declared.
_ITEMS = ("items", "prefixItems", "additionalItems", "unevaluatedItems", "contains")
_KEYS = ("additionalProperties", "unevaluatedProperties")


def says_secret(schema: Any) -> bool:
    """Tell whether *schema* itself calls its value a secret: write-only, or a password, for people too."""
    if not isinstance(schema, dict):
        return False
    if schema.get("writeOnly") is True or schema.get("format") == "password":
        return True
    return KEYWORD in schema and as_dict(schema[KEYWORD]).get("input") == "password"


def mentions_secret(*schemas: Any) -> bool:
    """Tell whether one of *schemas*, or anything in it, calls a value a secret."""
    # Most often what was written and what is sound is one.
    left = [*{id(schema): schema for schema in schemas}.values()]
    while left:
        part = left.pop()
        if says_secret(part):
            return True
        below = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        left += [inner for inner in below if isinstance(inner, HOLDERS)]
    return False


def is_secret(input_: Input) -> bool:
    """Tell whether a value of *input_* is, as a whole, never shown again, kept, or put into a link."""
    return input_.secret or says_secret(input_.document)


def holds_secrets(form: Form) -> bool:
    """Tell whether any value of *form* may be secret; looked up once for a form, and most have none."""
    known: bool | None = form.cache.get("holds_secrets")
    if known is None:
        # The schema of inputs is kept once values are checked by it; for this it is made, and let go.
        schema = form.document if form.document is not None else form.root.value_schema()
        known = form.asks_secret or is_secret(form.root) or mentions_secret(schema, form.sound)
        # Those of a schema, of which there may be thousands, are as it and its hints say.
        known = known or (form.document is None and any(map(is_secret, form.inputs)))
        form.cache["holds_secrets"] = known
    return known


def readings(input_: Input, value: Any = ABSENT) -> list[Input]:
    """Return the inputs that a value of *input_* may be of: of a choice those that *value* fits, else all."""
    if not isinstance(input_, UnionLike) or input_.type == "unknown":
        return [input_]
    fitting = [] if value is ABSENT else [variant for variant in input_.variants if variant.fits(value)]
    return [inner for variant in fitting or input_.variants for inner in readings(variant.input, value)]


def below(input_: Input, token: str) -> list[Input]:
    """Return the input at *token* below *input_*, if there is one; the parts of a control are of the same input."""
    if not isinstance(input_, Record) and input_.shape is not Shape.ROWS:
        return [input_]
    found = child_input(input_, token)
    return [] if found is None else [found]


def is_secret_at(form: Form, at: str) -> bool:
    """Tell whether what stands at *at* in a body of *form* is, or may be, a secret or a part of one."""
    return holds_secrets(form) and _inputs_at(form, at) is None


def may_quote(form: Form, at: str) -> bool:
    """Tell whether a message about *at* may quote what stands there: no secret is there, around it, or in it."""
    if not holds_secrets(form):
        return True
    found = _inputs_at(form, at)
    return bool(found) and not any(map(may_hold, found or ()))


def _inputs_at(form: Form, at: str) -> list[Input] | None:
    """Return the inputs that *at* may be of, whatever is chosen around it; `None` where one of them is a secret."""
    found = [form.root]
    for token in (None, *split(at)):
        if token is not None:
            found = [input_ for above in found for input_ in below(above, token)]
        chosen = [reading for above in found for reading in readings(above)]
        if any(map(is_secret, (*found, *chosen))):
            return None
        found = chosen
    return found


def may_hold(input_: Input) -> bool:
    """Tell whether a secret may be somewhere in a value of *input_*, which is none itself, of a form that has some."""
    if input_.type == "unknown":
        return False
    return input_.shape is not Shape.LEAF or mentions_secret(input_.document)


def takes_secret(input_: Input, *, as_json: bool) -> bool:
    """Tell whether what is typed into the controls of *input_* itself, or as JSON, may hold a secret."""
    inside = may_hold(input_) if as_json else mentions_secret(input_.document)
    return inside or any(map(is_secret, (input_, *readings(input_))))


def redacted(form: Form, problems: Iterable[Problem]) -> list[Problem]:
    """Return *problems* with a body of *form*; those about what may be secret tell nothing of what was found."""
    if not holds_secrets(form):
        return list(problems)
    return [problem if may_quote(form, problem.at) else problem.redacted() for problem in problems]


def without(form: Form, input_: Input, value: Any) -> Any:
    """Return *value*, of *input_* in *form*, without what is secret in it; `ABSENT` where all of it is."""
    return kept_of([input_], value) if holds_secrets(form) else value


def kept_of(inputs: list[Input], value: Any) -> Any:
    """Return *value*, of any of *inputs* in a form that has secrets, without those; `ABSENT` where all of it is one."""
    return _changed(inputs, value, lambda _: ABSENT)


def masked(form: Form, body: Any, input_: Input | None = None) -> Any:
    """Return *body*, of *form* or of *input_* in it, with `MASK` in place of each secret."""
    return _changed([input_ or form.root], body, lambda _: MASK) if holds_secrets(form) else body


def masks_in(form: Form, body: Any) -> list[str]:
    """Return the places in *body*, of *form*, at which `MASK` stands for a secret."""
    return [at for at in _masks("", body) if is_secret_at(form, at)] if holds_secrets(form) else []


def _masks(at: str, value: Any) -> Iterator[str]:
    if value == MASK:
        yield at
    for token, part in parts(value):
        yield from _masks(join(at, token), part)


def _changed(inputs: list[Input], value: Any, change: Callable[[Any], Any]) -> Any:
    """Return *value*, which is of one of *inputs*, with each secret in it as *change* makes it; `ABSENT` is no part."""
    if value is ABSENT:
        return ABSENT
    chosen = [inner for input_ in inputs for inner in readings(input_, value)]
    if any(map(is_secret, (*inputs, *chosen))):
        return change(value)
    for document in (inner.document for inner in chosen if mentions_secret(inner.document)):
        value = _by_schemas([document], document, value, change)
    compound = [inner for inner in chosen if inner.shape is not Shape.LEAF and inner.type != "unknown"]
    if value is None or not compound:
        return value
    shape = Shape.RECORD if isinstance(value, dict) else Shape.ROWS if isinstance(value, list) else None
    if alike := [input_ for input_ in compound if input_.shape is shape]:
        return changed(value, lambda token, part: _changed(_parts(alike, token), part, change))
    # It is of another kind than what is declared: nothing tells a secret in it from the rest.
    return change(value)


def _parts(inputs: list[Input], token: str) -> list[Input]:
    return [part for input_ in inputs for part in below(input_, token)]


def _by_schemas(schemas: list[Any], document: Any, value: Any, change: Callable[[Any], Any]) -> Any:
    """Do as `_changed` for a value that all of *schemas*, of an author's own *document*, may hold of."""
    holding = list(_holding(schemas, document))
    if any(map(says_secret, holding)):
        return change(value)
    if isinstance(value, dict):
        return changed(value, lambda key, part: _by_schemas([*_of_key(holding, key)], document, part, change))
    if isinstance(value, list):
        inner = [schema for above in holding for word in _ITEMS for schema in _listed(above.get(word))]
        return changed(value, lambda _, part: _by_schemas(inner, document, part, change))
    return value


def _holding(schemas: list[Any], document: Any) -> Iterator[dict[str, Any]]:
    """Yield *schemas*, and those in them that hold, or may hold, of the same value."""
    left, seen = list(schemas), set[int]()
    while left:
        schema = left.pop()
        if not isinstance(schema, dict) or id(schema) in seen:
            continue
        seen.add(id(schema))
        yield schema
        left += [schema.get(word) for word in _SAME]
        left += [part for word in _SAME_LISTS for part in _listed(schema.get(word))]
        left += [part for word in ("dependentSchemas", "dependencies") for part in as_dict(schema.get(word)).values()]
        for reference in (schema.get("$ref"), schema.get("$dynamicRef"), schema.get("$recursiveRef")):
            if isinstance(reference, str):
                found = at_pointer(document, unquote(reference[1:])) if reference[:2] in ("#", "#/") else ABSENT
                # Where a reference leads by a name is not looked up: it may be to a secret.
                left.append({"writeOnly": True} if found is ABSENT else found)


def _of_key(schemas: list[dict[str, Any]], key: str) -> Iterator[Any]:
    """Yield the schemas that may hold of the value of *key*; which pattern fits it is not asked."""
    for schema in schemas:
        declared = as_dict(schema.get("properties"))
        if key in declared:
            yield declared[key]
        else:
            yield from (schema.get(word) for word in _KEYS)
        yield from as_dict(schema.get("patternProperties")).values()


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def body_secrets(body: Any, kept: Any) -> set[str]:
    """Return the texts in *body* that are not in *kept*, the part of it that may be kept."""
    return set() if kept is body else {*_texts(body)} - {*_texts(kept)}


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict() | list():
            for _, part in parts(value):
                yield from _texts(part)
        case bool() | None | StoredFile():
            pass
        case _:
            yield str(value)
