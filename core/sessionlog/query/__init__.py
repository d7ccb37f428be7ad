"""Records, traces and filters."""
