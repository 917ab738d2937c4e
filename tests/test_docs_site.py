"""The documentation as a site: it is built without a broken link, asks no other host, and axe finds nothing on it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.journeys.person import COLOURS
from webform.inputs import INPUTS
from webform.outputs import TYPES

ROOT = Path(__file__).parents[1]
#: What a page loads by itself: no link that a person follows.
_LOADED = re.compile(r"""<(?:script|img|iframe|source)\b[^>]*\ssrc="([^"]+)"|<link\b[^>]*\shref="([^"]+)"[^>]*>""")
#: Pages that stand for the others.
_SAMPLE = ("index.html", "tutorial.html", "inputs/slider.html", "outputs/chart_line.html", "codec.html")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_each_input_and_output_has_a_page_and_no_other_host_is_asked(site):
    loaded = {
        address
        for page in site.rglob("*.html")
        for found in _LOADED.findall(page.read_text(encoding="utf-8"))
        for address in found
    }

    assert {path.stem for path in (site / "inputs").glob("*.html")} == {*INPUTS}
    assert {path.stem for path in (site / "outputs").glob("*.html")} == {*TYPES}
    assert [address for address in loaded if "//" in address] == []


def test_axe_finds_nothing_and_search_works_in_a_page_that_is_opened_as_a_file(site, new_page, axe):
    # Where WEBFORM_ALL_DOCS is set, every page is looked at: that takes seven minutes, and -o faulthandler_timeout=1200.
    paths = sorted(site.rglob("*.html")) if os.environ.get("WEBFORM_ALL_DOCS") else [site / name for name in _SAMPLE]
    for scheme in ("light", "dark"):
        page = new_page(color_scheme=scheme)
        for path in paths:
            page.goto(path.as_uri())
            # In the dark, colours differ, and at the top of all pages the switch of the theme.
            axe(page, only=() if scheme == "light" or path == paths[0] else COLOURS)

    page.get_by_role("textbox", name="Search").fill("antimeridian")
    page.locator(".md-search-result__link[href*='inputs/map_bbox.html']").first.wait_for()


def test_a_sample_has_a_picture_in_each_look(browser, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "docs/site")
    pictures, samples = import_module("pictures"), import_module("samples").output_samples()

    pictures._take(browser, [samples["table"]], tmp_path, str(tmp_path))

    assert {path.name for path in tmp_path.glob("*.png")} == {f"table.{look}.png" for look, *_ in pictures.LOOKS}
