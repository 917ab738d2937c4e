"""The input for a part of a schema: one ordered list, `CONTROLS`; the first entry that takes a variant makes it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from webform.inputs import INPUTS, STRUCTURE, Input, Record
from webform.inputs.choices import Choice
from webform.inputs.code import Code
from webform.inputs.constant import Constant
from webform.inputs.file import File
from webform.inputs.list import List
from webform.inputs.map_multipoint import MapMultipoint
from webform.inputs.map_point import MapPoint
from webform.inputs.map_polygon import MapPolygon
from webform.inputs.mapping import Mapping
from webform.inputs.multiselect import Multiselect
from webform.inputs.named import LazyInputs
from webform.inputs.number import Number
from webform.inputs.object import Object
from webform.inputs.password import Password
from webform.inputs.select import Select
from webform.inputs.slider import Slider
from webform.inputs.tags import Tags
from webform.inputs.text import Text
from webform.inputs.textarea import Textarea
from webform.schema.geography import LINES, LONGITUDE_FIRST, fixed_items, geometry_of, order_of
from webform.schema.hinted_objects import conditions, gives_order, in_order
from webform.schema.numbers import limits, scale_of
from webform.values import ABSENT, as_text, brief, is_number, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.schema.document import Place, SchemaVariant

    #: Makes the input of a variant, with the options that its place says.
    Make = Callable[["InputMaker", SchemaVariant, dict[str, Any]], Input]

#: A list of at most so many options is ticked; one of more has items.
MAX_TICKED = 40
#: An object with more declared properties than this is written as JSON: nobody looks through such a page.
MAX_PROPERTIES = 5000
#: Texts that may be longer than this are written in several lines.
MAX_LINE = 200


#: Kinds of values that are a line, besides texts.
SCALARS = frozenset({"number", "boolean", "null"})
#: What shows a list of anything while all of it is lines.
ANY_TAGS = Tags(key="", label="", kinds=SCALARS, rows=True, are_words=False)


class InputMaker(Protocol):
    """What the inputs below another are made by."""

    @property
    def ordered(self) -> bool:
        """Whether the order of properties is their author's."""

    def input(self, place: Place, key: str = "", label: str = "", *, required: bool = True) -> Input:
        """Return the input of *place*, called *key* where it stands."""


class ControlRule(NamedTuple):
    """An entry of the list: the input's type, when it is chosen in words and in code, and how it is made."""

    type: str
    when: str
    takes: Callable[[SchemaVariant], bool]
    make: Make


def choices(variant: SchemaVariant) -> tuple[Choice, ...]:
    """Return the options of an enumeration, with their titles."""
    titles = variant.titles
    if not titles:
        return tuple(Choice(value=value, label=_words(value)) for value in variant.values)
    return tuple(Choice(value=value, label=titles.get(write_json(value)) or _words(value)) for value in variant.values)


def _words(value: Any) -> str:
    return value if isinstance(value, str) and value.strip() else "None" if value is None else brief(value)


