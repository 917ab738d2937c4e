"""The configuration of a Gradio app: which endpoint takes and returns which components, and their properties."""

from __future__ import annotations

from typing import Any

from webform.source_limits import LIMITS
from webform.values import as_dict, as_list, dicts_in, write_json

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
    parts, functions = _Parts(config), _functions(config)
    endpoints = {
        name: _endpoint(endpoint, functions.get(name.strip("/")), parts)
        for name, endpoint in info["named_endpoints"].items()
    }
    if not parts.components or parts.size > LIMITS.bytes:
        return info | {CONFIG: None}
    return info | {"named_endpoints": endpoints}


class _Parts:
    """The components of a configuration, and the bytes of their properties wherever they were used so far."""

    def __init__(self, config: Any) -> None:
        self.components = components_of(config)
        self.size = 0
        self._used: dict[int, tuple[dict[str, Any], int]] = {}

    def props(self, id_: int) -> dict[str, Any]:
        """Return the properties of a component that are used."""
        if id_ not in self._used:
            used = {key: value for key, value in _props(self.components[id_]).items() if key in _USED}
            self._used[id_] = used, len(write_json(used))
        used, size = self._used[id_]
        self.size += size
        return used


def components_of(config: Any) -> dict[int, dict[str, Any]]:
    """Return the components of an app by their ids, `{}` where *config* does not say."""
    parts = dicts_in(as_dict(config).get("components"))
    return {part["id"]: part for part in parts if isinstance(part.get("id"), int)}


def function_of(config: Any, name: str) -> dict[str, Any] | None:
    """Return what *config* says of the endpoint called *name*: its number as `id`, and the ids of its components."""
    return _functions(config).get(name)


def _functions(config: Any) -> dict[str, dict[str, Any]]:
    """Return what *config* says of endpoints, by their names; of several of a name the first counts."""
    found: dict[str, dict[str, Any]] = {}
    for index, function in enumerate(as_list(as_dict(config).get("dependencies"))):
        name = function.get("api_name") if isinstance(function, dict) else None
        if isinstance(name, str) and name not in found:
            number = function.get("id", index)
            found[name] = function | {"id": number if isinstance(number, int) else index}
    return found


def is_skipped(component: dict[str, Any] | None) -> bool:
    """Tell whether a declaration has no parameter and no value of *component*: a session's state, a button."""
    return component is not None and (component.get("skip_api") is True or component.get("type") == "state")


def skips(function: dict[str, Any], key: str, components: dict[int, dict[str, Any]]) -> list[bool]:
    """Return for each component among the `inputs` or `outputs` of *function* whether declarations skip it."""
    return [is_skipped(_component(id_, components)) for id_ in as_list(function.get(key))]


def _component(id_: Any, components: dict[int, dict[str, Any]]) -> dict[str, Any] | None:
    return components.get(id_) if isinstance(id_, int) else None


def _endpoint(endpoint: Any, function: dict[str, Any] | None, parts: _Parts) -> Any:
    if not isinstance(endpoint, dict):
        return endpoint
    made = {}
    for key, ids in (("parameters", "inputs"), ("returns", "outputs")):
        found = None if function is None else _with_props(endpoint.get(key), function.get(ids), parts)
        if found is None:
            return endpoint | {CONFIG: None}
        made[key] = found
    return endpoint | made


def _with_props(declared: Any, ids: Any, parts: _Parts) -> list[Any] | None:
    """Return what is *declared*, each part with the properties of its component; `None` where they do not fit."""
    if not isinstance(declared, list) or not isinstance(ids, list):
        return None
    shown = [id_ for id_ in ids if not is_skipped(_component(id_, parts.components))]
    pairs = [*zip(declared, shown, strict=False)]
    if len(shown) != len(declared) or not all(_is_of(part, _component(id_, parts.components)) for part, id_ in pairs):
        return None
    return [part | {PROPS: parts.props(id_)} for part, id_ in pairs]


def _props(component: dict[str, Any] | None) -> dict[str, Any]:
    return as_dict(component.get("props")) if component else {}


def _is_of(declared: Any, component: dict[str, Any] | None) -> bool:
    """Tell whether *component* is what is *declared*."""
    name = str(_props(component).get("name")).lower()
    return isinstance(declared, dict) and component is not None and str(declared.get("component")).lower() == name
