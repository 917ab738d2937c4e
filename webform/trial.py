"""The trial of a running tool: a body is sent, and what the tool does is checked, a name and a time a check."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from webform.bodies import outline
from webform.check import check
from webform.envelopes.redacted import hidden_problems, hiding
from webform.files import StoredFile
from webform.inputs import Input, Record, Shape
from webform.inputs.autocomplete import Autocomplete
from webform.problems import Problem, error_at, errors, warning_at
from webform.runners import CallError, DispatchingRunner, HTTPRunner, Target
from webform.runners.failures import UnsendableError
from webform.runners.suggestions import NoSuggestionsError, suggestions
from webform.sample import sample
from webform.secrecy import body_secrets, holds_secrets, masked, without
from webform.values import ABSENT, join, split, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from webform.result import Result
    from webform.tool import Output, Tool

State = Literal["ok", "warning", "error", "skipped"]

#: Characters of what was sent or answered that are shown.
MAX_SHOWN = 2_000
#: Seconds of a run below which nobody can cancel it.
SHORT = 0.3
#: The part of the time that was left in which a run that obeys ends: no two runs take the same time.
SOONER = 0.5
#: Seconds after which a run that tells nothing is cancelled, and those that it may take to end then.
UNTOLD, PATIENCE = 0.1, 5.0
#: What autocomplete inputs are tried with.
TYPED = "a"
#: How deep inputs are looked for.
_DEPTH = 8


class Exchange(NamedTuple):
    """What was sent to a tool, and what it answered: texts for people, cut to length."""

    sent: str
    answered: str = ""


@dataclass(frozen=True, kw_only=True)
class RunCheck:
    """
    One check of a running tool.

    Args:
        name: what is checked.
        state: whether the tool passed; `skipped` is what could not be looked at.
        ms: milliseconds from the request to what was checked; `None` where nothing was sent.
        note: what was found, in a few words.
        problems: what is wrong.
        exchange: what was sent and answered.
    """

    name: str
    state: State
    ms: int | None = None
    note: str = ""
    problems: tuple[Problem, ...] = ()
    exchange: Exchange = Exchange("")

    def as_json(self) -> dict[str, Any]:
        """Return it as programs are shown it: what was sent and answered stands where something is wrong."""
        shown: dict[str, Any] = {"name": self.name, "state": self.state}
        if self.ms is not None:
            shown["ms"] = self.ms
        if self.note:
            shown["note"] = self.note
        if self.problems:
            shown["problems"] = [problem.as_json() for problem in self.problems]
            shown |= {name: text for name, text in self.exchange._asdict().items() if text}
        return shown


def checked(name: str, ms: int | None, problems: list[Problem], note: str, exchange: Exchange) -> RunCheck:
    """Return the check that *problems* decide; the *note* stands where there are none."""
    state: State = "error" if errors(problems) else "warning" if problems else "ok"
    return RunCheck(
        name=name, state=state, ms=ms, note="" if problems else note, problems=tuple(problems), exchange=exchange
    )


class _Call:
    """One run of a tool: its result, and when what was told of it came."""

    def __init__(
        self, tool: Tool, target: Target, body: Any, runner: DispatchingRunner, hide: Callable[[str], str]
    ) -> None:
        self.tool, self.target, self.body, self._runner, self.hide = tool, target, body, runner, hide
        # A tool may keep what it is told of a run, so no two have the same id.
        self.run_id = secrets.token_hex(16)
        self.began = self._ended = monotonic()
        self.events: list[tuple[int, dict[str, Any]]] = []
        self.has_told, self.is_unwanted = Event(), Event()
        self.result: Result | None = None

    def run(self) -> Result:
        """Run the tool."""
        self.began = monotonic()
        self.result = self._runner.run(
            self.tool,
            self.target,
            self.body,
            run_id=self.run_id,
            cancelled=self.is_unwanted.is_set,
            tell=self._tell,
        )
        self._ended = monotonic()
        self.has_told.set()
        return self.result

    @property
    def took(self) -> float:
        """Seconds that it took."""
        return self._ended - self.began

    def _tell(self, event: dict[str, Any]) -> None:
        if event["type"] != "secret":
            self.events.append((_since(self.began), event))
        self.has_told.set()


def trial(tool: Tool, target: Target, runner: DispatchingRunner) -> Iterator[RunCheck]:
    """
    Yield what is checked of *tool* at *target*, in order: a run, then what stands beside it.

    The body is the first of the tool's examples that is valid, else the sample.
    """
    example = next((example for example in tool.examples if not errors(check(tool.form, example.body))), None)
    body = sample(tool.form) if example is None else example.body
    # What a sample has is no secret, and may be any word.
    own = set[str]() if example is None else body_secrets(body, without(tool.form, tool.form.root, body))
    hide = hiding(own | target.secrets)
    call = _Call(tool, target, body, runner, hide)
    result = call.run()
    yield from _run_checks(call, result, f'with "{example.name}"' if example else "")
    is_reached = result.http_status is not None or result.status != "error"
    if not (target.command or target.function):
        for at, input_ in _completed(tool.form.root):
            name = f"autocomplete {'/'.join(split(at)) or 'value'}"
            yield _suggested(name, at, input_, target, runner) if is_reached else RunCheck(name=name, state="skipped")
    second = _Call(tool, target, body, runner, hide)
    path = _cancel_path(tool, target, body, second.run_id)
    if path:
        is_ok = result.status == "ok"
        yield _cancelled(call.took, second, target, path) if is_ok else RunCheck(name="cancel", state="skipped")


def _run_checks(call: _Call, result: Result, note: str) -> Iterator[RunCheck]:
    """Yield what is checked of one run: its status, whether it took the body that *note* names, outputs, stream."""
    tool, target, ms = call.tool, call.target, round(call.took * 1000)
    exchange = Exchange(_sent(tool, target, call.body, call.run_id), _answered(call, result))
    has_failed, is_refused = result.status not in ("ok", "invalid"), result.status == "invalid"
    found = [*hidden_problems(result.problems, call.hide)]
    if result.status != "ok" and not errors(found):
        found.append(error_at("", result.code or result.status, "verbatim", text=call.hide(result.message)))
    status = "" if result.http_status is None else str(result.http_status)
    yield checked("status", ms, found if has_failed else [], status, exchange)
    accepted = "sample accepted"
    if has_failed:
        yield RunCheck(name=accepted, state="skipped")
    else:
        yield checked(accepted, ms, found if is_refused else [], note, exchange)
    if result.status == "ok":
        yield from _output_checks(tool, found, ms, exchange)
    else:
        names = [*(f"output {output.key}" for output in tool.outputs)] or ["answer"]
        yield from (RunCheck(name=name, state="skipped") for name in names)
    for index, output in enumerate(tool.outputs):
        if output.streaming:
            yield _streamed(index, output, call, exchange, is_over=result.status == "ok")


def _output_checks(tool: Tool, found: list[Problem], ms: int, exchange: Exchange) -> Iterator[RunCheck]:
    """Yield whether each output is there and of its type; what is wrong elsewhere in the answer is one more check."""
    by_key: dict[str, list[Problem]] = {}
    for problem in found:
        key = next(iter(split(problem.at)), "")
        by_key.setdefault(key, []).append(replace(problem, at=f"/outputs{problem.at}"))
    for output in tool.outputs:
        yield checked(f"output {output.key}", ms, by_key.pop(output.key, []), output.type, exchange)
    others = [problem for problems in by_key.values() for problem in problems]
    if others or not tool.outputs:
        note = "fits the output schema" if tool.output_schema is not None else "no outputs are declared"
        yield checked("answer", ms, others, note, exchange)


def _streamed(index: int, output: Output, call: _Call, exchange: Exchange, *, is_over: bool) -> RunCheck:
    name, own = f"streaming {output.key}", join("", output.key)
    times = [ms for ms, event in call.events if event.get("at", own) == own]
    if times:
        note = f"{len(times)} event{'' if len(times) == 1 else 's'}"
        return RunCheck(name=name, state="ok", ms=times[0], note=note)
    if not is_over:
        return RunCheck(name=name, state="skipped")
    problem = warning_at(f"/outputs/{index}", "no-events")
    return checked(name, round(call.took * 1000), [problem], "", exchange)


def _completed(input_: Input, at: str = "", depth: int = 0) -> Iterator[tuple[str, Autocomplete]]:
    """Yield the inputs of *input_* that the tool suggests values for, with their pointers; of a list its first item."""
    if isinstance(input_, Autocomplete):
        yield at, input_
    elif depth < _DEPTH and isinstance(input_, Record):
        for part in input_.inputs:
            yield from _completed(part, join(at, part.key), depth + 1)
    elif depth < _DEPTH and input_.shape is Shape.ROWS and (item := input_.item(0)) is not None:
        yield from _completed(item, join(at, "0"), depth + 1)


def _suggested(name: str, at: str, input_: Autocomplete, target: Target, runner: DispatchingRunner) -> RunCheck:
    began, sent = monotonic(), f"GET {_place(target)}{target.base_path}{input_.endpoint}?q={TYPED}"
    try:
        found = suggestions(runner, target, input_.endpoint, TYPED)
    except NoSuggestionsError as error:
        problem = error_at(at, "autocomplete-failed", endpoint=input_.endpoint, reason=error.message)
        return checked(name, _since(began), [problem], "", Exchange(sent, _cut(error.answer)))
    note = f'{len(found)} suggestion{"" if len(found) == 1 else "s"} for "{TYPED}"'
    return checked(name, _since(began), [], note, Exchange(sent))


def _cancel_path(tool: Tool, target: Target, body: Any, run_id: str) -> str:
    """Return where the run of that id is cancelled; `""` where nobody tells the tool."""
    if target.speaks.call is None:
        return ""
    try:
        return target.speaks.call(tool, target, body, run_id).cancel
    except UnsendableError:
        return ""


def _cancelled(first: float, call: _Call, target: Target, path: str) -> RunCheck:
    """Run the tool again, cancel it, and return whether it ends sooner than the *first* time, which took seconds."""
    if first < SHORT:
        note = f"a run takes {round(first * 1000)} ms, too short to be cancelled"
        return RunCheck(name="cancel", state="skipped", note=note)
    thread = Thread(target=call.run, daemon=True, name="webform-trial")
    thread.start()
    call.has_told.wait(UNTOLD)
    http, told_at = HTTPRunner(), monotonic()
    try:
        answer = http.say_cancelled(target, path)
    except CallError as error:
        status, answered, reason = 0, "", error.message
    else:
        status, answered = answer.status, _cut(call.hide(answer.body.decode("utf-8", "replace")))
        reason = f"it answered with status {status}"
    finally:
        http.close()
    exchange = Exchange(f"POST {_place(target)}{path}", answered)
    thread.join(PATIENCE if 200 <= status < 300 else 0)
    is_ended, ms = not thread.is_alive(), _since(told_at)
    call.is_unwanted.set()
    thread.join()
    if not 200 <= status < 300:
        key, place = "cancel-ignored.unanswered", path.partition("?")[0]
        problem = warning_at("", "cancel-ignored", key, path=place, reason=reason)
        return checked("cancel", ms, [problem], "", exchange)
    left = first - (told_at - call.began)
    if left < SHORT:
        return RunCheck(name="cancel", state="skipped", note="the run was all but over before it could be cancelled")
    is_sooner = ms < left * 1000 * SOONER or (call.result is not None and call.result.status == "cancelled")
    problems = [] if is_ended and is_sooner else [warning_at("", "cancel-ignored")]
    return checked("cancel", ms, problems, "ended once it was cancelled", exchange)


def _since(began: float) -> int:
    return round((monotonic() - began) * 1000)


def _place(target: Target) -> str:
    """Return the scheme and host of *target*."""
    return f"{'https' if target.secure else 'http'}://{target.authority}"


def _sent(tool: Tool, target: Target, body: Any, run_id: str) -> str:
    """Return the request with *body*, secrets in it masked."""
    text = _cut(write_json(outline(masked(tool.form, body))))
    if target.function or target.command or target.speaks.call is None:
        return f"{target.place} {text}"
    try:
        request = target.speaks.call(tool, target, body, run_id)
    except UnsendableError:
        return text
    # The query of an operation may have a secret of the form.
    path = request.path.partition("?")[0] if holds_secrets(tool.form) else request.path
    return f"{request.method} {_place(target)}{path} {text}"


def _answered(call: _Call, result: Result) -> str:
    """Return what the tool answered, its own text included, or what it logged; `""` where that is nothing."""
    raw = result.raw
    if raw is None:
        logged = "\n".join(str(event.get("message", "")) for _, event in call.events if event["type"] == "log")
        return _cut(call.hide(logged if result.value is ABSENT else write_json(outline(result.value))))
    head = " ".join(filter(None, (str(raw.status or ""), raw.headers.get("content-type", ""))))
    if not raw.body and raw.messages:
        text = "\n".join(message.text for message in raw.messages if message.direction == "in")
    elif isinstance(raw.body, StoredFile):
        text = f"a file of {raw.body.size:,} bytes"
    else:
        try:
            text = raw.body[: MAX_SHOWN * 4].decode("utf-8", "strict" if len(raw.body) <= MAX_SHOWN * 4 else "ignore")
        except UnicodeDecodeError:
            text = f"{len(raw.body):,} bytes that are no text"
    return "\n".join(filter(None, (head, _cut(call.hide(text)))))


def _cut(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}… ({len(text):,} characters)"
