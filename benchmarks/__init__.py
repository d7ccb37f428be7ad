"""Measurements of the numbers that the design is held to (architecture section 7).

A checkout is measured as it stands, whether or not it is installed.
"""

from __future__ import annotations

import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(_ROOT / "core"), str(_ROOT / "desktop")]
