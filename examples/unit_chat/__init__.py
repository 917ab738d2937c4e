"""A conversation that calculates and converts units."""
