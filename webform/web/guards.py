"""Guards of requests: trusted names, our own posts only, limits; and the headers of every answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from flask import Request, Response, request
from flask.globals import request_ctx
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.wsgi import LimitedStream

from webform.incoming import Incoming
from webform.language import gettext
from webform.web.access import Gate
from webform.web.answers import PRIVATE, refuse
from webform.web.clients import Proxies, address_of, keep_client
from webform.web.limits import MB

if TYPE_CHECKING:
    from webform.web.site import Site

_HEADERS = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin")]
_PORT = re.compile(r":[0-9]{1,5}\Z")
#: Where the store of files stands for who reads the form of a request.
_FILES = "webform.files"
#: Methods that change nothing.
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
#: What anyone is answered, by the names of the views: whether the server is there, at any name, and metrics, which have
#: a token of their own; and scripts and styles.
_AT_ANY_NAME = frozenset({"health", "ready", "metrics"})
_FOR_ANYONE = _AT_ANY_NAME | {"asset", "embed", "embed_types"}


def whole_data(*, cache: bool = True) -> bytes:
    """Return the content of the request; refuse one that breaks off, or that the framework cut off at the limit."""
    asked = request_ctx.request
    length, most = asked.content_length, asked.max_content_length or 0
    if cache or length is None:
        data = asked.get_data(cache=cache)
    elif length > most:
        raise RequestEntityTooLarge
    else:
        # As it is: the framework would put streams around what is read at once.
        data = asked.environ["wsgi.input"].read(length)
    if length is None and len(data) >= most:
        raise RequestEntityTooLarge
    if length is not None and len(data) < length:
        raise ClientDisconnected
    return data


class WholeForm(FormDataParser):
    """Reads a form that is whole; of any other, and of what is none, the framework makes an empty one."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        """Return the stream, the texts and the files of the form."""
        self.silent = False
        # Where a file of the form is received: its bytes count from the first on.
        self.stream_factory = lambda *_, **__: Incoming(request_ctx.request.environ[_FILES])
        try:
            stream, form, files = super().parse(*args, **kwargs)
        except ValueError:
            message = gettext("The form breaks off, or is no multipart/form-data.")
            refuse(400, "broken-form", message, gettext("Send it again."))
        if None in form or None in files:
            message = gettext("A part of the form has no name.")
            refuse(400, "broken-form", message, gettext("Name each part by its place in the form."))
        return stream, form, files


class Guard:
    """What every request passes before, and every answer after."""

    def __init__(self, site: Site) -> None:
        config = site.config
        self._site = site
        names = [host.lower() for host in config.trusted_hosts]
        self._domains = tuple(name for name in names if name.startswith("."))
        self._hosts = frozenset(names).difference(self._domains)
        self._takes_addresses = config.trusts_addresses
        self._proxies, self._gate = Proxies(config.trusted_proxies), Gate(config.auth, site.counters)
        self._restricted = config.auth.restricted
        self._headers = [*_HEADERS, ("Content-Security-Policy", site.policy)]
        self._max_body, self._max_field = int(config.max_body_mb * MB), int(config.max_field_mb * MB)

    def check(self) -> None:
        """Refuse a request that is not meant for us, or not our own."""
        asked = request_ctx.request
        self._site.watch()
        view = (asked.endpoint or "").rpartition(".")[2]
        if view not in _AT_ANY_NAME:
            self._check_host(asked.environ.get("HTTP_HOST", ""))
        client = self._proxies.client_of(asked.environ)
        if view not in _FOR_ANYONE:
            client = client._replace(user=self._gate.enter(asked.environ, client) or self._site.hooks.user())
        keep_client(asked.environ, client)
        if asked.method not in _SAFE:
            check_origin(asked)
            self._site.shares.take_upload(asked)
            asked.max_content_length = self._max_body
            asked.max_form_memory_size = self._max_field
            asked.max_form_parts = self._site.config.max_parts
            asked.environ[_FILES] = self._site.files
            _expect_all(asked)
            if asked.mimetype == "application/x-www-form-urlencoded":
                self._check_urlencoded()
            self._site.tidy()
        # Only now: a token may stand in a form, which is read within our limits.
        if view not in _FOR_ANYONE and self._site.tokens.wanted and (token := self._site.tokens.sent()):
            keep_client(asked.environ, client._replace(user=token.user or client.user))

    def secure(self, response: Response) -> Response:
        """Give *response* the headers that every answer has."""
        headers = response.headers
        own = "Content-Security-Policy" in headers
        headers[len(headers) :] = _HEADERS if own else self._headers
        # What tells of somebody's run or inputs is kept by nobody: who answers something else says so.
        headers.setdefault("Cache-Control", PRIVATE)
        if self._restricted and headers["Cache-Control"] == "no-cache":
            headers["Cache-Control"] = "private, no-cache"
        return response

    def _check_urlencoded(self) -> None:
        # The framework reads such a form at once, whatever its limits for the fields of others.
        request.max_content_length = min(self._max_field, self._max_body)
        if whole_data().count(b"&") >= self._site.config.max_parts:
            raise RequestEntityTooLarge

    def _check_host(self, host: str) -> None:
        name = _PORT.sub("", host.lower())
        known = name in self._hosts or any(name.endswith(domain) for domain in self._domains)
        # No name of another site leads to this server where the request was sent to an address.
        if not known and not (self._takes_addresses and address_of(name.strip("[]"))):
            advice = gettext("This site's owner can add the name to trusted_hosts.")
            refuse(403, "untrusted-host", gettext("This server does not answer to that name."), advice)


def _expect_all(asked: Request) -> None:
    """Have a form refused that breaks off: half of it is another request than the one that was meant."""
    asked.form_data_parser_class = WholeForm
    if not asked.is_json and (length := asked.content_length):
        asked.environ["wsgi.input"] = LimitedStream(asked.environ["wsgi.input"], length)


def check_origin(asked: Request) -> None:
    """Refuse a request that another site makes."""
    # As the server has them: to look one up in `headers` takes ten times as long.
    environ = asked.environ
    site, origin = environ.get("HTTP_SEC_FETCH_SITE"), environ.get("HTTP_ORIGIN")
    ours = (
        site in ("same-origin", "none")
        if site is not None
        else origin is None or origin.partition("://")[2].lower() == environ.get("HTTP_HOST", "").lower()
    )
    if not ours:
        message = gettext("Only this site's own pages can do that.")
        refuse(403, "cross-site", message, gettext("Open the page here, and try again."))
    if asked.mimetype == "text/plain":
        refuse(403, "text-plain", gettext("Text is no form: send multipart/form-data, or application/json."))
