"""Results of calls in MCP, made of runs that are over."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import mcp_types as types

from webform import dataurl
from webform.dataurl import DataURLError
from webform.files import FileGoneError, StoredFile
from webform.html.results import STATES, status_of
from webform.language import gettext
from webform.mcp_server.listing import output_schema
from webform.outputs.pretty import pretty
from webform.problems import Problem, errors
from webform.values import ABSENT, mapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from webform.result import Result
    from webform.runs import Run
    from webform.tool import Tool

#: Where a result says which run it is of, and a document by which key it knows its call.
RUN, KEY = "webform/run", "webform/key"
#: Characters of an answer as a text: all of it is in the structured content.
MAX_TEXT = 100_000
#: Files in an answer beside its text, and bytes of one.
MAX_FILES, MAX_BYTES = 20, 10_000_000


def answered(run: Run, tool: Tool) -> types.CallToolResult:
    """Return what *run*, which is over, came to."""
    result, status = run.result, status_of(run.result, run)
    meta = {RUN: f"/runs/{run.id}"}
    if result is None or status != "ok":
        return _failed(status, result, meta)
    schema = output_schema(tool)
    if schema is not None and (wrong := errors(result.problems)):
        # A client would refuse what is not as the schema says, and tell nobody what it is.
        words = [gettext("The answer is not what the tool declares."), *_lines(wrong)]
        return types.CallToolResult(content=[*_texts(words), *_blocks(result)], is_error=True, _meta=meta)
    return types.CallToolResult(content=_blocks(result), structured_content=_structured(result.value), _meta=meta)


def refused(problems: Iterable[dict[str, Any]]) -> types.CallToolResult:
    """Return the answer to a body in which something is wrong: what, and where."""
    found = [{key: problem[key] for key in ("at", "code", "message") if key in problem} for problem in problems]
    lines = [f"{problem['at']}: {problem['message']}" if problem["at"] else problem["message"] for problem in found]
    return types.CallToolResult(content=_texts(lines), structured_content={"problems": found}, is_error=True)


def _failed(status: str, result: Result | None, meta: dict[str, Any]) -> types.CallToolResult:
    state = STATES[status].translated
    words = [(result.message if result else "") or state.title, (result.advice if result else "") or state.advice]
    structured = None
    if result is not None:
        words += _lines(result.problems)
        if result.authorize and result.authorize.url:
            words.append(result.authorize.url)
        if result.problems:
            structured = {"problems": [problem.as_json() for problem in result.problems]}
    return types.CallToolResult(content=_texts(words), structured_content=structured, is_error=True, _meta=meta)


def _lines(problems: Iterable[Problem]) -> list[str]:
    return [f"{problem.at}: {problem.message}" if problem.at else problem.message for problem in problems]


def _texts(lines: Iterable[str]) -> list[types.ContentBlock]:
    return [types.TextContent(text="\n".join(filter(None, lines)))]


def _structured(value: Any) -> dict[str, Any] | None:
    """Return *value* as the structured content, which is an object."""
    if value is ABSENT or isinstance(value, StoredFile):
        return None
    return value if isinstance(value, dict) else {"result": value}


def _blocks(result: Result) -> list[types.ContentBlock]:
    """Return what a model reads of *result*: its message, its value as a text, and the files in it."""
    files: list[types.ContentBlock] = []
    plain = mapped(result.value, lambda part: _without_file(part, files))
    texts = [result.message] if result.message else []
    if plain is not ABSENT:
        texts.append(plain if isinstance(plain, str) else pretty(plain, limit=MAX_TEXT)[0])
    links: list[types.ContentBlock] = []
    if result.artifact and result.artifact.url:
        about = result.artifact
        links.append(
            types.ResourceLink(uri=about.url, name=about.title or about.url, mime_type=about.content_type or None)
        )
    return [*(types.TextContent(text=text[:MAX_TEXT]) for text in texts if text), *files, *links]


def _without_file(part: Any, files: list[types.ContentBlock]) -> Any:
    """Return *part*; where it is a file, which is added to *files*, a word in its place."""
    match part:
        case StoredFile():
            files.extend(_stored(part))
            return str(part)
        case str() if part[:5].lower() == "data:":
            files.extend(_carried(part) if len(files) < MAX_FILES else ())
            return part[: part.find(",") + 1] + "…" if len(part) > 200 else part
    return part


def _stored(file: StoredFile) -> Iterator[types.ContentBlock]:
    if file.size <= MAX_BYTES:
        try:
            yield from _carried(file.data_url())
        except FileGoneError:
            return


def _carried(text: str) -> Iterator[types.ContentBlock]:
    """Yield the file that *text*, a data URL, holds."""
    try:
        head, data = dataurl.parse(text), dataurl.decode(text, MAX_BYTES)
    except DataURLError:
        return
    yield _block(head.media_type, data)


def _block(media_type: str, data: bytes) -> types.ContentBlock:
    packed = base64.b64encode(data).decode()
    match media_type.partition("/")[0]:
        case "image":
            return types.ImageContent(data=packed, mime_type=media_type)
        case "audio":
            return types.AudioContent(data=packed, mime_type=media_type)
    blob = types.BlobResourceContents(uri="file:///answer", blob=packed, mime_type=media_type)
    return types.EmbeddedResource(resource=blob)
