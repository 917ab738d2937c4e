"""Models of cog, called in their own protocol, at a real server of one."""

from __future__ import annotations

import threading

import pytest

import webform
from tests.peers import cog
from tests.until import until
from webform.runners import DispatchingRunner
from webform.web.sources import gather

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with cog(tmp_path_factory.mktemp("model")) as url:
        [served] = gather([url]).served
        yield served


@pytest.fixture
def run(served):
    runner = DispatchingRunner()

    def call(body, **how):
        assert webform.check(served.tool.form, body) == []
        return runner.run(served.tool, served.target, body, run_id="x", **how)

    yield call
    runner.close()


def test_a_running_model_is_a_tool(served):
    assert (served.tool.dialect, served.target.protocol) == ("cog", "cog")
    assert list(served.tool.form.schema["properties"]) == ["prompt", "steps", "style", "image"]


def test_the_model_receives_what_was_filled_in(run):
    result = run({"prompt": "hi", "style": "loud", "image": "data:text/plain;base64,aGVp"})

    assert (result.status, result.value, result.problems) == ("ok", "hi loud 3", ())
    assert [log.message for log in result.logs] == ["step 0"]


def test_the_words_of_an_error_are_those_of_the_model(run):
    result = run({"prompt": "fail"})

    assert (result.status, result.code) == ("error", "tool-error")
    assert "No such word" in result.message


def test_a_run_that_is_cancelled_ends_in_the_model(run):
    timer = threading.Event()
    threading.Timer(0.5, timer.set).start()

    assert run({"prompt": "hi", "steps": 100}, cancelled=timer.is_set).status == "cancelled"
    # It makes one prediction at a time, and says that it is busy.
    until(lambda: run({"prompt": "again"}).value == "again plain 0")
