"""An answer that comes later: asked for where the tool says, at its own origin alone, until it is there."""

from __future__ import annotations

import json
import threading

import pytest
from fastapi import BackgroundTasks, FastAPI, Request, Response
from fastapi.responses import RedirectResponse

import webform
from tests.runners.conftest import answer, target
from tests.servers import asgi
from webform.runners import DispatchingRunner
from webform.runners.answers import Answer
from webform.runners.polling import SHORTEST, _delay
from webform.values import ABSENT

TOOL = webform.load({"id": "t", "inputs": [{"key": "q", "type": "text", "label": "Q"}]})[0]
ADDER = webform.load({
    "id": "t", "inputs": [{"key": "q", "type": "text", "label": "Q"}],
    "outputs": [{"key": "total", "type": "number", "label": "Total"}],
})[0]  # fmt: skip


@pytest.fixture
def runner():
    made = DispatchingRunner()
    yield made
    made.close()


class Service:
    """A service of a test: *steps* are what it answers, one after the other, the last one again and again."""

    def __init__(self, listen, *steps):
        self._steps, self._index = steps, 0
        self.listener = listen(self._answer)
        self.url = self.listener.url

    def _answer(self, connection, request):
        status, fields, document = self._steps[min(self._index, len(self._steps) - 1)]
        self._index += 1
        body = b"" if document is ABSENT else json.dumps(document).replace("ORIGIN", self.url).encode()
        connection.sendall(answer(body, status, *(field.replace("ORIGIN", self.url) for field in fields)))

    @property
    def lines(self):
        """The first line of each request, without the version."""
        return [request.partition(b" HTTP")[0].decode() for request in self.listener.requests]


def step(document=ABSENT, status="200 OK", *fields, pause="Retry-After: 0"):
    return status, (*fields, *([pause] if pause else [])), document


def call_run(runner, service, tool=TOOL, **options):
    events = []
    more = {"cancelled": options.pop("cancelled", lambda: False)}
    result = runner.run(tool, target(service, **options), {"q": "x"}, run_id="r", tell=events.append, **more)
    return result, events


PREDICTION = {"id": "p1", "input": {"q": "x"}, "error": None, "urls": {"get": "ORIGIN/v1/predictions/p1"}}


@pytest.mark.parametrize(
    ("steps", "lines", "value"),
    [
        pytest.param(
            [
                step({**PREDICTION, "status": "starting", "output": None}, "201 Created"),
                step({**PREDICTION, "status": "processing", "output": None}),
                step({**PREDICTION, "status": "succeeded", "output": "hello", "metrics": {"predict_time": 1.5}}),
            ],
            ["GET /v1/predictions/p1"] * 2,
            "hello",
            id="Replicate",
        ),
        pytest.param(
            [
                step({"request_id": "1", "status": "IN_QUEUE", "status_url": "ORIGIN/m/1/status",
                      "response_url": "ORIGIN/m/1"}),
                step({"status": "IN_PROGRESS", "response_url": "ORIGIN/m/1"}, "202 Accepted"),
                step({"status": "COMPLETED", "response_url": "ORIGIN/m/1"}),
                step({"image": "x"}),
            ],
            ["GET /m/1/status", "GET /m/1/status", "GET /m/1"],
            {"image": "x"},
            id="fal",
        ),
        pytest.param(
            [
                step(ABSENT, "202 Accepted", "Operation-Location: ORIGIN/operations/7?api-version=1"),
                step({"id": "7", "status": "NotStarted"}),
                step({"id": "7", "status": "Running", "percentComplete": 50}),
                step({"id": "7", "status": "Succeeded", "analyzeResult": {"content": "text"}}),
            ],
            ["GET /operations/7?api-version=1"] * 3,
            {"content": "text"},
            id="Azure, the result in the operation",
        ),
        pytest.param(
            [
                step({"id": "vm"}, "201 Created", "Azure-AsyncOperation: /operations/7", "Location: /things/1"),
                step({"status": "InProgress"}),
                step({"status": "Succeeded"}),
                step({"id": "vm", "status": "pending"}),
            ],
            ["GET /operations/7", "GET /operations/7", "GET /things/1"],
            {"id": "vm", "status": "pending"},
            id="Azure, the result at Location",
        ),
        pytest.param(
            [
                step({"name": "operations/abc", "metadata": {"progressPercent": 10}}),
                step({"name": "operations/abc", "done": False}),
                step({"name": "operations/abc", "done": True, "response": {"text": "hi"}}),
            ],
            ["GET /operations/abc"] * 2,
            {"text": "hi"},
            id="Google",
        ),
        pytest.param(
            [
                step(ABSENT, "202 Accepted", "Location: jobs/1"),
                step({"state": "PENDING"}),
                step(ABSENT, "303 See Other", "Location: /things/1"),
                step({"status": "pending", "order": 5}),
            ],
            ["GET /jobs/1", "GET /jobs/1", "GET /things/1"],
            {"status": "pending", "order": 5},
            id="a redirect to the result",
        ),
        pytest.param(
            [
                step({"job_id": 1, "status_url": "/jobs/1"}),
                step({"status": "running"}),
                step({"status": "completed", "result": [1, 2]}),
            ],
            ["GET /jobs/1"] * 2,
            [1, 2],
            id="status_url",
        ),
        pytest.param(
            [
                step({"status": "queued", "_links": {"self": {"href": "/jobs/1"}}}, "202 Accepted"),
                step({"status": "done", "text": "all of it"}),
            ],
            ["GET /jobs/1"],
            {"status": "done", "text": "all of it"},
            id="_links.self",
        ),
        pytest.param(
            [
                step(ABSENT, "202 Accepted", "Content-Location: /jobs/1"),
                step(ABSENT, "202 Accepted", "Location: /jobs/2"),
                step(ABSENT, "429 Too Many Requests"),
                step("plain"),
            ],
            ["GET /jobs/1", "GET /jobs/2", "GET /jobs/2"],
            "plain",
            id="a new address",
        ),
    ],
)  # fmt: skip
def test_an_answer_that_comes_later_is_asked_for_until_it_is_there(listen, runner, steps, lines, value):
    service = Service(listen, *steps)
    result, _ = call_run(runner, service)

    assert service.lines == ["POST /run", *lines]
    assert (result.status, result.value) == ("ok", value)


