"""SQL over the database of a small library."""
