"""What is read late: a form and the schema of an answer, once they are asked for, through copies and new names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from webform.inputs.text import Text
from webform.late import Late
from webform.tool import Form, Tool
from webform.web.served import Served, with_unique_ids


class Reading:
    """Counts how often a form is read."""

    def __init__(self):
        self.count = 0

    def form(self) -> Form:
        self.count += 1
        return Form(root=Text(key="", label=""), tool_id="a")


def test_a_late_form_is_read_once_and_when_it_is_asked_for():
    reading = Reading()
    tool = Tool(id="a", name="A", form=Late(reading.form), output_schema=Late(lambda: {"type": "null"}))

    copy = tool.but(name="B", problems=())

    assert reading.count == 0
    assert (tool.form, copy.form, copy.name) == (tool.form, tool.form, "B")
    assert reading.count == 1
    assert tool.output_schema == {"type": "null"}


def test_new_ids_read_no_form():
    reading = Reading()
    tool = Tool(id="a", name="A", form=Late(reading.form))

    served = with_unique_ids([Served(tool=tool), Served(tool=tool)])

    assert reading.count == 0
    assert [(entry.tool.id, entry.tool.form.tool_id) for entry in served] == [("a", "a"), ("a-2", "a-2")]
    assert reading.count == 1
    assert served[0].tool.form is tool.form


def test_a_form_that_was_read_takes_the_name_of_its_tool():
    tool = Tool(id="a", name="A", form=Form(root=Text(key="", label=""), tool_id="a"))

    assert tool.renamed("a") is tool
    assert tool.renamed("b").form == replace(tool.form, tool_id="b")


def test_a_tool_has_a_form_and_may_have_no_schema_of_its_answer():
    assert Tool(id="a", name="A", form=Form(root=Text(key="", label=""))).output_schema is None
    with pytest.raises(TypeError, match="form"):
        Tool(id="a", name="A")
