"""The table of keywords: of every keyword of every draft it says what the metaschema says."""

from __future__ import annotations

import jsonschema_rs
import pytest

from webform.schema.document import Document
from webform.schema.keywords import DRAFTS, draft_of
from webform.schema.references import metaschemas

VALUES = (
    None, True, False, 0, 1, -1, 1.0, -1.5, 0.5, 2**70, 1e300, "", "a", "1", "a:b", "_a", "-a", ".", "string", "#a",
    "http://x/y", [], ["a"], ["a", "a"], ["string"], ["string", "string"], ["nope"], [1], [{}], [True], [[]], [5],
    {}, {"a": {}}, {"a": True}, {"a": []}, {"a": ["b"]}, {"a": ["b", "b"]}, {"a": 1}, {"a": "x"},
)  # fmt: skip
ALL = sorted({keyword for draft in DRAFTS for keyword in draft.keywords} - {"$schema"})
#: What is wrong in itself. That a reference leads nowhere, or a keyword is another draft's, no metaschema says.
WRONG = {"invalid-schema", "pattern"}
#: What the metaschemas are silent about, but not the engine.
LOOSE = {
    ("draft-04", "$ref"), ("draft-04", "$defs"), ("draft-06", "$defs"), ("draft-07", "$defs"),
    ("draft-06", "contentEncoding"), ("draft-06", "contentMediaType"),
}  # fmt: skip


@pytest.mark.parametrize("keyword", ALL)
def test_a_keyword_takes_what_the_metaschema_of_each_draft_lets_through(keyword):
    for draft in DRAFTS:
        assert_as_its_metaschema(draft, keyword)


def assert_as_its_metaschema(draft, keyword):
    beside = {keyword[9:].lower(): 1} if draft.name == "draft-04" and keyword.startswith("exclusive") else {}
    beside = {"minimum": 1, "maximum": 1} if beside else {}
    for value in VALUES:
        schema = {"$schema": draft.uri, **beside, keyword: value}

        wrong = [problem for problem in Document(schema).problems if problem.code in WRONG]

        if (draft.name, keyword) not in LOOSE:
            assert (wrong == []) is jsonschema_rs.meta.is_valid(schema), (draft.name, value, wrong)


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.name)
def test_a_subschema_is_looked_at_wherever_one_may_stand(draft):
    for keyword, rule in draft.keywords.items():
        if not rule.holds:
            continue
        broken = {"type": {}}
        value = {"a": broken} if rule.holds in ("named", "dependent") else broken if rule.takes({}) else [broken]
        at = f"/{keyword}/a/type" if isinstance(value, dict) and "a" in value else f"/{keyword}/type"
        at = f"/{keyword}/0/type" if isinstance(value, list) else at

        problems = Document({"$schema": draft.uri, keyword: value}).problems

        assert [problem.at for problem in problems if problem.code == "invalid-schema"] == [at]


@pytest.mark.parametrize("uri", sorted(metaschemas()))
def test_every_metaschema_is_right(uri):
    document = Document(metaschemas()[uri])

    assert [problem for problem in document.problems if problem.code != "old-dialect"] == []
    assert document.sound is document.schema


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("https://json-schema.org/draft/2020-12/schema", "2020-12"),
        ("https://json-schema.org/draft/2020-12/schema#", "2020-12"),
        ("http://json-schema.org/draft-07/schema#", "draft-07"),
        ("http://json-schema.org/draft-07/schema", "draft-07"),
        ("https://json-schema.org/draft-07/schema#", "draft-07"),
        ("http://json-schema.org/draft-04/schema#", "draft-04"),
    ],
)
def test_a_draft_is_known_by_its_uri_with_or_without_the_hash(uri, name):
    assert draft_of(uri).name == name


@pytest.mark.parametrize("uri", ["", "http://json-schema.org/schema#", "http://json-schema.org/draft-03/schema#", "x"])
def test_other_uris_are_no_draft(uri):
    assert draft_of(uri) is None
