"""Form data → body: structure in plain code, each leaf a WTForms field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wtforms import Field
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm

from webform import dataurl, media
from webform.coerce import as_meant
from webform.draft import Draft, body, check_draft, find, inside, pointer_of, read
from webform.files import FileStore, FileTooLargeError, StoredFile, StoreFullError, in_words
from webform.html.page import ID_PREFIX
from webform.inputs import Input, UnreadableError
from webform.inputs.uploads import UploadLike
from webform.problems import Problem, error_at
from webform.schema_errors import MAX_PROBLEMS
from webform.tool import Form, expect
from webform.values import ABSENT, upwards

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


#: Names of what is no part of a body: the button that was pressed, that a run is meant, whose session goes on, the
#: declaration that the playground sends along, and what the form's ids begin with.
OURS = frozenset({"do", "confirm", "session", "visitor", "token", "declaration", "before", "tool", ID_PREFIX})


class LeafField(Field):
    """A leaf of a form: its texts kept as typed (`raw_data`), its value made by the input."""

    def __init__(self, leaf: Input, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.leaf = leaf

    def process_texts(self, texts: Mapping[str, list[str]]) -> Any:
        """Keep *texts*, and return the value they stand for; raises `UnreadableError`."""
        self.raw_data = [text for typed in texts.values() for text in typed]
        try:
            self.data = self.leaf.value(texts)
        except UnreadableError as error:
            self.process_errors = [error.problem.message]
            raise
        return self.data


class LeafForm(BaseForm):
    """The fields of the leaves that were sent, by pointer; `BaseForm` takes every name. *store* has their files."""

    def __init__(self, store: FileStore | None = None) -> None:
        super().__init__({})
        self.store = store

    def read_leaf(self, leaf: Input, at: str, texts: Mapping[str, list[str]]) -> Any:
        """Add the field of *leaf* at *at* and return its value."""
        self[at] = UnboundField(LeafField, leaf)
        field = self[at]
        assert isinstance(field, LeafField)  # noqa: S101 - tells the type checker what was just put there
        value = field.process_texts(texts)
        return _resolved(value, self.store) if isinstance(leaf, UploadLike) else value


def _resolved(value: Any, store: FileStore | None) -> Any:
    """Return *value*, of an input of files, with each file where it is kept; raise `UnreadableError` if one is gone."""
    if isinstance(value, list):
        return [_resolved(file, store) for file in value]
    if not isinstance(value, StoredFile):
        return value
    kept = store.resolve_sent(value) if store else None
    if kept is None:
        raise UnreadableError("file-gone", key="" if value.name else "file-gone.unnamed", name=value.name)
    return kept


def decode(form: Form, formdata: Any, files: Any = None) -> tuple[Any, list[Problem]]:
    """
    Decode a submitted form into the body, checked.

    Args:
        form: the form that was rendered.
        formdata: its texts: a multidict, a mapping of name to a text or texts, or (name, text) pairs.
        files: its files likewise, each with `filename`, `mimetype` and `stream` (or `read`).

    Returns:
        The body, files as data URLs, and all that is wrong with it; the body is what it can be despite them.
    """
    expect(Form, form)
    draft, problems = read_form(form, formdata, files)
    value, found = body_of(form, draft)
    return as_meant(form, value), together(problems, found)


def together(problems: list[Problem], found: list[Problem]) -> list[Problem]:
    """Return *problems* with those *found* later, but not that something is missing which was there and refused."""
    refused = {problem.at for problem in problems}
    return problems + [problem for problem in found if problem.code != "required" or problem.at not in refused]


def body_of(form: Form, draft: Draft, store: FileStore | None = None) -> tuple[Any, list[Problem]]:
    """Return the body of *draft* and what is wrong with it, at the places of the body; *store* has its files."""
    value, unreadable = body(form, draft, LeafForm(store).read_leaf)
    if value is ABSENT:
        return value, unreadable
    wrong = {problem.at for problem in unreadable}
    around = {above for at in wrong for above in upwards(at)}
    found = check_draft(form, draft, value, as_meant(form, value))
    # What cannot be read is absent from the body: one problem for it is enough.
    checked = [problem for problem in found if problem.at not in around and wrong.isdisjoint(upwards(problem.at))]
    return value, (unreadable + checked)[:MAX_PROBLEMS]


def value_of(form: Form, draft: Draft, store: FileStore | None = None) -> Any:
    """Return the body of *draft* as `body_of` does, without a check."""
    return body(form, draft, LeafForm(store).read_leaf)[0]


def read_form(
    form: Form, formdata: Any, files: Any = None, store: FileStore | None = None
) -> tuple[Draft, list[Problem]]:
    """Return the draft of a submitted form; its files are kept by *store*, or become data URLs without one."""
    entries = {name: list(texts) for name, texts in _lists(formdata) if name not in OURS}
    uploaded = list(_lists(files or {}))
    draft, problems = read(entries.items())
    if not uploaded:
        return draft, problems
    problems = []
    for name, uploads in uploaded:
        pointer = pointer_of(name)
        at = pointer or ""
        input_ = None if pointer is None else inside(find(form, draft, pointer), draft.at(pointer))
        chosen = [upload for upload in uploads if getattr(upload, "filename", "")]
        if not isinstance(input_, UploadLike):
            if chosen:
                problems.append(error_at(at, "unknown-name", "unknown-name.file", name=name[:80]))
            continue
        kept = [text for text in entries.get(name, []) if text]
        sent = []
        for upload in chosen:
            try:
                sent.append(_keep(upload, input_, store))
            except FileTooLargeError:
                limit = in_words(input_.max_bytes or 0)
                problems.append(error_at(at, "too-large", "too-large.upload", name=upload.filename, limit=limit))
            except StoreFullError as error:
                problems.append(error_at(at, "store-full", error.key))
        entries[name] = kept + sent if input_.many else (sent or kept)[-1:]
    draft, unknown = read(entries.items())
    return draft, problems + unknown


def _keep(upload: Any, input_: UploadLike, store: FileStore | None) -> str:
    stream = getattr(upload, "stream", upload)
    media_type = getattr(upload, "mimetype", "") or ""
    if store is not None:
        return store.put(stream, upload.filename, media_type, input_.max_bytes).as_text()
    data = stream.read() if input_.max_bytes is None else stream.read(input_.max_bytes + 1)
    if input_.max_bytes is not None and len(data) > input_.max_bytes:
        raise FileTooLargeError(input_.max_bytes)
    return dataurl.make(media.type_of(media_type, upload.filename, data[: media.FIRST]), data)


def _lists(data: Any) -> Iterator[tuple[str, list[Any]]]:
    """Yield (name, values) of a multidict, a mapping, or pairs."""
    if hasattr(data, "lists"):
        yield from data.lists()
    elif hasattr(data, "items"):
        for name, value in data.items():
            yield name, list(value) if isinstance(value, list | tuple) else [value]
    else:
        gathered: dict[str, list[Any]] = {}
        for name, value in data:
            gathered.setdefault(name, []).append(value)
        yield from gathered.items()
