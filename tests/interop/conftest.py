"""These tests drive real releases of the harness: only `make interop` collects them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

collect_ignore_glob = [] if os.environ.get("SESSIONLOOM_INTEROP") else ["test_*.py"]
sys.path.insert(0, str(Path(__file__).parent))
