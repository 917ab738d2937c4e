"""Every example tool: its manifest is well made, its sample and its examples are answered in full."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import webform
from examples import EXAMPLES, create_app, manifest_file
from examples.checking import CHECKS

if TYPE_CHECKING:
    from collections.abc import Callable

#: Output type -> what its raw value is, or the keys that it must have.
OUTPUTS: dict[str, type | tuple[type, ...] | set[str]] = {
    "text": str,
    "markdown": str,
    "number": (int, float),
    "boolean": bool,
    "image": str,
    "audio": str,
    "code": str,
    "table": {"columns", "rows"},
    "kv": {"pairs"},
    "file": {"filename", "data", "mime_type"},
    "tree": {"root"},
    "log": {"lines"},
    "chart_line": {"x", "series"},
    "chart_bar": {"x", "series"},
    "chart_pie": {"slices"},
    "chart_boxplot": {"y_label", "series"},
    "chart_heatmap": {"x_labels", "y_labels", "z"},
    "chart_radar": {"axes", "series"},
    "chart_histogram": {"values", "bins"},
    "chart_candlestick": {"points"},
    "chart_area": {"x", "series"},
    "chart_scatter": {"x_label", "y_label", "series"},
    "chart_sankey": {"nodes", "links"},
    "chart_treemap": {"nodes"},
    "map_points": {"points"},
    "map_heatmap": {"points"},
    "map_route": {"points"},
    "map_choropleth": {"geojson", "values"},
    "map_polygons": {"polygons"},
}


@pytest.fixture(params=EXAMPLES)
def tool(request: pytest.FixtureRequest) -> str:
    """Each tool in turn."""
    return str(request.param)


def read_manifest(tool: str) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads(manifest_file(tool).read_text("utf-8"))
    return manifest


def assert_answered(manifest: dict[str, Any], status: int, answer: Any) -> None:
    assert status == 200, answer
    assert sorted(output["key"] for output in manifest["outputs"]) == sorted(answer)
    for output in manifest["outputs"]:
        value, expected = answer[output["key"]], OUTPUTS[output["type"]]
        if isinstance(expected, set):
            assert expected <= value.keys()
        else:
            assert isinstance(value, expected), output["key"]
            assert isinstance(value, bool) == (output["type"] == "boolean")


def test_together_they_use_every_input_type() -> None:
    used = {input_["type"] for tool in EXAMPLES for input_ in read_manifest(tool)["inputs"]}

    assert len(CHECKS) == 28
    assert set(CHECKS) == used


def test_together_they_use_every_layout() -> None:
    assert {"form", "chat", "split"} == {read_manifest(tool).get("layout", "form") for tool in EXAMPLES}


def test_a_manifest_has_nothing_to_mend(tool: str, manifest: dict[str, Any]) -> None:
    assert webform.lint(manifest_file(tool)) == []
    assert manifest["id"] == tool


def test_the_sample_is_answered_in_full(
    manifest: dict[str, Any], sample: dict[str, Any], run: Callable[[Any], tuple[int, Any]]
) -> None:
    assert_answered(manifest, *run(sample))


def test_every_example_is_answered_in_full(
    manifest: dict[str, Any], examples: dict[str, Any], run: Callable[[Any], tuple[int, Any]]
) -> None:
    assert examples
    for values in examples.values():
        assert_answered(manifest, *run(values))


def test_a_tool_says_who_it_is(manifest: dict[str, Any], get: Callable[[str], tuple[int, Any]]) -> None:
    assert get("/healthz") == (200, {"ok": True})
    assert (200, manifest) == get("/tool.json")


def test_what_is_not_there_is_answered_as_json(get: Callable[[str], tuple[int, Any]]) -> None:
    for path, expected in (("/elsewhere", 404), ("/run", 405), ("/autocomplete/nothing", 404)):
        status, answer = get(path)

        assert expected == status
        assert isinstance(answer["detail"], str)


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b'"text"', b"null", b'{"a": NaN}', b'{"a": ' + b"9" * 5000 + b"}", b"[" * 100_000, b"\xff"],
    ids=lambda data: repr(data[:12]),
)
def test_a_body_that_is_no_object_is_refused_as_a_whole(
    data: bytes, refused: Callable[[Any], list[tuple[Any, ...]]]
) -> None:
    assert refused(data) == [()]


def test_every_required_input_that_is_missing_is_named(
    manifest: dict[str, Any], refused: Callable[[Any], list[tuple[Any, ...]]]
) -> None:
    required = [input_["key"] for input_ in manifest["inputs"] if input_.get("required", True)]

    assert [(key,) for key in required or ["messages"]] == refused({})


def test_an_app_is_its_own_each_time(tool: str) -> None:
    assert create_app(tool) is not create_app(tool)
