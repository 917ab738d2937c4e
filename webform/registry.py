"""The registry: the kinds that come with webform, and how a host adds its own."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from webform.check import unusable
from webform.dialects import DIALECTS
from webform.html.env import add_templates
from webform.inputs import INPUTS, STRUCTURE, Input
from webform.outputs import KINDS, OUTPUTS, TYPES
from webform.runners import RUNNERS, HTTPRunner, Runner
from webform.runners.protocols import PROTOCOLS, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from webform.dialects.base import Dialect
    from webform.outputs.base import DeclaredKind
    from webform.outputs.types import OutputType

Kind = TypeVar("Kind")

#: The group of entry points whose functions are called with the registry.
GROUP = "webform.plugins"


class RegistryError(ValueError):
    """Raised when a kind cannot be added: says which, why, and what to do."""


class Registry:
    """
    The kinds that webform knows, by name: those that come with it, and those that were added.

    There is one in a process, `webform.registry`. Add to it before the first tool is loaded. A package adds its kinds
    by an entry point of the group `webform.plugins`: a function that takes the registry.
    """

    @property
    def inputs(self) -> Mapping[str, type[Input]]:
        """The classes of inputs by their types."""
        return INPUTS

    @property
    def outputs(self) -> Mapping[str, OutputType]:
        """The types of outputs by their names."""
        return TYPES

    @property
    def dialects(self) -> Mapping[str, Dialect]:
        """The declaration languages by their names, the most specific first."""
        return DIALECTS

    @property
    def protocols(self) -> Mapping[str, Protocol]:
        """The protocols that tools are called in, by their names."""
        return PROTOCOLS

    @property
    def runners(self) -> Mapping[str, type[Runner]]:
        """The classes of runners by their names."""
        return RUNNERS

    def add(  # noqa: PLR0913 - one for each table
        self,
        *,
        inputs: Iterable[type[Input]] = (),
        outputs: Iterable[DeclaredKind] = (),
        dialects: Iterable[Dialect] = (),
        protocols: Iterable[Protocol] = (),
        runners: Iterable[type[Runner]] = (),
        templates: str | Path | None = None,
    ) -> None:
        """
        Add kinds.

        Args:
            inputs: classes of inputs; each has the template `inputs/TYPE.html`.
            outputs: modules of views, each with `TYPES` and `view`, and the template `outputs/MODULE.html`.
            dialects: declaration languages; they are asked before those that are known already.
            protocols: ways to call tools; one is spoken where the address of a tool ends as it says.
            runners: classes of what calls tools, for protocols that name them.
            templates: a folder with the templates of these, and others of webform's that are overridden.

        Raises:
            RegistryError: a name is taken or stands twice, a template is missing, a schema is none, or a protocol
                cannot be called; nothing is added.
        """
        new_inputs = _named("input", [(cls.type, cls) for cls in inputs], INPUTS | STRUCTURE)
        kinds = _named("view", [(_module(kind), kind) for kind in outputs], KINDS)
        types = [(type_, kind) for kind in kinds.values() for type_ in kind.TYPES]
        new_outputs = _named("output type", [(type_.name, kind) for type_, kind in types], OUTPUTS)
        new_dialects = _named("dialect", [(dialect.name, dialect) for dialect in dialects], DIALECTS)
        new_protocols = _named("protocol", [(protocol.name, protocol) for protocol in protocols], PROTOCOLS)
        new_runners = _named("runner", [(cls.name, cls) for cls in runners], RUNNERS)
        for type_, _ in types:
            if fault := unusable(type_.schema):
                raise RegistryError(f'The schema of the output type "{type_.name}" cannot be used: {fault}; correct it')
        for protocol in new_protocols.values():
            _check_call(protocol, RUNNERS | new_runners)
        wanted = [f"inputs/{name}.html" for name in new_inputs] + [f"outputs/{name}.html" for name in kinds]
        _check_templates(wanted, templates)
        add_templates([] if templates is None else [str(templates)])
        INPUTS.update(new_inputs)
        TYPES.update({type_.name: type_ for type_, _ in types})
        OUTPUTS.update(new_outputs)
        KINDS.update(kinds)
        PROTOCOLS.update(new_protocols)
        RUNNERS.update(new_runners)
        known = dict(DIALECTS)
        DIALECTS.clear()
        DIALECTS.update(new_dialects | known)

    def add_plugins(self) -> None:
        """Call the functions of the installed packages' entry points with the registry."""
        for entry in entry_points(group=GROUP):
            try:
                entry.load()(self)
            except Exception as error:
                raise RegistryError(
                    f'The plugin "{entry.name}" cannot be loaded: {error}; correct or uninstall it'
                ) from error


def _named(what: str, named: list[tuple[str, Kind]], known: Mapping[str, object]) -> dict[str, Kind]:
    """Return what is *named* by its names; raise `RegistryError` where a name is none, taken, or there twice."""
    kinds: dict[str, Kind] = {}
    for name, kind in named:
        if not name:
            raise RegistryError(f"The {what} has no name; give it one")
        if name in known:
            raise RegistryError(f'The name "{name}" is taken by another {what}; choose another')
        if name in kinds:
            raise RegistryError(f'The name "{name}" is that of two {what}s; rename one')
        kinds[name] = kind
    return kinds


def _check_call(protocol: Protocol, runners: Mapping[str, object]) -> None:
    if protocol.runner not in runners:
        raise RegistryError(f'There is no runner "{protocol.runner}" for the protocol "{protocol.name}"; add it too')
    if protocol.runner == HTTPRunner.name and protocol.call is None:
        raise RegistryError(f'The protocol "{protocol.name}" has no call; give it one, or the name of its runner')


def _check_templates(wanted: list[str], folder: str | Path | None) -> None:
    missing = [name for name in wanted if folder is None or not (Path(folder) / name).is_file()]
    if missing:
        raise RegistryError(f"There is no template {missing[0]}; put it into the folder given as templates")


def _module(kind: Any) -> str:
    return str(kind.__name__.rpartition(".")[2])


registry = Registry()
