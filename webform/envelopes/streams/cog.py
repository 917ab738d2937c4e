"""The events of cog, and of Replicate's streams: `output`, `logs`, `completed`, `error`, `done`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.streams.base import Language
from webform.language import marked
from webform.values import as_dict, as_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.envelopes.streams.collected import Update
    from webform.envelopes.streams.frames import StreamEvent

_NAMES = ("start", "output", "logs", "completed")
_STATUSES = ("starting", "processing", "succeeded", "failed", "canceled", "aborted")


class Cog(Language):
    """Pieces of the output as they come, and the prediction once it is complete; Replicate ends with `done`."""

    @staticmethod
    def accepts(event: StreamEvent) -> bool:
        """Tell whether *event* has one of their names, or is the state of a prediction."""
        return event.name in _NAMES or (not event.name and _is_prediction(event.fields))

    def take(self, event: StreamEvent) -> Iterable[Update]:
        """Take *event* in."""
        if event.name == "logs":
            return self._logs(event)
        self.collected.ends |= event.name == "start"
        if _is_prediction(event.fields):
            return self._prediction(event.fields)
        if event.name != "output":
            return []
        fields = event.fields
        data = next((fields[key] for key in ("chunk", "output", "data") if key in fields), event.data)
        # Replicate sends the pieces of a text as they are, without quotes.
        return self.collected.add(event.words if event.words is not None else data)

    def _logs(self, event: StreamEvent) -> Iterable[Update]:
        text = event.words or next(map(as_text, event.fields.values()), "")
        return [update for line in text.splitlines() for update in self.collected.log(line)]

    def _prediction(self, prediction: dict[str, Any]) -> Iterable[Update]:
        metrics = as_dict(prediction.get("metrics"))
        self.collected.note(id=prediction.get("id"), model=prediction.get("model"), **metrics)
        status, output = prediction["status"], prediction.get("output")
        if output is not None:
            self.collected.final = _whole(output)
        if status in ("failed", "canceled", "aborted"):
            words = marked("The prediction was cancelled.") if status != "failed" else ""
            self.collected.fail(prediction.get("error") or words)
        self.collected.over = status == "succeeded" or self.collected.over
        return [] if output is None else self.collected.updates()


def _is_prediction(fields: dict[str, Any]) -> bool:
    return fields.get("status") in _STATUSES and bool(fields.keys() & {"output", "logs", "id", "metrics"})


def _whole(output: Any) -> Any:
    """Return *output* with the pieces of a text joined."""
    pieces = isinstance(output, list) and bool(output) and all(isinstance(piece, str) for piece in output)
    is_links = pieces and all(piece.startswith(("http:", "https:", "data:")) for piece in output)
    return "".join(output) if pieces and not is_links else output
