"""Filters for an uploaded picture."""
