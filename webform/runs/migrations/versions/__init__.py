"""Revisions of the schema, one a module; a revision that was released never changes."""
