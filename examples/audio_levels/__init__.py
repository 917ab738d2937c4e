"""Levels, pauses and waveform of a WAV recording."""
