"""The protocol of Gradio apps, which has a runner of its own: files, a place in the queue, a stream, for each run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.dialects.gradio_config import with_config
from webform.runners.protocols.base import Manifest, Protocol
from webform.source import read_source
from webform.values import ABSENT, read_json, read_json_or, write_json

if TYPE_CHECKING:
    from collections.abc import Callable


def _is_info(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("named_endpoints"), dict)


def _with_config(text: str, fetch: Callable[[str], str]) -> str:
    """Return the declaration *text* with what the configuration of the app says of its components."""
    info = read_json(text)
    whole = write_json(with_config(info, read_json_or(fetch("/config"), None)))
    return whole if read_source(whole).value is not ABSENT else write_json(with_config(info, None))


PROTOCOL = Protocol(
    name="gradio",
    paths=("/gradio_api/info", "/gradio_api"),
    help="the queue of a Gradio app: files go to `/gradio_api/upload`, the run to `/gradio_api/queue/join`; progress "
    "and results come from `/gradio_api/queue/data`; `/gradio_api/cancel` cancels",
    runner="gradio",
    manifest=Manifest(("/gradio_api/info",), _is_info, anywhere=True, complete=_with_config),
)
