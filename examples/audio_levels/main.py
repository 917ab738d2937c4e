"""Audio levels: a WAV recording, measured, drawn and normalised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..checking import RefusedError
from ..serving import serve
from ..uploads import data_url, read_upload
from .drawing import draw
from .sound import Sound, decibels, find_pauses, frequency, peak, read_wav, rms, write_wav

if TYPE_CHECKING:
    from flask import Flask


def create_app() -> Flask:
    """Return the app of this tool."""
    return serve(__file__, run)


def run(body: dict[str, Any]) -> dict[str, Any]:
    """Measure the recording in *body*."""
    try:
        sound = read_wav(read_upload(body["recording"]).data, body["channel"])
    except ValueError as error:
        raise RefusedError(str(error), "recording") from None
    except LookupError as error:
        raise RefusedError(str(error), "channel") from None
    pauses = find_pauses(sound, body["threshold"], body["shortest"] / 1000)
    highest = peak(sound.samples)
    target = 10 ** (body["peak"] / 20) if body["normalise"] else highest
    return {
        "waveform": data_url("image/png", draw(sound, pauses, int(body["width"]), body["colour"])),
        "peak": round(decibels(highest), 3),
        "loudness": round(decibels(rms(sound.samples)), 3),
        "frequency": round(frequency(sound), 2),
        "audible": highest > 0,
        "facts": {"pairs": _facts(sound, pauses)},
        "pauses": _table(pauses),
        "result": data_url("audio/wav", write_wav(sound, target / highest if highest else 1)),
    }


def _facts(sound: Sound, pauses: list[tuple[float, float]]) -> list[dict[str, Any]]:
    paused = sum(end - start for start, end in pauses)
    crest = decibels(peak(sound.samples)) - decibels(rms(sound.samples))
    return [
        {"key": "Length", "value": f"{sound.seconds:.3f} s"},
        {"key": "Sample rate", "value": f"{sound.rate:,} Hz"},
        {"key": "Channels", "value": sound.channels},
        {"key": "Depth", "value": f"{sound.bits} bits"},
        {"key": "Crest factor", "value": f"{crest:.1f} dB"},
        {"key": "Pauses", "value": f"{len(pauses)}, {paused:.3f} s in all"},
    ]


def _table(pauses: list[tuple[float, float]]) -> dict[str, Any]:
    columns = [
        {"key": "start", "label": "Start (s)", "type": "number"},
        {"key": "end", "label": "End (s)", "type": "number"},
        {"key": "length", "label": "Length (s)", "type": "number"},
    ]
    rows = [{"start": round(start, 3), "end": round(end, 3), "length": round(end - start, 3)} for start, end in pauses]
    return {"columns": columns, "rows": rows}
