"""The pages of a tool: its form, a run of it, the panel that others embed."""

from __future__ import annotations

from datetime import UTC, datetime
from time import time
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from flask import Response, request
from markupsafe import Markup

from webform.bodies import outline
from webform.draft import Draft, begin, fill, shown, to_controls
from webform.html.asks import render_ask
from webform.html.decode import value_of
from webform.html.details import took_words
from webform.html.env import environment
from webform.html.page import ID_PREFIX, is_id_prefix
from webform.html.render import render_draft
from webform.html.results import render_result, status_of
from webform.language import gettext, marked
from webform.outputs import looks_of
from webform.outputs.pretty import pretty
from webform.runners.base import VERSION
from webform.runs.events import SoFar, so_far
from webform.secrecy import masked
from webform.values import ABSENT
from webform.web.answers import answer
from webform.web.batch_rows import why_not
from webform.web.chat import Conversation, draw, with_unsent_message
from webform.web.languages import NAMES as LANGUAGE_NAMES
from webform.web.languages import choices
from webform.web.prefill import prefilled
from webform.web.sessions import connection, goes_on_from
from webform.web.tokens import FIELD as TOKEN
from webform.web.tokens import sent_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from webform.problems import Problem
    from webform.runs import Run
    from webform.tool import Price
    from webform.web.served import Served
    from webform.web.site import Site

#: Characters of the body that stands as JSON beside its form; a longer one is left to the script.
MAX_BODY = 100_000
#: The notice above a form that comes back without a secret that was typed.
HIDDEN_AGAIN = marked("Secrets aren't shown again. Enter them again.")


class PageView(NamedTuple):
    """
    What a page of a tool shows.

    Args:
        draft: what its form holds.
        problems: what is wrong in it, at its controls.
        body: the body it stands for; made of the draft where it is absent.
        run: the run it is of, if any.
        notices: what stands above the form.
        suggestions: what the tool suggested, by pointer.
        pasted: what was to fill the form and is no JSON, to be mended where it stood.
        opened: the part of the form that was asked for just now.
        answering: what was answered to a question of the run and cannot be sent: its form, as it was filled in.
        link: the address that fills the form in like this, if it was asked for.
        so_far: what the events of the run came to so far; looked up where it is `None`.
    """

    draft: Draft
    problems: Sequence[Problem] = ()
    body: Any = ABSENT
    run: Run | None = None
    notices: Sequence[str] = ()
    suggestions: Mapping[str, list[dict[str, Any]]] | None = None
    pasted: str = ""
    opened: str | None = None
    answering: Mapping[str, Markup] = {}
    link: str = ""
    so_far: SoFar | None = None


def tool(site: Site, tool_id: str) -> Response:
    """Answer with the page of a tool; a link may have filled in its form."""
    return _page(site, tool_id, framed=False)


def panel(site: Site, tool_id: str) -> Response:
    """Answer with a tool's form and result alone, for a page of somebody else's."""
    return _page(site, tool_id, framed=True)


def _page(site: Site, tool_id: str, *, framed: bool) -> Response:
    served = site.find(tool_id)
    entries = [
        (name, text)
        for name, text in request.args.items(multi=True)
        if (name != TOKEN or not site.tokens.wanted) and name not in LANGUAGE_NAMES
    ]
    form = served.tool.form
    filled = prefilled(form, entries) if entries else None
    if filled is None and not site.personal and not sent_text():
        key = (tool_id, framed, site.root)
        return site.cache.answer(key, served.policy, lambda: _draw(site, served, PageView(begin(form)), framed=framed))
    if filled is None:
        view = PageView(begin(form))
    elif served.tool.layout == "chat":
        # The messages of a tool come from the tool, never from an address.
        body = with_unsent_message(value_of(form, filled.draft))
        view = PageView(fill(form.root, body), notices=filled.notices, body=body)
    else:
        view = PageView(filled.draft, filled.problems, notices=filled.notices)
    return show(site, served, view, framed=framed)


