"""`python -m webform`: the command, where its script is not on the path."""

from __future__ import annotations

from webform.cli import main

if __name__ == "__main__":
    main()
