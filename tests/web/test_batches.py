"""Batches: the rows of a table are previewed, and each becomes a run; what cannot be run is said."""

from __future__ import annotations

import csv
import io
import json
import re
from urllib.parse import urljoin

import pytest
from werkzeug.wrappers import Response

from tests.acting import PATIENCE
from tests.as_browser import entries_of
from tests.large import Large
from tests.runs.test_store import at_once
from webform import load
from webform.messages import message
from webform.result import Result
from webform.runs import Batch, BatchEntry, Run
from webform.runs.batching import entry_of
from webform.web.batch_rows import guess, row_of, targets_of, why_not
from webform.web.spreadsheet import NotTableError, decoded, sheet_of

AS_JSON = {"Accept": "application/json"}
ADDRESS = {"type": "object", "properties": {"street_name": {"type": "string"}, "zip": {"type": "string"}}}
ORDER = {
    "name": "order",
    "inputSchema": {
        "type": "object",
        "properties": {
            "city": {"type": "string", "title": "City"},
            "amount": {"type": "integer", "minimum": 1},
            "level": {"enum": [1, 2], "enumNames": ["Low", "High"], "x-enum-descriptions": ["slow", "fast"]},
            "gift": {"type": "boolean"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "ship_to": ADDRESS,
            "pin": {"type": "string", "writeOnly": True},
        },
        "required": ["city"],
    },
}
FORM = load(ORDER)[0].form
TARGETS = targets_of(FORM)


@pytest.fixture
def client(new_app):
    return new_app(ORDER).test_client()


def run(client, text, *, confirm=False, tool="order", **mapping):
    data = {"rows": text, "do": "run"} | ({"confirm": "yes"} if confirm else {}) | mapping
    return client.post(f"/tools/{tool}/batch", data=data, headers=AS_JSON)


def over(client, address):
    """Return the batch at *address* once it is over."""
    client.application.extensions["webform"].batches.wait(address.rpartition("/")[2], PATIENCE)
    return client.get(address, headers=AS_JSON).json


def body(**cells):
    names = tuple(cells)
    return row_of(FORM, TARGETS, guess(TARGETS, names), tuple(cells.values()))


@pytest.mark.parametrize(
    ("text", "names", "rows"),
    [
        ("a,b\n1,2\n", ("a", "b"), (("1", "2"),)),
        ("a;b\n1,5;2\n", ("a", "b"), (("1,5", "2"),)),
        ("a\tb\r\n1,5\t2;3\r\n", ("a", "b"), (("1,5", "2;3"),)),
        ("a,b,c\td,e\n1,2,3\t4,5", ("a,b,c", "d,e"), (("1,2,3", "4,5"),)),
        ('a,b\n"x, ""y""\nz",2', ("a", "b"), (('x, "y"\nz', "2"),)),
        ("\ufeffa,b\n\n , \n1", ("a", "b"), (("1", ""),)),
        ("a\n1,2", ("a", "Column 2"), (("1", "2"),)),
        ("only\none", ("only",), (("one",),)),
    ],
)
def test_a_table_is_read_as_spreadsheets_write_it(text, names, rows):
    sheet = sheet_of(text, header=True, most=10)

    assert (sheet.names, sheet.rows) == (names, rows)


def test_without_names_the_columns_are_numbered():
    assert sheet_of("1,2", header=False, most=10).names == ("Column 1", "Column 2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Paste rows, or choose a file."),
        ("a,b\n", "Add at least one row below the names."),
        ("a\n" + "1\n" * 11, "The table has 11 rows. The limit is 10."),
        ("a" + ",b" * 200 + "\n1", "The table has 201 columns. The limit is 200."),
        ('a\n"open', "This is no CSV: unexpected end of data."),
        (Large(lambda: "a" * 2_000_001), "The table has 2,000,001 characters. The limit is 2,000,000."),
    ],
)
def test_what_is_no_table_is_said(text, message):
    with pytest.raises(NotTableError) as error:
        sheet_of(text, header=True, most=10)
    assert message == str(error.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_is_decoded_as_spreadsheets_encode_it(encoding):
    assert decoded("Zürich".encode(encoding)) == "Zürich"


def test_columns_are_found_by_keys_pointers_and_labels():
    names = ["CITY", "Ship to: Street name", "ship_to/zip", "Level ", "other", "pin"]

    assert guess(TARGETS, names) == {"/city": 0, "/ship_to/street_name": 1, "/ship_to/zip": 2, "/level": 3}


@pytest.mark.parametrize(
    ("labels", "names", "mapping"),
    [
        ({"name": "Title", "title": "Job title"}, ["name", "title"], {"/name": 0, "/title": 1}),
        ({"name": "Title", "title": "Name"}, ["name", "title"], {"/name": 0, "/title": 1}),
        ({"name": "Title", "title": "Name"}, ["Title", "Name"], {"/name": 1, "/title": 0}),
        ({"name": "Title", "title": "Job title"}, ["title"], {"/title": 0}),
        ({"name": "Title", "job": "Job title"}, ["title"], {"/name": 0}),
        ({"a_b": "First", "ab": "Second"}, ["ab", "a_b"], {"/ab": 0, "/a_b": 1}),
        ({"a": "Rate (%)", "b": "Rate"}, ["Rate", "Rate (%)"], {"/b": 0, "/a": 1}),
        ({"a": "%", "b": "Rate"}, ["#", "b"], {"/b": 1}),
    ],
)
def test_a_column_is_of_the_input_with_that_key_before_one_with_that_label(labels, names, mapping):
    properties = {key: {"type": "string", "title": label} for key, label in labels.items()}
    schema = {"type": "object", "properties": properties}
    assert guess(targets_of(load({"name": "t", "inputSchema": schema})[0].form), names) == mapping


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ({"city": "Oslo", "amount": "3"}, {"city": "Oslo", "amount": 3}),
        ({"city": "Oslo", "amount": ""}, {"city": "Oslo"}),
        ({"city": "007"}, {"city": "007"}),
        ({"city": "x", "level": "2"}, {"city": "x", "level": 2}),
        ({"city": "x", "level": "high"}, {"city": "x", "level": 2}),
        ({"city": "x", "gift": "TRUE"}, {"city": "x", "gift": True}),
        ({"city": "x", "gift": "no"}, {"city": "x", "gift": False}),
        ({"city": "x", "tags": "a; b"}, {"city": "x", "tags": ["a", "b"]}),
        ({"city": "x", "tags": '["a;b"]'}, {"city": "x", "tags": ["a;b"]}),
        ({"city": "x", "ship_to/zip": "0150"}, {"city": "x", "ship_to": {"zip": "0150"}}),
    ],
    ids=str,
)
def test_a_row_makes_a_body(cells, expected):
    row = body(**cells)

    assert (row.body, row.problems) == (expected, ())


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"amount": "3"}, "City: "),
        ({"city": "x", "amount": "many"}, f"Amount: {message('not-a-number.secret', {})}"),
        ({"city": "x", "amount": "0"}, f"Amount: {message('minimum', {'limit': '1'})}"),
        ({"city": "x", "level": "middle"}, f"Level: {message('not-an-option', {'options': ''})}"),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_row_is_said_with_the_input(cells, message):
    (problem,) = body(**cells).problems

    assert problem.startswith(message)


