"""Charts of Vega-Altair: those of one mark over two fields, and the specification of others."""

from __future__ import annotations

from typing import Any

#: The type of output by the mark.
_MARKS = {
    "line": "chart_line",
    "bar": "chart_bar",
    "area": "chart_area",
    "point": "chart_scatter",
    "circle": "chart_scatter",
}


def converted(value: Any) -> Any:
    """Return a chart of one mark as a chart of ours; any other as its specification."""
    if not hasattr(value, "to_dict"):
        return str(value)
    spec = value.to_dict()
    kind = _MARKS.get(_mark(spec))
    fields = {name: part.get("field") for name, part in spec.get("encoding", {}).items() if isinstance(part, dict)}
    rows = _rows(spec)
    if kind is None or rows is None or not all(fields.get(name) for name in ("x", "y")):
        return spec
    make = _points if kind == "chart_scatter" else _curves
    return {"type": kind, "x_label": fields["x"], "y_label": fields["y"], **make(rows, fields), **_title(spec)}


def _mark(spec: dict[str, Any]) -> str:
    mark = spec.get("mark", "")
    return str(mark.get("type", "")) if isinstance(mark, dict) else str(mark)


def _rows(spec: dict[str, Any]) -> list[dict[str, Any]] | None:
    data = spec.get("data", {})
    rows = spec.get("datasets", {}).get(data.get("name"), data.get("values"))
    return rows if isinstance(rows, list) else None


def _title(spec: dict[str, Any]) -> dict[str, Any]:
    title = spec.get("title")
    return {"title": title} if isinstance(title, str) else {}


def _by_series(rows: list[dict[str, Any]], fields: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    series: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        series.setdefault(str(row.get(fields.get("color") or "", fields["y"])), []).append(row)
    return series


def _curves(rows: list[dict[str, Any]], fields: dict[str, Any]) -> dict[str, Any]:
    x = [*dict.fromkeys(row.get(fields["x"]) for row in rows)]
    points = {
        name: {row.get(fields["x"]): row.get(fields["y"]) for row in own}
        for name, own in _by_series(rows, fields).items()
    }
    return {
        "x": x,
        "series": [{"name": name, "y": [known.get(place) for place in x]} for name, known in points.items()],
    }


def _points(rows: list[dict[str, Any]], fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "series": [
            {"name": name, "points": [{"x": row.get(fields["x"]), "y": row.get(fields["y"])} for row in own]}
            for name, own in _by_series(rows, fields).items()
        ]
    }
