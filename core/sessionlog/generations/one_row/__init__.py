"""What generations 2, 3 and 4 have in common: one row an event, streams inside their settlements."""
