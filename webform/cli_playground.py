"""The command that starts the playground alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from webform.cli_access import serving_options, with_access
from webform.cli_serving import serve_app
from webform.web import create_app
from webform.web.config import Config

if TYPE_CHECKING:
    from flask import Flask


@click.command()
@serving_options
def playground(port: int, **access: Any) -> None:
    """
    Serve the playground: an editor of a declaration, and beside it what it becomes. It runs no tool.

    Example: webform playground --port 8080
    """
    config = with_access(Config(playground=True), **access)
    serve_app(lambda: _app(config), access["host"], port)


def _app(config: Config) -> Flask:
    app = create_app([], config)
    app.view_functions["webform.catalogue"] = app.view_functions["webform.show_playground"]
    return app
