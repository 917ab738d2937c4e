"""The panel inside somebody else's page, in a browser: there where it is allowed, and nowhere else."""

from __future__ import annotations

import pytest
from werkzeug.wrappers import Response


@pytest.mark.parametrize(
    ("allowed", "shown"),
    [(("{host}",), True), (("'self'",), False), (("https://other.example",), False), ((), False)],
    ids=["allowed", "self", "another", "nobody"],
)
def test_a_panel_is_shown_to_those_who_may_embed_it(new_app, serve, page, allowed, shown):
    frames = []
    host = serve(lambda *args: Response(f'<iframe src="{frames[0]}"></iframe>', content_type="text/html")(*args))
    app = new_app(frame_ancestors=tuple(origin.format(host=host) for origin in allowed))
    # Another origin by its name; the pages of both are on this machine.
    frames.append(serve(app).replace("127.0.0.1", "localhost") + "/tools/small/panel")
    page.goto(host)

    frame = page.frames[1]
    assert (frame.locator("form[data-webform]").count() == 1) is shown


def test_a_run_in_a_panel_stays_a_panel(new_app, serve, new_page, acting):
    frames = []
    host = serve(lambda *args: Response(f'<iframe src="{frames[0]}"></iframe>', content_type="text/html")(*args))
    frames.append(serve(new_app(frame_ancestors=(host,))).replace("127.0.0.1", "localhost") + "/tools/small/panel")
    page = new_page(java_script_enabled=False)
    page.goto(host)
    frame = page.frame_locator("iframe")
    frame.get_by_label("Title").fill("from afar")
    frame.get_by_role("button", name="Run").click()

    frame.locator("[data-result][data-status=ok]").wait_for()
    assert frame.locator("body.panel").count() == 1
    assert acting.bodies == [{"title": "from afar"}]