def test_secrets_and_files_are_no_columns():
    assert "/pin" not in {target.at for target in TARGETS}
    assert body(city="x", pin="s3cret").body == {"city": "x"}


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string", "format": "data-url"}, "needs a file"),
        ({"type": "string", "writeOnly": True}, "is a secret"),
        ({"type": "object", "required": ["x"], "properties": {"x": {"type": "string", "writeOnly": True}}}, "X is"),
    ],
)
def test_a_tool_that_needs_a_file_or_a_secret_runs_no_tables(new_app, schema, words):
    properties = {"it": schema, "n": {"type": "number"}}
    declared = {"name": "t", "inputSchema": {"type": "object", "properties": properties, "required": ["it"]}}
    client = new_app(declared).test_client()

    assert words.lower() in why_not(load(declared)[0].form).lower()
    assert words.lower() in client.get("/tools/t/batch").text.lower()
    assert client.post("/tools/t/batch", data={"rows": "n\n1", "do": "run"}).status_code == 422
    assert "/tools/t/batch" not in client.get("/tools/t").text


def test_each_row_is_a_run_in_its_order_and_rows_with_problems_are_left_out(client, acting):
    begun = run(client, "city,amount\nOslo,1\nBergen,none\nRome,2\n")
    document = over(client, begun.location)

    assert begun.status_code == 202
    assert (document["state"], document["total"], document["done"], document["failed"], document["skipped"]) == (
        "done",
        2,
        2,
        0,
        1,
    )
    assert sorted(body["amount"] for body in acting.bodies) == [1, 2]
    assert [row["status"] for row in document["rows"]] == ["ok", "skipped", "ok"]
    assert client.get(f"/runs/{document['rows'][2]['run']}", headers=AS_JSON).json["value"] == {"y": 42}


