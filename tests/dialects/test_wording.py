"""Texts by language: which one is shown, in every dialect; what is missing or wrong; and nothing of it is lost."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

import jsonschema_rs
import pydantic
import pytest

import webform
from webform.by_language import is_tag, lang_of
from webform.convert import convert, lost
from webform.dialects.text_places import SCHEMAS
from webform.dialects.wording import Wording
from webform.format_schema import format_schema
from webform.functions.tools import tool_of
from webform.language import in_language

DOCS = (Path(__file__).parents[2] / "docs/languages.md").read_text(encoding="utf-8")
WEATHER = {
    "id": "weather",
    "name": {"en": "Weather", "de": "Wetter", "ar": "الطقس"},
    "description": {"en": "Of **one** day.", "de": "Eines Tages.", "ar": "ليوم واحد."},
    "category": {"en": "Nature", "de": "Natur", "ar": "طبيعة"},
    "inputs": [
        {
            "key": "city",
            "type": "text",
            "label": {"en": "City", "de": "Stadt", "ar": "المدينة"},
            "description": {"en": "Where.", "de": "Wo.", "ar": "أين."},
            "placeholder": {"en": "London", "de": "Berlin", "ar": "القاهرة"},
            "group": {"en": "Place", "de": "Ort", "ar": "المكان"},
        },
        {
            "key": "unit",
            "type": "select",
            "label": {"en": "Unit", "de": "Einheit", "ar": "الوحدة"},
            "options": [
                {"value": "c", "label": {"en": "Degrees", "de": "Grad", "ar": "درجات"}},
                {"value": "k", "label": {"en": "Kelvin", "de": "Kelvin", "ar": "كلفن"}},
            ],
        },
        {
            "key": "days",
            "type": "table",
            "label": {"en": "Days", "de": "Tage", "ar": "الأيام"},
            "columns": [{"key": "day", "label": {"en": "Day", "de": "Tag", "ar": "اليوم"}}],
        },
    ],
    "outputs": [
        {
            "key": "mean",
            "type": "number",
            "label": {"en": "Mean", "de": "Mittel", "ar": "المتوسط"},
            "caption": {"en": "Without nights", "de": "Ohne Nächte", "ar": "بدون ليال"},
            "unit": "°C",
        }
    ],
    "examples": [
        {
            "name": {"en": "A week", "de": "Eine Woche", "ar": "أسبوع"},
            "values": {"city": "Oslo", "unit": "c", "days": []},
        }
    ],
}
BODY = {
    "type": "object",
    "properties": {
        "city": {
            "type": "string",
            "title": "City",
            "description": "Where.",
            "x-i18n": {"de": {"title": "Stadt", "description": "Wo."}},
            "x-webform": {"placeholder": {"en": "London", "de": "Berlin"}},
        },
        "unit": {
            "enum": ["c", "f"],
            "title": "Unit",
            "x-i18n": {"de": {"title": "Einheit", "enumNames": ["Grad", "Fahrenheit"]}},
        },
        # A property may have the name of a keyword.
        "default": {"type": "string", "title": "Rest", "x-i18n": {"de": {"title": "Sonst"}}},
    },
}
MCP = {
    "name": "weather",
    "title": "Weather",
    "description": "Of one day.",
    "x-i18n": {"de": {"title": "Wetter", "description": "Eines Tages."}},
    "inputSchema": BODY,
}


def texts_of(tool) -> dict[str, list[str]]:
    """Return the texts of *tool*, of its inputs and of their options."""
    inputs = tool.form.inputs
    return {
        "tool": [tool.name, tool.description],
        "labels": [input_.label for input_ in inputs],
        "options": [choice.label for input_ in inputs for choice in getattr(input_, "options", ())],
        "placeholders": [text for input_ in inputs if (text := getattr(input_, "placeholder", ""))],
    }


def warned(document, code: str) -> list[tuple[str, object]]:
    return [(problem.at, problem.params) for problem in webform.lint(document) if problem.code == code]


def test_every_text_of_a_manifest_is_there_by_language():
    [tool] = webform.load(WEATHER)
    german = tool.in_language("de")
    city, unit, days = german.form.inputs

    assert (german.name, german.description, german.category) == ("Wetter", "Eines Tages.", "Natur")
    assert (city.label, city.description, city.placeholder, city.group) == ("Stadt", "Wo.", "Berlin", "Ort")
    assert (unit.options[0].label, days.columns[0].label) == ("Grad", "Tag")
    assert [(one.label, one.caption, one.unit) for one in german.outputs] == [("Mittel", "Ohne Nächte", "°C")]
    assert german.examples[0].name == "Eine Woche"
    assert webform.lint(WEATHER) == []


def test_what_is_no_text_is_the_same_in_every_language():
    [tool] = webform.load(WEATHER)
    german = tool.in_language("de")

    assert tool.name == "Weather"
    assert (german.id, german.form.tool_id, german.call, german.hints) == ("weather", "weather", tool.call, tool.hints)
    assert german.form.schema == tool.form.schema
    assert webform.sample(german.form) == webform.sample(tool.form)
    assert tool.renamed("other").in_language("de").form.tool_id == "other"


@pytest.mark.parametrize(
    ("asked", "shown", "lang"),
    [
        ("de", "Stadt", ""),
        ("de-AT", "Stadt", ""),
        ("pt-BR", "Cidade (BR)", ""),
        # Rather that of another country than another language.
        ("pt", "Cidade (BR)", ""),
        ("zh-Hans", "城市", ""),
        # Those that there are none for are shown the tool's own: what it states first.
        ("fr", "Stadt", "de"),
    ],
)
def test_the_nearest_text_is_shown_and_one_in_another_language_says_so(asked, shown, lang):
    label = {"de": "Stadt", "en": "City", "pt-BR": "Cidade (BR)", "zh-CN": "城市"}
    [tool] = webform.load([{"key": "city", "type": "text", "label": label}])
    [city] = tool.in_language(asked).form.inputs

    assert (city.label, lang_of(city.label)) == (shown, lang)


def test_a_tool_in_one_language_is_itself_in_all():
    [tool] = webform.load([{"key": "city", "type": "text", "label": "City"}])

    assert tool.in_language("de") is tool


def test_a_language_is_read_once():
    [tool] = webform.load(WEATHER)

    assert tool.in_language("de").form is tool.in_language("de").form


def texts_in_german(document, dialect=None):
    [tool] = webform.load(document, dialect)
    return texts_of(tool.in_language("de"))


def test_a_schema_has_its_texts_beside_it():
    assert texts_in_german(MCP) == {
        "tool": ["Wetter", "Eines Tages."],
        "labels": ["Stadt", "Einheit", "Sonst"],
        "options": ["Grad", "Fahrenheit"],
        "placeholders": ["Berlin"],
    }
    assert texts_in_german(json.dumps(BODY))["labels"] == ["Stadt", "Einheit", "Sonst"]
    [tool] = webform.load(MCP)
    assert texts_of(tool.in_language("fr"))["labels"] == ["City", "Unit", "Rest"]
    assert webform.lint(MCP) == []


@pytest.mark.parametrize(("name", "text"), [("title", "D"), ("description", "D"), ("enumNames", ["D"])])
@pytest.mark.parametrize("wrong", [7, None, True])
def test_a_text_beside_hides_nothing_that_is_wrong(name, text, wrong):
    schema = {"type": "object", name: wrong, "x-i18n": {"de": {name: text}}}

    tool = webform.load(schema, "json-schema")[0]

    assert Wording(schema, SCHEMAS).own[name] is wrong
    assert name == "enumNames" or "invalid-schema" in {problem.code for problem in tool.problems}


def test_other_dialects_have_theirs_beside_or_in_place():
    field = {"type": "string", "description": {"en": "Where.", "de": "Wo."}}
    agent = {"milkyway_version": "1.0", "name": "a", "capabilities": {"look": {
        "description": {"en": "Looks.", "de": "Schaut."}, "pricing": {"model": "free"},
        "input_schema": {"description": field}, "output_schema": {},
    }}}  # fmt: skip
    types = {"input": {"CITY": {"type": "string", "description": "Where.", "x-i18n": {"de": {"description": "Wo."}}}}}
    arcade = {"name": "Look", "fully_qualified_name": "W.Look", "description": "Looks.", "input": {"parameters": [
        {"name": "city", "required": True, "description": "Where.", "x-i18n": {"de": {"description": "Wo."}},
         "value_schema": {"val_type": "string"}},
    ]}}  # fmt: skip
    api = {"openapi": "3.1.0", "info": {"title": "W", "version": "1"}, "paths": {"/look": {"get": {
        "summary": "Look", "x-i18n": {"de": {"summary": "Schauen"}}, "responses": {"200": {"description": "Done."}},
        "parameters": [{"name": "city", "in": "query", "description": "Where.",
                        "x-i18n": {"de": {"description": "Wo."}}, "schema": {"type": "string"}}],
    }}}}  # fmt: skip

    for document in ({"description": field}, agent, types, arcade, api):
        [tool] = webform.load(document)
        german = tool.in_language("de")
        [input_] = german.form.inputs
        described = input_.inputs[0] if document is api else input_
        assert described.description == "Wo.", tool.dialect
        assert {one.code for one in webform.lint(document)} <= {"incomplete-language"}
    assert german.name == "Schauen"


def test_an_annotation_of_a_function_has_its_texts_by_language():
    city = pydantic.TypeAdapter(
        Annotated[str, webform.Text(label={"de": "Stadt", "en": "City"}, placeholder={"en": "London", "de": "Berlin"})]
    ).json_schema()
    described = {
        "function": "look", "name": "Look", "description": "", "icon": "", "timeout": 60, "returns": True,
        "parameters": {"type": "object", "properties": {"city": {"title": "City", **city}}},
    }  # fmt: skip
    tool, problems = tool_of(described)

    assert texts_of(tool)["labels"] == ["City"]
    assert texts_of(tool.in_language("de"))["labels"] == ["Stadt"]
    assert (texts_of(tool.in_language("de"))["placeholders"], problems) == (["Berlin"], [])


def test_a_form_is_drawn_in_the_language_of_its_page():
    [tool] = webform.load(WEATHER)

    german, french = webform.render(tool, lang="de"), webform.render(tool, lang="fr")

    assert '<label class="label" for="weather-at/city"><bdi>Stadt</bdi></label>' in german
    assert '<option value="c" dir="auto">Grad</option>' in german
    assert ' lang="' not in german
    assert '<label class="label" for="weather-at/city"><bdi lang="en">City</bdi></label>' in french
    with in_language("ar"):
        assert "المدينة" in webform.render(tool)
        assert "المتوسط" in webform.render_result(webform.read(tool, {"mean": 4}), tool)


def test_a_warning_for_each_language_that_lacks_texts():
    document = {
        "id": "a", "name": {"en": "A", "de": "B"}, "outputs": [], "inputs": [
            {"key": "a", "type": "text", "label": {"en": "City", "pt": "Cidade"}, "placeholder": "Oslo"},
            {"key": "b", "type": "number", "label": {"de-AT": "Zahl", "en": "Number", "pt": "N"}, "unit": "km"},
        ],
    }  # fmt: skip

    assert warned(document, "incomplete-language") == [
        ("/inputs/0/label",
         {"language": "de", "count": 2, "total": 4, "places": ("/inputs/0/label", "/inputs/0/placeholder")}),
        ("/name", {"language": "pt", "count": 2, "total": 4, "places": ("/name", "/inputs/0/placeholder")}),
        ("/inputs/0/label",
         {"language": "de-AT", "count": 2, "total": 4, "places": ("/inputs/0/label", "/inputs/0/placeholder")}),
    ]  # fmt: skip


def test_a_schema_without_words_beside_it_lacks_them():
    schema = {"type": "object", "properties": {
        "a": {"type": "string", "title": "City", "x-i18n": {"de": {"title": "Stadt"}}},
        "b": {"type": "string", "title": "Country"},
    }}  # fmt: skip

    [(at, params)] = warned(schema, "incomplete-language")
    assert (at, params["language"]) == ("/properties/b/title", "de")


def test_what_is_no_text_by_language_is_a_problem_at_its_place():
    text = '[{"key": "a", "type": "text",\n "label": {"en": "A",\n  "pt_BR": "B",\n  "de": 5, "": "C"}}]'
    found = {problem.code: problem for problem in reversed(webform.lint(text))}

    assert (found["bad-language"].line, found["bad-language"].params) == (3, {"near": "pt-BR"})
    assert (found["wrong-type"].line, found["wrong-type"].severity) == (4, "error")
    assert [at for at, _ in warned(text, "bad-language")] == ["/0/label/pt_BR", "/0/label/"]
    beside = {"type": "object", "properties": {"a": {"title": "A", "x-i18n": {"de": {"titel": "B", "title": 5}}}}}
    assert warned(beside, "unknown-key")[0][1] == {"name": "titel", "near": "title"}
    assert [at for at, _ in warned(beside, "wrong-type")] == ["/properties/a/x-i18n/de/title"]
    for odd in (5, [], {"de": "B"}):
        schema = {"type": "object", "properties": {"a": {"type": "string", "title": "A", "x-i18n": odd}}}
        assert [problem.code for problem in webform.lint(schema)] == ["wrong-type"]


@pytest.mark.parametrize(
    ("name", "known"),
    [
        *(
            (name, True)
            for name in ("de", "gsw", "pt-BR", "zh-Hans", "zh-Hant-TW", "es-419", "de-CH-1996", "de-x-plain")
        ),
        *(
            (name, False)
            for name in ("", "d", "german", "pt_BR", "de-", "-de", "de DE", "de\n", "ﬁ", "en" + "-abcde" * 9)
        ),
    ],
)
def test_a_tag_is_written_as_bcp_47_has_it(name, known):
    assert is_tag(name) is known


def test_texts_of_strangers_are_escaped_in_every_language():
    evil = "</label><script>alert(1)</script>\u202e"
    label = {"en": "A", "de": evil, '"><b>': evil, "fr-x-onload": evil}
    [tool] = webform.load([{"key": "a", "type": "radio", "label": label, "description": label, "group": label,
                            "options": [{"value": 1, "label": {"de": evil}}]}])  # fmt: skip

    for lang in ("en", "de", "fr", "ja"):
        assert "<script>" not in webform.render(tool, lang=lang)
        assert "<b>" not in webform.render(tool, lang=lang)


def test_many_languages_cost_little():
    label = {f"aa-x-{number}": "A" for number in range(20_000)}
    [tool] = webform.load({"id": "a", "name": label, "inputs": [], "outputs": []})

    assert len(tool.translations.languages) == 100
    assert len(tool.problems) <= 100


@pytest.mark.parametrize("document", [WEATHER, MCP, BODY], ids=["manifest", "tool", "schema"])
def test_a_declaration_keeps_its_texts(document):
    [tool] = webform.load(document)

    assert tool.declaration == document
    assert tool.in_language("de").declaration == document
    assert tool.renamed("other").in_language("ar").in_language("de").name == tool.in_language("de").name


@pytest.mark.parametrize("to", ["mcp", "json-schema"])
def test_other_formats_carry_every_language(to):
    [again] = webform.load(convert(webform.load(WEATHER), to))
    german = texts_of(again.in_language("de"))

    assert german["tool"] == ["Wetter", "Eines Tages."]
    assert german["labels"] == ["Stadt", "Einheit", "Tage"]
    assert (german["options"], german["placeholders"]) == (["Grad", "Kelvin"], ["Berlin"])
    assert texts_of(again.in_language("en"))["labels"] == ["City", "Unit", "Days"]
    [manifest] = webform.load(convert([again], "tool-json"))
    assert texts_of(manifest.in_language("de"))["labels"] == german["labels"]


def test_formats_of_models_have_one_language_and_say_so():
    tools = webform.load(WEATHER)

    assert "Stadt" not in json.dumps(convert(tools, "openai"))
    assert "languages" in [problem.params["name"] for problem in lost(tools[0], "openai")]
    assert "languages" not in [problem.params["name"] for problem in lost(tools[0], "mcp")]


@pytest.mark.parametrize("text", re.findall(r"```json\n(.*?)```", DOCS, re.DOTALL), ids=["manifest", "tool"])
def test_the_examples_of_the_document_are_complete(text):
    [tool] = webform.load(text)
    german = tool.in_language("de")

    assert webform.lint(text) == []
    assert german.name == "Wetter"
    assert [input_.label for input_ in german.form.inputs] == ["Stadt", "Einheit"]
    assert [choice.label for choice in german.form.inputs[1].options] == ["Grad Celsius", "Kelvin"]


def test_the_schema_of_the_format_takes_texts_by_language():
    checker = jsonschema_rs.validator_for(format_schema())

    assert [error.message for error in checker.iter_errors(WEATHER)] == []
    for label in ({}, {"pt_BR": "A"}, {"en": 5}, 5):
        assert not checker.is_valid([{"key": "a", "type": "text", "label": label}])
