"""Airports near a place, on maps."""
