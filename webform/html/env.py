"""The Jinja environment: autoescaped, strict, its templates found beside the package or the checkout."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from webform.icons import path_of
from webform.places import templates
from webform.texts import link_in
from webform.values import to_fragment, to_id, to_name, write_json


@cache
def environment() -> Environment:
    """Return the one environment; templates are compiled once for the life of the process."""
    env = Environment(
        loader=FileSystemLoader(templates()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    env.filters |= {"name_of": to_name, "id_of": to_id, "fragment": to_fragment}
    env.filters |= {"json_text": write_json, "link_in": link_in}
    env.globals["icon_path"] = path_of
    return env


def add_templates(folders: list[str]) -> None:
    """Look for templates in *folders* before those of webform."""
    env = environment()
    assert isinstance(env.loader, FileSystemLoader)  # noqa: S101 - tells the type checker what it was made with
    env.loader.searchpath[:0] = folders
    if env.cache is not None and folders:
        env.cache.clear()
