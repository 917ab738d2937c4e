"""Named types: the forms of a protocol, and every rule that is broken, at its line and at the cost of no other part."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import webform
from tests.phrases import declared, unknown
from webform.check import Checker
from webform.cli import main
from webform.dialects import DIALECTS, named_types, read
from webform.dialects.properties import ITEMS, PROPERTY
from webform.dialects.types import FILE
from webform.messages import Phrase
from webform.problems import errors
from webform.source import read_source

SAMPLES = Path(__file__).parents[1] / "samples/named-types"
URI = "https://json-schema.org/draft/2020-12/schema"


def schemas(text: str) -> dict:
    """Return the schemas of the forms of the protocol *text*, by the names of its tools, without what all say."""
    tools, _, _ = read(text, "named-types")
    shared = {"$schema": URI, "type": "object", "additionalProperties": False}
    return {
        tool.name: {key: value for key, value in tool.form.schema.items() if (key, value) not in shared.items()}
        for tool in tools
    }


def one(text: str, *types: str) -> dict:
    """Return the schema of the input X, declared as *text*, in a protocol with *types*."""
    declared = "".join(f"  {type_}\n" for type_ in types)
    return schemas(f"types:\n{declared}input:\n  X: {text}")["input"]["properties"]["X"]


# rules


def marked(text: str) -> tuple[str, int, int]:
    """Return *text* without its mark §, and the line and column at which that stood."""
    before = text[: text.index("§")]
    return text.replace("§", ""), before.count("\n") + 1, len(before) - before.rfind("\n")


def mistakes() -> list[tuple[str, str, str, Phrase | str]]:
    """Return the protocols of the sample, each with the place, code and sentence of its mistake."""
    found = []
    for block in (SAMPLES / "mistakes.txt").read_text(encoding="utf-8").split("\n\n")[1:]:
        text, _, problem = block.strip("\n").rpartition("\n! ")
        where, sentence = problem.split(": ", 1)
        at, code = where.split(" ")
        found.append((text, at, code, declared(sentence)))
    return found


@pytest.mark.parametrize(("text", "at", "code", "phrase"), mistakes())
def test_a_broken_rule_is_one_problem_at_its_place_and_costs_no_other_form(text, at, code, phrase):
    text += "" if "input:" in text.splitlines() else "\ninput: {OK: {type: string}}"
    text, line, column = marked(text)
    tools, problems, _ = read(text, "named-types")

    assert [(at, code, phrase, line, column, "error")] == [
        (problem.at, problem.code, problem.phrase, problem.line, problem.column, problem.severity)
        for problem in problems
    ]
    assert "input" in [tool.name for tool in tools]


@pytest.mark.parametrize(
    ("text", "code", "phrase"),
    [
        ("types: {A: {§First_name: {type: string}}}", "key-case",
         Phrase("key-case", {"case": "camelCase", "found": '"First_name"'})),
        ("input: {§topic: {type: string}}", "key-case", Phrase("key-case", {"case": "UPPER_SNAKE", "found": '"topic"'})),
        ("triggers: {go: {input: {§userMessage: {type: string}}}}", "key-case",
         Phrase("key-case", {"case": "UPPER_SNAKE", "found": '"userMessage"'})),
        ("input: {§TOPIC__ID: {type: string}}", "key-case",
         Phrase("key-case", {"case": "UPPER_SNAKE", "found": '"TOPIC__ID"'})),
        ("tools: {go: {parameters: {§PRODUCT: {type: string}}}}", "key-case",
         Phrase("key-case", {"case": "camelCase", "found": '"PRODUCT"'})),
        ("types: {A: {s: {type: string, enum: §[in_stock, creditCard, GB, US, DE, FR]}}}", "enum-case",
         Phrase("enum-case", {"found": ('"GB"', '"US"', '"DE"', "…")})),
        ("types: {A: {s: {type: string, enum: §[in__stock, _x, in_stock2]}}}", "enum-case",
         Phrase("enum-case", {"found": ('"in__stock"', '"_x"')})),
        ("types: {A: {s: {type: string, §pattern: a}}}", "unknown-key",
         Phrase("unknown-key.listed", {"subject": Phrase("subject.property"), "name": '"pattern"', "near": "", "known": PROPERTY})),
        ("types: {A: {s: {type: string, §optinal: true}}}", "unknown-key",
         Phrase("unknown-key.listed", {"subject": Phrase("subject.property"), "name": '"optinal"', "near": "optional", "known": PROPERTY})),
        ("types: {A: {s: {type: string, §default: a}}}", "unknown-key",
         Phrase("unknown-key.listed", {"subject": Phrase("subject.property"), "name": '"default"', "near": "", "known": PROPERTY})),
        ("types: {L: {type: array, items: {type: string, §optional: true}}}", "unknown-key",
         Phrase("unknown-key.listed", {"subject": Phrase("subject.item"), "name": '"optional"', "near": "", "known": ITEMS})),
        ("input: {X: {type: §array, items: {type: string}}}", "standalone-array",
         Phrase("standalone-array")),
        ("triggers: {go: {§inputs: {}}}", "unknown-key", unknown("trigger", "inputs", "input")),
        ("tools: {go: {§parameter: {}}}", "unknown-key", unknown("tool", "parameter", "parameters")),
        ("§trigger: {go: {}}\ninput: {}", "unknown-key", unknown("protocol", "trigger", "triggers")),
        ("input: {}\nsteps: {}\nvariables: {RESULT: {type: string}}\noutput: §RESULTS", "unknown-variable",
         Phrase("unknown-variable", {"name": '"RESULTS"', "near": "RESULT"})),
    ],
)  # fmt: skip
def test_what_spoils_nothing_is_a_warning_at_its_place(text, code, phrase):
    text, line, column = marked(text + ("\ninput: {}" if text.startswith("types") else ""))
    _, problems, _ = read(text, "named-types")

    assert [(code, phrase, "warning", line, column)] == [
        (problem.code, problem.phrase, problem.severity, problem.line, problem.column) for problem in problems
    ]


def test_a_protocol_without_forms_says_so():
    assert [(problem.at, problem.code) for problem in webform.lint({"types": {"A": {}}})] == [("", "no-tools")]


def test_every_problem_is_in_the_words_of_the_protocol_not_of_a_schema():
    _, problems, _ = read(
        {"input": {"X": {"type": "A", "default": {"a": 1}}}, "types": {"A": {"a": {"type": "string"}}}}
    )

    assert [(problem.at, problem.code) for problem in problems] == [("/input/X/default/a", "bad-default")]


def test_a_long_circle_is_told_shortly_and_a_long_chain_is_none():
    chain = {f"T{n}": {"next": {"type": f"T{n + 1}"}} for n in range(5000)}
    closed = {"types": chain | {"T5000": {"next": {"type": "T0"}}}, "input": {"X": {"type": "string"}}}
    opened = {"types": chain | {"T5000": {}}, "input": {"X": {"type": "string"}}}

    assert [(problem.at, problem.phrase) for problem in webform.lint(closed)] == [
        (
            "/types/T5000/next/type",
            Phrase("circular-type", {"circle": "T0 → T1 → T2 → … → T4999 → T5000 → T0"}),
        )
    ]
    assert webform.lint(opened) == []  # fmt: skip


# schemas


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("{type: string}", {"type": "string"}),
        ("{type: number, description: How much}", {"type": "number", "description": "How much"}),
        ("{type: integer, default: 3}", {"type": "integer", "default": 3}),
        ("{type: boolean, const: true}", {"type": "boolean", "const": True}),
        ("{type: integer, const: 3.0}", {"type": "integer", "const": 3.0}),
        ("{type: unknown, default: [1]}", {"default": [1]}),
        ("{type: string, enum: [on, off, on]}", {"type": "string", "enum": ["on", "off"]}),
        ("{type: string, default: ''}", {"type": "string", "default": ""}),
        ("{type: file}", {"$ref": "#/$defs/file"}),
        ("{type: 'file[]'}", {"type": "array", "items": {"$ref": "#/$defs/file"}}),
        ("{type: 'string[]'}", {"type": "array", "items": {"type": "string"}}),
        ("{type: A, description: One}", {"$ref": "#/$defs/A", "description": "One"}),
        ("{type: 'A[]'}", {"type": "array", "items": {"$ref": "#/$defs/A"}}),
        ("{type: array, items: {type: array, items: {type: A}}}",
         {"type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/A"}}}),
        # what is broken takes any value, and what is broken of a part is left out of it
        ("{type: Nope, description: One}", {"description": "One"}),
        ("string", {}),
        ("{type: array}", {"type": "array"}),
        ("{type: array, items: {type: Nope}}", {"type": "array", "items": {}}),
        ("{type: string, enum: [a, 1]}", {"type": "string"}),
        ("{type: string, const: 1}", {"type": "string"}),
        ("{type: integer, default: a}", {"type": "integer"}),
    ],
)  # fmt: skip
def test_a_property_is_a_schema_of_its_values(text, schema):
    assert schema == one(text, "A: {a: {type: string}}")


@pytest.mark.parametrize(
    ("declared", "schema"),
    [
        ("{a: {type: string}, b: {type: number, optional: true}, c: {type: unknown}}",
         {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "number"}, "c": {}},
          "required": ["a", "c"], "additionalProperties": False}),
        ("{}", {"type": "object", "properties": {}, "required": [], "additionalProperties": False}),
        ("{type: {type: string, const: t}, items: {type: string}, anyOf: {type: string}, description: {type: string}}",
         {"type": "object",
          "properties": {"type": {"type": "string", "const": "t"}, "items": {"type": "string"},
                         "anyOf": {"type": "string"}, "description": {"type": "string"}},
          "required": ["type", "items", "anyOf", "description"], "additionalProperties": False}),
        ("{type: array, items: {type: string}, description: Texts}",
         {"type": "array", "items": {"type": "string"}, "description": "Texts"}),
        ("{anyOf: [A, B], discriminator: kind, description: Either}",
         {"anyOf": [{"$ref": "#/$defs/A", "title": "A"}, {"$ref": "#/$defs/B", "title": "B"}],
          "description": "Either"}),
        ("{anyOf: [A, Nope, string], discriminator: kind}", {"anyOf": [{"$ref": "#/$defs/A", "title": "A"}]}),
        ("{anyOf: Nope}", {}),
        ("{type: object}", {}),
        ("text", {}),
        ("{self: {type: It}}", {"type": "object", "properties": {"self": {}}, "required": ["self"],
                                "additionalProperties": False}),
    ],
)  # fmt: skip
def test_a_type_is_a_schema_of_its_values(declared, schema):
    variants = "  A: {kind: {type: string, const: a}}\n  B: {kind: {type: string, const: b}}\n"
    text = f"types:\n{variants}  It: {declared}\ninput:\n  X: {{type: It}}"

    assert schema == schemas(text)["input"]["$defs"]["It"]


def test_a_form_has_the_types_that_it_uses_itself_or_through_others():
    text = """
