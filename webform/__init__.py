"""webform turns the declaration of a tool into a web form that people can run."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

# ruff: noqa: TC004 - type checkers and editors read the names here; programs get them from _Package
if TYPE_CHECKING:
    from webform.check import check
    from webform.coerce import coerce
    from webform.dialects import load
    from webform.envelopes import read
    from webform.functions import progress, tool
    from webform.html.decode import decode
    from webform.html.render import render
    from webform.html.results import render_result
    from webform.inputs import (
        Audio,
        Autocomplete,
        Checkbox,
        Code,
        Colour,
        Date,
        DateRange,
        Datetime,
        File,
        Hidden,
        Image,
        Input,
        Json,
        MapBbox,
        MapMultipoint,
        MapPoint,
        MapPolygon,
        Markdown,
        Multiselect,
        Number,
        Radio,
        Select,
        Slider,
        Table,
        Tags,
        Text,
        Textarea,
        Time,
        Toggle,
    )
    from webform.lint import lint
    from webform.mounting import mount
    from webform.problems import DeclarationError, Problem
    from webform.registry import Registry, registry
    from webform.result import Result
    from webform.runners import Runner, Target
    from webform.runs import Run
    from webform.runs.direct import run
    from webform.sample import sample
    from webform.tool import Form, Tool
    from webform.values import ABSENT
    from webform.web import Charge, Config, Hooks, QuickExecute, Theme, create_app

__version__ = "0.1.0"
__all__ = [
    "ABSENT",
    "Audio",
    "Autocomplete",
    "Charge",
    "Checkbox",
    "Code",
    "Colour",
    "Config",
    "Date",
    "DateRange",
    "Datetime",
    "DeclarationError",
    "File",
    "Form",
    "Hidden",
    "Hooks",
    "Image",
    "Input",
    "Json",
    "MapBbox",
    "MapMultipoint",
    "MapPoint",
    "MapPolygon",
    "Markdown",
    "Multiselect",
    "Number",
    "Problem",
    "QuickExecute",
    "Radio",
    "Registry",
    "Result",
    "Run",
    "Runner",
    "Select",
    "Slider",
    "Table",
    "Tags",
    "Target",
    "Text",
    "Textarea",
    "Theme",
    "Time",
    "Toggle",
    "Tool",
    "check",
    "coerce",
    "create_app",
    "decode",
    "lint",
    "load",
    "mount",
    "progress",
    "read",
    "registry",
    "render",
    "render_result",
    "run",
    "sample",
    "tool",
]

#: The modules of the public names that are no inputs; a module is imported when the first of its names is asked for.
_NAMES = {
    "webform.check": ("check",),
    "webform.coerce": ("coerce",),
    "webform.dialects": ("load",),
    "webform.envelopes": ("read",),
    "webform.functions": ("progress", "tool"),
    "webform.html.decode": ("decode",),
    "webform.html.render": ("render",),
    "webform.html.results": ("render_result",),
    "webform.lint": ("lint",),
    "webform.mounting": ("mount",),
    "webform.problems": ("DeclarationError", "Problem"),
    "webform.registry": ("Registry", "registry"),
    "webform.result": ("Result",),
    "webform.runners": ("Runner", "Target"),
    "webform.runs": ("Run",),
    "webform.runs.direct": ("run",),
    "webform.sample": ("sample",),
    "webform.tool": ("Form", "Tool"),
    "webform.values": ("ABSENT",),
    "webform.web": ("Charge", "Config", "Hooks", "QuickExecute", "Theme", "create_app"),
}
_HOMES = dict.fromkeys(__all__, "webform.inputs") | {name: module for module, names in _NAMES.items() for name in names}


class _Package(ModuleType):
    """The class of this package, whose names are imported when they are asked for."""

    def __getattr__(self, name: str) -> Any:
        if name in _HOMES:
            value = getattr(import_module(_HOMES[name]), name)
            vars(self)[name] = value
            return value
        if find_spec(f"webform.{name}"):
            return import_module(f"webform.{name}")
        raise AttributeError(f"module 'webform' has no attribute '{name}'", name=name, obj=self)

    def __setattr__(self, name: str, value: Any) -> None:
        # The import of webform.check would set the module, where `check` is to be the function.
        if name not in _HOMES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


sys.modules[__name__].__class__ = _Package

# Plugins add their kinds before anything is read; without any the registry is not needed yet.
if entry_points(group="webform.plugins"):
    import_module("webform.registry").registry.add_plugins()
