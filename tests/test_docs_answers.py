"""The page on what tools answer: each of its examples is read by the envelope that it stands for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import webform
from webform.envelopes import READERS, read
from webform.envelopes.base import hear

PAGE = (Path(__file__).parents[1] / "docs/answers.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^`(\w+)` becomes [^\n]*:\n\n```json\n(.*?)\n```", PAGE, re.MULTILINE | re.DOTALL)
[STREAM] = re.findall(r"```text\n(data: .*?)```", PAGE, re.DOTALL)
[TOOL] = webform.load({"id": "t", "name": "T", "inputs": [{"key": "distance", "type": "number", "label": "Distance"}]})
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_an_example_is_read_by_its_envelope(name, text):
    response = hear(text.encode(), 200, JSON)

    found = next(envelope for envelope in READERS if envelope.accepts(TOOL, response))
    assert found.__name__.rpartition(".")[2] == name


def test_every_envelope_is_explained():
    named = {*re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE), *(name for name, _ in EXAMPLES)}

    assert {envelope.__name__.rpartition(".")[2] for envelope in READERS} <= named


def test_the_stream_is_a_text():
    assert read(TOOL, STREAM.encode(), headers={"Content-Type": "text/event-stream"}).value == "Oslo is cold"


def test_the_first_examples_are_an_output_and_a_problem_at_its_input():
    good, refused = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[:2]

    assert read(TOOL, good.encode(), headers=JSON).value == {"mean": 72.5}
    assert [problem.at for problem in read(TOOL, refused.encode(), 422, JSON).problems] == ["/distance"]
