"""Starts the window on a library and prints the ms from `BEGUN` to usable: `launch DATABASE BEGUN`.

Usable means: shown, its sessions listed, no task under way, painted. The product's own `--render`
tells when; that the picture is also written to a file is counted in.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from time import CLOCK_MONOTONIC, clock_gettime, process_time
from typing import Any

from benchmarks.measure import CLOCK_VARIABLE


def main() -> int:
    database, begun = Path(sys.argv[1]), float(sys.argv[2])

    gc.disable()  # as `sessionloom.main` does
    from sessionloom.main import parser
    from sessionloom.shell import start
    from sessionloom.shell.render import Render

    class Watched(Render):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.finished.connect(self._stamp)

        def _stamp(self) -> None:
            wall = clock_gettime(CLOCK_MONOTONIC) - begun
            own = os.environ.get(CLOCK_VARIABLE) == "processor"
            print("\n", (process_time() if own else wall) * 1000, flush=True)

    start.Render = Watched  # type: ignore[misc]
    picture = database.with_name("window.png")
    options = ["--library", str(database), "--render", str(picture), "--size", "1440x900"]
    return start.start(parser().parse_args(options))


if __name__ == "__main__":
    sys.exit(main())
