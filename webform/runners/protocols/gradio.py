"""The protocol of Gradio apps, which has a runner of its own: files, a place in the queue, a stream, for each run."""

from __future__ import annotations

from typing import Any

from webform.runners.protocols.base import Manifest, Protocol


def _is_info(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("named_endpoints"), dict)


PROTOCOL = Protocol(
    name="gradio",
    paths=("/gradio_api/info", "/gradio_api"),
    help="the queue of a Gradio app: files to `/gradio_api/upload`, the run to `/gradio_api/queue/join`, its progress "
    "and results from `/gradio_api/queue/data`, `/gradio_api/cancel` when it is cancelled",
    runner="gradio",
    manifest=Manifest(("/gradio_api/info",), _is_info, anywhere=True),
)