def test_a_job_of_fastapi_is_followed_to_its_result(runner):
    app, done = FastAPI(), []

    @app.post("/run", status_code=202)
    def run(request: Request, response: Response, work: BackgroundTasks):
        work.add_task(done.append, 1)
        response.headers["Location"] = str(request.url_for("job"))
        return {"status": "queued"}

    @app.get("/job")
    def job(request: Request):
        return RedirectResponse(request.url_for("result"), 303) if done else {"status": "running"}

    @app.get("/result")
    def result():
        return {"total": 5}

    with asgi(app) as url:
        found, _ = call_run(runner, url, ADDER)

    assert (found.status, found.value, found.problems) == ("ok", {"total": 5}, ())


def test_the_version_of_googles_api_stands_before_the_name_of_an_operation(listen, runner):
    done = {"name": "projects/p/operations/1", "done": True, "response": {"x": 1}}
    service = Service(listen, step({"name": "projects/p/operations/1", "metadata": {}}), step(done))
    result, _ = call_run(runner, f"{service.url}/v1beta1/run")

    assert (service.lines[1], result.value) == ("GET /v1beta1/projects/p/operations/1", {"x": 1})


def test_what_a_job_came_to_is_held_to_the_declared_outputs(listen, runner):
    pending = step({**PREDICTION, "status": "starting"}, "201 Created")
    good = Service(listen, pending, step({**PREDICTION, "status": "succeeded", "output": {"total": 5}}))
    bad = Service(listen, pending, step({**PREDICTION, "status": "succeeded", "output": {"total": "much"}}))

    assert call_run(runner, good, ADDER)[0].problems == ()
    assert [problem.at for problem in call_run(runner, bad, ADDER)[0].problems] == ["/total"]


def test_an_answer_with_a_declared_output_is_the_answer(listen, runner):
    service = Service(
        listen, step({"total": 5, "status": "queued", "status_url": "/x"}, "202 Accepted", "Location: /x")
    )
    result, _ = call_run(runner, service, ADDER)

    assert (service.lines, result.status) == (["POST /run"], "ok")


def test_progress_logs_and_what_there_is_so_far_are_told_once_each(listen, runner):
    pending = {**PREDICTION, "status": "processing"}
    service = Service(
        listen,
        step({**pending, "logs": ""}, "201 Created"),
        step({**pending, "logs": "one\ntw", "progress": 0.5, "output": ["a"]}),
        step({**pending, "logs": "one\ntwo\n", "progress": 0.5, "output": ["a"]}),
        step({**PREDICTION, "status": "succeeded", "output": ["a", "b"], "logs": "one\ntwo\n 1%\r 99%\r100%"}),
    )
    result, events = call_run(runner, service)

    assert events == [
        {"type": "progress", "done": 0.5, "total": 1, "message": ""},
        {"type": "log", "level": "info", "message": "one"},
        {"type": "partial", "value": ["a"]},
        {"type": "log", "level": "info", "message": "two"},
        {"type": "log", "level": "info", "message": "100%"},
    ]
    assert [log.message for log in result.logs] == ["one", "two", "100%"]


