"""The source of a FastAPI app that calls a function."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from webform.functions.calls import BYTES, PATH
from webform.starter.project import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BYTES = '''

def content_of(value: Any) -> Any:
    """Return the bytes of a data URL."""
    head, _, data = str(value).partition(",")
    if not head.startswith("data:") or not head.endswith(";base64"):
        raise ValueError("expected a file as a data URL")
    return b64decode(data, validate=True)


#: A file of a form.
File = Annotated[bytes, BeforeValidator(content_of)]
'''
_SAVED = '''

def saved(content: Any, folder: str) -> Any:
    """Return the path of a file with that content in a folder; a list of contents is a list of paths."""
    if content is None or isinstance(content, list):
        return content and [saved(part, folder) for part in content]
    handle, name = mkstemp(dir=folder)
    with open(handle, "wb") as file:
        file.write(content)
    return Path(name)
'''
_FILE_OF = '''

def file_of(result: Any) -> Any:
    """Return the file that the function gave, its bytes or its path, as an output has it."""
    name = result.name if isinstance(result, Path) else "result.bin"
    content = result.read_bytes() if isinstance(result, Path) else result
    media_type = guess_type(name)[0] or "application/octet-stream"
    return {"filename": name, "data": f"data:{media_type};base64,{b64encode(content).decode()}"}
'''
#: Names that a program has of its own.
_TAKEN = {
    "Annotated", "Any", "Arguments", "AsyncIterator", "BeforeValidator", "Body", "FastAPI", "File", "Iterator",
    "NotRequired", "Path", "StreamingResponse", "TemporaryDirectory", "TypedDict", "app", "b64decode", "b64encode",
    "content_of", "events", "file_of", "get_type_hints", "guess_type", "hints", "json", "mkstemp", "run", "saved",
}  # fmt: skip


def function_program(name: str, title: str, module: str, call: Mapping[str, Any], key: str) -> str:
    """
    Return the source of an app whose /run calls a function.

    Args:
        name: the name of the function, of its *module*.
        title: the name of the tool.
        module: the name that the module is imported by.
        call: how it is called, see `webform.functions.calls`.
        key: the key that its result is put under; "" where that is the answer.
    """
    local = "function" if name in _TAKEN else name
    types: Mapping[str, str] = call["types"]
    paths = [parameter for parameter, type_ in types.items() if PATH in type_]
    has_files = any(BYTES in type_ or PATH in type_ for type_ in types.values())
    body = "".join([
        _BYTES if has_files else "",
        _SAVED if paths else "",
        _FILE_OF if call["result"] else "",
        _arguments(local, call),
        _events(local, call) if call["streams"] else _answer(local, call, key, paths),
    ])  # fmt: skip
    imported = f"from {module} import {name}" + (f" as {local}" if local != name else "")
    return "".join([
        '"""A tool: it answers POST /run with the outputs of tool.json."""\n\n',
        _imports(body),
        f"\n{imported}\n\napp = FastAPI(title={quoted(title)})\n",
        body,
    ])  # fmt: skip


#: The modules that a program may import from, in their order, with the names of theirs; None stands between groups.
_IMPORTS: tuple[tuple[str, tuple[str, ...]] | None, ...] = (
    ("", ("json",)),
    ("base64", ("b64decode", "b64encode")),
    ("collections.abc", ("AsyncIterator", "Iterator")),
    ("mimetypes", ("guess_type",)),
    ("pathlib", ("Path",)),
    ("tempfile", ("TemporaryDirectory", "mkstemp")),
    ("typing", ("Annotated", "Any", "NotRequired", "get_type_hints")),
    None,
    ("fastapi", ("Body", "FastAPI")),
    ("fastapi.responses", ("StreamingResponse",)),
    ("pydantic", ("BeforeValidator",)),
    ("typing_extensions", ("TypedDict",)),
)


def _imports(body: str) -> str:
    """Return the lines that import what *body* names."""
    lines = []
    for entry in _IMPORTS:
        if entry is None:
            lines.append("")
            continue
        module, names = entry
        used = [name for name in names if name == "FastAPI" or re.search(rf"\b{name}\b", body)]
        if used:
            lines.append(f"from {module} import {', '.join(used)}" if module else f"import {', '.join(used)}")
    return "\n".join(lines) + "\n"


def _arguments(function: str, call: Mapping[str, Any]) -> str:
    """Return the lines that say what /run takes."""
    fields = []
    for name, type_ in call["types"].items():
        # A path is made of the bytes.
        written = type_.replace(PATH, BYTES) if type_ else f"hints[{name!r}]"
        wrapped = f"NotRequired[{written}]" if name in call["optional"] else written
        fields.append(f"    {name!r}: {wrapped},\n")
    hints = "" if all(call["types"].values()) else f"hints = get_type_hints({function}, include_extras=True)\n"
    about = "#: What /run takes: the parameters of the function.\n"
    return f"\n\n{hints}{about}Arguments = TypedDict('Arguments', {{\n{''.join(fields)}}})\n".replace("'", '"')


def _answer(function: str, call: Mapping[str, Any], key: str, paths: Sequence[str]) -> str:
    """Return the lines that answer with the result of the function."""
    result = f"{function}(**arguments)"
    if call["yields"]:
        result = f"[value async for value in {result}]" if call["is_async"] else f"list({result})"
    elif call["is_async"]:
        result = f"await {result}"
    result = f"file_of({result})" if call["result"] else result
    answer = f'return {{"{key}": {result}}}' if key else f"return {result}"
    lines = [f"    {answer}"]
    if paths:
        names = ", ".join(f'"{name}"' for name in paths)
        lines = [
            "    with TemporaryDirectory() as folder:",
            f"        for name in {{{names}}} & arguments.keys():",
            "            arguments[name] = saved(arguments[name], folder)",
            f"        {answer}",
        ]
    about = '    """Call the function, and answer with its result."""'
    define = f"{'async ' if call['is_async'] else ''}def run(arguments: Annotated[Arguments, Body()]) -> Any:"
    return "\n".join(["", "", '@app.post("/run")', define, about, *lines, ""])


def _events(function: str, call: Mapping[str, Any]) -> str:
    """Return the lines that answer with a text as the function yields it."""
    is_async = "async " if call["is_async"] else ""
    return f'''

{is_async}def events(arguments: Any) -> {"AsyncIterator" if is_async else "Iterator"}[str]:
    """Yield what the function yields: a line of JSON a piece."""
    {is_async}for piece in {function}(**arguments):
        yield json.dumps({{"kind": "chunk", "data": piece}}) + "\\n"
    yield json.dumps({{"kind": "done"}}) + "\\n"


@app.post("/run")
def run(arguments: Annotated[Arguments, Body()]) -> StreamingResponse:
    """Call the function, and answer with its pieces as they come."""
    return StreamingResponse(events(arguments), media_type="application/x-ndjson")
'''
