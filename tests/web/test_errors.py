"""Requests without an answer: a page in plain words, or JSON, and never what went wrong inside."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import OperationalError

from tests.until import until
from webform.runs import BusyError


@pytest.mark.parametrize(
    ("asked", "status", "code", "words"),
    [
        ("GET /nothing", 404, "not-found", "No page has this address."),
        ("GET /tools/none", 404, "not-found", "There is no tool &#34;none&#34; here."),
        ("PUT /", 405, "method", "This address takes other requests."),
        ("GET /tools/small/run", 405, "method", "This address takes other requests."),
        ("GET /runs/none", 404, "unknown-run", "There is no run at this address."),
        ("GET /static/../../etc/passwd", 404, "not-found", "No page has this address."),
        ("GET /static/manifest.json", 404, "not-found", "No page has this address."),
        (
            "GET /tools/small/complete?at=/title",
            404,
            "no-suggestions",
            "Nothing is suggested at that place of the form.",
        ),
    ],
)
def test_each_is_a_page_and_json_by_what_is_asked_for(client, asked, status, code, words):
    method, _, path = asked.partition(" ")
    page = client.open(path, method=method, headers={"Accept": "text/html"})
    program = client.open(path, method=method, headers={"Accept": "application/json"})

    assert (page.status_code, program.status_code) == (status, status)
    assert page.mimetype == "text/html"
    assert words in page.text
    assert f"<strong>{status}</strong>" in page.text
    assert program.json["error"]["code"] == code
    assert set(program.json) == {"error"}
    assert set(program.json["error"]) == {"code", "message"}


def test_what_only_programs_ask_for_is_answered_with_json_unless_a_page_is_asked_for(client):
    assert client.get("/tools/none/schema.json").json["error"]["code"] == "not-found"
    assert client.post("/tools/none/check", json={}).json["error"]["code"] == "not-found"
    assert client.get("/nothing").mimetype == "text/html"


def test_what_else_may_be_asked_is_said(client):
    assert set(client.put("/").headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_a_fault_of_ours_is_said_in_plain_words_and_logged(app, caplog, monkeypatch):
    def fail(*_):
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr(app.extensions["webform"].runs, "get", fail)
    client = app.test_client()
    page, program = client.get("/runs/x"), client.get("/runs/x", headers={"Accept": "application/json"})

    assert page.status_code == program.status_code == 500
    assert "Server error" in page.text
    assert program.json["error"]["code"] == "internal"
    assert not any("secret" in page.text or "Traceback" in page.text for page in (page, program))
    assert "a secret of ours" in caplog.text


@pytest.mark.parametrize(
    "path", ["/<script>__pwned=1</script>", "/tools/<script>__pwned=1</script>", "/runs/<script>__pwned=1</script>"]
)
def test_what_was_asked_for_is_shown_as_text(client, path):
    answer = client.get(path)

    assert answer.status_code == 404
    assert "<script>__pwned" not in answer.text


def test_a_database_that_breaks_while_old_runs_are_deleted_is_logged(app, tmp_path, caplog):
    site = app.extensions["webform"]
    app.test_client().post("/tools/small/run", json={"title": "a"})
    site.runs.store.database.close()
    (tmp_path / "runs.sqlite").write_bytes(b"garbage" * 1000)
    for log in tmp_path.glob("runs.sqlite-*"):
        log.unlink()
    caplog.clear()

    def is_said():
        # While the old runs are still deleted that the post began with, this does nothing.
        site._tidied = float("-inf")
        site.tidy()
        return any(record.message.startswith("Old runs and files were not deleted: ") for record in caplog.records)

    until(is_said)
    # The heartbeat may have found it, too.
    assert not any(record.exc_info for record in caplog.records if record.name == "webform.web.site")


@pytest.mark.parametrize(
    ("fault", "status", "words"),
    [
        (OperationalError("BEGIN", {}, OSError("the disk is gone")), 503, "The server cannot keep runs now;"),
        (BusyError(), 503, "<strong>The server is busy.</strong>"),
        (RuntimeError("a secret of ours"), 500, "<strong>Server error.</strong> Your input is kept. Try again."),
    ],
)
def test_a_form_whose_run_is_refused_comes_back_as_it_was_filled_in(app, monkeypatch, fault, status, words):
    def fail(*_, **__):
        raise fault

    monkeypatch.setattr(app.extensions["webform"].runs, "start", fail)
    page = app.test_client().post("/tools/small/run", data={"/title": "Straße & <b>"})

    assert page.status_code == status
    assert words in page.text
    assert 'value="Straße &amp; &lt;b&gt;"' in page.text
    assert "a secret of ours" not in page.text


def test_a_form_that_cannot_be_shown_again_is_an_error_as_another(app, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr(app.extensions["webform"].runs, "start", fail)
    monkeypatch.setattr("webform.web.pages.render_draft", fail)
    page = app.test_client().post("/tools/small/run", data={"/title": "a"})

    assert page.status_code == 500
    assert "Server error" in page.text
    assert "a secret of ours" not in page.text


def test_a_post_that_breaks_off_where_nothing_is_filled_in_is_refused(client):
    run = client.post("/tools/small/run", json={"title": "a"}).json["run"]
    page = client.post(f"/runs/{run}/again", data=b"broken", content_type="multipart/form-data; boundary=b")

    assert page.status_code == 400
    assert "The form breaks off, or is no multipart/form-data." in page.text
