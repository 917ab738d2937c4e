"""The files of a corpus: which are schemas, which are lists of tools, and which documents belong to which schema."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

ENDINGS = (".json", ".yaml", ".yml")
#: What the name of a schema's file may end in, the longest first; what is before it names the folder of its documents.
_SCHEMA_ENDINGS = tuple(f".schema{ending}" for ending in ENDINGS) + ENDINGS


@dataclass(frozen=True, kw_only=True)
class Case:
    """
    One schema, or one tool of a list of tools.

    Args:
        path: the file.
        name: what the case is called in a report: the path, and the name of the tool.
        tool: the index of the tool in the file's list of tools; `None` for the whole file.
        documents: files that hold a body each.
    """

    path: Path
    name: str
    tool: int | None = None
    documents: tuple[Path, ...] = ()


def cases(folder: Path) -> Iterator[Case]:
    """Yield the cases of *folder*, or of the one file that it is; `NAME/*` are the documents of `NAME.schema.json`."""
    paths = [folder] if folder.is_file() else sorted(filter(_is_data, folder.rglob("*")))
    above = folder.parent if folder.is_file() else folder
    documents = {path: _documents(path) for path in paths}
    taken = {document for found in documents.values() for document in found}
    for path in paths:
        if path not in taken:
            yield from _of_file(path, above, documents[path])


def mapped(mapping: Path) -> Iterator[Case]:
    """Yield the cases of *mapping*, a JSON object of schema → patterns of documents, both relative to its folder."""
    above = mapping.parent
    for schema, patterns in json.loads(mapping.read_text("utf-8")).items():
        documents = (path for pattern in patterns for path in sorted(above.glob(pattern)))
        yield from _of_file(above / schema, above, tuple(documents))


def _is_data(path: Path) -> bool:
    return path.suffix in ENDINGS and path.is_file()


def _documents(schema: Path) -> tuple[Path, ...]:
    name = next(schema.name.removesuffix(ending) for ending in _SCHEMA_ENDINGS if schema.name.endswith(ending))
    folder = schema.parent / name
    return tuple(sorted(filter(_is_data, folder.rglob("*")))) if folder.is_dir() else ()


def _of_file(path: Path, above: Path, documents: tuple[Path, ...]) -> Iterator[Case]:
    name = str(path.relative_to(above)) if path.is_relative_to(above) else str(path)
    tools = tools_of(path)
    if not tools:
        yield Case(path=path, name=name, documents=documents)
    for index, tool in enumerate(tools):
        yield Case(path=path, name=f"{name} {tool.get('name', index)}", tool=index, documents=documents)


def tools_of(path: Path) -> list[dict[str, Any]]:
    """Return the MCP tools that the file at *path* lists; none where it is something else."""
    if path.suffix != ".json":
        return []
    try:
        found = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return []
    found = found.get("result", found) if isinstance(found, dict) else found
    listed = found.get("tools") if isinstance(found, dict) else found
    return listed if isinstance(listed, list) and _are_tools(listed) else []


def _are_tools(listed: Iterable[Any]) -> bool:
    found = [isinstance(declared, dict) and "inputSchema" in declared for declared in listed]
    return bool(found) and all(found)
