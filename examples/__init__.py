"""Small real tools, each with its manifest and its own `/run`: started by `webform demo`, and models for authors."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from flask import Flask

#: Tool id -> the module that has its `create_app`.
EXAMPLES: dict[str, str] = {
    "csv-stats": f"{__name__}.csv_stats.main",
    "image-filters": f"{__name__}.image_filters.main",
    "geodesic-area": f"{__name__}.geodesic_area.main",
    "portfolio-risk": f"{__name__}.portfolio_risk.main",
    "sql-library": f"{__name__}.sql_library.main",
    "audio-levels": f"{__name__}.audio_levels.main",
    "weather": f"{__name__}.weather.main",
    "airports": f"{__name__}.airports.main",
    "unit-chat": f"{__name__}.unit_chat.main",
    "kitchen-sink": f"{__name__}.kitchen_sink.main",
}


def manifest_file(example: str) -> Path:
    """Return the `tool.json` of *example*."""
    return Path(__file__).parent / example.replace("-", "_") / "tool.json"


def create_app(example: str) -> Flask:
    """Return the Flask app of *example*: `POST /run`, `GET /healthz`, `GET /tool.json` and what it completes."""
    # Imported only when started: some of the tools need packages of their own.
    return cast("Flask", import_module(EXAMPLES[example]).create_app())


def create_apps() -> dict[str, Flask]:
    """Return the Flask app of every example, by tool id."""
    return {example: create_app(example) for example in EXAMPLES}
