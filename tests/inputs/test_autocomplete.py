"""autocomplete: a value that the tool itself suggests."""

from __future__ import annotations

import pytest

import webform
from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT, brief

PATH = "/autocomplete/cities"


def test_the_example_of_the_seed_is_read_and_sends_the_value():
    one = One("autocomplete", label="City", endpoint=PATH)

    assert (one.input.endpoint, one.post({"": "GB-LND"})) == (PATH, ("GB-LND", []))


@pytest.mark.parametrize("value", ["", "1", "true", "a\nb", "\ud800", 1, 1.0, 2**70, True, False], ids=repr)
def test_a_value_comes_back_with_its_type(value):
    one = One("autocomplete", endpoint=PATH)
    came_back, problems = one.posted(one.sends(value))

    assert ([], repr(value)) == (problems, repr(came_back))


@pytest.mark.parametrize(
    ("mark", "text", "value"),
    [("number", "1.50", 1.5), ("boolean", "true", True), ("", "1", "1"), ("json", '"1"', "1")],
)
def test_its_mark_says_the_type_of_what_was_chosen(mark, text, value):
    assert (value, []) == One("autocomplete", endpoint=PATH).posted([("/x", text), ("is/x", mark)])


def test_what_is_no_value_of_the_marked_type_is_said():
    problem = (
        "",
        Phrase(
            "not-json",
            {"fault": Phrase("json.at", {"fault": Phrase("json.text", {"found": "Oslo"}), "line": 1, "column": 1})},
        ),
    )

    assert (ABSENT, [problem]) == One("autocomplete", endpoint=PATH).posted([("/x", "Oslo"), ("is/x", "number")])


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, (ABSENT, REQUIRED)), ({"required": False}, (ABSENT, [])), ({"default": ""}, ("", []))],
)
def test_blank_is_absent_unless_the_default_is_the_empty_text(options, expected):
    assert expected == One("autocomplete", endpoint=PATH, **options).blank()


def test_its_schema_takes_what_an_option_can_be():
    assert One("autocomplete", endpoint=PATH).input.value_schema() == {"type": ["string", "number", "boolean"]}


@pytest.mark.parametrize(("options", "expected"), [({}, ""), ({"default": 5}, 5), ({"required": False}, ABSENT)])
def test_its_sample(options, expected):
    assert expected == One("autocomplete", endpoint=PATH, **options).sample


def test_a_list_is_no_value():
    assert One("autocomplete", endpoint=PATH).wrong([]) == [
        (
            "",
            Phrase(
                "type",
                {
                    "type": Phrase(
                        "list.or",
                        {"first": (Phrase("kind.string"), Phrase("kind.number")), "last": Phrase("kind.boolean")},
                    )
                },
            ),
        )
    ]


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://evil.example/x", "//evil.example/x", "autocomplete", "/a/../b", "/..", "/./a", "/a?b", "/a#b",
        "/%2e%2e/a", "/a b",
        "/a\\b", "/é", "", "/a\n", "javascript:1",
    ],
)  # fmt: skip
def test_an_endpoint_that_is_no_path_of_the_tool_is_said(endpoint):
    ((at, phrase),) = One("autocomplete", endpoint=endpoint).found_problems

    assert (at, phrase) == ("/endpoint", Phrase("not-a-path", {"found": brief(endpoint)}))


def test_a_manifest_must_say_that_it_provides_autocomplete():
    declaration = {"key": "x", "type": "autocomplete", "label": "X", "endpoint": PATH}
    manifest = {"id": "a", "name": "A", "inputs": [declaration], "outputs": []}
    (problem,) = webform.lint(manifest)

    assert (problem.at, problem.severity) == ("/inputs/0", "warning")
    assert problem.phrase == Phrase("autocomplete-not-provided")
    assert webform.lint({**manifest, "provides_autocomplete": True}) == []


def test_without_its_endpoint_it_is_a_json_editor():
    one = One("autocomplete")

    assert one.input.type == "json"
    assert one.found_problems == [("", Phrase("missing-option", {"name": "endpoint", "expected": Phrase("kind.text")}))]
