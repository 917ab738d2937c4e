# ruff: noqa: INP001 - a command of make
"""
Makes the pictures of the site: each input and each output, light, dark and without JavaScript.

`python docs/site/pictures.py`. Nothing is made where there is no Chromium, or where nothing has changed.
"""

from __future__ import annotations

import hashlib
import logging
import shutil
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402 - the checkout is found above
from samples import as_lines, input_samples, output_samples  # noqa: E402

from tests.browser_path import FLAGS, chromium  # noqa: E402
from tests.serving import Servers  # noqa: E402
from webform.html.render import render  # noqa: E402
from webform.html.results import render_result  # noqa: E402
from webform.result import Result  # noqa: E402
from webform.web import create_app  # noqa: E402
from webform.web.config import Config  # noqa: E402
from webform.web.pages import render_page  # noqa: E402
from webform.web.served import Served  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from webform.web.gallery import Sample

PICTURES = ROOT / ".docs/pictures"
#: What a picture shows: the name of the look, the colour scheme, and whether scripts run.
LOOKS = (("light", "light", True), ("dark", "dark", True), ("plain", "light", False))
#: How many samples stand on one page: charts and maps take their time.
_A_PAGE = 10
#: Whether all that is drawn by a script is there.
_DRAWN = "() => document.readyState === 'complete' && !document.querySelector('[aria-busy=true]')"
#: What the pictures are made of.
_SOURCES = ("static/dist/manifest.json", "templates", "webform", "examples", "docs/site/pictures.py")


def main() -> None:
    """Make the pictures anew where what they show has changed."""
    path, mark = chromium(), PICTURES / "made"
    if path is None:
        print("no Chromium: the site has no pictures")  # noqa: T201 - a command
        return
    digest = _digest()
    if mark.exists() and mark.read_text(encoding="utf-8") == digest:
        return
    shutil.rmtree(PICTURES, ignore_errors=True)
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    with sync_playwright() as playwright, TemporaryDirectory() as state:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for folder, samples in (("inputs", input_samples()), ("outputs", output_samples())):
            (PICTURES / folder).mkdir(parents=True)
            shown = [sample for kind, sample in samples.items() if kind != "hidden"]
            for start in range(0, len(shown), _A_PAGE):
                _take(browser, shown[start : start + _A_PAGE], PICTURES / folder, state)
        browser.close()
    mark.write_text(digest, encoding="utf-8")


def _take(browser: Browser, samples: list[Sample], folder: Path, state: str) -> None:
    """Take the pictures of *samples* into *folder*, in every look; the app has its files in the folder *state*."""
    config = Config(database=f"{state}/runs.sqlite", files=f"{state}/files")
    app = create_app([Served(tool=sample.tool, target=None, listed=False) for sample in samples], config)
    site = app.extensions["webform"]
    page_of = [_shown(sample) for sample in samples]
    app.add_url_rule(
        "/pictures", "pictures", lambda: render_page(site, "gallery.html", name="Pictures", groups=[], samples=page_of)
    )
    with closing(Servers()) as servers, servers.serving(app) as address:
        for look, scheme, scripts in LOOKS:
            context = browser.new_context(
                viewport={"width": 1440, "height": 900},
                device_scale_factor=1.5,
                color_scheme=scheme,
                java_script_enabled=scripts,
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(f"{address}/pictures")
            page.wait_for_load_state("networkidle")
            for index, sample in enumerate(samples):
                card = page.locator(".samples > div").nth(index).locator(".card").first
                card.scroll_into_view_if_needed()
                if scripts:
                    page.wait_for_load_state("networkidle")
                    page.wait_for_function(_DRAWN)
                card.screenshot(path=folder / f"{sample.type}.{look}.png", animations="disabled")
            context.close()


def _shown(sample: Sample) -> dict[str, Any]:
    """Return *sample* as the page of the gallery takes it, the form filled in."""
    if sample.is_input:
        html = render(sample.tool, {sample.declaration["key"]: sample.value})
    else:
        html = render_result(
            Result(status="ok", value={sample.declaration["key"]: sample.value}), sample.tool, bare=True
        )
    return {
        "id": sample.tool.id,
        "type": sample.type,
        "title": sample.type,
        "is_input": sample.is_input,
        "html": html,
        "declaration": as_lines(sample.declaration),
        "value": None,
    }


def _digest() -> str:
    """Return what tells whether the sources of the pictures have changed."""
    digest = hashlib.sha256()
    for name in _SOURCES:
        path = ROOT / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and file.suffix != ".pyc":
                digest.update(file.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    main()
