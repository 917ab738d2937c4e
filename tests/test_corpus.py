"""benchmarks/corpus.py: what it finds in a folder of schemas and documents, and what it says about it."""

from __future__ import annotations

import json

import pytest

from benchmarks.corpus import Limits, looked_at, main
from benchmarks.corpus_files import cases, mapped
from benchmarks.corpus_places import dead_ends
from tests.phrases import wrong

PERSON = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
#: No object satisfies it: what it requires it forbids.
NOTHING = {"type": "object", "required": ["a"], "additionalProperties": False}
LIMITS = Limits(seconds=60, megabytes=4000)


def write(folder, name, value) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), "utf-8")


def report(folder, dialect=None):
    (found,) = looked_at(cases(folder), dialect, 2, LIMITS)
    return found


def test_documents_are_those_of_the_folder_named_after_the_schema(tmp_path):
    write(tmp_path, "person.schema.json", PERSON)
    write(tmp_path, "person/ada.json", {"name": "Ada"})
    write(tmp_path, "more/place.json", PERSON)

    found = {case.name: [path.name for path in case.documents] for case in cases(tmp_path)}

    assert found == {"more/place.json": [], "person.schema.json": ["ada.json"]}


def test_a_mapping_says_which_documents_belong_to_a_schema(tmp_path):
    write(tmp_path, "s/person.json", PERSON)
    write(tmp_path, "d/ada.json", {"name": "Ada"})
    write(tmp_path, "map.json", {"s/person.json": ["d/*.json"]})

    (case,) = mapped(tmp_path / "map.json")

    assert [path.name for path in case.documents] == ["ada.json"]


def test_each_tool_of_a_list_of_tools_is_a_case(tmp_path):
    tools = [{"name": "greet", "inputSchema": PERSON}, {"name": "wave", "inputSchema": PERSON}]
    write(tmp_path, "tools.json", {"tools": tools})

    found = [*looked_at(cases(tmp_path), None, 2, LIMITS)]

    assert sorted(report.name for report in found) == ["tools.json greet", "tools.json wave"]
    assert all(report.page and not report.refused and not report.dead_ends for report in found)


def test_valid_documents_pass_and_come_back_and_invalid_ones_are_counted(tmp_path):
    write(tmp_path, "person.schema.json", PERSON)
    write(tmp_path, "person/ada.json", {"name": "Ada", "born": 1815})
    write(tmp_path, "person/nobody.json", {})

    found = report(tmp_path)

    assert (found.documents, found.valid) == (2, 1)
    assert (found.refused_valid, found.passed_invalid, found.changed) == ([], [], [])
    assert found.memory > 0
    assert found.load > 0


def test_a_sample_that_is_not_valid_is_a_dead_end(tmp_path):
    write(tmp_path, "nothing.json", NOTHING)

    assert "/a: the sample is not valid" in report(tmp_path).dead_ends[0]


def test_an_object_that_may_only_be_empty_is_none():
    assert dead_ends({"type": "object", "properties": {"a": {"type": "object", "additionalProperties": False}}}) == []


def test_what_a_schema_requires_without_an_input_is_a_dead_end():
    closed = {**PERSON, "minProperties": 2, "additionalProperties": False}

    assert [dead_end.why for dead_end in dead_ends(closed)] == ["it must hold more keys than there are inputs"]


def test_a_file_that_is_no_declaration_is_passed_over_with_the_reason(tmp_path):
    write(tmp_path, "text.json", "a text")
    found = report(tmp_path, "json-schema")

    assert found.passed_over == str(wrong("schema", '"a text"'))
    assert found.refused == ""


def test_a_schema_that_cannot_be_read_is_refused_with_the_reason(tmp_path):
    (tmp_path / "half.json").write_text('{"type": ', "utf-8")

    assert report(tmp_path).refused.startswith("Expected ")


def test_a_schema_that_takes_too_long_is_ended_and_says_what_it_was_doing(tmp_path):
    write(tmp_path, "person.json", PERSON)

    (found,) = looked_at(cases(tmp_path), None, 1, Limits(seconds=0, megabytes=4000))

    assert found.refused.startswith("ended after 0 seconds: ")


def test_the_command_prints_a_table_writes_json_and_fails_where_a_target_is_missed(tmp_path, capsys):
    write(tmp_path / "in", "person.json", PERSON)
    write(tmp_path / "in", "nothing.json", NOTHING)

    status = main([str(tmp_path / "in"), "--json", str(tmp_path / "all.json")])

    out = capsys.readouterr().out
    assert status == 1
    assert [line.split() for line in out.splitlines()][3] == ["dead", "ends", "1", "≤", "0", "MISSED"]
    assert "nothing.json: /a: the sample is not valid" in out
    assert [report["name"] for report in json.loads((tmp_path / "all.json").read_text())] == [
        "nothing.json",
        "person.json",
    ]


def test_the_command_says_that_there_is_nothing_to_look_at(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main([str(tmp_path)])

    assert "expected a FOLDER of schemas" in capsys.readouterr().err
