"""Return and risk of a portfolio."""