def show(site: Site, served: Served, view: PageView, status: int = 200, *, framed: bool | None = None) -> Response:
    """Answer with the page of a tool as *view* has it, without its frame inside another page."""
    if framed is None:
        framed = request.headers.get("Sec-Fetch-Dest") in ("iframe", "frame")
    headers = {"Vary": "Accept, Sec-Fetch-Dest", "Content-Security-Policy": served.policy}
    if shown(served.tool.form, view.draft).hides:
        view = view._replace(notices=[*view.notices, gettext(HIDDEN_AGAIN)])
    return answer(_draw(site, served, view, framed=framed), status=status, headers=headers)


def _draw(site: Site, served: Served, view: PageView, *, framed: bool) -> str:
    view, run = _complete(site, served, view), view.run
    context: dict[str, Any] = {
        "tool": served.shown,
        "status": status_of(run.result if run else None, run),
        "body": view.pasted or _body_text(masked(served.tool.form, view.body)),
        "pasted": view.pasted,
        "link": view.link,
        "hosts": served.hosts,
        "batch": served.target is not None and served.tool.layout != "chat" and not why_not(served.tool.form),
    }
    if run is not None:
        context["run"] = {
            "id": run.id,
            "state": run.state,
            "over": run.over,
            "when": datetime.fromtimestamp(run.created, UTC),
            "took": took_words(run.took_ms),
        }
        # What is being filled in would be gone.
        if not run.over and view.so_far and not view.so_far.asks:
            context["renews"] = renewal(site.url(f"/runs/{run.id}"), run.created)
    if served.tool.layout == "chat":
        transcript, composer = _conversation(site, served, view)
        spoken = _spoken(site, view, transcript, composer)
        context |= {"form": composer, "result": transcript, "conversation": spoken}
        return render_page(site, "panel.html" if framed else "chat.html", **context)
    context |= {"form": form(site, served, view), "result": section(site, served, view)}
    return render_page(site, "panel.html" if framed else "run.html" if run else "tool.html", **context)


def form(site: Site, served: Served, view: PageView) -> Markup:
    """Return the form of a tool as *view* has it."""
    if served.tool.layout == "chat":
        return _conversation(site, served, view)[1]
    return render_draft(
        served.tool.form,
        view.draft,
        view.problems,
        address=site.url(served.path),
        run_label=run_label(served.tool.price),
        notices=view.notices,
        permissions=served.tool.permissions,
        confirms=served.tool.hints.destructive,
        examples=[example.name for example in served.tool.examples],
        suggestions=view.suggestions,
        opened=view.opened,
        session=goes_on_from(site, view.run),
        token=site.tokens.carried(),
        unconnected=unconnected(site, served),
        id_prefix=id_prefix(),
        carries=served.carries,
    )


def unconnected(site: Site, served: Served) -> str:
    """Return why nobody can run a tool, and in dev mode what its author does about it; `""` where it has an address."""
    if served.target is not None or served.why_not_run:
        return served.why_not_run
    why = gettext("This tool can't be run: no address is set for it.")
    if site.config.mode != "dev":
        return why
    # A text within an f-string is found by no catalogue.
    advice = gettext("Give its address with <code>--run-url</code>, or as <code>run_url</code> in webform.toml.")
    return Markup("{} {}").format(why, Markup(advice))  # noqa: S704 - of our own catalogue


def id_prefix() -> str:
    """Return what the ids of the form that was sent, or that a script asks for, begin with: the answer has the same."""
    sent = request.form.get(ID_PREFIX) or request.headers.get("Webform-Id-Prefix", "")
    return sent if is_id_prefix(sent) else ""


def run_label(price: Price | None) -> str:
    """Return the words of the button that runs a tool of that price."""
    if price is None or price.model == "free":
        return gettext("Run")
    amount = f"{price.amount} {price.currency}".rstrip()
    match price.model:
        case "per_day":
            return gettext("Run for {amount} a day", amount=amount)
        case "per_month":
            return gettext("Run for {amount} a month", amount=amount)
    return gettext("Run for {amount}", amount=amount)


