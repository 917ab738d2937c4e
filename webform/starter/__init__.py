"""Files that a new tool begins with: its declaration, the schema of that for editors, and a program that answers."""

from __future__ import annotations

from webform.starter.blank import blank
from webform.starter.of_body import BodyError, of_body
from webform.starter.project import Project

__all__ = ["BodyError", "Project", "blank", "of_body"]