def test_rows_of_a_tool_that_can_do_one_at_a_time_wait_for_each_other(new_app, acting):
    one = {"id": "one", "name": "One", "concurrent": False, "inputs": [{"key": "n", "type": "number", "label": "N"}]}
    client = new_app(one | {"outputs": []}).test_client()
    over(client, run(client, "n\n" + "\n".join(map(str, range(8))), tool="one").location)

    assert (len(acting.bodies), acting.most) == (8, 1)


def test_a_full_queue_is_waited_for(new_app, acting):
    client = new_app(ORDER, at_once=1).test_client()
    document = over(client, run(client, "city\n" + "x\n" * 12).location)

    assert (document["done"], document["failed"]) == (12, 0)


def test_a_cancelled_batch_begins_no_more_rows(client, acting):
    acting.hold()
    address = run(client, "city\n" + "x\n" * 20).location
    acting.begun()
    cancelled = client.post(f"{address}/cancel", headers=AS_JSON).json
    acting.let_go()
    document = over(client, address)

    assert (cancelled["state"], document["state"]) == ("cancelled", "cancelled")
    assert len(acting.bodies) <= 4
    assert {row["status"] for row in document["rows"]} <= {"cancelled", "waiting", "ok"}
    assert "Not run" in client.get(address).text


def test_the_results_are_taken_away_as_csv_without_formulas_and_as_json(client, acting):
    acting.answer = {"y": 42, "note": "=1+1", "parts": [1, 2]}
    address = run(client, "city,amount\n=HYPERLINK(1),1\nBergen,none\n").location
    over(client, address)
    saved, whole = client.get(f"{address}?format=csv"), client.get(f"{address}?format=json")
    rows = list(csv.DictReader(io.StringIO(saved.text)))

    assert "attachment" in saved.headers["Content-Disposition"]
    assert (rows[0]["City"], rows[0]["note"], rows[0]["y"]) == ("'=HYPERLINK(1)", "'=1+1", "42")
    assert (rows[0]["state"], rows[1]["state"]) == ("Done", "Not run")
    assert rows[1]["message"].startswith(f"Amount: {message('not-a-number.secret', {})}")
    first, second = json.loads(whole.text)
    assert (first["inputs"], first["value"]) == ({"City": "=HYPERLINK(1)", "Amount": "1"}, acting.answer)
    assert "value" not in second


