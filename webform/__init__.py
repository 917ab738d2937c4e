"""webform turns the declaration of a tool into a web form that people can run."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

# Type checkers and editors read the names here; programs get them from _Package.
if TYPE_CHECKING:
    from webform.check import check as check
    from webform.coerce import coerce as coerce
    from webform.dialects import load as load
    from webform.envelopes import read as read
    from webform.functions import progress as progress
    from webform.functions import tool as tool
    from webform.html.decode import decode as decode
    from webform.html.render import render as render
    from webform.html.results import render_result as render_result
    from webform.inputs import *  # noqa: F403 - a further input is named beside its table alone
    from webform.lint import lint as lint
    from webform.mounting import mount as mount
    from webform.problems import DeclarationError as DeclarationError
    from webform.problems import Problem as Problem
    from webform.registry import Registry as Registry
    from webform.registry import RegistryError as RegistryError
    from webform.registry import registry as registry
    from webform.result import Result as Result
    from webform.runners import Runner as Runner
    from webform.runners import Target as Target
    from webform.runs import Run as Run
    from webform.runs.direct import run as run
    from webform.sample import sample as sample
    from webform.tool import Form as Form
    from webform.tool import Tool as Tool
    from webform.values import ABSENT as ABSENT
    from webform.web import Charge as Charge
    from webform.web import Config as Config
    from webform.web import Hooks as Hooks
    from webform.web import QuickExecute as QuickExecute
    from webform.web import Theme as Theme
    from webform.web import create_app as create_app

__version__ = "0.1.0"

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
    "webform.registry": ("Registry", "RegistryError", "registry"),
    "webform.result": ("Result",),
    "webform.runners": ("Runner", "Target"),
    "webform.runs": ("Run",),
    "webform.runs.direct": ("run",),
    "webform.sample": ("sample",),
    "webform.tool": ("Form", "Tool"),
    "webform.values": ("ABSENT",),
    "webform.web": ("Charge", "Config", "Hooks", "QuickExecute", "Theme", "create_app"),
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names}


class _Package(ModuleType):
    """The class of this package, whose names are imported when they are asked for."""

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return sorted([*_HOMES, *self.inputs.__all__])
        home = _HOMES.get(name)
        if home is None and find_spec(f"webform.{name}"):
            return import_module(f"webform.{name}")
        if home is None and name not in self.inputs.__all__:
            raise AttributeError(f"module 'webform' has no attribute '{name}'", name=name, obj=self)
        value = getattr(import_module(home) if home else self.inputs, name)
        vars(self)[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        # The import of webform.check would set the module, where `check` is to be the function.
        if name not in _HOMES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.__all__})


sys.modules[__name__].__class__ = _Package

# Plugins add their kinds before anything is read; without any the registry is not needed yet.
if entry_points(group="webform.plugins"):
    import_module("webform.registry").registry.add_plugins()
