"""The Jinja environment: autoescaped, strict, its templates found beside the package or the checkout."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from webform.by_language import lang_of
from webform.icons import path_of
from webform.language import direction, language, moment, number, pgettext, plural, translation
from webform.messages import own
from webform.places import templates
from webform.texts import link_in
from webform.values import to_fragment, to_id, to_name, write_json

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, MutableMapping

    from jinja2.environment import TemplateModule


class Templates(Environment):
    """
    The templates that HTML is made of.

    Args:
        loader: finds them.
        auto_reload: whether they are looked for again each time, since somebody is writing them.
    """

    def __init__(self, loader: BaseLoader, *, auto_reload: bool = False) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=auto_reload,
            cache_size=-1,
        )
        self.filters |= {"name_of": to_name, "id_of": to_id, "fragment": to_fragment}
        self.filters |= {"json_text": write_json, "link_in": link_in, "number": number, "moment": moment}
        self.filters |= {"own": own, "lang": _lang}
        self.globals |= {"_": _text, "ngettext": _counted_text, "pgettext": _meant_text}
        self.globals |= {"language": language, "direction": direction}
        self.globals["icon_path"] = path_of
        self._modules: dict[str, TemplateModule] = {}

    def module(self, name: str) -> TemplateModule:
        """Return the macros of the template *name*, kept."""
        module = None if self.auto_reload else self._modules.get(name)
        if module is None:
            module = self._modules[name] = self.get_template(name).module
        return module

    def context(self) -> dict[str, Any]:
        """Return what all pages may use beside what they are made of."""
        return {}

    def kept(self, cache: MutableMapping[Any, Any], key: Hashable) -> dict[Any, Any]:
        """Return what is kept in *cache* at *key* of what these templates made."""
        if self.auto_reload:
            return {}
        kept: dict[Any, Any] = cache.setdefault(key, {})
        return kept


_current: ContextVar[Templates | None] = ContextVar("webform_templates", default=None)


def environment() -> Templates:
    """Return the templates in use: those of webform, or a host's before them."""
    return _current.get() or own_templates()


@cache
def own_templates() -> Templates:
    """Return the templates of webform, which are compiled once for the life of the process."""
    return Templates(FileSystemLoader(templates()))


def rendered(name: str, /, **context: Any) -> Markup:
    """Return the template *name* as HTML, made of *context*."""
    return Markup(environment().get_template(name).render(context))  # noqa: S704 - an autoescaping template


def use_templates(chosen: Templates | None) -> None:
    """Make HTML of *chosen* templates from now on in this context; `None` are those of webform."""
    _current.set(chosen)


@contextmanager
def in_templates(chosen: Templates | None) -> Iterator[None]:
    """Make HTML of *chosen* templates meanwhile."""
    before = _current.set(chosen)
    try:
        yield
    finally:
        _current.reset(before)


def add_templates(folders: list[str]) -> None:
    """Look for templates in *folders* before those of webform."""
    env = own_templates()
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
