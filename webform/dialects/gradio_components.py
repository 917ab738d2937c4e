"""The inputs of components of a Gradio app: what their properties say beside the schema of a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from webform.hints.x_webform import KEYWORD
from webform.inputs.code import LANGUAGES
from webform.values import as_list, as_text, kind_of, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

#: Media types by the families of files that an app names; extensions stand as they are.
_FAMILIES = {"image": "image/*", "audio": "audio/*", "video": "video/*", "text": "text/*"}
#: What languages are called here that an app calls otherwise.
_LANGUAGES = {"javascript": "js", "typescript": "js"}
#: How `visible` says that nobody sees a component.
_UNSEEN = (False, "hidden")

Schema = dict[str, Any]


class Props(NamedTuple):
    """The properties of a component: one of another kind than it should be says nothing."""

    raw: dict[str, Any]

    def text(self, name: str) -> str:
        """Return the text *name*, `""` where there is none."""
        return as_text(self.raw.get(name))

    def number(self, name: str) -> int | float | None:
        """Return the number *name*."""
        value = self.raw.get(name)
        return value if kind_of(value) == "number" else None

    def count(self, name: str) -> int:
        """Return the whole number *name*, 0 where there is none."""
        value = self.number(name)
        return value if isinstance(value, int) and value > 0 else 0

    def items(self, name: str) -> list[Any]:
        """Return the list *name*, `[]` where there is none."""
        return as_list(self.raw.get(name))


def with_component(schema: Schema, component: str, raw: dict[str, Any]) -> Schema:
    """Return *schema*, of a value of a *component* with the properties *raw*, as a form shows it."""
    props = Props(raw)
    make = _COMPONENTS.get(component)
    made, hint = make(schema, props) if make else (schema, {})
    if help_ := props.text("info"):
        made = made | {"description": help_}
    if props.raw.get("visible", True) in _UNSEEN and "default" in made:
        hint = {"input": "hidden"}
    return made | ({KEYWORD: hint} if hint else {})


def _textbox(schema: Schema, props: Props) -> tuple[Schema, Schema]:
    format_ = props.text("type")
    made = schema | ({"format": format_} if format_ in ("email", "password") else {})
    if longest := props.count("max_length"):
        made["maxLength"] = longest
    input_ = {"input": "textarea"} if props.count("lines") > 1 and format_ != "password" else {}
    return made, input_ | ({"placeholder": hint} if (hint := props.text("placeholder")) else {})


def _number(schema: Schema, props: Props) -> tuple[Schema, Schema]:
    made = schema | _range(props) | ({"type": "integer"} if props.number("precision") == 0 else {})
    return made, _step(props)


def _range(props: Props) -> Schema:
    low, high = props.number("minimum"), props.number("maximum")
    if low is not None and high is not None and low > high:
        return {}
    return {name: limit for name, limit in (("minimum", low), ("maximum", high)) if limit is not None}


def _step(props: Props) -> Schema:
    step = props.number("step")
    return {"step": step} if step is not None and step > 0 else {}


def _choice(schema: Schema, props: Props) -> tuple[Schema, Schema]:
    made = _named(schema, props)
    if props.raw.get("allow_custom_value") is True and "enum" in made:
        options = {key: value for key, value in made.items() if key in ("enum", "enumNames")}
        rest = {key: value for key, value in made.items() if key not in ("type", *options)}
        return rest | {"anyOf": [options, {"type": "string"}]}, {}
    return made, {}


def _several(schema: Schema, props: Props) -> tuple[Schema, Schema]:
    items, most = schema.get("items"), props.count("max_choices")
    options = _named(items, props) if isinstance(items, dict) else {}
    made = schema | {"items": options, "uniqueItems": True} | ({"maxItems": most} if most else {})
    values = options.get("enum", [])
    if props.raw.get("allow_custom_value") is True and all(isinstance(value, str) for value in values):
        return made | {"items": {"type": "string"}}, {"input": "tags", "suggestions": values}
    return made, {}


def _dropdown(schema: Schema, props: Props) -> tuple[Schema, Schema]:
    return _several(schema, props) if schema.get("type") == "array" else _choice(schema, props)


def _named(schema: Schema, props: Props) -> Schema:
    """Return *schema* with the names of its options; an app calls the type of them text, and has none before a run."""
    values = schema.get("enum")
    if not isinstance(values, list):
        return schema
    rest = {key: value for key, value in schema.items() if key not in ("enum", "type")}
    if not values:
        return rest | {"type": "string"}
    pairs = [pair for pair in props.items("choices") if isinstance(pair, list) and len(pair) == 2]
    names = {write_json(value): name for name, value in pairs if isinstance(name, str)}
    return rest | {"enum": values, "enumNames": [names.get(write_json(value), "") for value in values]}


def _file(schema: Schema, props: Props) -> tuple[Schema, Schema]:
    types = [_FAMILIES.get(type_, type_) for type_ in props.items("file_types") if isinstance(type_, str)]
    accept = [type_ for type_ in types if type_.startswith(".") or "/" in type_]
    return schema, {"input": "file", "accept": accept} if accept and len(accept) == len(types) else {}


def _code(schema: Schema, props: Props) -> tuple[Schema, Schema]:
    language = _LANGUAGES.get(props.text("language"), props.text("language"))
    return schema, {"input": "code"} | ({"language": language} if language in LANGUAGES else {})


#: What makes the schema and the hint of an input, by the name of its component.
_COMPONENTS: dict[str, Callable[[Schema, Props], tuple[Schema, Schema]]] = {
    "Audio": lambda schema, props: (schema, {"input": "audio"} if "microphone" in props.items("sources") else {}),
    "Checkboxgroup": _several,
    "Code": _code,
    "Colorpicker": lambda schema, _: (schema | {"format": "color"}, {}),
    "Dropdown": _dropdown,
    "File": _file,
    "Image": lambda schema, _: (schema, {"input": "image"}),
    "Number": _number,
    "Radio": lambda schema, props: (_named(schema, props), {"input": "radio"}),
    "Slider": lambda schema, props: (schema | _range(props), {"input": "slider", **_step(props)}),
    "Textbox": _textbox,
    "Uploadbutton": _file,
}
