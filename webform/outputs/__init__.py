"""The ways of showing a value, one a file: by its declared type, else by its shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.outputs import (
    audio,
    boolean,
    code,
    file,
    image,
    json,
    kv,
    latex,
    link,
    log,
    markdown,
    null,
    number,
    progress,
    stream_text,
    table,
    text,
    video,
)
from webform.outputs.base import Download, View
from webform.outputs.table import table_csv
from webform.outputs.views import Group, download, groups, views_of

if TYPE_CHECKING:
    from webform.outputs.base import Kind

__all__ = [
    "OUTPUTS",
    "VIEWS",
    "Download",
    "Group",
    "View",
    "download",
    "groups",
    "table_csv",
    "views_of",
]

#: Output types, as declarations name them. One that is not here is shown by its shape.
OUTPUTS: dict[str, Kind] = {
    "text": text,
    "markdown": markdown,
    "number": number,
    "boolean": boolean,
    "table": table,
    "kv": kv,
    "image": image,
    "audio": audio,
    "video": video,
    "latex": latex,
    "code": code,
    "progress": progress,
    "log": log,
    "stream_text": stream_text,
    "file": file,
    "json": json,
}

#: What an undeclared value is shown as: the first that fits.
VIEWS: tuple[Kind, ...] = (null, boolean, number, image, audio, video, file, link, markdown, text, table, kv, json)
