"""The review kept: its table is in the documents, and the quick part of it is tried on a running server."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Error

from tests.hostile.__main__ import DOCUMENT, SAFE, TABLE, table
from tests.hostile.attacks import ATTACKS
from tests.hostile.fuzzed import fuzz, made
from tests.hostile.lab import Lab
from webform.web import ROUTES


@pytest.fixture(scope="module")
def lab(tmp_path_factory, playwright):
    """A server process and its tools."""
    made = Lab(tmp_path_factory.mktemp("lab"), playwright=playwright)
    yield made
    made.close()


def test_the_documents_have_the_table_of_all_that_is_tried_and_all_of_it_is_safe():
    written = TABLE.search(DOCUMENT.read_text(encoding="utf-8"))

    assert written is not None
    assert written[0].strip() == table({attack.name: SAFE for attack in ATTACKS}).strip(), "run make hostile"


@pytest.mark.slow
@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack.quick], ids=lambda attack: attack.name)
def test_a_running_server_withstands_it(lab, attack):
    tried = attack.program(lab)

    assert tried.faults == []
    assert tried.count > 5
    assert lab.healthy() >= 0


@pytest.mark.slow
def test_fuzzed_requests_break_nothing(lab):
    report = fuzz(lab, 800, seed=1)

    assert report.broken == []
    assert report.statuses.total() == 800


def test_every_route_is_fuzzed():
    chance = Random(0)
    asked = [made(chance, ["id"]) for _ in range(4000)]
    paths = {request.path.partition("?")[0] for request in asked}

    for _, path, _ in ROUTES:
        filled = path.replace("<tool_id>", "small").replace("<path:file>", "embed.js")
        assert filled.replace("<run_id>", "id").replace("<batch_id>", "id").replace("<chain_id>", "id") in paths


@pytest.mark.slow
def test_what_the_browser_asks_of_another_site_is_counted(lab):
    before = lab.forbidden.hits
    with lab.page() as page, pytest.raises(Error, match="ERR_EMPTY_RESPONSE"):
        page.goto("http://evil.example/")

    assert lab.forbidden.hits > before
