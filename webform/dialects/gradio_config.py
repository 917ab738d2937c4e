"""The configuration of a Gradio app: which endpoint takes and returns which components, and their properties."""

from __future__ import annotations

from typing import Any

#: Where a declaration has the properties of a component, and where null says that there is no configuration that fits.
PROPS, CONFIG = "props", "config"
#: The properties that a form or a result has a use for.
_USED = frozenset({
    "allow_custom_value", "choices", "column_count", "datatype", "file_types", "include_time", "info", "language",
    "lines", "max_choices", "max_length", "maximum", "minimum", "multiselect", "placeholder", "precision", "sources",
    "step", "type", "visible",
})  # fmt: skip


def with_config(info: dict[str, Any], config: Any) -> dict[str, Any]:
    """Return *info*, the declaration of an app, with the properties of its components, as far as *config* fits it."""
    components = components_of(config)
    endpoints = {
        name: _endpoint(endpoint, function_of(config, name.strip("/")), components) if components else endpoint
        for name, endpoint in info["named_endpoints"].items()
    }
    return info | {"named_endpoints": endpoints} | ({} if components else {CONFIG: None})


def components_of(config: Any) -> dict[int, dict[str, Any]]:
    """Return the components of an app by their ids, `{}` where *config* does not say."""
    listed = config.get("components") if isinstance(config, dict) else None
    parts = listed if isinstance(listed, list) else []
    return {part["id"]: part for part in parts if isinstance(part, dict) and isinstance(part.get("id"), int)}


def function_of(config: Any, name: str) -> dict[str, Any] | None:
    """Return what *config* says of the endpoint called *name*: its number as `id`, and the ids of its components."""
    listed = config.get("dependencies") if isinstance(config, dict) else None
    for index, function in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(function, dict) and function.get("api_name") == name:
            number = function.get("id", index)
            return function | {"id": number if isinstance(number, int) else index}
    return None


def is_skipped(component: dict[str, Any] | None) -> bool:
    """Tell whether a declaration has no parameter and no value of *component*: a session's state, a button."""
    return component is not None and (component.get("skip_api") is True or component.get("type") == "state")


def skips(function: dict[str, Any], key: str, components: dict[int, dict[str, Any]]) -> list[bool]:
    """Return for each component among the `inputs` or `outputs` of *function* whether declarations skip it."""
    ids = function.get(key)
    return [is_skipped(_component(id_, components)) for id_ in ids] if isinstance(ids, list) else []


def _component(id_: Any, components: dict[int, dict[str, Any]]) -> dict[str, Any] | None:
    return components.get(id_) if isinstance(id_, int) else None


def _endpoint(endpoint: Any, function: dict[str, Any] | None, components: dict[int, dict[str, Any]]) -> Any:
    if not isinstance(endpoint, dict):
        return endpoint
    parts = {}
    for key, ids in (("parameters", "inputs"), ("returns", "outputs")):
        found = None if function is None else _with_props(endpoint.get(key), function.get(ids), components)
        if found is None:
            return endpoint | {CONFIG: None}
        parts[key] = found
    return endpoint | parts


def _with_props(declared: Any, ids: Any, components: dict[int, dict[str, Any]]) -> list[Any] | None:
    """Return what is *declared*, each part with the properties of its component; `None` where they do not fit."""
    if not isinstance(declared, list) or not isinstance(ids, list):
        return None
    found = [component for component in (_component(id_, components) for id_ in ids) if not is_skipped(component)]
    if len(found) != len(declared):
        return None
    pairs = [(part, _props(component)) for part, component in zip(declared, found, strict=True)]
    if not all(_is_of(part, props) for part, props in pairs):
        return None
    return [part | {PROPS: {key: value for key, value in props.items() if key in _USED}} for part, props in pairs]


def _props(component: dict[str, Any] | None) -> dict[str, Any]:
    props = component.get("props") if component else None
    return props if isinstance(props, dict) else {}


def _is_of(declared: Any, props: dict[str, Any]) -> bool:
    """Tell whether *props* are those of the component that is *declared*."""
    return isinstance(declared, dict) and str(declared.get("component")).lower() == str(props.get("name")).lower()