def _number(_: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    steps = [number for number in variant.all("multipleOf") if is_number(number) and number > 0]
    step = steps[0] if len(steps) == 1 else 1 if variant.integer else None
    return Number(**{**base_options, **limits(variant), "step": step})


def _text(cls: type[Text | Textarea], _: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    examples = variant.say("examples")
    hint = examples[0] if isinstance(examples, list) and examples and isinstance(examples[0], str) else ""
    return cls(**base_options, placeholder=hint[:80], max_length=_longest(variant), min_length=_shortest(variant))


def _plain(type_: str, **options: Any) -> Make:
    return lambda _, __, base_options: (INPUTS | STRUCTURE)[type_](**base_options, **options)


def _file(_: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    media = _media(variant)
    return File(**base_options, accept=(media,) if media else (), bare=_is_base64(variant))


def _json(_: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    # In the one text nothing tells the secrets from the others.
    return INPUTS["json"](**{**base_options, "secret": base_options["secret"] or variant.document.has_secrets})


def _multiselect(_: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    return Multiselect(
        **base_options,
        options=choices(variant.item(0).variants[0]),
        repeats=not variant.items.unique,
        **_counts(variant),
    )


def _slider(_: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    end = variant.item(0).variants[0]
    low, high = scale_of(end)
    return Slider(
        **{**base_options, **limits(end), "min": low, "max": high}, step=1 if end.integer else None, range=True
    )


def _map(
    cls: type[MapPoint | MapMultipoint | MapPolygon],
    _: InputMaker,
    variant: SchemaVariant,
    base_options: dict[str, Any],
) -> Input:
    geometry = geometry_of(variant)
    pair = variant if geometry or order_of(variant) else variant.item(0).variants[0]
    return cls(**base_options, geometry=geometry, swapped=bool(geometry) or order_of(pair) == LONGITUDE_FIRST)


def _list(builder: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    return List(
        **base_options,
        items=lambda index: builder.input(variant.item(index)),
        min_rows=max(variant.items.least, 0),
        max_rows=variant.items.most,
        fixed=variant.items.prefix,
        tags=None if variant.items.prefix or variant.items.closed or not variant.item(0).anything else ANY_TAGS,
    )


def _object(cls: type[Record], builder: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    return cls(
        **base_options,
        inputs=LazyInputs(
            lambda: in_order(variant),
            lambda key: builder.input(
                variant.child(key), key, variant.members.labels[key], required=key in variant.certain
            ),
        ),
        undeclared=lambda key: builder.input(variant.child(key), key),
        grows=variant.members.extra,
        sorts=variant.members.extra and variant.members.sorts,
        inactive_keys=_inactive_keys(variant),
        unordered=not (builder.ordered or variant.members.ordered or gives_order(variant)),
    )


def _inactive_keys(variant: SchemaVariant) -> Callable[[Any], set[str]] | None:
    """Return what tells the keys that a value does not ask for, by the schema or by hints; `None`: it never depends."""
    conditional, hinted = variant.members.conditional, conditions(variant)
    if not conditional and not hinted:
        return None
    return lambda value: {
        *(key for key, guards in conditional.items() if not any(guard(value) for guard in guards)),
        *(key for key, condition in hinted.items() if not condition.holds(value)),
    }


def _longest(variant: SchemaVariant) -> int | None:
    lengths = [int(length) for length in variant.all("maxLength") if is_number(length) and 0 <= length < 10**9]
    return min(lengths, default=None)


def _shortest(variant: SchemaVariant) -> int | None:
    lengths = [int(length) for length in variant.all("minLength") if is_number(length) and 0 < length < 10**9]
    return max(lengths, default=None)


def is_file(variant: SchemaVariant) -> bool:
    """Tell whether *variant* is a text that is a file."""
    is_marked = variant.say("format") == "data-url" or variant.say("x-mcp-file") not in (ABSENT, False, None)
    return variant.kind == "string" and (is_marked or _is_base64(variant))


def _is_base64(variant: SchemaVariant) -> bool:
    return variant.say("contentEncoding") == "base64" and bool(_media(variant)) and variant.say("format") != "data-url"


def item_of(variant: SchemaVariant) -> SchemaVariant | None:
    """Return what all items of a list are; `None` where they differ, or for any other value."""
    if variant.kind != "list" or variant.items.prefix or variant.items.closed:
        return None
    variants = variant.item(0).variants
    return variants[0] if len(variants) == 1 and not variant.item(0).anything else None


def _is_options(variant: SchemaVariant) -> bool:
    item = item_of(variant)
    return item is not None and item.kind == "enum" and 1 < len(item.values) <= MAX_TICKED


def is_range(variant: SchemaVariant) -> bool:
    """Tell whether *variant* is a list of two numbers on one scale."""
    ends = fixed_items(variant, 2)
    if [end.kind for end in ends] != ["number", "number"] or variant.items.unique:
        return False
    low, high = scale_of(ends[0])
    return low is not None and high is not None and low < high and limits(ends[0]) == limits(ends[1])


def _is_date_range(variant: SchemaVariant) -> bool:
    ends = fixed_items(variant, 2)
    is_named = variant.say("format") == "date-range"
    return [end.kind for end in ends] == ["string"] * 2 and all(is_named or end.say("format") == "date" for end in ends)


def _is_places(variant: SchemaVariant) -> bool:
    item = item_of(variant)
    return item is not None and order_of(item) != ""


def _is_tags(variant: SchemaVariant) -> bool:
    if variant.kind != "list" or variant.items.prefix or variant.items.closed:
        return False
    items = variant.item(0)
    texts = [item for item in items.variants if item.kind == "string"]
    plain = not items.anything and all(item.kind in {"string", *SCALARS} for item in items.variants)
    return plain and len(texts) == 1 and control_of(texts[0]).type == "text"


def _tags(_: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    kinds = SCALARS.intersection(item.kind for item in variant.item(0).variants)
    return Tags(**{"are_words": False, **base_options}, kinds=kinds, **_counts(variant))


def _counts(variant: SchemaVariant) -> dict[str, Any]:
    """Return how many values the list *variant* takes, as inputs have it."""
    return {"min_values": max(variant.items.least, 0), "max_values": variant.items.most}


def control_of(variant: SchemaVariant) -> ControlRule:
    """Return the first entry of the list that takes *variant*."""
    return next(rule for rule in CONTROLS if rule.takes(variant))


_LANGUAGES = {
    "application/json": "json", "text/html": "html", "text/javascript": "js", "application/javascript": "js",
    "application/sql": "sql", "text/x-python": "python",
}  # fmt: skip


def _media(variant: SchemaVariant) -> str:
    """Return the media type of a text; a draft that knows none lets the keyword be anything."""
    return as_text(variant.say("contentMediaType"))


def _of_kind(kind: str, format_: str = "") -> Callable[[SchemaVariant], bool]:
    return lambda variant: variant.kind == kind and (not format_ or variant.say("format") == format_)


#: From the most to the least specific; every variant is taken by one.
CONTROLS: tuple[ControlRule, ...] = (
    ControlRule(
        "constant",
        "one value is possible (`const`, an `enum` of one)",
        lambda variant: variant.kind == "enum" and len(variant.values) == 1,
        lambda _, variant, base_options: Constant(**base_options, constant=variant.values[0]),
    ),
    ControlRule("constant", "null", _of_kind("null"), _plain("constant", constant=None)),
    ControlRule(
        "select",
        "`enum`, or `oneOf` of constants",
        _of_kind("enum"),
        lambda _, variant, base_options: Select(**base_options, options=choices(variant)),
    ),
    ControlRule("checkbox", "true or false", _of_kind("boolean"), _plain("checkbox")),
    ControlRule("number", "a number or an integer", _of_kind("number"), _number),
    ControlRule(
        "file",
        "a text of `format: data-url`, with `x-mcp-file`, or of `contentEncoding: base64` and a `contentMediaType`",
        is_file,
        _file,
    ),
    ControlRule(
        "password",
        "a text that is `writeOnly`, or of `format: password`",
        lambda variant: variant.kind == "string" and variant.secret,
        lambda _, __, base_options: Password(**{**base_options, "secret": True}),
    ),
    ControlRule("date", "a text of `format: date`", _of_kind("string", "date"), _plain("date")),
    ControlRule("time", "a text of `format: time`", _of_kind("string", "time"), _plain("time")),
    ControlRule("datetime", "a text of `format: date-time`", _of_kind("string", "date-time"), _plain("datetime")),
    ControlRule("colour", "a text of `format: color`", _of_kind("string", "color"), _plain("colour", loose=True)),
    ControlRule(
        "markdown",
        "a text of `contentMediaType: text/markdown`",
        lambda variant: variant.kind == "string" and _media(variant) == "text/markdown",
        _plain("markdown"),
    ),
    ControlRule(
        "code",
        "a text whose `contentMediaType` is that of a language",
        lambda variant: variant.kind == "string" and _media(variant) in _LANGUAGES,
        lambda _, variant, base_options: Code(**base_options, language=_LANGUAGES[_media(variant)]),
    ),
    ControlRule(
        "textarea",
        f"a text that may be longer than {MAX_LINE}",
        lambda variant: variant.kind == "string" and (_longest(variant) or 0) > MAX_LINE,
        partial(_text, Textarea),
    ),
    ControlRule("text", "any other text", _of_kind("string"), partial(_text, Text)),
    ControlRule(
        "map_point",
        "a list of a latitude and a longitude, in either order, by their bounds or titles, or a GeoJSON `Point`",
        lambda variant: geometry_of(variant) == "Point" or order_of(variant) != "",
        partial(_map, MapPoint),
    ),
    ControlRule(
        "map_multipoint",
        "a list of such places, or a GeoJSON `MultiPoint` or `LineString`",
        lambda variant: geometry_of(variant) in LINES or _is_places(variant),
        partial(_map, MapMultipoint),
    ),
    ControlRule(
        "map_polygon",
        "a GeoJSON `Polygon`",
        lambda variant: geometry_of(variant) == "Polygon",
        partial(_map, MapPolygon),
    ),
    ControlRule(
        "date_range",
        "a list of two texts of `format: date`, or of two texts and itself of `format: date-range`",
        _is_date_range,
        _plain("date_range", loose=True),
    ),
    ControlRule(
        "multiselect",
        f"a list of options, at most {MAX_TICKED}; each more than once without `uniqueItems`",
        _is_options,
        _multiselect,
    ),
    ControlRule(
        "slider",
        "a list of two numbers between the same `minimum` and `maximum`",
        is_range,
        _slider,
    ),
    ControlRule(
        "tags",
        "a list of texts that are one line each, and perhaps of numbers, `true`, `false` and `null`",
        _is_tags,
        _tags,
    ),
    ControlRule("list", "any other list", _of_kind("list"), _list),
    ControlRule(
        "json",
        f"an object with more than {MAX_PROPERTIES:,} properties",
        lambda variant: variant.kind == "object" and len(variant.members.properties) > MAX_PROPERTIES,
        _json,
    ),
    ControlRule(
        "mapping",
        "an object without declared keys that takes others",
        lambda variant: variant.kind == "object" and not variant.members.properties and variant.members.extra,
        partial(_object, Mapping),
    ),
    ControlRule("object", "any other object", lambda _: True, partial(_object, Object)),
)