types:
  A: {b: {type: B}}
  B: {type: array, items: {type: C}}
  C: {f: {type: file}}
  D: {a: {type: A}}
  odd/name~: {a: {type: string}}
triggers:
  a: {input: {X: {type: A}}}
  c: {input: {X: {type: 'C[]'}}}
  odd: {input: {X: {type: odd/name~}}}
  none: {}
"""
    found = schemas(text)

    assert list(found["trigger a"]["$defs"]) == ["A", "B", "C", "file"]
    assert list(found["trigger c"]["$defs"]) == ["C", "file"]
    assert found["trigger c"]["$defs"]["file"] == FILE
    assert found["trigger odd"]["properties"]["X"] == {"$ref": "#/$defs/odd~1name~0"}
    assert found["trigger none"] == {"properties": {}, "required": []}


def test_what_refers_to_a_broken_type_still_works():
    text = "types: {A: {a: {type: Nope}, b: {type: string}}, B: 5}\ninput: {X: {type: A}, Y: {type: B}}"
    [tool], problems, _ = read(text)

    assert [problem.code for problem in problems] == ["unknown-type", "wrong-type"]
    assert Checker(tool.form.schema).problems({"X": {"a": [1], "b": "x"}, "Y": None}) == []
    assert [
        (problem.at, problem.code) for problem in Checker(tool.form.schema).problems({"X": {"a": 1, "b": 2}, "Y": 1})
    ] == [("/X/b", "type")]


# tools


def test_the_kitchen_sink_is_read_without_an_error():
    tools, problems, _ = read(SAMPLES / "kitchen_sink.protocol.yaml")

    assert errors(problems) == []
    assert [(tool.id, tool.name, tool.description) for tool in tools] == [
        ("input", "input", ""),
        ("trigger-user-message", "trigger user-message", "User sends a chat message"),
        ("trigger-request-human", "trigger request-human", "No input at all"),
        ("trigger-checkout", "trigger checkout", ""),
        ("tool-get-product", "tool get-product", "Getting product details"),
        ("tool-add-to-cart", "tool add-to-cart", "Adding products to cart"),
        ("tool-act", "tool act", "Perform an action"),
        ("tool-ping", "tool ping", "No parameters"),
    ]
    assert [tool.form.tool_id for tool in tools] == [tool.id for tool in tools]
    assert {tool.dialect for tool in tools} == {"named-types"}


CART = {"items": [{"productId": "p", "quantity": 2}], "shippingAddress": {"street": "s", "city": "c", "country": "GB"}}


@pytest.mark.parametrize(
    ("tool_id", "body", "found"),
    [
        ("input", {"COMPANY_NAME": "Acme", "PLAN_TIER": "pro"}, []),
        ("input", {"COMPANY_NAME": "Acme", "PLAN_TIER": "pro", "MAX_RESULTS": 1.5}, ["MAX_RESULTS"]),
        ("input", {"PLAN_TIER": "gold"}, ["COMPANY_NAME", "PLAN_TIER"]),
        ("trigger-user-message", {"USER_MESSAGE": "", "FILES": [{"id": "1", "mediaType": "a/b", "url": "u"}]}, []),
        ("trigger-user-message", {"USER_MESSAGE": "", "FILES": [{"id": "1", "mediaType": "a/b"}]}, ["FILES"]),
        ("trigger-request-human", {}, []),
        ("trigger-checkout", {"CART": CART, "ACTION": {"type": "scroll", "position": 0.5}}, []),
        ("trigger-checkout", {"CART": CART, "ACTION": {"type": "submit", "formData": None}}, []),
        ("trigger-checkout", {"CART": CART | {"extra": [1]}, "ACTION": {"type": "swipe"}}, ["ACTION"]),
        ("trigger-checkout", {"CART": {"items": []}, "ACTION": {"type": "click", "elementId": "a"}},
         ["CART"]),
        ("tool-add-to-cart", {"cartItems": [{"productId": "p", "quantity": 1, "giftWrap": True}]}, []),
        ("tool-add-to-cart", {"cartItems": [{"productId": "p", "quantity": 1, "gift": True}]}, ["cartItems"]),
    ],
)  # fmt: skip
def test_a_body_is_checked_by_the_types(tool_id, body, found):
    tool = next(tool for tool in webform.load(SAMPLES / "kitchen_sink.protocol.yaml") if tool.id == tool_id)
    problems = webform.check(tool.form, body)

    assert found == sorted({problem.at.split("/")[1] for problem in problems})


@pytest.mark.parametrize("file", sorted(SAMPLES.glob("*.yaml")), ids=lambda file: file.name)
def test_its_samples_are_bodies_that_it_takes(file):
    tools = webform.load(file)

    assert [webform.check(tool.form, webform.sample(tool.form)) for tool in tools] == [[]] * len(tools)


def test_the_command_says_the_file_the_line_and_the_column(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("types:\n  Place: { city: { type: text } }\ninput:\n  HERE: { type: Place }\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(file)])

    assert result.exit_code == 1
    assert result.stdout.startswith(f"{file}:2:26: error[unknown-type]: Expected one of string, number,")


def test_yes_and_no_are_texts():
    types = read_source(SAMPLES / "kitchen_sink.protocol.yaml").value["types"]

    assert one("{type: Toggle}", f"Toggle: {json.dumps(types['Toggle'])}") == {"$ref": "#/$defs/Toggle"}
    assert types["Toggle"]["state"]["enum"] == ["on", "off", "yes", "no"]


def test_a_worker_answers_its_output():
    [tool], problems, _ = read(SAMPLES / "worker.protocol.yaml")

    assert problems == []
    assert tool.output_schema["$ref"] == "#/$defs/Report"
    assert list(tool.output_schema["$defs"]) == ["Report", "Section"]


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("variables: {R: {type: string}}\noutput: R", {"$schema": URI, "type": "string"}),
        (
            "variables: {R: {type: 'number[]'}}\noutput: R",
            {"$schema": URI, "type": "array", "items": {"type": "number"}},
        ),
        ("variables: {R: {type: unknown}}\noutput: R", None),
        ("variables: {R: {type: Nope}}\noutput: R", None),
        ("output: R", None),
    ],
)
def test_a_worker_answers_what_its_output_variable_is(text, schema):
    [tool], _, _ = read(f"input: {{}}\nsteps: {{}}\n{text}", "named-types")

    assert schema == tool.output_schema


def test_a_trigger_answers_what_its_blocks_respond():
    text = """
