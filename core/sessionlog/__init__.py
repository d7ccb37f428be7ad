"""The sessions of AI agents as append-only logs: read, checked, kept, derived. No Qt in here."""

__version__ = "0.1.0"
