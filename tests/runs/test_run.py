"""A run as the HTTP answers show it."""

from __future__ import annotations

import re
from dataclasses import replace

from webform.problems import Problem
from webform.raw import Raw
from webform.result import Result
from webform.runs import Run
from webform.runs.run import new_id

QUEUED = Run(id="r", tool_id="t", body={}, state="queued", created=1.0)


def test_a_run_that_is_not_over_has_its_state_alone():
    assert QUEUED.as_json() == {"run": "r", "state": "queued"}


def test_a_run_that_is_over_has_its_result_and_what_is_absent_is_left_out():
    result = Result(
        status="invalid",
        value=None,
        message="No.",
        problems=(Problem(at="/x", code="c", key="verbatim", params={"text": "m"}),),
        raw=Raw(body=b"R"),
    )
    run = replace(QUEUED, state="done", began=1.5, ended=1.75, result=result)

    assert run.as_json() == {
        "run": "r",
        "state": "done",
        "status": "invalid",
        "value": None,
        "message": "No.",
        "problems": [{"at": "/x", "code": "c", "message": "m"}],
        "took_ms": 250.0,
    }


def test_an_id_has_128_random_bits_and_stands_in_an_address():
    ids = {new_id() for _ in range(1000)}

    assert len(ids) == 1000
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", id_) for id_ in ids)
