"""The registry: the kinds that come with webform, and how a host adds its own."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webform.check import unusable
from webform.dialects import DIALECTS
from webform.html.env import add_templates
from webform.inputs import INPUTS, STRUCTURE, Input
from webform.outputs import KINDS, OUTPUTS, TYPES
from webform.runners.protocols import PROTOCOLS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from webform.dialects.base import Dialect
    from webform.outputs.base import DeclaredKind
    from webform.outputs.types import OutputType
    from webform.runners.protocols import Protocol

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

    def add(
        self,
        *,
        inputs: Iterable[type[Input]] = (),
        outputs: Iterable[DeclaredKind] = (),
        dialects: Iterable[Dialect] = (),
        protocols: Iterable[Protocol] = (),
        templates: str | Path | None = None,
    ) -> None:
        """
        Add kinds.

        Args:
            inputs: classes of inputs; each has the template `inputs/TYPE.html`.
            outputs: modules of views, each with `TYPES` and `view`, and the template `outputs/MODULE.html`.
            dialects: declaration languages; they are asked before those that are known already.
            protocols: ways to call tools; one is spoken where the address of a tool ends as it says.
            templates: a folder with the templates of these, and others of webform's that are overridden.

        Raises:
            RegistryError: a name is taken, a template is missing or a schema is none; nothing is added.
        """
        inputs, outputs, dialects, protocols = list(inputs), list(outputs), list(dialects), list(protocols)
        for cls in inputs:
            if not cls.type or cls.type in INPUTS | STRUCTURE:
                raise RegistryError(_taken("input", cls.type))
        _check_outputs(outputs)
        for dialect in dialects:
            if dialect.name in DIALECTS:
                raise RegistryError(_taken("dialect", dialect.name))
        for protocol in protocols:
            if protocol.name in PROTOCOLS:
                raise RegistryError(_taken("protocol", protocol.name))
        folders = [] if templates is None else [str(templates)]
        wanted = [f"inputs/{cls.type}.html" for cls in inputs]
        wanted += [f"outputs/{_module(kind)}.html" for kind in outputs]
        missing = [name for name in wanted if not any((Path(folder) / name).is_file() for folder in folders)]
        if missing:
            raise RegistryError(f"There is no template {missing[0]}; put it into the folder given as templates")
        add_templates(folders)
        INPUTS.update({cls.type: cls for cls in inputs})
        TYPES.update({one.name: one for kind in outputs for one in kind.TYPES})
        OUTPUTS.update({one.name: kind for kind in outputs for one in kind.TYPES})
        KINDS.update({_module(kind): kind for kind in outputs})
        PROTOCOLS.update({protocol.name: protocol for protocol in protocols})
        known = dict(DIALECTS)
        DIALECTS.clear()
        DIALECTS.update({dialect.name: dialect for dialect in dialects} | known)

    def add_plugins(self) -> None:
        """Call the functions of the installed packages' entry points with the registry."""
        for entry in entry_points(group=GROUP):
            try:
                entry.load()(self)
            except Exception as error:
                raise RegistryError(
                    f'The plugin "{entry.name}" cannot be loaded: {error}; correct or uninstall it'
                ) from error


def _check_outputs(kinds: list[DeclaredKind]) -> None:
    """Raise `RegistryError` where a type of *kinds*, or a view, cannot be added."""
    for type_ in (type_ for kind in kinds for type_ in kind.TYPES):
        if type_.name in TYPES:
            raise RegistryError(_taken("output type", type_.name))
        if fault := unusable(type_.schema):
            raise RegistryError(f'The schema of the output type "{type_.name}" cannot be used: {fault}; correct it')
    for module in map(_module, kinds):
        if module in KINDS:
            raise RegistryError(_taken("view", module))


def _module(kind: Any) -> str:
    return str(kind.__name__.rpartition(".")[2])


def _taken(what: str, name: str) -> str:
    if not name:
        return f"The {what} has no name; give it one"
    return f'The name "{name}" is taken by another {what}; choose another'


registry = Registry()
