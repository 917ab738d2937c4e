"""The input for a part of a schema: one ordered list, `CONTROLS`; the first entry that takes a variant makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from webform.inputs import INPUTS, STRUCTURE, Input, Record
from webform.inputs.choices import Choice
from webform.inputs.code import Code
from webform.inputs.colour import Colour
from webform.inputs.constant import Constant
from webform.inputs.date_range import DateRange
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
from webform.schema.geography import LINES, LONGITUDE_FIRST, geometry_of, order_of, pair_of
from webform.schema.numbers import limits
from webform.values import ABSENT, brief, kind_of, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.schema.applicable import Guard
    from webform.schema.builder import Builder
    from webform.schema.variants import SchemaVariant

#: A list of at most so many options is ticked; one of more has items.
MAX_TICKED = 40
#: An object with more declared properties than this is written as JSON: nobody looks through such a page.
MAX_PROPERTIES = 5000
#: Texts that may be longer than this are written in several lines.
MAX_LINE = 200


#: Kinds of values that are a line, besides texts.
SCALARS = frozenset({"number", "boolean", "null"})
#: What shows a list of anything while all of it is lines.
ANY_TAGS = Tags(key="", label="", kinds=SCALARS, rows=True)


class Control(NamedTuple):
    """An entry of the list: the input's type, when it is chosen in words and in code, and how it is made."""

    type: str
    when: str
    takes: Callable[[SchemaVariant], bool]
    make: Callable[[Builder, SchemaVariant, dict[str, Any]], Input]


def _select(_: Builder, variant: SchemaVariant, said: dict[str, Any]) -> Input:
    return Select(**said, options=choices(variant))


def choices(variant: SchemaVariant) -> tuple[Choice, ...]:
    """Return the options of an enumeration, each with its title."""
    return tuple(
        Choice(value=each, label=variant.titles.get(write_json(each)) or _words(each)) for each in variant.values
    )


def _words(value: Any) -> str:
    return value if isinstance(value, str) and value.strip() else "None" if value is None else brief(value)


def _number(_: Builder, variant: SchemaVariant, said: dict[str, Any]) -> Input:
    steps = [each for each in variant.all("multipleOf") if _is_number(each) and each > 0]
    step = steps[0] if len(steps) == 1 else 1 if variant.integer else None
    return Number(**{**said, **limits(variant), "step": step})


def _text(cls: type[Text | Textarea]) -> Callable[[Builder, SchemaVariant, dict[str, Any]], Input]:
    def make(_: Builder, variant: SchemaVariant, said: dict[str, Any]) -> Input:
        examples = variant.say("examples")
        hint = examples[0] if isinstance(examples, list) and examples and isinstance(examples[0], str) else ""
        return cls(**said, placeholder=hint[:80], max_length=_longest(variant), min_length=_shortest(variant))

    return make


def _plain(type_: str) -> Callable[[Builder, SchemaVariant, dict[str, Any]], Input]:
    return lambda _, __, said: (INPUTS | STRUCTURE)[type_](**said)


def _file(_: Builder, variant: SchemaVariant, said: dict[str, Any]) -> Input:
    media = _media(variant)
    return File(**said, accept=(media,) if media else (), bare=_is_base64(variant))


def _code(_: Builder, variant: SchemaVariant, said: dict[str, Any]) -> Input:
    return Code(**said, language=_LANGUAGES[_media(variant)])


def _json(_: Builder, variant: SchemaVariant, said: dict[str, Any]) -> Input:
    # In the one text nothing tells the secrets from the others.
    return INPUTS["json"](**{**said, "secret": said["secret"] or variant.document.has_secrets})


def _multiselect(_: Builder, variant: SchemaVariant, said: dict[str, Any]) -> Input:
    return Multiselect(
        **said, options=choices(variant.item(0).variants[0]), repeats=not variant.unique, **_counts(variant)
    )


def _slider(_: Builder, variant: SchemaVariant, said: dict[str, Any]) -> Input:
    end = variant.item(0).variants[0]
    low, high = _scale(end)
    return Slider(**{**said, **limits(end), "min": low, "max": high}, step=1 if end.integer else None, range=True)


def _scale(number: SchemaVariant) -> tuple[float | None, float | None]:
    """Return the ends of the scale of *number*, whether or not they are taken themselves."""
    bounds = limits(number)
    return bounds.get("min", bounds.get("above")), bounds.get("max", bounds.get("below"))


def _date_range(_: Builder, __: SchemaVariant, said: dict[str, Any]) -> Input:
    return DateRange(**said, loose=True)


def _colour(_: Builder, __: SchemaVariant, said: dict[str, Any]) -> Input:
    return Colour(**said, loose=True)