def test_columns_of_results_are_named_by_the_labels_of_outputs_and_keep_their_keys_in_files(new_app, acting):
    acting.answer = {"y": 42, "extra": 1}
    outputs = [{"key": "y", "type": "number", "label": "Price"}]
    client = new_app(
        {"id": "t", "name": "T", "inputs": [{"key": "n", "type": "text"}], "outputs": outputs}
    ).test_client()
    address = run(client, "n\na\n", tool="t").location
    over(client, address)
    head = re.search(r'<tr id="batch-head">(.*?)</tr>', client.get(address).text)[1]

    assert {"Price", "extra"} <= set(re.findall(r"<th[^>]*>(.*?)</th>", head))
    assert {"y", "extra"} <= set(next(csv.reader(io.StringIO(client.get(f"{address}?format=csv").text))))


def test_columns_have_their_units_and_numbers_as_they_are_declared(new_app, acting):
    acting.answer = {"extra": "x", "heat": 21.456, "cost": 3}
    outputs = [
        {"key": "heat", "type": "number", "label": "Heat", "unit": "°C", "precision": 1},
        {"key": "cost", "type": "number", "label": "Cost", "unit": "EUR", "format": "currency"},
    ]
    inputs = [{"key": "n", "type": "number", "label": "Power", "unit": "W"}]
    client = new_app({"id": "t", "name": "T", "inputs": inputs, "outputs": outputs}).test_client()
    preview = client.post("/tools/t/batch", data={"rows": "n\n5\n", "do": "preview"}).text
    address = run(client, "n\n5\n", tool="t").location
    over(client, address)
    page = client.get(address).text
    power = '<th scope="col" class="num">Power <small><bdi>W</bdi></small></th>'

    assert power in preview
    assert '<td class="num" dir="auto">5</td>' in preview
    head = re.search(r'<tr id="batch-head">(.*?)</tr>', page)[1]
    assert head.endswith(
        '<th scope="col" class="num">Heat <small><bdi>°C</bdi></small></th><th scope="col" class="num">Cost</th>'
        f'<th scope="col">extra</th>{power}'
    )
    assert re.findall(r'<td class="num"[^>]*>(.*?)</td>', page) == [
        '<span data-kind="number" title="21.456">21.5</span>', '<span data-kind="number" title="3">€3.00</span>', "5",
    ]  # fmt: skip


def test_each_input_has_a_column_of_its_own_in_what_is_taken_away(new_app, acting):
    acting.answer = {"state": "well", "run": 7}
    labels = {"state": "state", "a": "Name", "c": "Name", "row": "row"}
    inputs = [{"key": key, "type": "text", "label": label} for key, label in labels.items()]
    client = new_app({"id": "order", "name": "Order", "inputs": inputs}).test_client()
    address = run(client, "state,a,c,row\nTexas,x,y,r9").location
    over(client, address)
    (row,) = csv.DictReader(io.StringIO(client.get(f"{address}?format=csv").text))
    (saved,) = client.get(f"{address}?format=json").json

    assert saved["inputs"] == {"state": "Texas", "Name (/a)": "x", "Name (/c)": "y", "row": "r9"}
    assert row.pop("run").startswith("/runs/")
    assert row == {"row": "1", "input.state": "Texas", "Name (/a)": "x", "Name (/c)": "y", "input.row": "r9",
                   "state": "Done", "message": "", "result.state": "well", "result.run": "7"}  # fmt: skip


def test_a_failed_run_is_a_failed_row(client, acting):
    acting.answer = Response("no", 500)
    document = over(client, run(client, "city\nx").location)

    assert (document["failed"], document["rows"][0]["status"]) == (1, "error")


def test_a_tool_that_may_destroy_something_is_confirmed_once(new_app, acting):
    client = new_app(ORDER | {"annotations": {"destructiveHint": True}}).test_client()

    refused = client.post("/tools/order/batch", data={"rows": "city\nx", "do": "run"})
    assert (refused.status_code, "Tick the box above Run" in refused.text) == (422, True)
    assert over(client, run(client, "city\nx\ny", confirm=True).location)["done"] == 2


