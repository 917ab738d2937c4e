"""Forms as HTML: labelled, described, told apart, tied to their problems; declared text is text and nothing else."""

from __future__ import annotations

import traceback
from urllib.parse import unquote

import pytest
from jinja2 import FileSystemLoader, UndefinedError

import webform
from tests.all_types import DOCUMENT
from tests.html.tree import called, controls, ids, references, tree
from webform.draft import Draft, begin, fill
from webform.html.env import Templates, in_templates
from webform.html.render import render_draft, render_part
from webform.inputs import INPUTS
from webform.places import templates
from webform.problems import Problem
from webform.schema import read_schema
from webform.values import ABSENT

TOOL = webform.load(DOCUMENT)[0]
REQUIRED, OPTIONAL = (
    webform.load([{**input_, "required": required} for input_ in TOOL.declaration["inputs"]])[0]
    for required in (True, False)
)
#: What no control of its own can show.
ODD = {input_.key: {"a": ["\x00"]} for input_ in TOOL.form.inputs} | {"not declared": 1}
BODIES = {"new": ABSENT, "sample": webform.sample(TOOL.form), "odd": ODD, "none": {}, "no object": [5]}


def shown(form, body):
    """Return a form as a tree, with all that is wrong with its body."""
    problems = [] if body is ABSENT else webform.check(form, body)
    return tree(webform.render(form, body, problems, id_prefix=""))


@pytest.fixture(
    params=[(form, body) for form in (REQUIRED.form, OPTIONAL.form) for body in BODIES.values()], ids=range(10)
)
def page(request):
    return shown(*request.param)


# structure


def test_every_control_is_called_something(page):
    assert [control.attributes for control in controls(page) if not called(page, control)] == []


def test_every_id_is_there_once(page):
    assert len(set(ids(page))) == len(ids(page))


def test_what_is_referred_to_is_there(page):
    known = set(ids(page))

    assert [
        reference for reference in references(page) if reference not in known and unquote(reference) not in known
    ] == []


def test_no_id_holds_a_space(page):
    assert [id_ for id_ in ids(page) if " " in id_] == []


def test_several_controls_share_a_legend(page):
    for fieldset in page.of("fieldset"):
        (legend,) = [part for part in fieldset.parts if getattr(part, "tag", "") == "legend"]
        assert legend.text.strip() != ""


def test_run_is_the_first_submit_button(page):
    assert page.of("button", type="submit")[0].text == "Run"


def test_no_style_and_no_handler_stands_in_it(page):
    for element in page.every():
        assert [name for name in element.attributes if name == "style" or name.startswith("on")] == []
        assert element.tag not in ("script", "style", "iframe", "object", "embed", "base")


@pytest.mark.parametrize("form", [REQUIRED.form, OPTIONAL.form], ids=["required", "optional"])
def test_every_input_stands_in_a_wrapper_of_its_type_and_place(form):
    page = shown(form, ABSENT)

    assert sorted((input_.type, f"/{input_.key}") for input_ in form.inputs) == sorted(
        (element["data-input"], element["data-at"]) for element in page.every() if "data-input" in element.attributes
    )


@pytest.mark.parametrize("kind", [input_ for input_ in INPUTS if input_ != "hidden"])
def test_required_and_optional_are_told_apart(kind):
    for form, optional in ((REQUIRED.form, False), (OPTIONAL.form, True)):
        page = shown(form, ABSENT)
        input_ = next(input_ for input_ in form.inputs if input_.type == kind)
        (field,) = page.of(data_at=f"/{input_.key}")

        assert optional is ("Optional" in field.text)
        assert optional is ("data-required" not in field.attributes)


@pytest.mark.parametrize("kind", [input_ for input_ in INPUTS if input_ != "hidden"])
def test_help_is_tied_to_its_control(kind):
    declared = next(input_ for input_ in TOOL.declaration["inputs"] if input_["type"] == kind)
    page = shown(webform.load([{**declared, "description": "Some help"}])[0].form, ABSENT)
    tied = [element for element in page.every() if f"help/{declared['key']}" in element["aria-describedby"].split()]

    assert page.by_id(f"help/{declared['key']}").text == "Some help"
    assert tied != []


def test_labels_are_shown_exactly_as_written():
    label = "  Weight (%) — <b>{{ 7*7 }}</b> \u202e "

    page = shown(webform.load([{"key": "x", "type": "text", "label": label}])[0].form, ABSENT)

    assert [label] == [label.text for label in page.of("label", for_="at/x")]


def test_groups_stand_under_their_heading():
    page = shown(TOOL.form, ABSENT)
    (section,) = [section for section in page.of("section") if section["aria-labelledby"]]

    assert page.by_id(section["aria-labelledby"]).text == "Basics"
    assert [element["data-at"] for element in section.every() if element["data-at"]] == ["/title", "/notes"]


