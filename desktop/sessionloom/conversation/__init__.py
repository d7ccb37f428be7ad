"""The conversation canvas."""
