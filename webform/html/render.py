"""Form → HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from webform.draft import Draft, begin, fill, shown
from webform.html.as_json import cannot_show
from webform.html.bound import Bound, bind
from webform.html.contents import contents_of
from webform.html.env import environment
from webform.html.groups import Group, Pieces
from webform.html.page import ROOM, Page, is_id_prefix, macro
from webform.html.summary import VALUE, WHOLE_BODY, label_of, target_of
from webform.inputs import Record, Shape
from webform.language import gettext, in_language, language
from webform.tool import Form, Permission, Tool, expect
from webform.values import ABSENT, brief

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from webform.problems import Problem

#: So many fields of a very long form are laid out at once: they fill most windows, and all around.
NEAR = 25
#: Chromium lays out all of a form of at most so many controls by itself, to see what it could fill in, once it is read:
#: of these more are laid out before, so that neither takes long.
_LOOKED_THROUGH, _BEFORE = 200, 100
#: What a page may give more room to, see `.cols` in the styles.
_WIDE = ('class="parts-of"', 'class="grid"')


def render(  # noqa: PLR0913 - what a page may say of a form
    what: Tool | Form,
    values: Any = ABSENT,
    problems: Iterable[Problem] = (),
    *,
    address: str | None = None,
    id_prefix: str | None = None,
    lang: str | None = None,
) -> Markup:
    """
    Return the whole `<form>` as HTML.

    Args:
        what: the tool whose form it is, or the form.
        values: the body it shows; `ABSENT` is a new form with its defaults.
        problems: what is wrong in it, shown at the inputs they name.
        address: the address of the tool; `/tools/ID` where `None`.
        id_prefix: what the ids of this form begin with, so that several forms may stand on one page: letters, digits
            and `._:-`; the id of the tool where `None`. Name it where one tool has several forms on a page.
        lang: the language of its words, such as `de`; English where there is none of that name, and where `None`. So
            are the texts of a tool that has them in several languages.

    Raises:
        ValueError: *id_prefix* has other characters.
        TypeError: *what* is neither a tool nor a form.
    """
    if not isinstance(what, Tool):
        expect(Form, what)
    if id_prefix is not None and not is_id_prefix(id_prefix):
        raise ValueError(f"Expected an id_prefix of at most 128 letters, digits and ._:-, not {brief(id_prefix)}")
    with in_language(lang or language()):
        form = what.in_language(language()).form if isinstance(what, Tool) else what
        draft = begin(form) if values is ABSENT else fill(form.root, values)
        before = form.tool_id if id_prefix is None else id_prefix
        return render_draft(form, draft, problems, address=address, id_prefix=before)


def render_draft(  # noqa: PLR0913 - what a page may add to a form
    form: Form,
    draft: Draft,
    problems: Iterable[Problem] = (),
    *,
    address: str | None = None,
    run_label: str = "",
    notices: Sequence[str] = (),
    permissions: Sequence[Permission] = (),
    confirms: bool = False,
    examples: Sequence[str] = (),
    suggestions: Mapping[str, list[dict[str, Any]]] | None = None,
    opened: str | None = None,
    session: str = "",
    token: str = "",
    id_prefix: str = "",
    unconnected: str = "",
    alone: bool = False,
    carries: Mapping[str, str] | None = None,
) -> Markup:
    """
    Return the whole `<form>` for *draft*, with everything as it was typed; the part *opened* is shown.

    A tool that is *unconnected* cannot be run; this says why, in the place of the button.
    A run of it goes on with the *session* of the run of that id, and has the *token* of its page.
    Where it stands *alone*, a script does what its buttons say, with templates beside its parts.
    Its ids begin with *id_prefix*. What it *carries* is sent along as hidden fields; no browser keeps what is typed
    into such a form.
    """
    kept = environment().kept(form.cache, ("fields", environment(), language(), alone))
    draft = shown(form, draft)
    address = f"/tools/{form.tool_id}" if address is None else address
    page = Page(form, problems, address, suggestions, kept, opened=opened, id_prefix=id_prefix, alone=alone)
    groups = _groups(form, draft, page)
    root, whole_json = form.root, draft.text[-1] if draft.presence == "json" and draft.text else None
    record = root if isinstance(root, Record) else None
    rest = None if whole_json is not None else _rest(form, draft, page)
    sliced = [] if whole_json is not None else [(group, group.html(alone)) for group, alone in _sliced(groups)]
    # The room of a page is what its fields took of it.
    shown_count = ROOM - page.room - sum(len(group.more) for group in groups)
    contents = contents_of(groups, shown_count, page.before)
    context = {
        "form": form,
        "page": page,
        "groups": sliced,
        "contents": contents,
        "wide": _is_wide(sliced, rest or ""),
        "count": sum(len(group.fields) for group in groups) + bool(record and record.grows and not record.aside),
        "summary": [
            (problem, target_of(form, draft, problem, page), label_of(form, draft, problem, page))
            for problem in page.problems
        ],
        "run_label": run_label or gettext("Run"),
        "notices": notices,
        "permissions": permissions,
        "confirms": confirms,
        "session": session,
        "token": token,
        "unconnected": unconnected,
        "examples": examples,
        "carries": carries or {},
        "named": record is not None,
        "live": record is not None and record.inactive_keys is not None,
        "rest": rest,
        "aside": record is not None and record.aside,
        "unfolded": bool(draft.rows) or opened == "",
        "whole_json": whole_json,
        "whole_label": gettext(WHOLE_BODY),
        "misfit": whole_json is not None and cannot_show(root, whole_json),
    }
    return _encodable(macro("form.html", "form")(context))


def render_part(  # noqa: PLR0913 - what a page may add to a form
    form: Form,
    draft: Draft,
    pointer: str,
    problems: Iterable[Problem] = (),
    *,
    address: str | None = None,
    id_prefix: str = "",
) -> Markup | None:
    """Return the one field at *pointer*, for a script to put in its place; `None` where there is none."""
    address = f"/tools/{form.tool_id}" if address is None else address
    page = Page(form, problems, address, opened=pointer, id_prefix=id_prefix)
    draft = shown(form, draft)
    whole = Bound(form.root, draft, "", page) if isinstance(form.root, Record) else None
    found = _bound_at(_groups(form, draft, page), whole, pointer)
    return _encodable(found.html()) if found else None


def _groups(form: Form, draft: Draft, page: Page) -> list[Group[Bound]]:
    """Return the fields of *form* by heading; where the body is no object, it is the one field."""
    if isinstance(form.root, Record):
        return bind(form.root, draft, page)
    return [Group("", [Bound(form.root, draft, "", page, label=form.root.label or gettext(VALUE))])]


def _sliced(groups: list[Group[Bound]]) -> Iterator[tuple[Group[Bound], int]]:
    """Yield *groups*, each with how many of its fields are in no slice of a long form."""
    count = sum(len(group.fields) for group in groups)
    left = NEAR if count > _LOOKED_THROUGH else _BEFORE
    for group in groups:
        yield group, left
        left = max(0, left - len(group.fields))


def _is_wide(sliced: list[tuple[Group[Bound], Pieces]], rest: str) -> bool:
    """Tell whether a page may give more room to the fields in *sliced*, and to the *rest*."""
    parts = [rest]
    for group, pieces in sliced:
        # An input of one value is never wide, and a long form of them would be searched for nothing.
        if any(field.input.shape is not Shape.LEAF for field in group.fields):
            parts += pieces
    return any(word in html for html in parts for word in _WIDE)


def _rest(form: Form, draft: Draft, page: Page) -> Markup | None:
    """Return what has a name that the form did not declare, where there is, or may be, any."""
    if not isinstance(form.root, Record) or form.root.undeclared is None:
        return None
    whole = Bound(form.root, draft, "", page)
    if not form.root.grows and not whole.entries:
        return None
    return macro("inputs/object.html", "named")(whole)


def _bound_at(groups: list[Group[Bound]], whole: Bound | None, pointer: str) -> Bound | None:
    """Return the field at *pointer*, below the fields of *groups*."""
    places = [bound for group in groups for bound in group.fields]
    if whole:
        places += whole.entries
    while True:
        above = next((place for place in places if pointer == place.at or pointer.startswith(place.at + "/")), None)
        if above is None or above.at == pointer:
            return above
        inner = above.inner or above
        places = [*(bound for _, bound in inner.items)] if inner.input.shape is Shape.ROWS else []
        if isinstance(inner.input, Record):
            places = [*(bound for group in inner.groups for bound in group.fields), *inner.entries]


def _encodable(html: Markup) -> Markup:
    """Return *html* without what no encoding has: a lone surrogate may stand in any declared text."""
    if html.isascii():
        return html
    try:
        html.encode()
    except UnicodeEncodeError:
        return Markup(html.encode("utf-8", "replace").decode())  # noqa: S704 - it is HTML already
    return html