def test_a_tool_without_inputs_has_its_run_button():
    page = tree(webform.render(webform.load([])[0].form))

    assert [button.text for button in page.of("button")] == ["Run", "RunCtrl "]
    assert "hidden" in page.of("kbd")[0].attributes
    assert page.of("p")[0].text == "No inputs needed."


# problems


def test_a_problem_is_tied_to_its_control_and_linked_from_the_summary():
    form = webform.load([{"key": "a b", "type": "number", "label": "Mass"}])[0].form
    problem = Problem(at="/a b", code="maximum", key="verbatim", params={"text": "It is too heavy"})
    page = tree(webform.render(form, {"a b": 5}, [problem], id_prefix=""))
    (control,) = page.of("input", name="/a b")
    message = page.by_id(control["aria-describedby"].split()[-1])

    assert ("true", problem.message, "/a b") == (control["aria-invalid"], message.text, message["data-problem-for"])
    assert "hidden" not in message.attributes
    (link,) = page.of("a")
    assert ("Mass", control["id"]) == (link.text, unquote(link["href"][1:]))
    assert page.by_id("summary-title").text == "Fix 1 field to run"


@pytest.mark.parametrize(
    ("at", "target"),
    [
        ("/title", "at/title"), ("/band/1", "at/band/1"), ("/band/9", "at/band"), ("/area/1/0", "at/area/1/0"),
        ("/area/1", "at/area"), ("/assets", "at/assets"), ("/assets/0", "at/assets/0"),
        ("/assets/0/weight", "at/assets/0/weight"),
        ("/assets/0/none", "at/assets/0"), ("/assets/7/weight", "at/assets"), ("/labels/3", "at/labels"),
        ("/config/n/deep", "at/config"),
        ("/attachments/0", "at/attachments"), ("/study_area/1/0", "at/study_area"),
            ("/none", "form-all-types"), ("", "form-all-types"),
    ],
)  # fmt: skip
def test_the_summary_leads_to_the_nearest_control_there_is(at, target):
    page = tree(
        render_draft(TOOL.form, begin(TOOL.form), [Problem(at=at, code="x", key="verbatim", params={"text": "wrong"})])
    )

    (summary,) = page.of("ul", data_summary_list="")
    assert [unquote(link["href"][1:]) for link in summary.of("a")] == [target]
    assert page.by_id(target) is not None
    assert "wrong" in summary.text


def test_a_problem_of_a_row_or_of_no_cell_stands_at_the_table():
    problems = [
        Problem(at=at, code="x", key="verbatim", params={"text": at})
        for at in ("/assets", "/assets/0", "/assets/9/weight")
    ]
    page = tree(render_draft(TOOL.form, begin(TOOL.form), problems))

    assert page.by_id("problem/assets").text == "/assets; /assets/0; /assets/9/weight"


def test_a_problem_of_a_cell_stands_at_the_cell_alone():
    page = tree(
        render_draft(
            TOOL.form,
            begin(TOOL.form),
            [Problem(at="/assets/1/weight", code="x", key="verbatim", params={"text": "too heavy"})],
        )
    )

    assert page.by_id("problem/assets/1/weight").text == "too heavy"
    assert page.by_id("problem/assets").text == ""
    assert page.by_id("at/assets/1/weight")["aria-invalid"] == "true"
    assert page.by_id("at/assets/0/weight")["aria-invalid"] == ""


# what the browser checks


def test_an_input_with_a_condition_has_no_constraints_of_its_own():
    shown_if = {"show_if": {"key": "m", "equals": True}}
    options = [{"value": "a", "label": "A"}]
    declared = [{"key": "m", "type": "checkbox", "label": "M"}]
    declared += [
        {"key": kind, "type": kind, "label": kind, **shown_if, **more}
        for kind, more in {
            "text": {}, "date": {"min": "2026-01-01", "max": "2026-12-31"}, "select": {"options": options},
            "radio": {"options": options}, "number": {"min": 0}, "file": {},
        }.items()
    ]  # fmt: skip
    page = shown(webform.load(declared)[0].form, ABSENT)

    for control in controls(page):
        assert not control.attributes.keys() & {"required", "min", "max", "step", "pattern", "minlength", "maxlength"}


@pytest.mark.parametrize(
    ("other", "equals", "words"),
    [
        ({"type": "checkbox"}, True, "on"),
        ({"type": "checkbox"}, False, "off"),
        ({"type": "select", "options": [{"value": 1, "label": "One"}, {"value": True, "label": "Yes"}]}, True, "Yes"),
        ({"type": "number"}, 1.5, "1.5"),
        ({"type": "text"}, "x", "x"),
        ({"type": "text"}, "", '""'),
    ],
    ids=["on", "off", "label", "number", "text", "blank"],
)
def test_a_condition_names_the_value_as_people_see_it(other, equals, words):
    waits = {"key": "b", "type": "text", "label": "B", "show_if": {"key": "a", "equals": equals}}
    page = shown(webform.load([{"key": "a", "label": "A", **other}, waits])[0].form, ABSENT)

    assert [paragraph.text for paragraph in page.of("p", data_when="")] == [f"Only when A is {words}"]


