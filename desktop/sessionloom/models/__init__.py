"""Qt models over ids, rows fetched on demand."""
