"""The embedded SQLite library."""