def test_what_it_waits_for_is_said_in_words():
    page = shown(TOOL.form, ABSENT)
    (field,) = page.of(data_at="/temperature")

    assert [paragraph.text for paragraph in field.of("p", data_when="")] == ["Only when Mode is Tuned"]
    assert field["data-show-if"] == '{"at": "/mode", "equals": "tuned"}'


@pytest.mark.parametrize("kind", ["checkbox", "toggle"])
def test_a_required_box_may_be_left_unticked(kind):
    page = shown(webform.load([{"key": "x", "type": kind, "label": "X"}])[0].form, ABSENT)

    assert [control for control in controls(page) if "required" in control.attributes] == []


def test_a_pattern_is_never_put_into_html():
    assert ' pattern="' not in webform.render(TOOL.form)


# text is text

HOSTILE = [
    "' + (window.__pwned=1) + '",
    '"><script>window.__pwned=1</script>',
    "</textarea><script>1</script>",
    "{{7*7}}{% raw %}${1}",
    "x onfocus=alert(1) autofocus='",
    "</template></form><form action=//evil.example>",
    "<!-- <style> -->",
    "javascript:alert(1)",
    "&quot; onmouseover=&quot;1",
    "a\u2028b\ufeff\u202e",
]


def declared_with(text: str):
    """Return a declaration that has *text* wherever an author may write one."""
    options = [{"value": f"{text}{index}", "label": text} for index in range(3)]
    common = {"label": text, "description": text, "group": text}
    more = {
        "text": {"placeholder": text, "default": text}, "textarea": {"placeholder": text, "default": text},
        "number": {"unit": text}, "slider": {"unit": text, "min": 0, "max": 1},
        "select": {"options": options, "default": text + "1"},
        "multiselect": {"options": options, "default": [text + "1"]},
        "radio": {"options": options, "default": text + "1"},
        "file": {"accept": text}, "json": {"default": {text: text}}, "code": {"default": text},
        "markdown": {"default": text},
        "tags": {"suggestions": [text], "default": [text]}, "autocomplete": {"endpoint": text, "default": text},
        "table": {"columns": [{"key": text, "label": text}], "default": [{text: text}]}, "hidden": {"default": text},
    }  # fmt: skip
    declared = [{"key": f"{kind}{text}", "type": kind, **common, **more.get(kind, {})} for kind in INPUTS]
    hidden = {"show_if": {"key": f"text{text}", "equals": text}, "default": text}
    return [
        *declared,
        {"key": f"shown{text}", "type": "text", **common, **hidden},
        {"key": text, "type": text, **common},
    ]


def skeleton(page):
    """Return the elements of a page and the names of their attributes: all that text may not change."""
    # Whether a condition holds depends on the text.
    return [(element.tag, sorted(element.attributes.keys() - {"x-cloak"})) for element in page.every()]


def spoken(page):
    """Return the attributes of a page that scripts take for instructions."""
    return {
        (name, element[name])
        for element in page.every()
        for name in element.attributes
        if name.startswith(("x-", "@", ":")) and name != "x-cloak"
    }


@pytest.mark.parametrize("text", HOSTILE)
def test_declared_text_is_text_and_nothing_else(text):
    plain, hostile = (tree(webform.render(webform.load(declared_with(text))[0].form)) for text in ("plain", text))

    assert skeleton(plain) == skeleton(hostile)
    assert spoken(plain) == spoken(hostile)


@pytest.mark.parametrize("text", HOSTILE)
def test_values_problems_and_notices_are_text_too(text):
    def page(word):
        tool = webform.load(declared_with("plain"))[0]
        body = {f"{kind}plain": word for kind in ("text", "textarea", "code", "markdown", "date", "colour", "select")}
        problems = [Problem(at=f"/{key}", code="x", key="verbatim", params={"text": word}) for key in body]
        more = {"notices": [word], "examples": [word], "run_label": word}
        draft = fill(tool.form.root, body | {"tagsplain": [word], "tableplain": [{"plain": word}]})
        found = {"/autocompleteplain": [{"value": word, "label": word}]}
        return tree(render_draft(tool.form, draft, problems, suggestions=found, **more))

    assert skeleton(page("plain")) == skeleton(page(text))
    assert spoken(page("plain")) == spoken(page(text))


