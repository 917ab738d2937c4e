"""Requests over HTTP and their answers: to checked addresses, without redirects, within limits that hold."""

from __future__ import annotations

import math
import re
import socket
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from webform.envelopes.base import seconds_until
from webform.raw import kept_headers
from webform.runners.addresses import Resolve
from webform.runners.addresses import resolve as look_up
from webform.runners.answers import Answer
from webform.runners.bodies import Received
from webform.runners.connections import Connect, Connections
from webform.runners.failures import CallError
from webform.runners.listening import Listen, is_plain
from webform.runners.polling import LINKS
from webform.runners.recording import StreamRecorder
from webform.runners.runner import Runner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import h11

    from webform.files import FileStore
    from webform.runners.base import Target
    from webform.runners.deadlines import Deadline

#: Characters of a header that names a file.
MAX_HEADER = 1_000
#: Which bytes of how many an answer has.
_RANGE = re.compile(r"bytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18})")
_MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+(?:\s*;\s*[\w-]+=[\w\"-]+)*", re.ASCII)


class Exchange(NamedTuple):
    """One request as it is sent, and what becomes of its answer."""

    method: str
    path: str
    headers: Mapping[str, str]
    chunks: Iterable[bytes] = ()
    #: From the media type of the answer to what is given its pieces.
    listen: Listen = lambda _: None
    #: Whether a redirect is an answer, not a fault.
    redirects: bool = False
    #: Whether a large answer goes to a file.
    keeps: bool = False


class _Head(NamedTuple):
    """The head of an answer; the names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str]

    def field(self, name: str) -> str:
        """Return the header *name*; `""` where there is none."""
        return self.headers.get(name, "")


class ExchangingRunner(Runner):
    """
    The base of runners that call over HTTP.

    Args:
        resolve: looks up the addresses of a name.
        connect: connects to one of them.
        files: where large answers that are no JSON go; without, they are in memory.
    """

    def __init__(
        self,
        *,
        resolve: Resolve = look_up,
        connect: Connect = socket.create_connection,
        files: FileStore | None = None,
    ) -> None:
        self._connections, self._files = Connections(resolve, connect), files

    def exchange(self, target: Target, deadline: Deadline, request: Exchange) -> Answer:
        """
        Send *request* to *target*, within *deadline*, and return its answer.

        Raises:
            CallError: there is no whole answer; it has what came.
        """
        answer: Callable[[], Answer] | None = None
        try:
            with self._connections.lend(target, deadline) as connection:
                head = _head(connection.ask(request.method, request.path, request.headers, request.chunks))
                recorder, on_piece = _listening(head, deadline, request.listen)
                files = self._files if request.keeps and head.status < 300 else None
                received = Received(head.field("content-type"), files, on_piece)
                answer = partial(_answer, head, received, recorder, deadline)
                _check_redirect(head, request)
                coding = head.field("content-encoding").lower()
                received.take(connection.pieces(coding, target.max_response, is_stream=on_piece is not None))
                _check_whole(head)
                return answer()
        except CallError as error:
            error.answer = answer and answer()
            raise

    def close(self) -> None:
        """Close the connections that are kept open."""
        self._connections.close()


def _head(response: h11.Response) -> _Head:
    """Return the head that *response* is: the values of headers of one name are one."""
    headers: dict[str, str] = {}
    for name, value in ((name.decode(), value.decode("latin-1")) for name, value in response.headers):
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return _Head(response.status_code, headers)


def _check_redirect(head: _Head, request: Exchange) -> None:
    if 300 <= head.status < 400 and not request.redirects:
        raise CallError("redirect")


def _check_whole(head: _Head) -> None:
    """Refuse what is but a part, which nobody asked for."""
    found = _RANGE.fullmatch(head.field("content-range")) if head.status == HTTPStatus.PARTIAL_CONTENT else None
    if found and int(found[2]) + 1 - int(found[1]) < int(found[3]):
        raise CallError("cut-off")


def _listening(
    head: _Head, deadline: Deadline, listen: Listen
) -> tuple[StreamRecorder | None, Callable[[bytes], bool] | None]:
    """Return what records a stream, and what is given its pieces; neither where it is none."""
    media = head.field("content-type")
    is_text = is_plain(media)
    # A text whose length is known is there at once.
    take = None if head.status >= 300 or (is_text and head.field("content-length")) else listen(media)
    if take is None or is_text:
        return None, take
    recorder = StreamRecorder(deadline.began, sse=media.lower().startswith("text/event-stream"), on_piece=take)
    return recorder, recorder.take


def _answer(head: _Head, received: Received, recorder: StreamRecorder | None, deadline: Deadline) -> Answer:
    media, body = head.field("content-type"), received.body
    shown = {"content-type": media} if len(media) < 200 and _MEDIA_TYPE.fullmatch(media) else {}
    if named := head.field("content-disposition")[:MAX_HEADER]:
        shown["content-disposition"] = named
    shown["content-length"] = str(received.file.size if received.file else len(body))
    after = seconds_until(head.field("retry-after"))
    if after is not None:
        shown["retry-after"] = str(math.ceil(after))
    return Answer(
        status=head.status,
        headers=shown,
        body=body,
        took=monotonic() - deadline.began,
        raw_headers=kept_headers(head.headers),
        file=received.file,
        messages=recorder.messages() if recorder else (),
        links={name: address for name in LINKS if (address := head.field(name))},
    )
