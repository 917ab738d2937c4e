"""The ways of showing a value, one a file: by its declared type, else by its schema and its shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.outputs import (
    audio,
    boolean,
    chart,
    choice,
    code,
    csv,
    diff,
    file,
    gantt,
    html,
    image,
    image_compare,
    image_grid,
    json,
    kv,
    latex,
    link,
    list,  # noqa: A004 - a view is called by its name
    log,
    map,  # noqa: A004 - here too
    markdown,
    moment,
    null,
    number,
    progress,
    record,
    skeleton,
    stream_text,
    table,
    text,
    timeline,
    tree,
    video,
)
from webform.outputs.base import Download, View
from webform.outputs.looks import Look, looks_of
from webform.outputs.rows import table_csv
from webform.outputs.views import Group, download, groups, value_at, views_of

if TYPE_CHECKING:
    from webform.outputs.base import Kind

__all__ = [
    "KINDS",
    "OUTPUTS",
    "Download",
    "Group",
    "Look",
    "View",
    "download",
    "groups",
    "looks_of",
    "table_csv",
    "value_at",
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
    "chart_line": chart,
    "chart_bar": chart,
    "chart_scatter": chart,
    "chart_area": chart,
    "chart_pie": chart,
    "chart_histogram": chart,
    "chart_boxplot": chart,
    "chart_heatmap": chart,
    "chart_candlestick": chart,
    "chart_radar": chart,
    "chart_sankey": chart,
    "chart_treemap": chart,
    "chart_network": chart,
    "map_points": map,
    "map_heatmap": map,
    "map_choropleth": map,
    "map_polygons": map,
    "map_route": map,
    "image": image,
    "image_grid": image_grid,
    "image_compare": image_compare,
    "audio": audio,
    "video": video,
    "latex": latex,
    "code": code,
    "diff": diff,
    "tree": tree,
    "timeline": timeline,
    "gantt": gantt,
    "progress": progress,
    "log": log,
    "stream_text": stream_text,
    "file": file,
    "json": json,
}

#: All views by their names, which are those of their templates; `choosing` says which a value gets.
KINDS: dict[str, Kind] = {
    **{name: kind for name, kind in OUTPUTS.items() if not name.startswith(("chart_", "map_"))},
    "chart": chart,
    "map": map,
    "null": null,
    "choice": choice,
    "moment": moment,
    "link": link,
    "list": list,
    "record": record,
    "skeleton": skeleton,
    "csv": csv,
    "html": html,
}