def test_what_scripts_take_for_instructions_is_constant():
    everything = {
        ("x-data", "webform"),
        ("x-data", "conditional"),
        ("x-show", "shown"),
        ("x-ignore", ""),
        ("x-cloak", ""),
    }

    assert spoken(tree(webform.render(webform.load(declared_with("plain"))[0].form))) <= everything


@pytest.mark.parametrize("text", ["\ud800", "\x00", "\x85", "\ufffe"])
def test_text_that_no_page_carries_breaks_none(text):
    tool = webform.load(declared_with(f"a{text}" if text != "\ud800" else "a"))[0]
    odd = webform.load([{"key": "x", "type": "text", "label": text, "description": text, "group": text}])[0]

    webform.render(tool.form).encode()
    webform.render(odd.form).encode()


# parts of a form, and forms kept


def test_a_part_is_the_field_alone():
    whole, part = webform.render(TOOL.form, id_prefix=""), render_part(TOOL.form, begin(TOOL.form), "/band")

    assert part.strip() in whole
    assert None is render_part(TOOL.form, begin(TOOL.form), "/none")


def test_what_was_rendered_before_is_not_shown_for_what_is_there_now():
    form = webform.load([{"key": "t", "type": "table", "label": "T", "columns": [{"key": "a"}], "required": False}])[
        0
    ].form
    rows = Draft(presence="object", children={"t": Draft(rows=["0"])})

    assert 'data-row="0"' not in webform.render(form)
    assert 'data-row="0"' in render_draft(form, rows)
    assert 'data-row="0"' not in webform.render(form)


def test_an_empty_form_is_the_same_each_time():
    assert webform.render(TOOL.form) == webform.render(webform.load(DOCUMENT)[0].form)


def test_rows_are_shown_in_their_order_and_each_once():
    typed = Draft(children={"assets": Draft(rows=["3", "3", "x", "1"], children={"1": Draft(), "3": Draft()})})
    page = tree(render_draft(TOOL.form, typed))

    assert [row["data-row"] for row in page.of("tr") if row["data-row"]] == ["3", "1"]


def test_the_whole_body_is_one_editor_only_where_it_is_no_object():
    page = shown(TOOL.form, [5])

    assert page.by_id("at").text.strip() == "[\n  5\n]"
    assert [(control["name"], control["value"]) for control in page.of("input") if control["name"] == "is#"] == [
        ("is#", "json")
    ]


@pytest.mark.parametrize(
    "kind", [input_ for input_ in INPUTS if input_ not in {"checkbox", "toggle", "multiselect", "table", "hidden"}]
)
def test_what_must_be_filled_in_says_so_to_everyone(kind):
    input_ = next(input_ for input_ in REQUIRED.form.inputs if input_.type == kind)
    (field,) = shown(REQUIRED.form, ABSENT).of(data_at=f"/{input_.key}")

    for control in controls(field):
        if not control["name"].startswith("is/"):
            assert "required" in control.attributes or control["aria-required"] == "true"


def test_a_formatted_help_ends_with_its_last_line():
    form, _ = read_schema({"properties": {"a": {"type": "string", "description": "One *line*."}}})

    assert "<p>One <em>line</em>.</p></div>" in webform.render(form)


@pytest.mark.parametrize(
    ("kind", "wide"),
    [({"type": "text"}, False), ({"type": "table", "columns": [{"key": "b", "label": "B"}]}, True)],
    ids=["text", "table"],
)
def test_a_form_tells_whether_it_may_want_more_room(kind, wide):
    (tool,) = webform.load({"id": "t", "name": "T", "inputs": [{"key": "a", "label": "A", **kind}]})

    assert ("data-wide" in webform.render(tool)) == wide


def test_a_form_with_contents_says_that_it_is_long_so_that_no_style_looks_through_it():
    parts = {f"p{index}": {"properties": {"a": {"type": "string"}}, "required": ["a"]} for index in range(100)}
    form, _ = read_schema({"properties": parts, "required": [*parts]})
    html = webform.render(form)

    assert 'class="parts-of"' in html
    assert 'class="contents' in html
    assert " data-long>" in html
    assert "data-wide" not in html


def test_an_error_in_a_template_of_a_host_has_its_line(tmp_path):
    """Its author finds it there, whatever Python Jinja made of the template."""
    file = tmp_path / "inputs/text.html"
    file.parent.mkdir()
    file.write_text(
        '{% macro control(f) %}\n<input name="{{ f.name }}">\n{{ f.stars.count }}\n{% endmacro %}\n', "utf-8"
    )
    [tool] = webform.load({"id": "t", "name": "T", "inputs": [{"key": "a", "type": "text", "label": "A"}]})

    with in_templates(Templates(FileSystemLoader([tmp_path, templates()]))), pytest.raises(UndefinedError) as raised:
        webform.render(tool)

    frames = traceback.extract_tb(raised.value.__traceback__)
    assert [frame.lineno for frame in frames if frame.filename == str(file)] == [3]
