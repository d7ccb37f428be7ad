"""Dialogs; none of them blocks."""