def test_a_batch_is_private(client):
    address = run(client, "city\nx").location

    assert len(address.rpartition("/")[2]) == 22
    assert client.get(address).headers["Cache-Control"] == "private, no-store"
    assert client.get("/tools/order/batch/" + "A" * 22).status_code == 404
    assert client.get(address.replace("/order/", "/other/")).status_code == 404


def test_no_table_is_longer_than_the_operator_allows(new_app):
    client = new_app(ORDER, batch_rows=2).test_client()
    page = client.post("/tools/order/batch", data={"rows": "city\na\nb\nc", "do": "run"})

    assert (page.status_code, "The limit is 2." in page.text) == (422, True)


def test_a_button_pressed_twice_begins_a_batch_once(new_app, acting, monkeypatch):
    # However long a busy machine takes between the two.
    monkeypatch.setattr("webform.web.repeats.TWICE", 60.0)
    first, second = (new_app(ORDER).test_client() for _ in range(2))
    page, another = (
        first.post("/tools/order/batch", data={"rows": "city\nOslo\nBergen", "do": "preview"}) for _ in range(2)
    )
    addresses = [posted(client, page, do="run").location for client in (first, first, second)]
    other = posted(first, another, do="run").location

    assert addresses[0] == addresses[1] == addresses[2] != other
    over(first, addresses[0])
    over(first, other)
    assert len(acting.bodies) == 4


def test_a_page_that_was_gone_back_to_begins_another_batch(client, acting, monkeypatch):
    monkeypatch.setattr("webform.web.repeats.TWICE", 0.0)
    page = client.post("/tools/order/batch", data={"rows": "city\nOslo", "do": "preview"})
    addresses = [posted(client, page, do="run").location for _ in range(2)]

    assert addresses[0] != addresses[1]
    for address in addresses:
        over(client, address)
    assert len(acting.bodies) == 2


def test_a_batch_that_several_processes_begin_at_once_begins_once(new_app, acting):
    sites = [new_app(ORDER).extensions["webform"] for _ in range(2)]
    batch = Batch(tool_id="order", columns=("city",), rows=(("x",),), entries=(BatchEntry(),))

    turns = iter(sites * 4)

    def begin():
        site = next(turns)
        served = site.find("order")
        return site.batches.start(served.tool, served.address, batch, [{"city": "x"}])

    assert {begun.id for begun in at_once(8, begin)} == {batch.id}
    for site in sites:
        site.batches.wait(batch.id, PATIENCE)
    assert len(acting.bodies) == 1


def test_a_batch_outlives_the_app(new_app, acting):
    first = new_app(ORDER)
    address = run(first.test_client(), "city\nx").location
    over(first.test_client(), address)
    first.extensions["webform"].close()
    second = new_app(ORDER).test_client()

    assert second.get(address, headers=AS_JSON).json["state"] == "done"
    assert ">42</span>" in second.get(address).text or ">42<" in second.get(address).text


def test_a_batch_that_was_cut_off_is_lost(new_app, acting):
    acting.hold()
    first = new_app(ORDER)
    address = run(first.test_client(), "city\n" + "x\n" * 9).location
    acting.begun()
    first.extensions["webform"].close()
    acting.let_go()

    assert new_app(ORDER).test_client().get(address, headers=AS_JSON).json["state"] == "lost"


def posted(client, page, **changed):
    """Post the form of *page*, as a browser without scripts does."""
    form = page.text[page.text.index('<form class="form"') : page.text.index("</form>")]
    entries = [(name, text) for name, text in entries_of(form) if name not in changed and name != "file"]
    return client.post("/tools/order/batch", data=dict([*entries, *changed.items()]))


@pytest.mark.parametrize("column", ["00000099", "000000" + "9" * 5000, "99", "-1", "x", "²"])
def test_a_column_that_is_not_there_fills_nothing(client, column):
    page = client.post("/tools/order/batch", data={"rows": "Oslo\nBergen", "mapped": "yes", "column/city": column})

    assert page.status_code == 200
    assert "0 of 2 rows can be run." in page.text


