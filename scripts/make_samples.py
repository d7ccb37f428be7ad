"""Write the sample sessions to resources/samples, a harness home; the same bytes in every run.

python scripts/make_samples.py [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from samples import compacted, damaged, forked, interrupted, retried, tool_round
from samples.teller import spoil

SAMPLES = Path(__file__).resolve().parents[1] / "resources" / "samples"


def make(folder: Path) -> list[Path]:
    """Write every sample below `folder`; returns the log files."""
    whole = [tool_round, retried, interrupted, compacted]
    logs = [*(module.build() for module in whole), *forked.build()]
    files = [log.as_home(folder) for log in logs]
    broken = damaged.build().as_home(folder)
    spoil(broken, frame=damaged.DAMAGED_FRAME)
    return [*files, broken]


if __name__ == "__main__":
    for file in make(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES):
        print(file)
