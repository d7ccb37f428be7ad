"""Generation 1: the rows of generation 0 with a header of version 1, and none of its older shapes.

No release of the harness is known to have written it (spec 03 section 0); it is what the first
migration makes.
"""

from __future__ import annotations

from sessionlog.generations.v0 import GenerationZero

GENERATION_ONE = GenerationZero(1)
