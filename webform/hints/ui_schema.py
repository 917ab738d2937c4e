"""The `uiSchema` of react-jsonschema-form, which follows the value: keys of objects, `items` of lists."""

from __future__ import annotations

from typing import Any

from webform.hints.base import Asked, Hint, Read
from webform.values import as_text, join, kind_of

_PREFIX = "ui:"
#: What each of its widgets is here.
WIDGETS = {
    "text": "text", "textarea": "textarea", "password": "password", "color": "colour", "email": "text", "uri": "text",
    "url": "text", "updown": "number", "range": "slider", "radio": "radio", "select": "select", "hidden": "hidden",
    "checkbox": "checkbox", "checkboxes": "multiselect", "date": "date", "alt-date": "date", "time": "time",
    "date-time": "datetime", "datetime": "datetime", "alt-datetime": "datetime", "file": "file", "files": "file",
    "toggle": "toggle",
}  # fmt: skip
#: The same of the names of its components.
_COMPONENTS = {f"{name.replace('-', '')}widget": name for name in WIDGETS}
#: What each of its options is here.
OPTIONS = {
    "title": "label", "description": "description", "help": "help", "placeholder": "placeholder", "accept": "accept",
    "enumNames": "labels",
}  # fmt: skip
#: Where alternatives have a uiSchema each, which are hints for the place of them all.
_ALTERNATIVES = ("anyOf", "oneOf")


def read_ui_schema(value: Any, at: str) -> Read:
    """Return the hints of the uiSchema *value*, which stands *at* a pointer of the declaration."""
    read = Read()
    _read(read, value, at, ())
    return read


def _read(read: Read, value: Any, at: str, steps: tuple[str | int, ...]) -> None:
    if not isinstance(value, dict):
        read.ignore(at, str(value))
        return
    _add(read, value, at, steps)
    for key, part in value.items():
        place = join(at, key)
        if key.startswith(_PREFIX):
            continue
        if isinstance(part, dict):
            _read(read, part, place, (*steps, key))
        elif key in (*_ALTERNATIVES, "items") and isinstance(part, list):
            for index, option in enumerate(part):
                _read(read, option, join(place, index), (*steps, index + 1) if key == "items" else steps)
        else:
            read.ignore(place, key)


def _add(read: Read, value: dict[str, Any], at: str, steps: tuple[str | int, ...]) -> None:
    """Add the hint of one place, whose options stand under `ui:options` or each by itself."""
    own = {key: part for key, part in value.items() if key.startswith(_PREFIX) and key != "ui:options"}
    asked = {key.removeprefix(_PREFIX): Asked(part, join(at, key)) for key, part in own.items()}
    listed = value.get("ui:options")
    if isinstance(listed, dict):
        inside = join(at, "ui:options")
        asked = {key: Asked(part, join(inside, key)) for key, part in listed.items()} | asked
    widget, order, options = None, None, {}
    for name, part in asked.items():
        if name == "widget" and (input_ := input_of(part.value)):
            widget = Asked(input_, part.at)
        elif name == "order" and isinstance(part.value, list) and all(isinstance(key, str) for key in part.value):
            order = part
        elif name in OPTIONS and kind_of(part.value) != "boolean":
            options[OPTIONS[name]] = part
        else:
            shown = f"{_PREFIX}{name}: {part.value}" if name == "widget" else f"{_PREFIX}{name}"
            read.ignore(part.at, shown)
    if widget or order or options:
        read.tree.add(steps, Hint(at=at, input=widget, options=options, order=order))


def input_of(widget: Any) -> str:
    """Return the name of the input that *widget* is here, `""` for none."""
    name = as_text(widget)
    return WIDGETS.get(name) or WIDGETS.get(_COMPONENTS.get(name.lower(), ""), "")
