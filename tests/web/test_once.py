"""Work done once for a page: its body is read once, and not checked where nobody sent it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from tests.web.conftest import SMALL
from tests.web.test_chat import CHAT
from webform import load
from webform.inputs.text import Text
from webform.web import Config, create_app


@dataclass(frozen=True, kw_only=True)
class Counted(Text):
    """A text that counts how often its value is read, and checked."""

    reads: ClassVar[list[str]] = []
    checks: ClassVar[list[str]] = []

    def value(self, texts):
        self.reads.append(self.key)
        return super().value(texts)

    def check(self, value):
        self.checks.append(self.key)
        return super().check(value)


@pytest.fixture
def client(tmp_path):
    """A client of an app whose tools have a counted input each."""
    Counted.reads.clear()
    Counted.checks.clear()
    tools = []
    for (tool,) in map(load, (SMALL, CHAT)):
        inputs = [*tool.form.root.inputs, Counted(key="counted", label="Counted", default="a")]
        tools.append(replace(tool, form=replace(tool.form, root=replace(tool.form.root, inputs=inputs))))
    app = create_app(tools, Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files"))
    yield app.test_client()
    app.extensions["webform"].close()


@pytest.mark.parametrize("path", ["/tools/small", "/tools/talk"])
def test_a_page_that_nobody_filled_in_reads_its_body_once_and_checks_nothing(client, path):
    page = client.get(path)

    assert page.status_code == 200
    assert (Counted.reads, Counted.checks) == (["counted"], [])


def test_a_page_that_a_link_filled_in_is_checked_once(client):
    page = client.get("/tools/small?title=b")

    assert page.status_code == 200
    assert Counted.checks == ["counted"]


@pytest.mark.parametrize("sent", [{"json": {"title": 5, "counted": "b"}}, {"data": {"/title": "", "/counted": "b"}}])
def test_a_body_with_problems_is_checked_once(client, sent):
    answer = client.post("/tools/small/run", headers={"Accept": "application/json"}, **sent)

    assert [problem["at"] for problem in answer.json["problems"]] == ["/title"]
    assert Counted.checks == ["counted"]
