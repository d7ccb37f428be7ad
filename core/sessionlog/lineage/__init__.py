"""Forks and where sessions come from."""
