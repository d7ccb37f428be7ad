"""Pages and the live window."""
