"""Statistics of an uploaded CSV file."""
