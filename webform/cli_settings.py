"""Options of the command line that are settings of webform.toml too: made of their declarations."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import click

from webform.problems import wrong_type
from webform.settings import CALL_TIMEOUT, Option, OptionKind, options_of

if TYPE_CHECKING:
    from collections.abc import Callable


Command = TypeVar("Command", bound="Callable[..., Any]")


class _Value(click.ParamType[Any]):
    """The value of a setting, as a text or a number, as *kind* takes it."""

    name = "value"

    def __init__(self, kind: OptionKind) -> None:
        self._kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return *value* as the setting has it; fail where it is none."""
        for candidate in (value, _number(value)):
            if self._kind.takes(candidate):
                return candidate
        return self.fail(wrong_type("", self._kind.words, value).message, param, ctx)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def setting_option(cls: type, name: str, *flags: str, note: str = "", **more: Any) -> Callable[[Command], Command]:
    """Return the option of the command line for the setting *name* of *cls*, with a *note* at the end of its help."""
    return _option(options_of(cls)[name], *(flags or (f"--{name.replace('_', '-')}",)), note=note, **more)


def options(*decorators: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return what gives a command all that *decorators* give it, in their order."""
    return lambda command: reduce(lambda made, decorate: decorate(made), reversed(decorators), command)


def timeout_option(command: Command) -> Command:
    """Give *command* the argument of everything that calls tools."""
    return _option(CALL_TIMEOUT, "--timeout", metavar="SECONDS")(command)


def _option(setting: Option, *flags: str, note: str = "", **more: Any) -> Callable[[Command], Command]:
    default = f"Without it: {setting.shown}." if setting.shown and "default" not in more else ""
    choices = setting.kind.schema.get("enum")
    return click.option(
        *flags,
        **{
            "help": " ".join(filter(None, (setting.help, default, note))).replace("`", ""),
            "type": click.Choice(choices) if choices else _Value(setting.kind),
        }
        | more,
    )
