"""What a ZIP may cost: the caps of hostile input for archives, in one place (spec 04 F48)."""

from __future__ import annotations

MOST_ENTRIES = 100_000
"""Entries beyond this are refused together, unread."""

MOST_DIRECTORY = 16 * 1024 * 1024
"""Bytes of a central directory that are read."""

LONGEST_NAME = 1024
"""Bytes of an entry's name."""

RATIO = 250
RATIO_FLOOR = 128 * 1024 * 1024
"""An entry that expands more than `RATIO` times, beyond this many bytes, is a bomb."""

MOST_OUT = 16 * 1024 * 1024 * 1024
"""Bytes that all entries of one archive may expand to."""

MOST_REPORTED = 1_000
"""Refused entries that are listed one by one; the others are counted."""

STEP = 256 * 1024
