"""Schemas that others publish, as packages that are installed for tests bring them."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tests.conftest import lacking

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def workflow() -> dict[str, Any]:
    """Return the schema of GitHub's workflows."""
    return _read(_package("check_jsonschema") / "builtin_schemas/vendor/github-workflows.json")


def compose() -> dict[str, Any]:
    """Return the schema of a compose.yaml."""
    return _read(_package("check_jsonschema") / "builtin_schemas/vendor/compose-spec.json")


def vega_lite() -> dict[str, Any]:
    """Return the schema of Vega-Lite's charts."""
    (schema,) = (_package("altair") / "vegalite").glob("v*/schema/vega-lite-schema.json")  # type: ignore[attr-defined]
    return _read(schema)


def deployment() -> dict[str, Any]:
    """Return the schema of a Deployment of Kubernetes, with what it refers to."""
    folder = _package("kubernetes_validate") / "kubernetes-json-schema"
    latest = max((path for path in folder.iterdir() if path.name.endswith("-local-strict")), key=_version)
    shared = _read(latest / "_definitions.json")
    return {**_read(latest / "deployment-apps-v1.json"), "$defs": {"shared": shared}}


def _package(name: str) -> Traversable:
    try:
        return files(name)
    except ModuleNotFoundError:
        return lacking(f"{name} is not installed; `pip install .[dev]` does it")


def _version(folder: Traversable) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", folder.name)))


def _read(path: Traversable) -> dict[str, Any]:
    return json.loads(path.read_text("utf-8"))
