"""Weather of Seattle as charts."""