def _map(cls: type[MapPoint | MapMultipoint | MapPolygon]) -> Callable[[Builder, SchemaVariant, dict[str, Any]], Input]:
    def make(_: Builder, variant: SchemaVariant, said: dict[str, Any]) -> Input:
        geometry = geometry_of(variant)
        pair = variant if geometry or order_of(variant) else variant.item(0).variants[0]
        return cls(**said, geometry=geometry, swapped=bool(geometry) or order_of(pair) == LONGITUDE_FIRST)

    return make


def _list(builder: Builder, variant: SchemaVariant, said: dict[str, Any]) -> Input:
    most = variant.most
    if variant.closed:
        most = variant.prefix if most is None else min(most, variant.prefix)
    return List(
        **said,
        items=lambda index: builder.input(variant.item(index)),
        min_rows=max(variant.least, 0),
        max_rows=most,
        fixed=variant.prefix,
        tags=None if variant.prefix or variant.closed or not variant.item(0).anything else ANY_TAGS,
    )


def _object(cls: type[Record]) -> Callable[[Builder, SchemaVariant, dict[str, Any]], Input]:
    def make(builder: Builder, variant: SchemaVariant, said: dict[str, Any]) -> Input:
        return cls(
            **said,
            inputs=LazyInputs(
                lambda: variant.properties,
                lambda key: builder.input(
                    variant.child(key), key, variant.labels[key], required=key in variant.certain
                ),
            ),
            undeclared=lambda key: builder.input(variant.child(key), key),
            grows=variant.extra,
            sorts=variant.extra and variant.sorts,
            inactive_keys=_inactive_keys(variant.conditional) if variant.conditional else None,
            unordered=not (builder.ordered or variant.ordered),
        )

    return make


def _inactive_keys(conditional: dict[str, list[Guard]]) -> Callable[[Any], set[str]]:
    return lambda value: {key for key, guards in conditional.items() if not any(guard(value) for guard in guards)}


def _longest(variant: SchemaVariant) -> int | None:
    lengths = [int(each) for each in variant.all("maxLength") if _is_number(each) and 0 <= each < 10**9]
    return min(lengths, default=None)


def _shortest(variant: SchemaVariant) -> int | None:
    lengths = [int(each) for each in variant.all("minLength") if _is_number(each) and 0 < each < 10**9]
    return max(lengths, default=None)


def _is_number(value: Any) -> bool:
    return kind_of(value) == "number"


def _is_file(variant: SchemaVariant) -> bool:
    is_marked = variant.say("format") == "data-url" or variant.say("x-mcp-file") not in (ABSENT, False, None)
    return is_marked or _is_base64(variant)


def _is_base64(variant: SchemaVariant) -> bool:
    return variant.say("contentEncoding") == "base64" and bool(_media(variant)) and variant.say("format") != "data-url"


def _is_options(variant: SchemaVariant) -> bool:
    if variant.prefix:
        return False
    items = variant.item(0).variants
    return len(items) == 1 and items[0].kind == "enum" and 1 < len(items[0].values) <= MAX_TICKED


def _is_range(variant: SchemaVariant) -> bool:
    ends = pair_of(variant)
    if variant.unique or [each.kind for each in ends] != ["number", "number"]:
        return False
    low, high = _scale(ends[0])
    return low is not None and high is not None and low < high and limits(ends[0]) == limits(ends[1])


def _is_date_range(variant: SchemaVariant) -> bool:
    return [(each.kind, each.say("format")) for each in pair_of(variant)] == [("string", "date")] * 2


def _is_places(variant: SchemaVariant) -> bool:
    items = variant.item(0).variants if not variant.prefix and not variant.closed else ()
    return len(items) == 1 and order_of(items[0]) != ""


def _is_tags(variant: SchemaVariant) -> bool:
    if variant.prefix or variant.closed:
        return False
    items = variant.item(0)
    texts = [each for each in items.variants if each.kind == "string"]
    plain = not items.anything and all(each.kind in {"string", *SCALARS} for each in items.variants)
    return plain and len(texts) == 1 and _control_of(texts[0]).type == "text"


def _tags(_: Builder, variant: SchemaVariant, said: dict[str, Any]) -> Input:
    kinds = SCALARS.intersection(each.kind for each in variant.item(0).variants)
    return Tags(**said, kinds=kinds, **_counts(variant))


def _counts(variant: SchemaVariant) -> dict[str, Any]:
    """Return how many values the list *variant* takes, as inputs have it."""
    return {"min_values": max(variant.least, 0), "max_values": variant.most}


def _control_of(variant: SchemaVariant) -> Control:
    return next(each for each in CONTROLS if each.takes(variant))