def test_what_is_known_of_a_job_are_details(listen, runner):
    done = {**PREDICTION, "status": "succeeded", "output": 1, "metrics": {"predict_time": 1.5}, "model": "m"}
    result, _ = call_run(runner, Service(listen, step({**PREDICTION, "status": "starting"}, "201 Created"), step(done)))

    assert {"id": "p1", "predict_time": 1.5, "model": "m"}.items() <= result.details.items()


@pytest.mark.parametrize(
    "last",
    [
        {**PREDICTION, "status": "failed", "error": "out of memory"},
        {"status": "Failed", "error": {"code": "X", "message": "out of memory"}},
        {"done": True, "name": "operations/1", "error": {"code": 8, "message": "out of memory"}},
        {"state": "FAILURE", "message": "out of memory"},
    ],
)
def test_a_job_that_failed_is_an_error_with_its_own_words(listen, runner, last):
    service = Service(listen, step(ABSENT, "202 Accepted", "Location: /jobs/1"), step(last))
    result, _ = call_run(runner, service)

    assert (result.status, result.message) == ("error", "out of memory")


def test_a_job_that_was_cancelled_elsewhere_is_cancelled(listen, runner):
    service = Service(
        listen, step({**PREDICTION, "status": "starting"}, "201 Created"), step({**PREDICTION, "status": "canceled"})
    )

    assert call_run(runner, service)[0].status == "cancelled"


ELSEWHERE = [
    "http://169.254.169.254/latest", "//evil.example/x", "https://ORIGIN_HOST/x", "http://ORIGIN_HOST@evil.example/",
    "http://user@ORIGIN_HOST/x", "http://127.0.0.1:1/x", "ftp://ORIGIN_HOST/x", "http:\\\\evil.example", "http://[::1/x",
    "\thttp://evil.example/",
]  # fmt: skip


@pytest.mark.parametrize("address", ELSEWHERE)
@pytest.mark.parametrize("where", ["header", "body", "redirect", "result"])
def test_an_address_of_another_origin_is_an_error_with_a_reason_and_never_called(listen, runner, address, where):
    other = listen(answer(b'"secret"'))
    host = "127.0.0.1:%d"
    steps = {
        "header": [step(ABSENT, "202 Accepted", "Location: TO")],
        "body": [step({"status": "queued", "status_url": "TO"})],
        "redirect": [step(ABSENT, "202 Accepted", "Location: /x"), step(ABSENT, "302 Found", "Location: TO")],
        "result": [step(ABSENT, "202 Accepted", "Location: /x"), step({"status": "done", "result_url": "TO"})],
    }[where]
    if address == "\thttp://evil.example/" and where in ("header", "redirect"):
        # A header's own blanks are no part of its value.
        address = "http://evil.example/\t/"
    for to in (address, f"{other.url}/x"):
        service = Service(listen, step({}))
        place = to.replace("ORIGIN_HOST", host % service.listener.port)
        service._steps = [
            (status, [field.replace("TO", place) for field in fields], _filled(document, place))
            for status, fields, document in steps
        ]
        result, _ = call_run(runner, service)

        assert (result.status, result.code) == ("error", "elsewhere")
        assert result.may_be_done
        assert len(service.lines) == len(steps)
    assert other.hits == 0


def _filled(document, place):
    return {key: place if value == "TO" else value for key, value in document.items()} if document else document


def test_credentials_go_where_the_job_is_asked_for(listen, runner):
    service = Service(listen, step(ABSENT, "202 Accepted", "Location: /jobs/1"), step({"x": 1}))
    call_run(runner, service, headers={"Authorization": "Bearer key"})

    assert b"Authorization: Bearer key" in service.listener.requests[1]


def test_redirects_in_a_circle_end(listen, runner):
    service = Service(listen, step(ABSENT, "202 Accepted", "Location: /a"), step(ABSENT, "302 Found", "Location: /a"))
    result, _ = call_run(runner, service)

    assert (result.status, result.code) == ("error", "redirect")
    assert len(service.lines) == 7


def test_a_job_may_lead_elsewhere_as_often_as_it_likes_between_two_answers(listen, runner):
    moved, pending = step(ABSENT, "307 Moved", "Location: /a"), step({**PREDICTION, "status": "processing"})
    done = step({**PREDICTION, "status": "succeeded", "output": 1})
    service = Service(listen, pending, *[moved] * 5, pending, *[moved] * 5, done)

    assert call_run(runner, service)[0].value == 1


