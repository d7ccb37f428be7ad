"""Measurements of the numbers that the design is held to (architecture section 7)."""
