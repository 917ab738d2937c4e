"""The server of an author's preview: typed values over changes of the file, sample answers, the author's editor."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from tests.author_edits import TYPED, edits, first
from tests.until import until
from webform.outputs import TYPES
from webform.web import Config
from webform.web.preview import Extras, create_preview
from webform.web.preview_editor import Editor, chosen_editor

TEXT = {"key": "name", "type": "text", "label": "Name", "default": "Ada"}
DAYS = {"key": "days", "type": "number", "label": "Days", "default": 3}


def declared(*inputs, **more):
    return {"id": "t", "name": "Trial", "version": "2.1", "inputs": list(inputs), "outputs": []} | more


class Author:
    """The author of a file, and a browser at its preview."""

    def __init__(self, folder, *inputs, extras=None, **more):
        self.file = folder / "t.tool.json"
        self.save(*inputs, **more)
        config = Config(database=str(folder / "runs.sqlite"), files=folder / "files")
        self.app = create_preview(self.file, config, extras=extras or Extras())
        self.client = self.app.test_client()
        self.page = self.client.get("/").text

    def save(self, *inputs, **more):
        self.file.write_text(json.dumps(declared(*inputs, **more), indent=1), "utf-8")

    @property
    def mark(self):
        return re.search(r'data-mark="(\w*)"', self.page)[1]

    def update(self, **typed):
        """Return the parts of the page once the file has changed, where the form held *typed*."""
        data = {f"/{key}": value for key, value in typed.items()}
        return self.client.post(
            f"/preview/update?tool=t&mark={self.mark}", data=data, content_type="multipart/form-data"
        ).text


@pytest.fixture
def author(tmp_path):
    """`author(*inputs, extras=…, **manifest) -> Author`."""
    made = []

    def start(*inputs, **more):
        made.append(Author(tmp_path, *inputs, **more))
        return made[0]

    yield start
    for one in made:
        one.app.extensions["webform"].close()


def value(html, key):
    return re.search(rf'name="/{key}"[^>]* value="([^"]*)"|value="([^"]*)"[^>]* name="/{key}"', html)[1]


def test_what_was_typed_stays_and_what_was_not_follows_the_file(author):
    writer = author(TEXT, DAYS)

    writer.save(TEXT | {"label": "Full name", "default": "Alan"}, DAYS | {"default": 9}, {**TEXT, "key": "more"})
    html = writer.update(name="Grace", days="3")

    assert [value(html, key) for key in ("name", "days", "more")] == ["Grace", "9", "Ada"]


def test_what_cannot_be_read_and_what_was_emptied_counts_as_typed(author):
    writer = author(TEXT, DAYS)

    writer.save(TEXT | {"label": "Full name"}, DAYS | {"default": 9})
    html = writer.update(name="", days="many")

    assert [value(html, key) for key in ("name", "days")] == ["", "many"]


def test_what_was_typed_goes_on_in_another_type_and_in_parts(author):
    parts = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string", "default": "B"}}}
    schema = {"type": "object", "properties": {"o": parts}, "required": ["o"]}
    before = {"name": "t", "description": "d", "inputSchema": schema}
    writer = author(TEXT)
    writer.file.write_text(json.dumps(before), "utf-8")
    writer.page = writer.client.get("/").text

    parts["properties"] = {"a": {"type": "number"}, "b": {"type": "string", "default": "C"}}
    writer.file.write_text(json.dumps(before), "utf-8")
    html = writer.update(**{"o/a": "typed", "o/b": "B"})

    assert [value(html, key) for key in ("o/a", "o/b")] == ["typed", "C"]


def test_a_form_that_has_not_changed_is_not_sent_again(author):
    writer = author(TEXT)

    writer.save(TEXT, description="Other words")

    html = writer.update(name="Grace")
    assert "Other words" in html
    assert "<form data-webform" not in html
    assert "Grace" in re.search(r'id="preview-body".*?</pre>', html, re.DOTALL)[0]


def test_the_price_is_shown_without_an_address(author):
    writer = author(TEXT)
    pricing = {"model": "per_job", "amount": "0.05", "currency": "USDC"}
    capability = {"description": "d", "input_schema": {}, "output_schema": {}, "pricing": pricing}
    writer.file.write_text(json.dumps({"milkyway_version": "1.0", "capabilities": {"a": capability}}), "utf-8")

    assert "<li>Run for 0.05 USDC</li>" in writer.client.get("/").text


def test_random_edits_of_the_file_break_nothing_and_lose_nothing(author):
    writer = author(TEXT)
    writer.file.write_bytes(first())
    writer.page, typed = writer.client.get("/").text, dict(TYPED)

    for text in edits(7, 15):
        writer.file.write_bytes(text)
        data = {f"/{key}": value for key, value in typed.items()}
        answer = writer.client.post(
            f"/preview/update?tool=edited&mark={writer.mark}", data=data, content_type="multipart/form-data"
        )
        assert answer.status_code == 200
        writer.page = answer.text
        if "<form data-webform" in answer.text:
            assert value(answer.text, "city") == TYPED["city"]
            assert value(answer.text, "half") == TYPED["half"]


def test_the_tool_is_shown_as_on_its_page(author):
    writer = author(TEXT, description="Some *words*", icon="chart")
    page = writer.client.get("/tools/t").text

    head = re.search(r'<header class="head">.*?</header>', page, re.DOTALL)[0]
    assert "Version 2.1" in head
    assert head in writer.page


def test_each_type_of_output_has_a_sample_answer_without_problems(author):
    writer = author(TEXT, outputs=[{"key": kind, "type": kind, "label": kind} for kind in TYPES])

    result = re.search(r"<section[^>]* data-result.*", writer.page, re.DOTALL)[0]
    assert 'data-status="sample"' in result
    assert "Sample answer" in result
    assert {kind for kind in TYPES if re.search(f'data-at="/{kind}["/]', result)} == {*TYPES}
    assert 'class="note" data-severity' not in result


def test_answers_come_from_a_file_and_from_the_examples_before_one_is_made(author, tmp_path):
    file = tmp_path / "answer.json"
    file.write_text('{"y": "of the file"}', "utf-8")
    outputs = [{"key": "y", "type": "text", "label": "Y"}]
    examples = [{"name": "Short", "values": {"name": "x"}, "output": {"y": "of the example"}}]
    writer = author(TEXT, outputs=outputs, examples=examples, extras=Extras(answer=file))

    assert re.findall(r"<option[^>]*>([^<]+)", writer.page) == ["answer.json", "Short", "Made of the outputs"]
    assert writer.page.count("of the file") >= 2
    file.write_text('{"y": "of the file, later"}', "utf-8")
    assert "of the file, later" in writer.update(name="Ada")
    chosen = writer.client.post("/preview/answer?tool=t", data={"source": "Short", "do": "load"}).text
    assert "of the example" in chosen
    assert "<title>" in chosen
    assert "of the file" not in chosen


def test_a_table_that_is_made_has_the_columns_that_are_declared(author):
    columns = [{"key": "town", "label": "Town"}]
    writer = author(TEXT, outputs=[{"key": "rows", "type": "table", "label": "Rows", "columns": columns}])

    assert "town 1" in writer.page


@pytest.mark.parametrize("answer", ["{", "[" * 5000, "null", "", '{"y": "</textarea><script>alert(1)</script>"}'])
def test_no_answer_breaks_the_page(author, answer):
    writer = author(TEXT, outputs=[{"key": "y", "type": "text", "label": "Y"}])

    page = writer.client.post("/preview/answer?tool=t", data={"answer": answer})

    assert page.status_code == 200
    assert "<script>alert" not in page.text


def opening(tmp_path, author):
    """Return an author whose editor writes what it was started with, and the file that it writes."""
    note = tmp_path / "opened"
    code = f"import sys, pathlib; pathlib.Path({str(note)!r}).write_text(repr(sys.argv[1:]))"
    editor = Editor(f'"{sys.executable}" -c "{code}" {{file}} {{line}}:{{column}}')
    return author(TEXT | {"colour": "red"}, extras=Extras(editor=editor)), note


def test_the_editor_opens_the_file_at_a_line(author, tmp_path):
    writer, note = opening(tmp_path, author)
    place = re.search(r'name="place" value="([^"]+)"', writer.page)[1]

    answer = writer.client.post("/preview/open?tool=t", data={"place": place})

    assert (answer.status_code, answer.headers["Location"]) == (303, "/?tool=t")
    until(lambda: note.exists() and note.read_text())
    assert note.read_text() == repr([str(writer.file), place])


@pytest.mark.parametrize(
    ("place", "how", "status"),
    [
        ("1:2", {"environ_base": {"REMOTE_ADDR": "192.0.2.7"}}, 403),
        ("1:2", {"headers": {"X-Forwarded-For": "127.0.0.1"}}, 403),
        ("1:2", {"headers": {"Sec-Fetch-Site": "cross-site"}}, 403),
        ("1:2", {"headers": {"Origin": "https://elsewhere.example"}}, 403),
        ("1; touch x", {}, 422),
        ("--help", {}, 422),
        ("", {}, 422),
    ],
)
def test_the_editor_is_opened_for_its_author_alone(author, tmp_path, place, how, status):
    writer, note = opening(tmp_path, author)

    assert writer.client.post("/preview/open?tool=t", data={"place": place}, **how).status_code == status
    assert writer.client.get("/preview/open").status_code == 405
    assert not note.exists()


def test_a_preview_without_an_editor_opens_nothing(author):
    writer = author(TEXT | {"colour": "red"})

    assert 'name="place"' not in writer.page
    assert writer.client.post("/preview/open?tool=t", data={"place": "1:1"}).status_code == 403


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("/usr/bin/code -n", ["/usr/bin/code", "-n", "--goto", "/a {line}.json:3:4"]),
        ("subl", ["subl", "/a {line}.json:3:4"]),
        ("gvim", ["gvim", "+3", "/a {line}.json"]),
        ("my-editor '{file}#{line}' x", ["my-editor", "/a {line}.json#3", "x"]),
    ],
)
def test_an_editor_is_told_the_place_in_its_own_way(command, words):
    assert Editor(command).command(Path("/a {line}.json"), 3, 4) == words


def test_an_editor_of_the_terminal_is_not_started_by_a_page():
    assert chosen_editor("", "vim") is None
    assert chosen_editor("", "") is None
    assert chosen_editor("", "'") is None
    assert chosen_editor("vim", "") is not None
    assert chosen_editor("", sys.executable) is not None
