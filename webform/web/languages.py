"""The language of an answer: by the address, by the page that asks, by what the browser prefers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from flask import Request, Response, g, redirect, request
from flask.globals import request_ctx

from webform.language import ENGLISH, language, languages, nearest, use_language
from webform.web.answers import wants_json
from webform.web.tokens import FIELD as TOKEN

if TYPE_CHECKING:
    from werkzeug import Response as AnyResponse

#: The names in an address that choose a language: that of pages, and that of panels.
NAMES = ("lang", "locale")
#: What languages call themselves; one that is missing is called by its name.
_OWN_NAMES = {
    "ar": "العربية",
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "ja": "日本語",
    "pt": "Português",
    "zh-Hans": "简体中文",
}
#: Names in the address of a page that its links to other languages have too.
_SHOWN = frozenset({"q", "tag", "a", "b", "from", "part"})
#: Languages that a browser may prefer.
_MANY = 20


class Choice(NamedTuple):
    """A language that can be chosen: its name in itself, the address of this page in it, and whether it is in use."""

    name: str
    own_name: str
    href: str
    current: bool


def _chosen(query: dict[str, list[str]]) -> str:
    return next((found for name in NAMES for text in query.get(name, []) if (found := nearest(text))), "")


def _of_page(asked: Request) -> str:
    """Return the language that was chosen for the page of ours that asks, `""` where none was."""
    page = asked.headers.get("Referer", "")
    if "?" not in page:
        return ""
    try:
        parts = urlsplit(page)
    except ValueError:
        return ""
    return _chosen(parse_qs(parts.query)) if parts.netloc == asked.host else ""


def _preferred(asked: Request) -> str:
    """Return the language that the browser prefers of those there are."""
    wanted = list(asked.accept_languages.values())[:_MANY] if "Accept-Language" in asked.headers else []
    return next(filter(None, map(nearest, wanted)), ENGLISH)


def begin() -> None:
    """Use the language of this request."""
    asked = request_ctx.request
    named = _chosen({name: asked.args.getlist(name) for name in NAMES}) if asked.query_string else ""
    chosen = named or _of_page(asked)
    use_language(chosen or _preferred(asked))
    g.webform_language = chosen


def keep() -> AnyResponse | None:
    """Lead from a page whose language was chosen to the next one in it, which has it in its address then."""
    chosen = g.webform_language
    if not chosen or any(name in request.args for name in NAMES):
        return None
    if _is_page(request) and chosen != _preferred(request):
        return redirect(f"{_before_language()}{chosen}")
    return None


def _is_page(asked: Request) -> bool:
    kept = asked.headers.get("Sec-Fetch-Dest", "document") in ("document", "iframe")
    return asked.method == "GET" and kept and not wants_json(asked, default=True)


def _before_language(kept: frozenset[str] | None = None, token: str = "") -> str:
    """Return the address of this page up to a language's name; of its query only names that are *kept* stay, or all."""
    entries = [(key, text) for key, text in request.args.items(multi=True) if key not in NAMES]
    others = [entry for entry in entries if kept is None or entry[0] in kept]
    others += [(TOKEN, token)] if token else []
    # Two slashes at its beginning would lead to another site.
    path = f"{request.script_root}{_path()}".lstrip("/\\")
    return f"/{quote(path)}?{urlencode([*others, ('lang', '')], errors='replace')}"


def _path() -> str:
    """Return the path of this page; what answers a post has that of the nearest page that can be asked for."""
    path, adapter = request.path, request_ctx.url_adapter
    if request.method != "POST" or request.view_args is None or adapter is None:
        return path
    if adapter.test(path, "GET") and adapter.match(path, "GET")[1] == request.view_args:
        return path
    path = path.rpartition("/")[0]
    while path and not adapter.test(path, "GET"):
        path = path.rpartition("/")[0]
    return path or "/"


def finish(response: Response) -> Response:
    """Say that a page depends on the language; one that it leads to has the language that was chosen."""
    # A page that is kept says so already.
    if response.mimetype == "text/html" and "Accept-Language" not in response.headers.get("Vary", ""):
        response.vary.add("Accept-Language")
    chosen = g.get("webform_language", "")
    if chosen and 300 <= response.status_code < 400 and response.headers.get("Location", "").startswith("/"):
        path, hash_, fragment = response.headers["Location"].partition("#")
        if not _chosen(parse_qs(urlsplit(path).query)):
            response.headers["Location"] = f"{path}{'&' if '?' in path else '?'}lang={chosen}{hash_}{fragment}"
    return response


def leave(_error: BaseException | None) -> None:
    """Go back to English: a thread answers others next."""
    use_language(ENGLISH)


def choices(token: str = "") -> list[Choice]:
    """Return the languages of this page, where there are several; each goes on with *token*, if there is one."""
    names = languages()
    if len(names) == 1:
        return []
    now = language()
    # What is in one visitor's address is no part of a page that others are sent too; and what fills in a form may be a
    # secret, which is never shown.
    kept = frozenset() if g.get("webform_kept") or "tool_id" in (request.view_args or {}) else _SHOWN
    address = _before_language(kept, token)
    return [Choice(name, _OWN_NAMES.get(name, name), f"{address}{name}", name == now) for name in sorted(names)]