def section(site: Site, served: Served, view: PageView) -> Markup:
    """Return the inside of the result section as *view* has it."""
    view, run = _complete(site, served, view), view.run
    if served.tool.layout == "chat":
        return _spoken(site, view, *_conversation(site, served, view))
    if run is None:
        runnable = served.target is not None
        return render_result(None, served.tool, root=site.root, id_prefix=id_prefix(), runnable=runnable)
    call = request.host_url.rstrip("/") + site.url(f"/tools/{served.tool.id}/run")
    shown = render_result(
        run.result,
        served.tool,
        outline(run.body),
        run,
        root=site.root,
        call=call,
        origins=site.config.media_origins,
        so_far=view.so_far,
        asks=_asks(site, view),
        looks=looks_of(request.args.items(multi=True)),
        styles=site.asset("results.css"),
        id_prefix=id_prefix(),
        token=site.tokens.carried(),
        author=site.config.mode == "dev",
    )
    return shown + connection(site, run)


def _asks(site: Site, view: PageView) -> list[Markup]:
    """Return what the run of *view* asks, as forms."""
    run = view.run
    if run is None or run.over or view.so_far is None:
        return []
    address, token = site.url(f"/runs/{run.id}"), site.tokens.carried()
    return [view.answering.get(ask.id) or render_ask(ask, address, token=token) for ask in view.so_far.asks]


def _spoken(site: Site, view: PageView, transcript: Markup, composer: Markup) -> Markup:
    """Return the inside of the result section of a conversation."""
    asks = Markup("").join(_asks(site, view))
    asked = Markup('<div data-stream="questions">{}</div>').format(asks) if asks else ""
    return Markup('{}{}<div class="composer">\n{}</div>').format(transcript, asked, composer)


def _conversation(site: Site, served: Served, view: PageView) -> tuple[Markup, Markup]:
    view = _complete(site, served, view)
    conversation = Conversation(
        served.tool,
        view.body,
        view.run,
        view.problems,
        notices=view.notices,
        so_far=view.so_far,
        token=site.tokens.carried(),
    )
    cancel = site.url(f"/runs/{view.run.id}/cancel") if view.run else ""
    address = site.url(served.path)
    return draw(conversation, served.shown, address, cancel, unconnected(site, served))


def of_run(served: Served, run: Run) -> PageView:
    """Return what the page of *run* shows: its form filled in again, and what the tool found wrong in it."""
    draft = fill(served.tool.form.root, run.body)
    refused = run.result.problems if run.result and run.result.status == "invalid" else ()
    return PageView(draft, to_controls(draft, refused), body=run.body, run=run)


def answer_page(site: Site, template: str, context: Mapping[str, Any], status: int = 200) -> Response:
    """Answer with the page *template*; programs may be answered otherwise."""
    return answer(render_page(site, template, **context), status=status, headers={"Vary": "Accept"})


def render_page(site: Site, template: str, **context: Any) -> str:
    """Return the page *template* as HTML."""
    config = site.config
    tiles = {"address": config.tiles, "attribution": config.tiles_attribution} if config.tiles else None
    shared = {"asset": site.asset, "url": site.url, "version": VERSION, "tiles": tiles, "renews": ""}
    token = site.tokens.carried()
    shared |= {"texts": site.texts(), "languages": choices(token)}
    shared |= {"token": token, "token_query": site.tokens.query()}
    # A map without tiles says how to set them, where the reader may be the author.
    shared["untiled"] = config.mode == "dev" and not tiles
    env = environment()
    return env.get_template(template).render(env.context() | shared | context)


def _complete(site: Site, served: Served, view: PageView) -> PageView:
    """Return *view* with its body and the events of its run so far, which the parts of a page share."""
    if view.body is ABSENT:
        view = view._replace(body=value_of(served.tool.form, view.draft, site.files))
    run = view.run
    if run is None or view.so_far is not None or (run.result is not None and run.result.status == "ok"):
        return view
    return view._replace(so_far=so_far(site.runs.events(run.id)))


def _body_text(body: Any) -> str:
    text, more = pretty(outline(body), limit=MAX_BODY)
    return "" if more else text


def renewal(address: str, since: float) -> str:
    """
    Return when the page at *address*, of what goes on *since* then, is loaded again where no scripts run, and its URL.

    What takes long is looked at less often: a page that is loaded again loses the focus.
    """
    gone = time() - since
    seconds = 2 if gone < 10 else 5 if gone < 60 else 15
    # Without a URL a browser goes to that of the page with its fragment, such as #result, and loads nothing.
    query = quote(request.query_string, safe="%=&+/?:@!$'()*,;")
    return f"{seconds};url={address}{'?' if query else ''}{query}"
