"""Batches: a table is pasted or uploaded, its columns are mapped to inputs, its rows become runs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from flask import Response, request

from webform.html.results import STATES
from webform.language import gettext
from webform.outputs.rows import columns_of, table_csv
from webform.outputs.texts import file_name
from webform.runs import Batch, BatchEntry, BusyError
from webform.runs.batching import PER_CLIENT
from webform.runs.run import new_id
from webform.values import to_name, write_json
from webform.web.answers import HTML, JSON, answer, json_answer, refuse, saved_as, wants_json
from webform.web.batch_columns import input_column, input_columns, outputs_of, result_cell, result_columns
from webform.web.batch_rows import guess, row_of, secret_columns, targets_of, why_not
from webform.web.errors import keep_page
from webform.web.limits import SOON, refuse_more
from webform.web.pages import answer_page, render_page, renewal
from webform.web.repeats import BEGINS, begun_before
from webform.web.sessions import in_session, owner_of
from webform.web.spreadsheet import NotTableError, decoded, sheet_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from webform.tool import Output
    from webform.web.batch_rows import ColumnTarget, PreviewRow
    from webform.web.served import Served
    from webform.web.site import Site
    from webform.web.spreadsheet import Sheet

#: Seconds that a browser without scripts waits for a batch before it is shown its page.
QUICK = 1.0
#: Rows that a preview shows at most, and those among them that are in order.
MAX_SHOWN, MAX_GOOD = 50, 10
#: The field of a form that holds the table, and what stands before the pointer of an input to choose its column.
_TEXT, _COLUMN = "rows", "column"
#: Columns of a download beside inputs and results.
_OURS = ("row", "state", "message", "run")
_COLUMN_NUMBER = re.compile("[0-9]{1,6}")
_CSV = "text/csv; charset=utf-8"


@dataclass(frozen=True, kw_only=True)
class Preview:
    """A table as it was sent: its text, what it holds, which column fills which input, and what its rows come to."""

    text: str
    header: bool
    sheet: Sheet
    mapping: Mapping[str, int]
    rows: Sequence[PreviewRow]
    #: The names of columns that are left out, as they are of secrets.
    left_out: Sequence[str] = ()

    @property
    def good(self) -> int:
        """How many rows can be run."""
        return sum(not row.problems for row in self.rows)


def new_batch(site: Site, tool_id: str) -> Response:
    """Answer with the page on which a table is pasted; or with an empty table that has the names of the inputs."""
    served = site.find(tool_id)
    if request.args.get("format") == "csv":
        return _template(served)
    return _page(site, served)


def post_batch(site: Site, tool_id: str) -> Response:
    """Answer with what a table comes to; or run it."""
    served = site.find(tool_id)
    if why_not(served.tool.form) or served.tool.layout == "chat":
        return _page(site, served, status=422)
    try:
        preview = _preview(site, served)
    except NotTableError as error:
        return _page(site, served, problem=str(error), text=request.form.get(_TEXT, ""), status=422)
    if request.form.get("do") != "run":
        return _page(site, served, preview)
    if not preview.good:
        return _page(
            site, served, preview, problem=gettext("No row can be run. Fix the rows or the columns."), status=422
        )
    if served.tool.hints.destructive and not request.form.get("confirm"):
        problem = gettext("This tool can change or delete data. Tick the box above Run first.")
        return _page(site, served, preview, problem=problem, status=422)
    keep_page(lambda refusal, status: _page(site, served, preview, problem=refusal.text, status=status))
    return _begin(site, served, preview)


def _begin(site: Site, served: Served, preview: Preview) -> Response:
    batch_id, known = begun_before(site.batches.get)
    if known is not None:
        return _begun(site, known)
    mapped = [target for target in targets_of(served.tool.form) if target.at in preview.mapping]
    batch = Batch(
        id=batch_id,
        tool_id=served.tool.id,
        columns=_labels(mapped),
        rows=tuple(tuple(row[preview.mapping[target.at]] for target in mapped) for row in preview.sheet.rows),
        entries=tuple(
            BatchEntry(status="skipped" if row.problems else "waiting", problems=row.problems) for row in preview.rows
        ),
    )
    target = in_session(served.address, owner_of(site))
    site.take_runs([served.tool], preview.good)
    bodies = [row.body for row in preview.rows]
    try:
        begun = site.batches.start(served.tool, target, batch, bodies, site.shares.client())
    except BusyError as error:
        if error.of == "client":
            message = gettext("You can run {limit} batches at a time; nothing was run.", limit=PER_CLIENT)
            refuse_more("too-many-batches", message, SOON)
        message = gettext("There are too many batches at the moment; nothing was run.")
        refuse(503, "busy", message, gettext("Try again in a moment."))
    return _begun(site, begun)


def _begun(site: Site, batch: Batch) -> Response:
    address = _address(site, batch)
    if wants_json(request, default=False):
        return json_answer(_as_json(site, batch), 202, {"Location": address})
    site.batches.wait(batch.id, QUICK)
    return Response(status=303, headers={"Location": address + site.tokens.query()})


def _labels(targets: Sequence[ColumnTarget]) -> tuple[str, ...]:
    """Return what the columns for *targets* are called: the label of an input, with its place where others have it."""
    labels = [target.label for target in targets]
    return tuple(
        f"{target.label} ({target.at})" if labels.count(target.label) > 1 else target.label for target in targets
    )


def _preview(site: Site, served: Served) -> Preview:
    """Return what the request brings: a file, or else the text; its columns as they are mapped there, else by name."""
    uploaded = request.files.get("file")
    text = decoded(uploaded.read()) if uploaded else request.form.get(_TEXT, "")
    known = "mapped" in request.form and not uploaded
    header = not known or "header" in request.form
    sheet = sheet_of(text, header=header, most=site.config.batch_rows)
    targets = targets_of(served.tool.form)
    mapping = _mapping(targets, sheet) if known else guess(targets, sheet.names)
    secret = secret_columns(served.tool.form, sheet.names) if header else []
    left_out = [sheet.names[column] for column in secret]
    if secret:
        # No page has a secret, though it was typed there.
        kept = [column for column in range(len(sheet.names)) if column not in secret]
        mapping = {at: kept.index(column) for at, column in mapping.items() if column in kept}
        sheet = sheet.only(kept)
        text = sheet.as_csv()
    rows = [row_of(served.tool.form, targets, mapping, cells) for cells in sheet.rows]
    return Preview(text=text, header=header, sheet=sheet, mapping=mapping, rows=rows, left_out=left_out)


def _mapping(targets: Sequence[ColumnTarget], sheet: Sheet) -> dict[str, int]:
    """Return the column that was chosen for each of *targets*, by its pointer."""
    chosen = {target.at: request.form.get(_COLUMN + to_name(target.at), "") for target in targets}
    width = len(sheet.names)
    return {at: int(text) for at, text in chosen.items() if _COLUMN_NUMBER.fullmatch(text) and int(text) < width}


def _page(  # noqa: PLR0913 - what the page may show
    site: Site, served: Served, preview: Preview | None = None, *, problem: str = "", text: str = "", status: int = 200
) -> Response:
    targets, reason = targets_of(served.tool.form), why_not(served.tool.form)
    context: dict[str, Any] = {
        "tool": served.shown,
        "reason": reason
        or (gettext("A conversation cannot be run from a table.") if served.tool.layout == "chat" else ""),
        "inputs": [
            {
                "name": _COLUMN + to_name(target.at),
                "label": target.label,
                "required": target.input.required,
                "column": preview.mapping.get(target.at) if preview else None,
            }
            for target in targets
        ],
        "preview": _shown(preview, targets) if preview else None,
        "text": preview.text if preview else text,
        "problem": problem,
        "confirms": served.tool.hints.destructive,
        "most": site.config.batch_rows,
        BEGINS: new_id(),
    }
    headers = {"Content-Security-Policy": served.policy}
    return answer(render_page(site, "batch.html", **context), HTML, status, headers)


def _shown(preview: Preview, targets: Sequence[ColumnTarget]) -> dict[str, Any]:
    mapped = [(target, preview.mapping[target.at]) for target in targets if target.at in preview.mapping]
    numbered = list(enumerate(zip(preview.sheet.rows, preview.rows, strict=True), 1))
    bad = [number for number, (_, row) in numbered if row.problems]
    good = [number for number, (_, row) in numbered if not row.problems]
    shown = {*good[:MAX_GOOD], *bad[: MAX_SHOWN - MAX_GOOD]}
    used = set(preview.mapping.values())
    return {
        "columns": [input_column(target.label, target.input) for target, _ in mapped],
        "rows": [
            {"number": number, "cells": [cells[column] for _, column in mapped], "problems": row.problems}
            for number, (cells, row) in numbered
            if number in shown
        ],
        "names": preview.sheet.names,
        "left_out": ", ".join(preview.left_out),
        "unused": [name for index, name in enumerate(preview.sheet.names) if index not in used],
        "header": preview.header,
        "count": len(preview.rows),
        "good": preview.good,
        "more": len(preview.rows) - len(shown),
    }


def _template(served: Served) -> Response:
    """Answer with a table of one row, the names of the inputs."""
    columns = columns_of([{"key": target.at[1:]} for target in targets_of(served.tool.form)], [])
    return _saved(table_csv(columns, []), _CSV, file_name(served.tool.id, ".csv"))


def look_at_batch(site: Site, tool_id: str, batch_id: str) -> Response:
    """Answer with a batch: as a page, as JSON, or as a file to save."""
    batch = _found(site, tool_id, batch_id)
    if (form := request.args.get("format")) in ("csv", "json"):
        rows = [_row(site, batch, index) for index in range(len(batch.entries))]
        text, media_type = (_csv(rows), _CSV) if form == "csv" else (write_json(rows, indent=2), JSON)
        return _saved(text, media_type, file_name(f"{tool_id}-batch", f".{form}"))
    if wants_json(request, default=False):
        return json_answer(_as_json(site, batch), headers={"Vary": "Accept"})
    served = site.served.get(tool_id)
    outputs = outputs_of(served)
    context = {
        "tool": served.shown if served else {"id": tool_id, "name": tool_id},
        "batch": _progress(site, batch),
        "columns": input_columns(served, batch),
        "results": result_columns(served, batch),
        "entries": [_entry(site, batch, index, outputs) for index in range(len(batch.entries))],
    }
    renews = renewal(_address(site, batch), batch.created) if batch.state == "running" else ""
    return answer_page(site, "batch_run.html", context | {"renews": renews})


def cancel_batch(site: Site, tool_id: str, batch_id: str) -> Response:
    """Cancel a batch, and show it."""
    _found(site, tool_id, batch_id)
    batch = site.batches.cancel(batch_id) or _unknown()
    if wants_json(request, default=False):
        return json_answer(_as_json(site, batch))
    return Response(status=303, headers={"Location": _address(site, batch) + site.tokens.query()})


def _found(site: Site, tool_id: str, batch_id: str) -> Batch:
    batch = site.batches.get(batch_id)
    if batch is None or batch.tool_id != tool_id:
        _unknown()
    site.check_seen(tool_id)
    return batch


def _unknown() -> NoReturn:
    advice = gettext("It may have expired, or the link is incomplete.")
    refuse(404, "unknown-batch", gettext("There is no batch at this address. Batches are private."), advice)


def _address(site: Site, batch: Batch) -> str:
    return site.url(f"/tools/{batch.tool_id}/batch/{batch.id}")


def _saved(text: str, media_type: str, name: str) -> Response:
    return answer(text, media_type, headers={"Content-Disposition": saved_as(name)})


def _progress(site: Site, batch: Batch) -> dict[str, Any]:
    """Return how far *batch* is, in numbers."""
    counts = {status: sum(entry.status == status for entry in batch.entries) for status in ("ok", "skipped")}
    over = sum(entry.over for entry in batch.entries)
    total = len(batch.entries) - counts["skipped"]
    done = over - counts["skipped"]
    return {
        "id": batch.id,
        "state": batch.state,
        "address": _address(site, batch),
        "total": total,
        "done": done,
        "failed": done - counts["ok"],
        "skipped": counts["skipped"],
    }


def _entry(site: Site, batch: Batch, index: int, outputs: Mapping[str, Output]) -> dict[str, Any]:
    entry = batch.entries[index]
    return {
        "number": index + 1,
        "cells": batch.rows[index],
        "status": entry.status if entry.status in STATES else "blank",
        "label": _label(batch, entry),
        "message": ". ".join(entry.problems) or entry.message,
        "outputs": {name: result_cell(value, outputs.get(name)) for name, value in entry.outputs.items()},
        "address": site.url(f"/runs/{entry.run}") if entry.run else "",
    }


def _label(batch: Batch, entry: BatchEntry) -> str:
    if entry.status == "skipped":
        return gettext("Not run")
    if entry.status == "waiting":
        return gettext("Waiting") if batch.state == "running" else gettext("Not run")
    if not entry.over and batch.state == "lost":
        return STATES["lost"].translated.label
    return STATES[entry.status].translated.label if entry.status in STATES else entry.status


def _as_json(site: Site, batch: Batch) -> dict[str, Any]:
    progress = _progress(site, batch)
    counts = {key: progress[key] for key in ("state", "total", "done", "failed", "skipped")}
    rows = [
        {"row": number, "status": entry.status, "run": entry.run, "problems": list(entry.problems)}
        for number, entry in enumerate(batch.entries, 1)
    ]
    return {"batch": batch.id, **counts, "rows": [{key: value for key, value in row.items() if value} for row in rows]}


def _row(site: Site, batch: Batch, index: int) -> dict[str, Any]:
    """Return a row of *batch*: what was filled in, and what its run came to."""
    entry = batch.entries[index]
    run = site.runs.get(entry.run) if entry.run else None
    row: dict[str, Any] = {"row": index + 1, "inputs": dict(zip(batch.columns, batch.rows[index], strict=True))}
    row["state"] = _label(batch, entry)
    if message := ". ".join(entry.problems) or entry.message:
        row["message"] = message
    if run is not None:
        row["run"] = site.url(f"/runs/{run.id}")
        row |= {key: value for key, value in run.as_json().items() if key in ("status", "value")}
    return row


def _csv(rows: list[dict[str, Any]]) -> str:
    """Return *rows* of a batch as CSV: the inputs, the state, and the parts of the result."""
    flat = [_flat(row) for row in rows]
    keys = dict.fromkeys(key for row in flat for key in row)
    return table_csv(columns_of([{"key": key} for key in keys], flat), flat)


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    value = row.get("value")
    results = value if isinstance(value, dict) else {} if value is None else {"value": value}
    # An input may have the name of a column of ours, and a result that of an input.
    inputs = {f"input.{key}" if key in _OURS else key: text for key, text in row["inputs"].items()}
    parts = {f"result.{key}" if key in inputs or key in _OURS else key: part for key, part in results.items()}
    first, state, message, run = (row.get(key, "") for key in _OURS)
    return {"row": first, **inputs, "state": state, "message": message, **parts, "run": run}
