"""The operations of a host's own app as forms, below a path of that app: FastAPI, Flask, Django, or any other."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from importlib import import_module
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, TypeVar

from werkzeug.middleware.dispatcher import DispatcherMiddleware

from webform.mounting.documents import ask_wsgi
from webform.mounting.part import Part
from webform.mounting.settings import MountSettings
from webform.web import Config

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

__all__ = ["mount"]

App = TypeVar("App")


def mount(  # noqa: PLR0913 - what the operator sets
    app: App,
    *,
    at: str = "/webform",
    document: str | Mapping[str, Any] | Callable[[], Mapping[str, Any]] | None = None,
    url: str = "",
    headers: Mapping[str, str] | None = None,
    threads: int | None = None,
    config: Config | None = None,
) -> Any:
    """
    Serve each operation of the OpenAPI document of *app* as a form, below a path of *app*.

    Args:
        app: a FastAPI or Starlette app, a Flask app, or any WSGI or ASGI application, such as Django's.
        at: the path.
        document: the path of the document in the app, the document itself, or a function that returns it; looked for
            where it is `None`. It is read when the first page is asked for.
        url: the address at which operations are called; the one that the server of the app listens at where it is `""`.
        headers: what is sent with each call, such as `Authorization`; values are secrets. What visitors send is not.
        threads: how many requests the server answers at the same time in a process: half of them may be streams.
        config: what the operator sets.

    Returns:
        *app*, or, where it is neither of Starlette nor of Flask, the application that takes its place.
    """
    path = "/" + at.strip("/")
    if path == "/":
        raise ValueError('webform.mount needs a path of its own, such as at="/webform"')
    own = config or Config()
    settings = MountSettings(document=document, url=url, headers=headers or {}, threads=threads, config=own)
    for module, name, hang in _FRAMEWORKS:
        kind = getattr(sys.modules.get(module), name, None)
        if kind is not None and isinstance(app, kind):
            hang(app, path, settings)
            return app
    if iscoroutinefunction(app) or iscoroutinefunction(getattr(app, "__call__", None)):  # noqa: B004 - which kind it is
        return _asgi().Dispatcher(app, path, settings)
    if callable(app):
        return DispatcherMiddleware(app, {path: Part(settings, partial(ask_wsgi, app))})
    raise TypeError(f"webform.mount takes an app of FastAPI, Starlette, Flask or Django, not {type(app).__name__}")


def _asgi() -> ModuleType:
    try:
        return import_module("webform.mounting.asgi")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"webform.mount needs {error.name}: pip install 'webform[asgi]'") from error


def _on_starlette(app: Any, path: str, settings: MountSettings) -> None:
    # FastAPI makes it of its routes; Starlette has none.
    if settings.document is None:
        settings = replace(settings, document=getattr(app, "openapi", None))
    app.mount(path, _asgi().ASGIPart(app, path, settings), name="webform")
    # A route that takes every path may stand before.
    app.router.routes[:0] = [_asgi().entrance(path), app.router.routes.pop()]


def _on_flask(app: Any, path: str, settings: MountSettings) -> None:
    part = Part(settings.trusting(app.config.get("TRUSTED_HOSTS") or ()), partial(ask_wsgi, app.wsgi_app))
    app.wsgi_app = DispatcherMiddleware(app.wsgi_app, {path: part})


#: The class of apps of a framework, by its module and name, and what hangs a part into one.
_FRAMEWORKS: tuple[tuple[str, str, Callable[[Any, str, MountSettings], None]], ...] = (
    ("starlette.applications", "Starlette", _on_starlette),
    ("flask", "Flask", _on_flask),
)
