"""Migrations of the database of runs, from each version of its schema to the next."""
