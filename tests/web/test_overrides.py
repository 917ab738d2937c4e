"""Templates of a host: in the place of ours, extending ours, and in its own pages; nothing of them is kept for others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask, request
from jinja2 import nodes

from tests.web.conftest import SMALL
from webform import load, render
from webform.html.env import own_templates
from webform.web import Config, QuickExecute

LAYOUT = """<!doctype html><title>{% block title %}{% endblock %}</title>{{ assets }}
<nav>{{ config.SHOP }} for {{ visitor }}, {{ nothing }}{{ "x"|shout }}</nav>{% block content %}{% endblock %}
{% include "small_print.html" %}"""
PAGE = """{% extends "layout.html" %}
{% block content %}{% include "webform/head.html" %}<main>{% block main %}{% endblock %}</main>{% endblock %}"""
TEXT = '{% macro control(f) %}<input class="theirs" name="{{ f.name }}" id="{{ f.id }}">{% endmacro %}'
#: Pages by their templates, and where one is found.
PAGES = {
    "tool.html": "/tools/small",
    "panel.html": "/tools/small/panel",
    "run.html": "/runs/{run}",
    "batch.html": "/tools/small/batch",
    "chains.html": "/chains",
    "catalogue.html": "/",
    "runs.html": "/runs",
    "compare_pick.html": "/runs/compare",
    "use.html": "/runs/{run}/use",
    "error.html": "/tools/none",
}


@pytest.fixture
def host(tmp_path, acting):
    """`host(files, tools=…, **config) -> Flask`: with these templates, and the forms below /webform."""
    made = []

    def start(files, tools=None, **config):
        folder = tmp_path / f"host{len(made)}"
        app = Flask("host", template_folder=str(folder / "templates"))
        app.config.update(SHOP="Ann's shop", **config)
        app.context_processor(lambda: {"visitor": request.headers.get("X-Who", "nobody")})
        app.add_template_filter(str.upper, "shout")
        write(app, files)
        settings = Config(database=str(folder / "runs.sqlite"), files=folder / "files", playground=True)
        called = [(tool, acting.url) for tool in tools or load(SMALL)]
        forms = QuickExecute(app, called, config=settings)
        made.append(forms)
        app.add_url_rule("/own", "own", lambda: forms.render("small"))
        return app

    yield start
    acting.let_go()
    for extension in made:
        extension.site.close()


def write(app, files):
    for name, text in files.items():
        path = Path(app.jinja_loader.searchpath[0]) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_our_pages_stand_in_the_layout_of_the_host(host):
    client = host({"layout.html": LAYOUT, "small_print.html": "small print", "webform/page.html": PAGE}).test_client()
    run = client.post("/webform/tools/small/run", json={"title": "x"}).json["run"]

    for name, address in PAGES.items():
        page = client.get("/webform" + address.format(run=run), headers={"X-Who": "ann", "Accept": "text/html"}).text
        assert ("Ann&#39;s shop for ann, X</nav>" in page and "small print" in page) == (name != "panel.html"), name
    for address in ("/", "/tools/small/panel", "/playground"):
        assert client.get(f"/webform{address}").headers["Cache-Control"] == "private, no-store", address
    page = client.get("/webform/tools/small")
    assert "<title>Small · webform</title>" in page.text
    assert re.search(r'<main>.*<form data-webform.*name="/title".*</main>', page.text, re.DOTALL)
    assert re.search(r'src="/webform/static/core[^"]*"', page.text)
    # Each visitor has their own; nothing of it is kept for the next.
    assert "for nobody" in page.text
    assert page.headers["Cache-Control"] == "private, no-store"


def blocks(name):
    """Return the names of the blocks of a template and of those that it extends."""
    env = own_templates()
    tree = env.parse(env.loader.get_source(env, name)[0])
    above = [found.template.value for found in tree.find_all(nodes.Extends)]
    return {block.name for block in tree.find_all(nodes.Block)} | {
        block for parent in above for block in blocks(parent)
    }


@pytest.mark.slow
def test_every_block_of_every_page_is_extended(host):
    marked = {
        f"webform/{name}": f'{{% extends "webform/{name}" %}}'
        + "".join(f"{{% block {block} %}}mark-{block} {{{{ super() }}}}{{% endblock %}}" for block in blocks(name))
        for name in PAGES
    }
    client = host(marked).test_client()
    run = client.post("/webform/tools/small/run", json={"title": "x"}).json["run"]

    for name, address in PAGES.items():
        page = client.get("/webform" + address.format(run=run), headers={"Accept": "text/html"}).text
        assert {block for block in blocks(name) if f"mark-{block} " not in page} == set(), name


def test_an_input_of_the_host_is_in_its_app_alone(host):
    tools = load(SMALL)
    theirs, ours = host({"webform/inputs/text.html": TEXT}, tools), host({}, tools)

    for _ in range(2):
        assert 'class="theirs"' in theirs.test_client().get("/webform/tools/small").text
        # A thread answers others next.
        assert 'class="theirs"' not in render(tools[0])
        assert 'class="theirs"' not in ours.test_client().get("/webform/tools/small").text
    assert 'class="theirs"' in theirs.test_client().get("/own").text
    assert 'class="theirs"' not in ours.test_client().get("/own").text
    # Where nothing is overridden, pages are kept as ever.
    assert ours.test_client().get("/webform/tools/small").headers["Cache-Control"] == "no-cache"


def test_what_is_written_in_debug_mode_is_seen_at_once(host):
    app = host({}, TEMPLATES_AUTO_RELOAD=True)
    client = app.test_client()

    def seen():
        return re.findall("theirs|changed", client.get("/webform/tools/small").text)

    assert seen() == []
    write(app, {"webform/inputs/text.html": TEXT})
    assert seen() == ["theirs"]
    write(app, {"webform/inputs/text.html": TEXT.replace("theirs", "now changed")})
    assert seen() == ["changed"]
    write(app, {"webform/page.html": '{% extends "webform/page.html" %}{% block footer %}changed{% endblock %}'})
    assert seen() == ["changed", "changed"]
