"""webform turns the declaration of a tool into a web form that people can run."""

from __future__ import annotations

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

registry.add_plugins()
