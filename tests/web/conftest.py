"""Fixtures of the tests of the app: a small tool that acts, the app that serves it, and a client of that app."""

from __future__ import annotations

import pytest

from tests.acting import acting
from tests.s3 import s3
from webform import load
from webform.tool import Tool
from webform.web import Config, create_app, read_config

__all__ = ["acting", "s3"]

SMALL = {
    "id": "small",
    "name": "Small",
    "description": "Does *little*.",
    "category": "test/small",
    "inputs": [
        {"key": "title", "type": "text", "label": "Title"},
        {"key": "n", "type": "number", "label": "Number", "required": False},
    ],
    "outputs": [{"key": "y", "type": "number", "label": "Y"}],
    "examples": [{"name": "One", "values": {"title": "first"}}],
}


@pytest.fixture
def new_app(tmp_path, acting):
    """`new_app(*declarations or tools, **config) -> Flask`: each runs where `acting` does; ended with the test."""
    made = []

    def make(*declarations, **config):
        places = {"database": str(tmp_path / "runs.sqlite"), "files": tmp_path / "files"}
        read = ([found] if isinstance(found, Tool) else load(found) for found in declarations or [SMALL])
        tools = [tool for part in read for tool in part]
        made.append(create_app([(tool, acting.url) for tool in tools], Config(**(places | config))))
        return made[-1]

    yield make
    acting.let_go()
    for run in made:
        run.extensions["webform"].close()


@pytest.fixture
def app(new_app):
    return new_app()


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def read(tmp_path):
    """`read(text)`: the configuration of a webform.toml, and its problems."""

    def read(text: str):
        file = tmp_path / "webform.toml"
        file.write_text(text, "utf-8")
        return read_config(file)

    return read