types:
  A: {a: {type: string}}
  B: {b: {type: A}}
triggers: {one: {}, two: {}, none: {}}
handlers:
  one: {s: {block: next-message, responseType: B}, t: {block: other, responseType: A}}
  two: {s: {block: next-message, responseType: A}, t: [{block: next-message, responseType: B}], u: {block: next-message}}
  else: {s: {block: next-message, responseType: A}}
"""
    first, second, third = webform.load(text)

    assert first.output_schema["$ref"] == "#/$defs/B"
    assert sorted(first.output_schema["$defs"]) == ["A", "B"]
    assert second.output_schema["anyOf"] == [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]
    assert third.output_schema is None


def test_ids_of_names_that_are_written_alike_differ():
    tools = webform.load({"tools": {"a b": {"description": "x"}, "a-b": {}, "a/b": None, "é": {}}})

    assert [tool.id for tool in tools] == ["tool-a-b", "tool-a-b-2", "tool-a-b-3", "tool"]


def test_of_several_tools_each_has_the_problems_of_what_it_is_made_of():
    text = """
types:
  A: {a: {type: B}}
  B: {b: {type: Nope}}
triggers:
  a: {input: {X: {type: A}}}
  x: {input: {X: {type: nope}}}
  r: {}
handlers:
  r: {s: {block: next-message, responseType: string}, t: {block: next-message, responseType: B}}
