"""A Flask app with a login and a look of its own, which has webform in it: `python -m examples.host`."""
