"""The Jinja environment: autoescaped, strict, its templates found beside the package or the checkout."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from webform.by_language import lang_of
from webform.icons import path_of
from webform.language import direction, language, moment, number, pgettext, plural, translation
from webform.messages import own
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
    env.filters["lang"] = _lang
    env.filters |= {"json_text": write_json, "link_in": link_in, "number": number, "moment": moment, "own": own}
    env.globals |= {"_": _text, "ngettext": _counted_text, "pgettext": _meant_text}
    env.globals |= {"language": language, "direction": direction}
    env.globals["icon_path"] = path_of
    return env


def add_templates(folders: list[str]) -> None:
    """Look for templates in *folders* before those of webform."""
    env = environment()
    assert isinstance(env.loader, FileSystemLoader)  # noqa: S101 - tells the type checker what it was made with
    env.loader.searchpath[:0] = folders
    if env.cache is not None and folders:
        env.cache.clear()


def _lang(text: Any) -> Markup:
    """Return the attribute that says which language *text* is in, where that is known to be another than the page's."""
    lang = lang_of(text)
    return Markup(' lang="{}"').format(lang) if lang else Markup()


def _text(text: str, /, **params: Any) -> Markup:
    """Return *text*, which is HTML of ours, in the language in use; what fills its placeholders is escaped."""
    return _filled(translation(text), params)


def _counted_text(one: str, other: str, count: float, /, **params: Any) -> Markup:
    return _filled(plural(one, other, count), params)


def _meant_text(context: str, text: str) -> Markup:
    return Markup(pgettext(context, text))  # noqa: S704 - HTML of ours, and of translators


def _filled(text: str, params: dict[str, Any]) -> Markup:
    html = Markup(text)  # noqa: S704 - HTML of ours, and of translators
    return html.format(**params) if params else html
