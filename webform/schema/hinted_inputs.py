"""
The inputs that hints may name: which parts of a schema they fit, and their options.

All follow from the class of the input: its options, and the JSON types of its values. `HINTED` and `WHOLE` have those
that fit less or more than that, or are made of what else the schema says.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.inputs import INPUTS, STRUCTURE, Input
from webform.inputs.audio import Audio
from webform.inputs.cells import CELLS
from webform.inputs.choices import Choice
from webform.inputs.code import Code
from webform.inputs.file import File
from webform.inputs.image import Image
from webform.inputs.map_bbox import MapBbox
from webform.inputs.map_point import MapPoint
from webform.inputs.options import OptionKind, options_of, read_options
from webform.inputs.radio import Radio
from webform.inputs.select import Select
from webform.inputs.slider import Slider
from webform.inputs.table import MAX_ROWS, Column, Table
from webform.messages import Param, Phrase, one_of
from webform.schema.controls import CONTROLS, choices, control_of, is_file, is_range, item_of
from webform.schema.geography import fixed_items, geometry_of, is_longitude_first, is_pair, place_keys
from webform.schema.numbers import limits, scale_of
from webform.values import ABSENT, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.schema.controls import InputMaker, Make
    from webform.schema.document import Place, SchemaVariant

_RULES = {rule.type: rule for rule in CONTROLS if rule.type != "constant"}
_YES_NO = (Choice(value=True, label="Yes"), Choice(value=False, label="No"))


class HintRule(NamedTuple):
    """
    An input that hints may name.

    Args:
        needs: what it needs, in words.
        fits: tells which variants have that.
        make: makes it.
        options: what only its hints have.
    """

    needs: Param
    fits: Callable[[SchemaVariant], bool]
    make: Make
    options: tuple[str, ...] = ()


class WholeRule(NamedTuple):
    """An input that hints may name whatever kinds of values a place takes: what it needs, and where it fits."""

    needs: Param
    fits: Callable[[Place], bool]


def _is_text(variant: SchemaVariant) -> bool:
    return variant.kind == "string" and not variant.secret and not is_file(variant)


def _is_choice(variant: SchemaVariant) -> bool:
    return variant.kind in ("enum", "boolean") and not variant.secret


def _is_upload(variant: SchemaVariant) -> bool:
    item = item_of(variant)
    return is_file(variant) or (item is not None and is_file(item))


def _is_places(variant: SchemaVariant) -> bool:
    item = item_of(variant)
    return item is not None and is_pair(item)


def _is_flat_box(variant: SchemaVariant) -> bool:
    return [edge.kind for edge in fixed_items(variant, 4)] == ["number"] * 4


def _is_nested_box(variant: SchemaVariant) -> bool:
    return variant.kind == "list" and variant.items.least == 2 == variant.items.most and _is_places(variant)


def _is_days(variant: SchemaVariant) -> bool:
    return [day.kind for day in fixed_items(variant, 2)] == ["string"] * 2


def _is_options(variant: SchemaVariant) -> bool:
    item = item_of(variant)
    return item is not None and item.kind == "enum" and len(item.values) > 1 and not item.secret


def _is_scale(variant: SchemaVariant) -> bool:
    if variant.kind != "number":
        return is_range(variant)
    low, high = scale_of(variant)
    return low is not None and high is not None and low < high


def _is_table(variant: SchemaVariant) -> bool:
    row = item_of(variant)
    most = variant.items.most if row else None
    if row is None or row.kind != "object" or not row.members.closed or row.members.extra:
        return False
    return (most is None or most <= MAX_ROWS) and bool(_columns(row)) and all(_columns(row).values())


def _columns(row: SchemaVariant) -> dict[str, str]:
    """Return the types of the columns of a table whose rows are *row*; `""` where there is none for a property."""
    return {key: _cell_of(row.child(key)) for key in row.members.properties}


def _cell_of(place: Place) -> str:
    variants = place.variants
    if len(variants) != 1 or place.secret or variants[0].secret:
        return ""
    type_ = control_of(variants[0]).type
    return type_ if type_ in CELLS else ""


def _choice(cls: type[Radio | Select], _: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    return cls(**base_options, options=choices(variant) if variant.kind == "enum" else _YES_NO)


def _slider(builder: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    if variant.kind == "list":
        return _RULES["slider"].make(builder, variant, base_options)
    low, high = scale_of(variant)
    bounds = {**limits(variant), "min": low, "max": high}
    return Slider(**{**base_options, **bounds}, step=1 if variant.integer else None)


def _upload(
    cls: type[File | Image | Audio], builder: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]
) -> Input:
    many = variant.kind == "list"
    plain = _RULES["file"].make(builder, variant.item(0).variants[0] if many else variant, base_options)
    # An image has no types to choose from, and a sound is one.
    options: dict[str, Any] = {
        name: getattr(plain, name) for name in ("bare", "accept") if name in cls.__dataclass_fields__
    }
    return cls(**base_options, **options | ({"multiple": True} if many else {}))


def _code(_: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    rule = _RULES["code"]
    return rule.make(_, variant, base_options) if rule.takes(variant) else Code(**base_options)


def _point(builder: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    keys = place_keys(variant)
    if keys:
        return MapPoint(**base_options, keys=keys, swapped=is_longitude_first(keys))
    return _RULES["map_point"].make(builder, variant, base_options)


def _table(_: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
    row = variant.item(0).variants[0]
    columns = tuple(Column(key=key, label=row.members.labels[key], type=type_) for key, type_ in _columns(row).items())
    return Table(
        **base_options, columns=columns, min_rows=max(variant.items.least, 0) or None, max_rows=variant.items.most
    )


#: Inputs that a hint may name where a place has one kind of values, and that their class does not tell all of.
HINTED: dict[str, HintRule] = {
    "text": HintRule(Phrase("kind.hinted-text"), _is_text, _RULES["text"].make),
    "textarea": HintRule(Phrase("kind.hinted-text"), _is_text, _RULES["textarea"].make),
    "password": HintRule(
        Phrase("kind.hinted-secret"),
        lambda variant: variant.kind == "string" and not is_file(variant),
        _RULES["password"].make,
    ),
    "code": HintRule(Phrase("kind.hinted-text"), _is_text, _code),
    "colour": HintRule(Phrase("kind.hinted-text"), _is_text, _RULES["colour"].make),
    "number": HintRule(Phrase("kind.number"), _RULES["number"].takes, _RULES["number"].make),
    "slider": HintRule(Phrase("kind.hinted-scale"), _is_scale, _slider),
    "select": HintRule(Phrase("kind.hinted-choice"), _is_choice, partial(_choice, Select), ("labels",)),
    "radio": HintRule(Phrase("kind.hinted-choice"), _is_choice, partial(_choice, Radio), ("labels",)),
    "multiselect": HintRule(Phrase("kind.hinted-several"), _is_options, _RULES["multiselect"].make, ("labels",)),
    "file": HintRule(Phrase("kind.hinted-upload"), _is_upload, partial(_upload, File)),
    "image": HintRule(Phrase("kind.hinted-upload"), _is_upload, partial(_upload, Image)),
    "audio": HintRule(Phrase("kind.hinted-sound"), is_file, partial(_upload, Audio)),
    "date_range": HintRule(Phrase("kind.hinted-days"), _is_days, _RULES["date_range"].make),
    "tags": HintRule(
        Phrase("kind.hinted-tags"),
        _RULES["tags"].takes,
        lambda builder, variant, options: _RULES["tags"].make(builder, variant, {**options, "are_words": True}),
    ),
    "table": HintRule(Phrase("kind.hinted-rows"), _is_table, _table),
    "list": HintRule(Phrase("kind.array"), _RULES["list"].takes, _RULES["list"].make),
    "map_point": HintRule(
        Phrase("kind.hinted-place"),
        lambda variant: geometry_of(variant) == "Point" or is_pair(variant) or bool(place_keys(variant)),
        _point,
        ("lng_first",),
    ),
    "map_multipoint": HintRule(
        Phrase("kind.hinted-places"),
        lambda variant: _RULES["map_multipoint"].takes(variant) or _is_places(variant),
        _RULES["map_multipoint"].make,
        ("lng_first",),
    ),
    "map_polygon": HintRule(
        Phrase("kind.hinted-area"),
        lambda variant: geometry_of(variant) == "Polygon" or _is_places(variant),
        _RULES["map_polygon"].make,
        ("lng_first",),
    ),
    "map_bbox": HintRule(
        Phrase("kind.hinted-box"),
        lambda variant: _is_nested_box(variant) or _is_flat_box(variant),
        lambda _, variant, options: MapBbox(**options, bbox_format="nested" if _is_nested_box(variant) else "flat"),
    ),
}


def _is_open(place: Place) -> bool:
    """Tell whether no secret is, or may be, in the value of *place*."""
    if not place.document.has_secrets:
        return True
    compound = place.anything or any(variant.kind in ("object", "list") for variant in place.variants)
    return not compound and not place.secret and not any(variant.secret for variant in place.variants)


def _has_value(place: Place) -> bool:
    constants = [variant for variant in place.variants if variant.kind == "enum" and len(variant.values) == 1]
    return _is_open(place) and (place.default is not ABSENT or len(constants) == len(place.variants) == 1)


def _is_suggested(place: Place) -> bool:
    kinds = {variant.kind for variant in place.variants}
    return "string" in kinds and kinds <= {"string", "number", "boolean"} and not place.secret


#: The inputs that a hint may name whatever kinds of values a place takes, and where they fit.
WHOLE = {
    "json": WholeRule(Phrase("kind.hinted-open"), _is_open),
    "hidden": WholeRule(Phrase("kind.hinted-fixed"), _has_value),
    "autocomplete": WholeRule(Phrase("kind.hinted-suggested"), _is_suggested),
}
#: What each of these needs, in words.
NEEDS = {name: rule.needs for name, rule in HINTED.items()} | {name: rule.needs for name, rule in WHOLE.items()}
#: The kinds of variants by the JSON types of values, and what an input of such values needs, in words.
_KINDS: dict[str, tuple[str, Phrase]] = {
    "enum": ("enum", Phrase("kind.hinted-choice")),
    "string": ("string", Phrase("kind.hinted-text")),
    "number": ("number", Phrase("kind.number")),
    "integer": ("number", Phrase("kind.integer")),
    "boolean": ("boolean", Phrase("kind.boolean")),
    "array": ("list", Phrase("kind.array")),
    "list": ("list", Phrase("kind.array")),
    "object": ("object", Phrase("kind.object")),
}


def hinted_names() -> list[str]:
    """Return the names of the inputs that a hint may name: those of declarations, and some that only schemas have."""
    return [*INPUTS, *(name for name in HINTED if name in STRUCTURE)]


def rule_of(name: str) -> HintRule:
    """Return the rule of the input *name*, which has a row of its own in `HINTED`, or follows from its class."""
    return HINTED.get(name) or _rule_of_class(INPUTS[name])


def needs_of(name: str) -> Param:
    """Return what the input *name* needs of a schema, in words."""
    return NEEDS.get(name) or rule_of(name).needs


def options_of_hint(name: str) -> tuple[str, ...]:
    """Return the options that a hint for the input *name* may have, beside those that any hint may."""
    cls = (INPUTS | STRUCTURE).get(name)
    shared = {*options_of(Input)}
    own = [] if cls is None else [option for option in options_of(cls) if option not in shared | cls.in_schema]
    return (*own, *(HINTED[name].options if name in HINTED else ()))


def required_of_hint(name: str) -> dict[str, OptionKind]:
    """Return the options that a hint for the input *name* must have, and what they take: no schema has them."""
    if name in HINTED or name in WHOLE or name not in INPUTS:
        return {}
    declared = options_of(INPUTS[name])
    return {option: declared[option].kind for option in options_of_hint(name) if declared[option].required}


def unfit_limits(name: str, variant: SchemaVariant | None) -> list[OptionKind]:
    """Return what the options of the input *name* take that limits of *variant* are, and do not fit."""
    if variant is None or name in HINTED or name not in INPUTS:
        return []
    declared, found = options_of(INPUTS[name]), _limits_of(INPUTS[name], variant)
    return [declared[option].kind for option, limit in found.items() if not declared[option].kind.takes(limit)]


def _limits_of(cls: type[Input], variant: SchemaVariant) -> dict[str, int | float | None]:
    """Return the limits of the numbers of *variant* that are options of *cls*, by the names of those."""
    found = limits(variant) if variant.kind == "number" else {}
    return {name: limit for name, limit in found.items() if name in cls.in_schema & {*options_of(cls)}}


def _types_of(cls: type[Input]) -> tuple[str, ...]:
    """Return the JSON types of the values of *cls*, by its schema or else its examples; `enum` where it has options."""
    options, _ = read_options(cls, {"key": "x", "label": "X", **cls.example()})
    schema = cls.of(options).value_schema()
    if "enum" in schema:
        return ("enum",)
    types = schema.get("type", [kind_of(value) for _, value in cls.examples])
    named = [types] if isinstance(types, str) else types
    return tuple(dict.fromkeys(type_ for type_ in named if type_ in _KINDS))


def _rule_of_class(cls: type[Input]) -> HintRule:
    types = _types_of(cls)
    found = [_KINDS[type_] for type_ in types]
    kinds = {kind for kind, _ in found}
    is_whole = "integer" in types and "number" not in types

    def fits(variant: SchemaVariant) -> bool:
        if variant.kind in ("list", "object") and variant.document.has_secrets:
            return False
        if variant.kind == "number" and is_whole and not variant.integer:
            return False
        return _is_text(variant) if variant.kind == "string" and "string" in kinds else variant.kind in kinds

    def make(_: InputMaker, variant: SchemaVariant, base_options: dict[str, Any]) -> Input:
        return cls(**{**base_options, **_limits_of(cls, variant)})

    needs = one_of([*dict.fromkeys(words for _, words in found)]) if found else Phrase("kind.value")
    return HintRule(needs, fits, make)
