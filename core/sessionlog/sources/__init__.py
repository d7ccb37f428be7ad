"""Where sessions come from. Nothing here ever writes to a source."""