"""
    tools = webform.load(text)

    assert [[problem.at for problem in tool.problems] for tool in tools] == [
        ["/types/B/b/type"],
        ["/triggers/x/input/X/type"],
        ["/types/B/b/type", "/handlers/r/s/responseType"],
    ]


# bombs


@pytest.mark.slow
def test_forms_that_use_too_many_types_together_are_left_out():
    types = {f"T{n}": {"next": {"type": f"T{n + 1}"}} for n in range(5000)} | {"T5000": {}}
    tools = {f"t{n}": {"parameters": {"x": {"type": "T0"}}} for n in range(10)}
    read_tools, problems = named_types.DIALECT.read({"types": types, "tools": tools})

    assert len(read_tools) == 9
    assert [(problem.at, problem.code) for problem in problems] == [("/tools/t9/parameters", "too-many-types")]


@pytest.mark.slow
def test_tools_are_bounded():
    read_tools, problems = named_types.DIALECT.read({"tools": {f"t{n}": {} for n in range(1005)}})

    assert len(read_tools) == 1000
    assert [(problem.at, problem.phrase) for problem in problems] == [
        ("/tools/t1000", Phrase("too-many-tools.forms", {"limit": 1000, "count": 1005}))
    ]


WORDS = st.sampled_from(
    ["type", "items", "anyOf", "discriminator", "description", "optional", "enum", "const", "default", "A", "B", "a", "b",
     "string", "number", "integer", "unknown", "file", "array", "object", "A[]", "B[]", "kind", "minItems", "X"]
)  # fmt: skip
LEAVES = st.none() | st.booleans() | st.integers(-2, 2) | WORDS
PARTS = st.recursive(
    LEAVES, lambda leaf: st.lists(leaf, max_size=3) | st.dictionaries(WORDS, leaf, max_size=5), max_leaves=20
)
PROPERTIES = st.dictionaries(
    WORDS, st.fixed_dictionaries({"type": WORDS}, optional={"const": LEAVES, "items": PARTS}), max_size=3
)
UNIONS = st.fixed_dictionaries({"anyOf": st.lists(WORDS, max_size=3), "discriminator": WORDS})
TYPES = st.dictionaries(WORDS, PARTS | PROPERTIES | UNIONS, max_size=5)
PROTOCOLS = st.fixed_dictionaries(
    {"types": TYPES, "input": PARTS | PROPERTIES},
    optional={
        "triggers": st.dictionaries(WORDS, st.fixed_dictionaries({"input": PARTS | PROPERTIES}) | PARTS, max_size=2),
        "tools": PARTS,
        "variables": PARTS | PROPERTIES,
        "steps": PARTS,
        "handlers": st.dictionaries(
            WORDS, st.fixed_dictionaries({"block": st.just("next-message"), "responseType": LEAVES}), max_size=2
        ),
        "output": LEAVES,
    },
)


@given(PROTOCOLS)
def test_any_protocol_gives_forms_whose_schemas_can_be_used(protocol):
    tools, problems, _ = read(protocol, "named-types")

    assert tools or problems
    for tool in tools:
        assert list(Checker(tool.form.schema).problems({})) is not None
        if tool.output_schema is not None:
            Checker(tool.output_schema).problems({})


@pytest.mark.slow
@given(PROTOCOLS)
def test_every_problem_is_at_a_place_of_the_protocol(protocol):
    source = read_source(json.dumps(protocol))
    _, problems = DIALECTS["named-types"].read(source.value)

    for problem in problems:
        assert webform.values.at_pointer(source.value, problem.at) is not webform.ABSENT


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        ({"triggers": {"go": {"type": "object", "properties": {"A": {"type": "string"}}}}}, "trigger go"),
        ({"triggers": {"go": {"input": {"type": "object", "properties": {"A": {"type": "string"}}}}}}, "trigger go"),
        ({"tools": {"go": {"parameters": {"type": "object", "properties": {"A": {"type": "B"}}}}}}, "tool go"),
        ({"input": {"type": "object", "properties": {"A": {"type": "string"}}}}, "input"),
    ],
)
def test_properties_written_as_json_schema_has_them_are_read_all_the_same(declared, name):
    tools, problems, _ = read({"types": {"B": {"c": {"type": "string"}}}, **declared}, "named-types")

    assert {tool.name: [*tool.form.root.by_key] for tool in tools} == {name: ["A"]}
    assert "standalone-object" in {problem.code for problem in problems}
    assert [problem.code for problem in problems if problem.severity == "error"] == ["standalone-object"]


def test_a_response_type_that_is_spelt_otherwise_is_read_and_said():
    text = "input: {A: {type: string}}\nhandlers:\n  go: {s: {block: next-message, response_type: string}}"
    _, problems, _ = read(text, "named-types")

    assert [(problem.at, problem.code, problem.line, problem.column) for problem in problems] == [
        ("/handlers/go/s/response_type", "unknown-key", 3, 33),
        ("/handlers/go/s/response_type", "response-primitive", 3, 48),
    ]
