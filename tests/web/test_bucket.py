"""An app whose files are in a bucket: they come and go as those in a folder, and what it says while it is away."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from tests.s3 import ADDRESS
from tests.web.test_files import CSV_URL, TOOL, form_in, upload
from webform.messages import message
from webform.runs import Runs, RunStore

VIDEO = b"\0\0\0\x18ftypmp42" + b"\0" * 2_000_000


def over(client, address):
    """Return the page of the run at *address*, which is over."""
    client.application.extensions["webform"].runs.wait(address.partition("#")[0].rpartition("/")[2])
    return client.get(address).text


@pytest.fixture
def app(new_app, s3):
    return new_app(TOOL, files=ADDRESS)


def test_an_uploaded_file_reaches_the_tool_and_stays_in_its_form(client, acting):
    sent = client.post("/tools/files/run", data=MultiDict([("/title", "t"), ("/one", upload())]))
    acting.begun()
    form = form_in(over(client, sent.location))
    form["/title"] = "u"
    again = client.post("/tools/files/run", data=form)

    acting.begun()
    assert (sent.status_code, again.status_code) == (303, 303)
    assert acting.bodies == [{"title": "t", "one": CSV_URL}, {"title": "u", "one": CSV_URL}]


def test_a_file_of_a_result_is_sent_in_ranges(client, acting):
    acting.answer = Response(VIDEO, content_type="video/mp4")
    run = client.post("/tools/files/run", json={"title": "t", "one": CSV_URL}).json
    address = run["file"]["href"]

    whole, part, beyond, known = (
        client.get(address, headers=headers)
        for headers in ({}, {"Range": "bytes=4-7"}, {"Range": "bytes=9999999-"}, {"If-None-Match": "*"})
    )

    assert (whole.data, whole.content_length, part.status_code, part.data) == (VIDEO, len(VIDEO), 206, b"ftyp")
    assert (beyond.status_code, known.status_code) == (416, 304)


def test_a_bucket_that_is_away_is_said(client, acting, s3):
    sent = client.post("/tools/files/run", data=MultiDict([("/title", "t"), ("/one", upload())]))
    form = form_in(over(client, sent.location))
    assert client.get("/readyz").json == {"ok": True, "problems": []}
    s3.leave()

    ready = client.get("/readyz")
    assert ready.status_code == 503
    assert ready.json["problems"] == [f"files cannot be kept: {ADDRESS}: HTTP error: error sending request"]
    new = client.post("/tools/files/run", data=MultiDict([("/title", "t"), ("/one", upload())]))
    assert (new.status_code, "store files at the moment; try again later" in new.text) == (422, True)
    kept = client.post("/tools/files/run", data=form, headers={"Accept": "application/json"})
    assert (kept.status_code, kept.headers["Retry-After"]) == (503, "5")
    assert kept.json["error"]["code"] == "files-away"
    assert kept.json["error"]["message"].startswith(message("files-away", {}))
    s3.come()


def test_a_run_whose_file_is_away_says_so(app, acting, s3, tmp_path):
    site = app.extensions["webform"]
    served = site.served["files"]
    file = site.files.put_data_url(CSV_URL)
    runs = Runs(RunStore(tmp_path / "other.sqlite"))
    s3.leave()

    run = runs.run(served.tool, served.target, {"title": "t", "one": file})

    assert (run.result.code, run.result.message) == (
        "files-away", message("files-away", {}) + ".",
    )  # fmt: skip
    assert acting.bodies == []
    runs.close()
    s3.come()


def test_a_file_that_is_gone_from_the_bucket_is_asked_for_again(client, s3):
    sent = client.post("/tools/files/run", data=MultiDict([("/title", "t"), ("/one", upload())]))
    for name in [*s3.keys]:
        if name != "key":
            client.application.extensions["webform"].files.blobs.delete(name)

    again = client.post("/tools/files/run", data=form_in(over(client, sent.location)))

    assert (again.status_code, "is no longer stored; choose it again" in again.text) == (422, True)
