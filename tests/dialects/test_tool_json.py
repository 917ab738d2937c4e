"""tool.json: what is read of it, and every mistake said with its place, all at once, none at the cost of the rest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import webform
from tests.all_types import DOCUMENT
from tests.phrases import declared, unknown, wrong
from webform.dialects import DIALECTS
from webform.inputs import INPUTS
from webform.messages import Phrase
from webform.problems import DeclarationError
from webform.values import ABSENT

SAMPLES = Path(__file__).parents[1] / "samples/tool-json"
ALL_TYPES, MISTAKES = SAMPLES / "all-types.tool.json", SAMPLES / "mistakes.txt"
TITLE = '{"key": "t", "type": "text", "label": "T"}'
MODE = (
    '{"key": "mode", "type": "select", "label": "Mode", "default": "fast",'
    ' "options": [{"value": "fast", "label": "Fast"}, {"value": "tuned", "label": "Tuned"}]}'
)


def marked(text: str) -> tuple[str, int, int]:
    """Return *text* without its mark §, and the line and column at which that stood."""
    before = text[: text.index("§")]
    return text.replace("§", ""), before.count("\n") + 1, len(before) - before.rfind("\n")


def mistakes() -> list[tuple[str, str, str, Phrase | str]]:
    """Return the documents of the sample, each with the place, code and sentence of its mistake."""
    blocks = MISTAKES.read_text(encoding="utf-8").split("\n\n")[1:]
    found = []
    for block in blocks:
        text, _, problem = block.strip("\n").rpartition("\n! ")
        where, sentence = problem.split(": ", 1)
        at, code = where.split(" ")
        found.append((text.replace("TITLE", TITLE).replace("MODE", MODE), at.strip("-"), code, declared(sentence)))
    return found


@pytest.mark.parametrize(("text", "at", "code", "phrase"), mistakes())
def test_a_mistake_is_said_with_its_place(text, at, code, phrase):
    text, line, column = marked(text)

    assert [(at, code, phrase, line, column)] == [
        (problem.at, problem.code, problem.phrase, problem.line, problem.column) for problem in webform.lint(text)
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
    assert [(code, "warning") for code in codes] == [
        (problem.code, problem.severity) for problem in webform.lint(document)
    ]


def test_circles_are_said_of_each_input_in_them_and_of_no_other():
    declared = [
        {"key": key, "type": "text", "label": "L", "default": "d", "show_if": {"key": target, "equals": "d"}}
        for key, target in [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")]
    ]
    found = webform.lint(declared)

    assert [problem.params["circle"] for problem in found] == [
        "a → b → c → a",
        "b → c → a → b",
        "c → a → b → c",
    ]
    assert {"show-if-circle"} == {problem.code for problem in found}
    form = webform.load(declared)[0].form
    assert [input_.show_if and input_.show_if.key for input_ in form.inputs] == [None, None, None, "a"]


def test_a_chain_of_conditions_is_bounded():
    declared = [{"key": "k0", "type": "text", "label": "L", "default": "d"}]
    declared += [
        {"key": f"k{n}", "type": "text", "label": "L", "default": "d", "show_if": {"key": f"k{n - 1}", "equals": "d"}}
        for n in range(1, 2000)
    ]
    found = webform.lint(declared)

    assert (found[0].at, found[0].code) == ("/20/show_if/key", "show-if-deep")
    assert found[0].phrase == Phrase("show-if-deep", {"limit": 20})
    assert webform.lint(declared[:20]) == []


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

    assert sorted((problem.line, problem.column) for problem in found) == [
        (problem.line, problem.column) for problem in found
    ]
    assert [(problem.at, problem.code) for problem in found] == [
        ("", "missing-name"), ("/id", "wrong-type"), ("/inputs/0/type", "unknown-type"),
        ("/inputs/1/label", "wrong-type"),
        ("/inputs/1/min", "wrong-type"), ("/inputs/1/default", "bad-default"), ("/inputs/2/key", "duplicate-key"),
        ("/inputs/3", "missing-key"), ("/inputs/3", "missing-label"), ("/outputs/0", "unknown-type"),
        ("/outputs/0", "missing-label"), ("/zzz", "unknown-key"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "bad",
    [
        5, None, [], {}, {"key": 5}, {"key": "x"}, {"key": "x", "type": "nope", "label": "X"},
        {"type": "text", "label": "X"},
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

    assert tool.problems != []
    assert [input_.key for input_ in tool.form.inputs if input_.key != "x"] == ["a", "b"]
    assert 'data-at="/a"' in webform.render(tool.form)
    assert 'data-at="/b"' in webform.render(tool.form)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (
            {"type": "nope"},
            Phrase(
                "unknown-type.input", {"types": ("text", "textarea", "number", "slider"), "found": '"nope"', "near": ""}
            ),
        ),
        ({}, Phrase("missing-type.input", {"types": ("text", "textarea", "number", "slider")})),
        (
            {"type": "slider", "min": 0, "max": "9"},
            wrong("number", '"9"'),
        ),
    ],
)
def test_an_input_that_cannot_be_read_is_a_json_editor_that_says_why(bad, reason):
    tool = webform.load([{"key": "x", "label": "X", "required": False, "group": "G", **bad}])[0]
    (input_,) = tool.form.inputs

    assert ("json", str(reason), "G", False) == (input_.type, input_.reason, input_.group, input_.required)
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

    assert (tool.dialect, [input_.key for input_ in tool.form.inputs], tool.problems) == ("tool-json", ["t"], ())


def test_its_dialect_can_be_named():
    assert webform.load(5, dialect="tool-json")[0].problems[0].phrase == Phrase("missing-inputs.found", {"found": "5"})
    (problem,) = webform.lint([], dialect="tool_json")
    assert problem.phrase == Phrase("unknown-dialect", {"name": "tool_json", "dialects": tuple(DIALECTS)})


@pytest.mark.parametrize("source", [5, {}, "{}", "", "[1", b"\xff\xfe", {"type": "module"}, "null"])
def test_what_is_no_declaration_at_all_is_said(source):
    with pytest.raises(DeclarationError) as raised:
        webform.load(source)

    assert len(raised.value.problems) == 1
    assert list(raised.value.problems) == webform.lint(source)


def test_every_type_of_the_sample_is_read_with_all_it_says():
    (tool,), declared = webform.load(DOCUMENT), DOCUMENT

    assert tool.problems == ()
    assert set(INPUTS) == {input_.type for input_ in tool.form.inputs}
    assert [input_["key"] for input_ in declared["inputs"]] == [input_.key for input_ in tool.form.inputs]
    assert [output["key"] for output in declared["outputs"]] == [output.key for output in tool.outputs]
    assert (
        tool.id, tool.name, tool.version, tool.category, tool.icon, tool.tags, tool.max_runtime_seconds, tool.layout,
    ) == ("all-types", "All types", "0.1.0", "test/fixtures", "calculator", ("demo",), 60, "form")  # fmt: skip
    for input_, raw in zip(tool.form.inputs, declared["inputs"], strict=True):
        assert raw["label"] == input_.label
        assert raw.get("default", ABSENT) == input_.default
        assert raw.get("required", True) is input_.required
    assert dict(tool.outputs[2].options) == {"format": "currency", "precision": 2}


@pytest.mark.parametrize(
    ("manifest", "tool_id"),
    [
        ({"id": "a-b"}, "a-b"), ({"id": "A b/ü"}, "A-b"), ({"id": "", "name": "My tool"}, "My-tool"),
        ({"id": "…"}, "tool"),
        ({"id": "../x"}, "x"), ({"id": "a:b.c_d"}, "a:b.c_d"),
    ],
)  # fmt: skip
def test_its_id_becomes_a_name_for_addresses(manifest, tool_id):
    assert tool_id == webform.load({"inputs": [], **manifest})[0].id


def test_what_concerns_its_host_alone_is_taken_quietly():
    host = {
        "workspace_default": 1, "warm_keep_seconds": 2, "max_memory_mb": 3, "entrypoint": "x",
        "package": None, "retain_runs": 1,
        "archived": True, "pinned_warm": True, "requires_data_persistence": 1, "validator_timeout_override": 5,
        "schema_version": "1.0", "secrets": [], "icon": None,
    }  # fmt: skip

    assert webform.lint({"inputs": [], **host}) == []


def test_what_is_wrong_with_its_secrets_is_said():
    secrets = [{"key": "A", "descripton": "x", "required": True}, {"ky": "B"}, "C", {"key": 5, "required": "yes"}]
    found = webform.lint({"inputs": [], "secrets": secrets})

    assert sorted((problem.at, problem.severity, problem.phrase) for problem in found) == [
        (
            "/secrets/0/descripton",
            "warning",
            unknown("secret", "descripton", "description"),
        ),
        ("/secrets/1", "error", wrong("secret", '{"ky": "B"}')),
        ("/secrets/2", "error", wrong("secret", '"C"')),
        ("/secrets/3/key", "error", wrong("text", "5")),
        ("/secrets/3/required", "error", wrong("boolean", '"yes"')),
    ]


def test_a_limit_in_parts_of_a_megabyte_counts_and_is_warned_of():
    declared = {"key": "f", "type": "file", "label": "F", "max_size_mb": 0.5}
    (tool,) = webform.load([declared])

    assert tool.form.root.by_key["f"].max_bytes == 512 * 1024
    assert [(problem.at, problem.severity, problem.phrase) for problem in tool.problems] == [
        (
            "/0/max_size_mb",
            "warning",
            Phrase("wrong-type.megabytes", {"found": "0.5"}),
        )
    ]
    assert webform.load([declared | {"max_size_mb": 5.0}])[0].problems == ()


def test_its_examples_are_read():
    (tool,) = webform.load(
        {"inputs": [json.loads(TITLE)], "examples": [{"name": "One", "values": {"t": "x"}}, {"values": {}}]}
    )

    assert [(example.name, example.body) for example in tool.examples] == [("One", {"t": "x"}), ("Example 2", {})]


def test_a_chat_has_a_transcript_whatever_it_declares():
    (tool,) = webform.load({"id": "c", "name": "C", "layout": "chat", "inputs": [json.loads(TITLE)], "outputs": []})

    assert (tool.layout, [input_.key for input_ in tool.form.inputs]) == ("chat", ["messages", "history"])


@pytest.mark.parametrize("value", [float("nan"), 10**5000, {1: 2}, {1, 2}], ids=range(4))
def test_a_parsed_value_that_json_does_not_have_is_said(value):
    found = webform.lint([{"key": "a", "type": "json", "label": "A", "default": value}])

    assert found[0].at[:10] == "/0/default"


def test_groups_are_gathered_where_the_first_of_each_stands():
    declared = [
        {"key": key, "type": "text", "label": key, **({"group": group} if group else {})}
        for key, group in [("a", ""), ("b", "G"), ("c", ""), ("d", "H"), ("e", "G"), ("f", "")]
    ]
    groups = webform.load(declared)[0].form.root.groups

    assert [(title, "".join(input_.key for input_ in inputs)) for title, inputs in groups] == [
        ("", "a"),
        ("G", "be"),
        ("", "c"),
        ("H", "d"),
        ("", "f"),
    ]


@pytest.mark.parametrize(
    ("declared", "seconds"), [(5, 5), (0, 1), (-5, 1), (1e308, 86_400), (10**400, 86_400)], ids=range(5)
)
def test_how_long_a_run_may_take_is_between_a_second_and_a_day(declared, seconds):
    assert webform.load({"inputs": [], "max_runtime_seconds": declared})[0].max_runtime_seconds == seconds


OPTIONS = [{"value": index, "label": "O"} for index in range(5000)]


@pytest.mark.parametrize(
    "declared",
    [
        [
            {"key": f"k{n}", "type": "text", "label": "L", "show_if": {"key": f"kk{n}", "equals": 1}}
            for n in range(2000)
        ],
        [{"key": f"k{n}", "type": "txet", "label": "L", "lable": "L"} for n in range(2000)],
        [{"key": "t", "type": "select", "label": "T", "options": OPTIONS}]
        + [{"key": f"k{n}", "type": "text", "label": "L", "show_if": {"key": "t", "equals": n}} for n in range(500)],
        [{"key": "t", "type": "multiselect", "label": "T", "options": OPTIONS * 2, "default": list(range(5000))}],
    ],
    ids=["unknown targets", "unknown types", "many conditions", "repeated options"],
)
def test_thousands_of_mistakes_are_said_soon(declared):
    assert len(webform.lint(declared)) >= 500
