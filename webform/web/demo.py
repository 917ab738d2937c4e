"""The demo: the example tools, started on free ports of this machine, and the gallery."""

from __future__ import annotations

import importlib.util
import sys
import threading
from typing import TYPE_CHECKING, Any

from werkzeug.serving import WSGIRequestHandler, make_server

from webform.dialects import load
from webform.places import examples as folder
from webform.runners import Target
from webform.web import create_app
from webform.web.gallery import DemoGallery, add_gallery
from webform.web.served import Served

if TYPE_CHECKING:
    from types import ModuleType

    from flask import Flask

    from webform.web.config import Config


class MissingExtraError(Exception):
    """A package that the example tools compute with is not installed; the message says what to do."""


class _Quiet(WSGIRequestHandler):
    """Logs nothing: the app's own log is enough."""

    def log_request(self, *_: Any) -> None:
        """Log no request."""


def create_demo(config: Config) -> Flask:
    """
    Return the app of the example tools, which it starts, with the gallery.

    Raises:
        MissingExtraError: a package of the extra `demo` is not installed.
    """
    examples = start_examples()
    gallery = DemoGallery(next(served.target for served in examples if served.tool.id == "kitchen-sink"))
    app = create_app([*examples, *gallery.served()], config)
    add_gallery(app.extensions["webform"], gallery, app.add_url_rule)
    return app


def start_examples() -> list[Served]:
    """
    Start every example tool; return them with where they run. They end with the process.

    Raises:
        MissingExtraError: a package of the extra `demo` is not installed.
    """
    examples = _package()
    try:
        apps = examples.create_apps()
    except ModuleNotFoundError as error:
        package = (error.name or "more").partition(".")[0]
        raise MissingExtraError(f"the example tools need {package}: pip install 'webform[demo]'") from None
    served = []
    for name, app in apps.items():
        server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        (tool,) = load(examples.manifest_file(name))
        url = f"http://127.0.0.1:{server.server_port}/run"
        target = Target(url=url, timeout=tool.max_runtime_seconds, allow_private=True)
        served.append(Served(tool=tool, target=target))
    return served


def _package() -> ModuleType:
    """Import the examples from where they lie: beside the package once installed, else in the checkout."""
    path = folder() / "__init__.py"
    spec = importlib.util.spec_from_file_location(
        "webform_examples", path, submodule_search_locations=[str(path.parent)]
    )
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = sys.modules["webform_examples"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
