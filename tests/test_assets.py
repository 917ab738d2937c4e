"""The built scripts and styles: named by content, gzipped beside, built again only when a source changes."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest

import hatch_build
from benchmarks.bytes import built
from webform import places

CHECKOUT = Path(__file__).parents[1]
MANIFEST = json.loads((places.static() / "manifest.json").read_text(encoding="utf-8"))


@pytest.fixture
def checkout(tmp_path) -> Path:
    """A copy of what static/dist is made of, and of what was made."""
    shutil.copytree(CHECKOUT / "static", tmp_path / "static")
    shutil.copy(CHECKOUT / "package-lock.json", tmp_path)
    (tmp_path / "webform").mkdir()
    for name in ("messages.json", "icons.json"):
        shutil.copy(CHECKOUT / "webform" / name, tmp_path / "webform")
    shutil.copytree(CHECKOUT / "webform/locale", tmp_path / "webform/locale")
    return tmp_path


def test_the_manifest_names_the_script_and_the_style_of_every_page():
    assert {"core.js", "app.css"} <= MANIFEST.keys()


def test_a_built_file_has_its_hash_in_its_name_and_its_gzipped_copy_beside_it():
    for row in MANIFEST.values():
        content = (places.static() / row["file"]).read_bytes()
        zipped = (places.static() / f"{row['file']}.gz").read_bytes()

        assert re.search(r"-[A-Z0-9]{8}\.(js|css|json|d\.ts)$", row["file"])
        assert gzip.decompress(zipped) == content, row["file"]
        assert (len(content), len(zipped)) == (row["bytes"], row["gzip"]), row["file"]


@pytest.mark.parametrize("figure", [figure for figure in built() if figure.most], ids=lambda figure: figure.what)
def test_what_pages_load_weighs_no_more_than_it_may(figure):
    assert figure.value <= figure.most


def test_what_was_built_from_the_same_sources_is_fresh(checkout):
    assert hatch_build.is_fresh(checkout), "run make build"


@pytest.mark.parametrize(
    "source",
    ["static/css/app.css", "static/src/core.js", "static/ground.mjs", "webform/messages.json", "package-lock.json"],
)
def test_a_changed_source_makes_it_stale(checkout, source):
    with (checkout / source).open("a", encoding="utf-8") as text:
        text.write("\n")

    assert not hatch_build.is_fresh(checkout)


def test_a_new_source_makes_it_stale(checkout):
    (checkout / "static/src/inputs/new.js").write_text("export const x = 1\n", encoding="utf-8")

    assert not hatch_build.is_fresh(checkout)


def test_an_sdist_needs_no_node_and_stale_assets_do(checkout):
    hook = hatch_build.AssetsHook(str(checkout), {}, None, None, "", "wheel")

    assert hook.dependencies() == []
    (checkout / "static/dist/.sources").unlink()
    assert hook.dependencies() == [hatch_build.NODE]


def test_templates_and_examples_are_found():
    assert (places.templates().name, places.examples().name) == ("templates", "examples")
