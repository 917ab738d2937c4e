"""Templates of a host: those in its folder `webform/` take the place of ours, and may extend them, or its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jinja2 import BaseLoader, DictLoader, Environment, Template, TemplateNotFound

from webform.html.env import Templates, own_templates

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping


#: The folder of a host's templates in which those stand that take the place of ours, and the mark of ours themselves.
FOLDER, _OURS = "webform/", "!webform/"


class _Loader(BaseLoader):
    """Finds the templates of *host*, and ours below their mark."""

    def __init__(self, host: BaseLoader) -> None:
        self._host, self._ours = host, own_templates().loader

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        if template.startswith(_OURS) and self._ours:
            return self._ours.get_source(environment, template.removeprefix(_OURS))
        return self._host.get_source(environment, template)


class HostTemplates(Templates):
    """
    The templates of a host before ours.

    Templates of ours name each other as ever. A host's have names as its app has them: its own are the host's,
    compiled by its environment; `webform/NAME` is its file of that name, else ours. A file that extends its own name
    extends ours.

    Args:
        host: the environment of the host.
        context: returns what the host's pages may use.
    """

    def __init__(self, host: Environment, context: Callable[[], dict[str, Any]]) -> None:
        self._host, self._context = host, context
        self._places: dict[str, str] = {}
        self._files = _Loader(host.loader or DictLoader({}))
        super().__init__(self._files, auto_reload=host.auto_reload)

    @property
    def found(self) -> bool:
        """Whether the host has any."""
        return any(name.startswith(FOLDER) for name in self._host.list_templates())

    def context(self) -> dict[str, Any]:
        return self._context()

    def join_path(self, template: str, parent: str) -> str:
        """Return the name of what the template *parent* calls *template*."""
        if parent.startswith(_OURS):
            return self._place(FOLDER + template)
        # What extends or includes its own name means ours.
        return f"!{template}" if template == parent else self._place(template)

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - as the method that it overrides has it
    ) -> Template:
        """Return what the template *parent* calls *name*; without one, that of ours, or what has its place."""
        if isinstance(name, Template):
            return name
        place = self._place(FOLDER + name) if parent is None else self.join_path(name, parent)
        if place.startswith((FOLDER, _OURS)):
            return super().get_template(place, None, globals)
        return self._host.get_template(place, None, globals)

    def _place(self, name: str) -> str:
        """Return where the template *name* is: for one of ours that the host has not, at the mark of ours."""
        if not name.startswith(FOLDER):
            return name
        place = None if self.auto_reload else self._places.get(name)
        if place is None:
            place = self._places[name] = name if self._has(name) else f"!{name}"
        return place

    def _has(self, name: str) -> bool:
        try:
            self._files.get_source(self._host, name)
        except TemplateNotFound:
            return False
        return True
