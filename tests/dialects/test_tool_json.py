"""tool.json: what is read of it, and every mistake said with its place, all at once, none at the cost of the rest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import webform
from webform.inputs import INPUTS
from webform.problems import DeclarationError
from webform.values import ABSENT

ALL_TYPES = Path(__file__).parents[1] / "samples/tool-json/all-types.tool.json"
TITLE = '{"key": "t", "type": "text", "label": "T"}'
MODE = (
    '{"key": "mode", "type": "select", "label": "Mode", "default": "fast",'
    ' "options": [{"value": "fast", "label": "Fast"}, {"value": "tuned", "label": "Tuned"}]}'
)


def marked(text: str) -> tuple[str, int, int]:
    """Return *text* without its mark §, and the line and column at which that stood."""
    before = text[: text.index("§")]
    return text.replace("§", ""), before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.mark.parametrize(
    ("text", "at", "code", "message"),
    [
        # keys, types, labels
        (f'[{TITLE},\n {{"key": §"t", "type": "text", "label": "U"}}]', "/1/key", "duplicate-key",
         'the key "t" is taken by input 1; give each input its own'),
        (f'[{TITLE}, §{{"type": "text", "label": "U"}}]', "/1", "missing-key",
         "expected key: a text that is not empty, without lone surrogates; add it"),
        ('[{"key": §5, "type": "text", "label": "U"}]', "/0/key", "wrong-type",
         "expected a text that is not empty, without lone surrogates, not 5"),
        ('[{"key": §"", "type": "text", "label": "U"}]', "/0/key", "wrong-type",
         'expected a text that is not empty, without lone surrogates, not ""'),
        ('[{"key": "a",\n\n  "type": §"txet", "label": "U"}]', "/0/type", "unknown-type",
         'expected a type such as text, textarea, number, slider, not "txet"; did you mean "text"?'),
        ('[{"key": "a", "type": §["text"], "label": "U"}]', "/0/type", "unknown-type",
         'expected a type such as text, textarea, number, slider, not ["text"]'),
        ('[§{"key": "a", "label": "U"}]', "/0", "missing-type",
         "expected a type such as text, textarea, number, slider; add it"),
        ('[§{"key": "a", "type": "text"}]', "/0", "missing-label", "expected label: a text; add it"),
        ('[§{"key": "a", "type": "text", "label": null}]', "/0", "missing-label", "expected label: a text; add it"),
        ('[{"key": "a", "type": "text", "label": §5}]', "/0/label", "wrong-type", "expected a text, not 5"),
        (f"[{TITLE}, §5]", "/1", "wrong-type", "expected an input, an object, not 5"),
        # fields of a type
        ('[§{"key": "a", "type": "slider", "label": "U", "min": 0}]', "/0", "missing-max", "expected max: a number; add it"),
        ('[§{"key": "a", "type": "radio", "label": "U"}]', "/0", "missing-options",
         'expected options: a list of {"value": …, "label": …}, at least one; add it'),
        ('[§{"key": "a", "type": "autocomplete", "label": "U"}]', "/0", "missing-endpoint",
         "expected endpoint: a text; add it"),
        ('[§{"key": "a", "type": "table", "label": "U"}]', "/0", "missing-columns",
         'expected columns: a list of {"key": …, "label": …, "type": "text", "number" or "date"}, at least one; add it'),
        ('[{"key": "a", "type": "text", "label": "U", "required": §"no"}]', "/0/required", "wrong-type",
         'expected true or false, not "no"'),
        ('[{"key": "a", "type": "text", "label": "U", "max_length": §"80"}]', "/0/max_length", "wrong-type",
         'expected a whole number of 0 or more, not "80"'),
        ('[{"key": "a", "type": "text", "label": "U", §"max_lenght": 80}]', "/0/max_lenght", "unknown-option",
         'text has no option "max_lenght"; did you mean "max_length"?'),
        ('[{"key": "a", "type": "number", "label": "U", "min": §5, "max": 1}]', "/0/min", "min-above-max",
         "expected min of at most max, not 5 above 1; swap them"),
        # defaults
        ('[{"key": "a", "type": "number", "label": "U", "max": 1, "default": §5}]', "/0/default", "bad-default",
         "the default does not fit: expected 1 or less, not 5"),
        ('[{"key": "a", "type": "number", "label": "U", "default": §"5"}]', "/0/default", "bad-default",
         'the default does not fit: expected a number, not "5"'),
        (f'[{MODE[:-1].replace(chr(34) + "fast" + chr(34) + ",", "§" + chr(34) + "slow" + chr(34) + ",", 1)}}}]',
         "/0/default", "bad-default", 'the default does not fit: expected one of "fast", "tuned", not "slow"'),
        ('[{"key": "a", "type": "date_range", "label": "U", "default": ["2026-01-01", §"soon"]}]', "/0/default/1",
         "bad-default", 'the default does not fit: expected a date as 2026-01-31, not "soon"'),
        ('[§{"key": "a", "type": "hidden", "label": "U"}]', "/0", "hidden-without-default",
         "expected a default: nobody can fill in a hidden input"),
        # conditions
        (f'[{TITLE}, {{"key": "b", "type": "text", "label": "U", "required": false, "show_if": {{"key": §"zz", "equals": 1}}}}]',
         "/1/show_if/key", "show-if-missing", 'there is no input "zz"; name one of this form'),
        (f'[{MODE}, {{"key": "b", "type": "text", "label": "U", "required": false, "show_if": {{"key": §"mod", "equals": 1}}}}]',
         "/1/show_if/key", "show-if-missing", 'there is no input "mod"; did you mean "mode"?'),
        ('[{"key": "b", "type": "text", "label": "U", "required": false, "show_if": {"key": §"b", "equals": "x"}}]',
         "/0/show_if/key", "show-if-itself", "an input cannot be shown by its own value; name another input"),
        (f'[{TITLE}, {{"key": "b", "type": "text", "label": "U", "show_if": §{{"key": "t"}}}}]', "/1/show_if", "wrong-type",
         'expected {"key": another input\'s key, "equals": its value}, not {"key": "t"}'),
        (f'[{TITLE}, {{"key": "b", "type": "text", "label": "U", "show_if": §"t"}}]', "/1/show_if", "wrong-type",
         'expected {"key": another input\'s key, "equals": its value}, not "t"'),
        (f'[{MODE}, {{"key": "b", "type": "text", "label": "U", "required": false, "show_if": '
         '{"key": "mode", "equals": "fast", §"then": 1}}]', "/1/show_if/then", "unknown-option",
         'show_if has no "then"; it takes key and equals'),
        (f'[{MODE}, {{"key": "b", "type": "text", "label": "U", "required": false, "show_if": '
         '{"key": "mode", "equals": §"slow"}}]', "/1/show_if/equals", "never-shown",
         '"mode" never has the value "slow", so this input never shows'),
        (f'[{MODE}, §{{"key": "b", "type": "text", "label": "U", "show_if": {{"key": "mode", "equals": "fast"}}}}]',
         "/1", "hidden-required", "expected a default: while it is hidden, this required input is left out of the body"),
        # groups
        ('[{"key": "a", "type": "text", "label": "A", "group": "G"}, {"key": "b", "type": "text", "label": "B"},'
         ' {"key": "c", "type": "text", "label": "C", "group": §"G"}]', "/2/group", "group-returns",
         'the group "G" ended at input 1 and returns here; move this input there'),
        # autocomplete
        ('[{"key": "a", "type": "autocomplete", "label": "U", "endpoint": §"https://x.example/a"}]', "/0/endpoint",
         "not-a-path", 'expected a path of the tool such as /autocomplete/cities, not "https://x.example/a"'),
        ('{"id": "a", "name": "A", "outputs": [], "inputs": [§{"key": "a", "type": "autocomplete", "label": "U",'
         ' "endpoint": "/a"}]}', "/inputs/0", "autocomplete-not-provided",
         'expected "provides_autocomplete": true in the manifest of a tool with an autocomplete input'),
        # the manifest
        ('{"inputs": [], §"nmae": "A"}', "/nmae", "unknown-key", 'a tool.json has no "nmae"; did you mean "name"?'),
        ('{"inputs": [], "name": §5}', "/name", "wrong-type", "expected a text, not 5"),
        ('{"inputs": [], "layout": §"chta"}', "/layout", "wrong-type",
         'expected one of form, chat, split, not "chta"; did you mean "chat"?'),
        ('{"inputs": [], "max_runtime_seconds": §"60"}', "/max_runtime_seconds", "wrong-type",
         'expected a number, not "60"'),
        ('{"inputs": [], "concurrent": §1}', "/concurrent", "wrong-type", "expected true or false, not 1"),
        ('§{"inputs": [], "outputs": [], "name": "A"}', "", "missing-id", 'expected "id", a text; add it'),
        ('§{"inputs": [], "id": "a"}', "", "missing-name", 'expected "name", a text; add it'),
        ('§{"id": "a", "name": "A", "outputs": []}', "", "missing-inputs",
         'expected "inputs", a list of inputs, and found none'),
        ('{"id": "a", "name": "A", "outputs": [], "inputs": §5}', "/inputs", "missing-inputs",
         'expected "inputs", a list of inputs, not 5'),
        # outputs and examples
        ('{"inputs": [], "id": "a", "name": "A", "outputs": §{}}', "/outputs", "wrong-type",
         "expected a list of outputs, not {}"),
        ('{"inputs": [], "id": "a", "name": "A", "outputs": [§5]}', "/outputs/0", "wrong-type",
         'expected an output {"key": …, "type": …, "label": …}, not 5'),
        ('{"inputs": [], "id": "a", "name": "A", "outputs": [{"key": "o", "type": "text", "label": "O"},'
         ' {"key": §"o", "type": "text", "label": "O"}]}', "/outputs/1/key", "duplicate-key",
         'the key "o" is taken by another output; give each its own'),
        ('{"inputs": [], "id": "a", "name": "A", "outputs": [{"key": "o", "type": §"tabel", "label": "O"}]}',
         "/outputs/0/type", "unknown-type",
         'expected a type of output such as text, table, image, not "tabel"; did you mean "table"?'),
        ('{"inputs": [], "id": "a", "name": "A", "outputs": [{"key": "o", "type": "text", "label": "O", "layout": §"row"}]}',
         "/outputs/0/layout", "wrong-type", 'expected panel, tab or inline, not "row"'),
        ('{"inputs": [], "examples": [§5]}', "/examples/0", "wrong-type",
         'expected {"name": a text, "values": a body}, not 5'),
        (f'{{"inputs": [{TITLE}], "examples": [{{"name": "E", "values": {{"t": §5}}}}]}}', "/examples/0/values/t",
         "bad-example", "expected a text, not 5"),
        # the text itself
        (f'[{TITLE}§,\n ]', "", "not-json", "a trailing comma: remove it"),
        ('[{"key": "a", "type": "text", "label": "U", §"key": "b"}]', "/0/key", "repeated-key",
         'the key "key" stands here again, first in line 1, column 3; the last counts'),
    ],
)  # fmt: skip
def test_a_mistake_is_said_with_its_place(text, at, code, message):
    text, line, column = marked(text)

    assert [(at, code, message, line, column)] == [
        (each.at, each.code, each.message, each.line, each.column) for each in webform.lint(text)
    ]


@pytest.mark.parametrize(
    ("document", "codes"),
    [
        ([{"key": "a", "type": "text", "label": "A", "max": 1}], {"unknown-option"}),
        ({"inputs": [], "x": 1}, {"unknown-key"}),
        ({"inputs": [], "id": "a", "name": "A", "outputs": [{"key": "o", "type": "text"}]}, {"missing-label"}),
    ],
)
def test_what_spoils_nothing_is_a_warning(document, codes):
    assert [(code, "warning") for code in codes] == [(each.code, each.severity) for each in webform.lint(document)]


def test_circles_are_said_of_each_input_in_them_and_of_no_other():
    declared = [
        {"key": key, "type": "text", "label": "L", "default": "d", "show_if": {"key": target, "equals": "d"}}
        for key, target in [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")]
    ]
    found = webform.lint(declared)

    assert ["a → b → c → a", "b → c → a → b", "c → a → b → c"] == [each.message.split(": ")[1].split(";")[0] for each in found]
    assert {"show-if-circle"} == {each.code for each in found}
    form = webform.load(declared)[0].form
    assert [None, None, None, "a"] == [each.show_if and each.show_if.key for each in form.inputs]


def test_a_chain_of_conditions_is_bounded():
    declared = [{"key": "k0", "type": "text", "label": "L", "default": "d"}]
    declared += [
        {"key": f"k{n}", "type": "text", "label": "L", "default": "d", "show_if": {"key": f"k{n - 1}", "equals": "d"}}
        for n in range(1, 2000)
    ]
    found = webform.lint(declared)

    assert ("/20/show_if/key", "show-if-deep") == (found[0].at, found[0].code)
    assert "expected at most 20 inputs, each shown by the next; ask one of them" == found[0].message
    assert [] == webform.lint(declared[:20])


def test_all_is_said_at_once_in_the_order_of_the_text():
    text = json.dumps(
        {
            "id": 5,
            "inputs": [
                {"key": "a", "type": "txt", "label": "A"},
                {"key": "b", "type": "number", "label": 5, "min": "x", "max": 1, "default": 7},
                {"key": "b", "type": "text", "label": "B"},
                {"type": "text"},
            ],
            "outputs": [{"key": "o"}],
            "zzz": 1,
        },
        indent=2,
    )
    found = webform.lint(text)

    assert sorted((each.line, each.column) for each in found) == [(each.line, each.column) for each in found]
    assert [
        ("", "missing-name"), ("/id", "wrong-type"), ("/inputs/0/type", "unknown-type"), ("/inputs/1/label", "wrong-type"),
        ("/inputs/1/min", "wrong-type"), ("/inputs/1/default", "bad-default"), ("/inputs/2/key", "duplicate-key"),
        ("/inputs/3", "missing-key"), ("/inputs/3", "missing-label"), ("/outputs/0", "unknown-type"),
        ("/outputs/0", "missing-label"), ("/zzz", "unknown-key"),
    ] == [(each.at, each.code) for each in found]  # fmt: skip


@pytest.mark.parametrize(
    "bad",
    [
        5, None, [], {}, {"key": 5}, {"key": "x"}, {"key": "x", "type": "nope", "label": "X"}, {"type": "text", "label": "X"},
        {"key": "x", "type": "select", "label": "X", "options": [5]}, {"key": "x", "type": "slider", "label": "X"},
        {"key": "x", "type": "table", "label": "X", "columns": "a"}, {"key": "a", "type": "text", "label": "again"},
        {"key": "x", "type": "json", "label": "X", "schema": {"type": "nope"}},
        {"key": "x", "type": "text", "label": "X", "show_if": {"key": "x", "equals": 1}},
        {"key": "x", "type": "date", "label": "X", "default": {"a": 1}},
    ],
    ids=str,
)  # fmt: skip
def test_one_bad_input_never_costs_the_rest(bad):
    good = [{"key": key, "type": "text", "label": key} for key in "ab"]
    tool = webform.load([good[0], bad, good[1]])[0]

    assert [] != tool.problems
    assert ["a", "b"] == [each.key for each in tool.form.inputs if each.key != "x"]
    assert 'data-at="/a"' in webform.render(tool.form)
    assert 'data-at="/b"' in webform.render(tool.form)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ({"type": "nope"}, 'expected a type such as text, textarea, number, slider, not "nope"'),
        ({}, "expected a type such as text, textarea, number, slider; add it"),
        ({"type": "slider", "min": 0, "max": "9"}, 'expected a number, not "9"'),
    ],
)
def test_an_input_that_cannot_be_read_is_a_json_editor_that_says_why(bad, reason):
    tool = webform.load([{"key": "x", "label": "X", "required": False, "group": "G", **bad}])[0]
    (given,) = tool.form.inputs

    assert ("json", reason, "G", False) == (given.type, given.reason, given.group, given.required)
    assert f"Shown as JSON: {reason}".replace('"', "&#34;") in webform.render(tool.form)


@pytest.mark.parametrize(
    "document",
    [
        {"id": "a", "name": "A", "inputs": [json.loads(TITLE)], "outputs": []},
        {"inputs": [json.loads(TITLE)]},
        [json.loads(TITLE)],
    ],
    ids=["manifest", "inputs", "list"],
)
@pytest.mark.parametrize("way", ["parsed", "text", "bytes", "path"])
def test_it_is_read_whole_or_in_part_and_from_anywhere(document, way, tmp_path):
    text, path = json.dumps(document), tmp_path / "tool.json"
    path.write_text(text)
    source = {"parsed": document, "text": text, "bytes": b"\xef\xbb\xbf" + text.encode(), "path": path}[way]
    (tool,) = webform.load(source)

    assert ("tool-json", ["t"], ()) == (tool.dialect, [each.key for each in tool.form.inputs], tool.problems)


@pytest.mark.parametrize("source", [5, {}, "{}", "", "[1", b"\xff\xfe", {"type": "object"}, "null"])
def test_what_is_no_declaration_at_all_is_said(source):
    with pytest.raises(DeclarationError) as raised:
        webform.load(source)

    assert 1 == len(raised.value.problems)
    assert list(raised.value.problems) == webform.lint(source)


def test_every_type_of_the_sample_is_read_with_all_it_says():
    (tool,) = webform.load(ALL_TYPES)
    declared = json.loads(ALL_TYPES.read_text())

    assert () == tool.problems
    assert set(INPUTS) == {each.type for each in tool.form.inputs}
    assert [each["key"] for each in declared["inputs"]] == [each.key for each in tool.form.inputs]
    assert [each["key"] for each in declared["outputs"]] == [each.key for each in tool.outputs]
    assert ("all-types", "All types", "0.1.0", "test/fixtures", "calculator", ("demo",), 60, "form") == (
        tool.id, tool.name, tool.version, tool.category, tool.icon, tool.tags, tool.max_runtime_seconds, tool.layout,
    )  # fmt: skip
    for given, raw in zip(tool.form.inputs, declared["inputs"], strict=True):
        assert raw["label"] == given.label
        assert raw.get("default", ABSENT) == given.default
        assert raw.get("required", True) is given.required
    assert {"format": "currency", "precision": 2} == dict(tool.outputs[2].options)


@pytest.mark.parametrize(
    ("manifest", "tool_id"),
    [
        ({"id": "a-b"}, "a-b"), ({"id": "A b/ü"}, "A-b"), ({"id": "", "name": "My tool"}, "My-tool"), ({"id": "…"}, "tool"),
        ({"id": "../x"}, "x"), ({"id": "a:b.c_d"}, "a:b.c_d"),
    ],
)  # fmt: skip
def test_its_id_becomes_a_name_for_addresses(manifest, tool_id):
    assert tool_id == webform.load({"inputs": [], **manifest})[0].id


def test_what_concerns_its_host_alone_is_taken_quietly():
    host = {
        "workspace_default": 1, "warm_keep_seconds": 2, "max_memory_mb": 3, "entrypoint": "x", "package": None, "retain_runs": 1,
        "archived": True, "pinned_warm": True, "requires_data_persistence": 1, "validator_timeout_override": 5,
        "schema_version": "1.0", "secrets": [], "icon": None,
    }  # fmt: skip

    assert [] == webform.lint({"inputs": [], **host})


def test_its_examples_are_read():
    (tool,) = webform.load({"inputs": [json.loads(TITLE)], "examples": [{"name": "One", "values": {"t": "x"}}, {"values": {}}]})

    assert [("One", {"t": "x"}), ("Example 2", {})] == [(each.name, each.body) for each in tool.examples]


def test_a_chat_has_a_transcript_whatever_it_declares():
    (tool,) = webform.load({"id": "c", "name": "C", "layout": "chat", "inputs": [json.loads(TITLE)], "outputs": []})

    assert ("chat", ["messages", "history"]) == (tool.layout, [each.key for each in tool.form.inputs])


@pytest.mark.parametrize("value", [float("nan"), 10**5000, {1: 2}, {1, 2}], ids=range(4))
def test_a_parsed_value_that_json_does_not_have_is_said(value):
    found = webform.lint([{"key": "a", "type": "json", "label": "A", "default": value}])

    assert "/0/default" == found[0].at[:10]


def test_groups_are_gathered_where_the_first_of_each_stands():
    declared = [
        {"key": key, "type": "text", "label": key, **({"group": group} if group else {})}
        for key, group in [("a", ""), ("b", "G"), ("c", ""), ("d", "H"), ("e", "G"), ("f", "")]
    ]
    groups = webform.load(declared)[0].form.root.groups

    assert [("", "a"), ("G", "be"), ("", "c"), ("H", "d"), ("", "f")] == [
        (title, "".join(each.key for each in inputs)) for title, inputs in groups
    ]