def test_a_job_that_gets_further_has_its_time_anew_up_to_that_of_all(listen, runner):
    # Between two questions is a tenth of a second: all of them together have more than two.
    further = [step({**PREDICTION, "status": "processing", "progress": share / 22}) for share in range(22)]
    steps = [*further, step({**PREDICTION, "status": "succeeded", "output": 1})]

    assert call_run(runner, Service(listen, *steps), timeout=2)[0].status == "ok"
    result, _ = call_run(runner, Service(listen, *steps), timeout=60, timeout_total=1.5)
    assert (result.code, result.message) == ("tool-slow", "The tool did not finish within 1.5 s.")


def test_a_job_has_the_time_of_the_run_and_no_more(listen, runner):
    service = Service(listen, step({**PREDICTION, "status": "starting"}, "201 Created"))
    result, _ = call_run(runner, service, timeout=0.5)

    assert (result.status, result.code, result.message) == (
        "error", "tool-slow", "The tool did not finish within 0.5 s.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("document", "fields", "line"),
    [
        ({**PREDICTION, "urls": {"get": "/p/1", "cancel": "ORIGIN/p/1/cancel"}}, (), "POST /p/1/cancel"),
        ({"response_url": "/r/1", "status_url": "/p/1", "cancel_url": "/r/1/cancel"}, (), "PUT /r/1/cancel"),
        ({"_links": {"status": "/p/1", "cancel": {"href": "/p/1", "method": "delete"}}}, (), "DELETE /p/1"),
        ({"status_url": "/p/1"}, ("Allow: GET, DELETE",), "DELETE /p/1"),
        ({"status_url": "/p/1"}, (), None),
        ({"status_url": "/p/1", "cancel_url": "http://evil.example/cancel"}, (), None),
    ],
)
def test_a_run_that_is_cancelled_is_cancelled_where_the_tool_says(listen, runner, document, fields, line):
    status = "IN_QUEUE" if "response_url" in document else "starting"
    service = Service(
        listen, step({**document, "status": status}), step({**document, "status": status}, "200 OK", *fields, pause="")
    )
    wanted = threading.Event()

    def cancelled():
        # Once it was asked, and waits to ask again.
        return len(service.listener.requests) > 1 and (wanted.is_set() or wanted.set() or False)

    result, _ = call_run(runner, service, cancelled=cancelled)

    assert result.status == "cancelled"
    assert service.lines[2:] == ([line] if line else [])


@pytest.mark.parametrize(
    ("document", "status", "message"),
    [
        (ABSENT, "202 Accepted", "The tool accepted the request."),
        ({"job_id": "17", "status": "queued"}, "200 OK", "The tool accepted the request."),
        ({"message": "Queued as 17"}, "202 Accepted", "Queued as 17"),
        (
            {"id": "17", "status": "starting", "input": {}, "output": None},
            "202 Accepted",
            "The tool accepted the request.",
        ),
    ],
)
def test_a_run_that_goes_on_where_nobody_can_ask_is_accepted_not_done(listen, runner, document, status, message):
    result, _ = call_run(runner, Service(listen, step(document, status)))

    assert (result.status, result.code, result.message) == ("scheduled", "accepted", message)


@pytest.mark.parametrize(
    ("document", "status", "fields"),
    [
        ({"id": 5, "status": "pending"}, "200 OK", ()),
        (
            {"id": 5, "status": "pending", "_links": {"self": {"href": "/orders/5"}}},
            "201 Created",
            ("Location: /orders/5",),
        ),
        ({"status": "success", "result": 1}, "200 OK", ()),
        ({"done": True, "title": "Milk"}, "200 OK", ()),
        ({"state": "Ohio"}, "200 OK", ("Location: /x",)),
    ],
)
def test_an_ordinary_answer_with_a_status_of_its_own_is_the_answer(listen, runner, document, status, fields):
    service = Service(listen, step(document, status, *fields))
    result, _ = call_run(runner, service)

    assert (service.lines, result.status, result.value) == (["POST /run"], "ok", document)


@pytest.mark.parametrize(
    ("asked", "seconds"), [({}, 2.0), ({"retry-after": "0"}, SHORTEST), ({"retry-after": "3"}, 3.0)]
)
def test_a_tool_says_when_to_ask_again_but_not_at_once(asked, seconds):
    assert _delay(Answer(status=202, headers=asked, body=b"", took=0), 2.0) == seconds