_LANGUAGES = {
    "application/json": "json", "text/html": "html", "text/javascript": "js", "application/javascript": "js",
    "application/sql": "sql", "text/x-python": "python",
}  # fmt: skip


def _media(variant: SchemaVariant) -> str:
    """Return the media type of a text; a draft that knows none lets the keyword be anything."""
    media = variant.say("contentMediaType")
    return media if isinstance(media, str) else ""


def _of_kind(kind: str, format_: str = "") -> Callable[[SchemaVariant], bool]:
    return lambda variant: variant.kind == kind and (not format_ or variant.say("format") == format_)


#: From the most to the least specific; every variant is taken by one.
CONTROLS: tuple[Control, ...] = (
    Control(
        "constant",
        "one value is possible (`const`, an `enum` of one)",
        lambda variant: variant.kind == "enum" and len(variant.values) == 1,
        lambda _, variant, said: Constant(**said, constant=variant.values[0]),
    ),
    Control(
        "constant",
        "null",
        _of_kind("null"),
        lambda _, __, said: Constant(**said, constant=None),
    ),
    Control("select", "`enum`, or `oneOf` of constants", _of_kind("enum"), _select),
    Control("checkbox", "true or false", _of_kind("boolean"), _plain("checkbox")),
    Control("number", "a number or an integer", _of_kind("number"), _number),
    Control(
        "file",
        "a text of `format: data-url`, with `x-mcp-file`, or of `contentEncoding: base64` and a `contentMediaType`",
        lambda variant: variant.kind == "string" and _is_file(variant),
        _file,
    ),
    Control(
        "password",
        "a text that is `writeOnly`, or of `format: password`",
        lambda variant: variant.kind == "string" and variant.secret,
        lambda _, __, said: Password(**{**said, "secret": True}),
    ),
    Control("date", "a text of `format: date`", _of_kind("string", "date"), _plain("date")),
    Control("time", "a text of `format: time`", _of_kind("string", "time"), _plain("time")),
    Control("datetime", "a text of `format: date-time`", _of_kind("string", "date-time"), _plain("datetime")),
    Control("colour", "a text of `format: color`", _of_kind("string", "color"), _colour),
    Control(
        "markdown",
        "a text of `contentMediaType: text/markdown`",
        lambda variant: variant.kind == "string" and _media(variant) == "text/markdown",
        _plain("markdown"),
    ),
    Control(
        "code",
        "a text whose `contentMediaType` is that of a language",
        lambda variant: variant.kind == "string" and _media(variant) in _LANGUAGES,
        _code,
    ),
    Control(
        "textarea",
        f"a text that may be longer than {MAX_LINE}",
        lambda variant: variant.kind == "string" and (_longest(variant) or 0) > MAX_LINE,
        _text(Textarea),
    ),
    Control("text", "any other text", _of_kind("string"), _text(Text)),
    Control(
        "map_point",
        "a list of a latitude and a longitude, in either order, by their bounds or titles, or a GeoJSON `Point`",
        lambda variant: geometry_of(variant) == "Point" or order_of(variant) != "",
        _map(MapPoint),
    ),
    Control(
        "map_multipoint",
        "a list of such places, or a GeoJSON `MultiPoint` or `LineString`",
        lambda variant: geometry_of(variant) in LINES or (variant.kind == "list" and _is_places(variant)),
        _map(MapMultipoint),
    ),
    Control("map_polygon", "a GeoJSON `Polygon`", lambda variant: geometry_of(variant) == "Polygon", _map(MapPolygon)),
    Control(
        "date_range",
        "a list of two texts of `format: date`",
        lambda variant: variant.kind == "list" and _is_date_range(variant),
        _date_range,
    ),
    Control(
        "multiselect",
        f"a list of options, at most {MAX_TICKED}; each more than once without `uniqueItems`",
        lambda variant: variant.kind == "list" and _is_options(variant),
        _multiselect,
    ),
    Control(
        "slider",
        "a list of two numbers between the same `minimum` and `maximum`",
        lambda variant: variant.kind == "list" and _is_range(variant),
        _slider,
    ),
    Control(
        "tags",
        "a list of texts that are one line each, and perhaps of numbers, `true`, `false` and `null`",
        lambda variant: variant.kind == "list" and _is_tags(variant),
        _tags,
    ),
    Control("list", "any other list", _of_kind("list"), _list),
    Control(
        "json",
        f"an object with more than {MAX_PROPERTIES:,} properties",
        lambda variant: variant.kind == "object" and len(variant.properties) > MAX_PROPERTIES,
        _json,
    ),
    Control(
        "mapping",
        "an object without declared keys that takes others",
        lambda variant: variant.kind == "object" and not variant.properties and variant.extra,
        _object(Mapping),
    ),
    Control("object", "any other object", lambda _: True, _object(Object)),
)