def test_columns_are_mapped_on_the_page_and_the_preview_says_what_is_wrong(client, acting):
    page = client.post("/tools/order/batch", data={"rows": "town,n\nOslo,1\nBergen,many", "do": "preview"})
    assert "0 of 2 rows can be run." in page.text
    mapped = posted(client, page, **{"column/city": "0", "column/amount": "1", "do": "preview"})
    assert "1 of 2 rows can be run." in mapped.text
    assert f"Amount: {message('not-a-number.secret', {})}" in mapped.text
    begun = posted(client, mapped, do="run")
    assert begun.status_code == 303
    over(client, begun.location)
    page = client.get(urljoin("http://localhost/", begun.location))

    assert acting.bodies == [{"city": "Oslo", "amount": 1}]
    assert re.search(r"1 of 1 done, 1 left out", page.text)


def test_the_first_row_may_be_no_names(client):
    page = client.post("/tools/order/batch", data={"rows": "Oslo\nBergen", "do": "preview"})
    mapped = client.post(
        "/tools/order/batch", data={"rows": "Oslo\nBergen", "mapped": "yes", "column/city": "0", "do": "preview"}
    )

    assert "0 of 1 row can be run." in page.text
    assert "2 of 2 rows can be run." in mapped.text


def test_a_file_is_taken_before_what_was_pasted(client):
    file = (io.BytesIO("city\nZürich".encode("cp1252")), "rows.csv")
    page = client.post("/tools/order/batch", data={"rows": "old", "file": file, "mapped": "yes"})

    assert "Zürich" in page.text
    assert "1 of 1 row can be run." in page.text


def test_an_empty_table_has_the_names_of_the_inputs(client):
    assert client.get("/tools/order/batch?format=csv").text.strip().split(",") == [
        "city", "amount", "level", "gift", "tags", "ship_to/street_name", "ship_to/zip"
    ]  # fmt: skip


def test_what_became_of_a_row_has_its_plain_values_and_no_file():
    value = {"total": 3, "text": "x" * 300, "file": "data:text/plain;base64,eA==", "list": [1]}
    run = Run(id="r", tool_id="order", body={}, created=0.0, state="done", result=Result(status="ok", value=value))

    assert entry_of(run).outputs == {"total": 3, "text": "x" * 200}


def test_a_table_of_which_no_column_is_an_input_says_so(new_app):
    client = new_app().test_client()
    pages = [client.post("/tools/small/batch", data={"rows": f"{name}\n1", "do": "preview"}).text for name in "xn"]

    assert ["No column matches an input" in page for page in pages] == [True, False]


@pytest.mark.parametrize("name", ["pin", "Pin", "/pin", " PIN "])
def test_a_column_of_secrets_is_on_no_page_and_the_others_are_run(client, name):
    text = f'city,{name},amount\n"Oslo, east",hunter2x,2\nRome,wombat7q,none\n'
    upload = {"file": (io.BytesIO(text.encode()), "rows.csv")}

    pages = [client.post("/tools/order/batch", data=data) for data in ({"rows": text}, upload)]

    for page in pages:
        assert [secret for secret in ("hunter2x", "wombat7q") if secret in page.text] == []
        assert "is a secret, and secrets are not read from tables" in page.text
    fields = dict(entries_of(pages[0].text))
    assert fields["rows"].split() == ["city,amount", '"Oslo,', 'east",2', "Rome,none"]
    again = client.post("/tools/order/batch", data=fields | {"do": "run"}, headers=AS_JSON)
    over(client, again.headers["Location"])
    rows = client.get(f"{again.headers['Location']}?format=json").json
    assert [row["inputs"] for row in rows] == [
        {"City": "Oslo, east", "Amount": "2"},
        {"City": "Rome", "Amount": "none"},
    ]
    refused = client.post("/tools/order/batch", data={"rows": f"{name},city\nhunter2x,\n", "do": "run"})
    assert (refused.status_code, "hunter2x" in refused.text) == (422, False)
