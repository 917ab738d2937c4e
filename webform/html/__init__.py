"""Forms as HTML, and what they send back: the only part that knows of Jinja and WTForms."""
