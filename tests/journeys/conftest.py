"""Fixtures of the journeys: apps with tools that run, and the people who use them, with scripts and without."""

from __future__ import annotations

import pytest

from tests.acting import acting
from webform import Config, create_app, load

__all__ = ["acting"]


@pytest.fixture
def started(serve, tmp_path):
    """`started(*tools, **config) -> address` of an app with these tools, each with the address of its /run."""
    sites = []

    def start(*tools, **config) -> str:
        places = {"database": str(tmp_path / "runs.sqlite"), "files": tmp_path / "files"}
        app = create_app(tools, Config(**(places | config)))
        sites.append(app.extensions["webform"])
        return serve(app)

    yield start
    for site in sites:
        site.close()


@pytest.fixture
def served(started, acting):
    """`served(*inputs, **manifest) -> address` of the page of a tool with these inputs, run by `acting`."""

    def start(*inputs, **manifest) -> str:
        (tool,) = load({"id": "t", "name": "Trial", "inputs": list(inputs)} | manifest)
        return f"{started((tool, acting.url))}/tools/{tool.id}"

    return start


@pytest.fixture(params=[True, False], ids=["scripts", "no-scripts"])
def scripts(request) -> bool:
    """Whether the visitor's browser runs scripts: each test twice."""
    return request.param


@pytest.fixture
def visitor(new_page, watch, scripts):
    """A page, with scripts and without; what the policy stopped, and every error, is looked for at the end."""
    page = new_page(java_script_enabled=scripts)
    seen = watch(page)
    yield page
    assert seen == []


@pytest.fixture
def plain(new_page, watch):
    """A page without scripts; what the policy stopped, and every error, is looked for at the end."""
    page = new_page(java_script_enabled=False)
    seen = watch(page)
    yield page
    assert seen == []


@pytest.fixture
def lively(new_page, watch):
    """A page with scripts; what the policy stopped, and every error, is looked for at the end."""
    page = new_page()
    seen = watch(page)
    yield page
    assert seen == []
