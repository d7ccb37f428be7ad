"""Prints the table of architecture section 7 for the machine at hand: `python -m benchmarks`.

Every case runs in a process of its own; a time is the best of at most three runs. Exit status 1 when
a ratio or a count misses its goal, or when a case fails; a time that misses is said and does not
fail the run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.goals import GOALS, Goal
from benchmarks.inputs import KNOWN, REPOSITORY, big_log, gib_log
from benchmarks.measure import CLOCK_VARIABLE

TIMEOUT_S = 600
READ_A_LIBRARY = {
    "restored", "last_of_library", "pages", "memory", "contracts", "exported", "readable", "read_back",
    "forked",
}  # fmt: skip
ATTEMPTS = 3


@dataclass(frozen=True)
class Measured:
    goal: Goal
    input: str
    value: float | None
    note: str = ""

    @property
    def verdict(self) -> str:
        if self.value is None:
            return "FAILED"
        return "met" if self.goal.met(self.value) else "MISSED"

    @property
    def fails(self) -> bool:
        return self.value is None or (self.goal.firm and not self.goal.met(self.value))


@cache
def run(case: str, *arguments: str, attempt: int = 1) -> dict[str, float] | str:
    """The numbers of a case, or the last line of what went wrong; run anew for another attempt."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "benchmarks.run_case", case, *arguments]
    try:
        done = subprocess.run(
            command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=TIMEOUT_S
        )
    except subprocess.TimeoutExpired:
        return f"no end after {TIMEOUT_S} s"
    if done.returncode:
        return (done.stderr.strip() or f"exit {done.returncode}").splitlines()[-1]
    numbers: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return numbers


def measure(goals: Sequence[Goal]) -> list[Measured]:
    """Cases that read a library run after the import that fills it."""
    found = []
    for goal in goals:
        for arguments in goal.inputs:
            if goal.case in READ_A_LIBRARY:
                run("imported", *arguments[:2])
            found.append(best(goal, arguments))
            print(line(found[-1]), flush=True)
    return found


def best(goal: Goal, arguments: tuple[str, ...]) -> Measured:
    """A time that misses is taken again: what else a machine does only ever makes it worse."""
    name, value = " ".join(arguments), None
    for attempt in range(1, 2 if goal.firm else ATTEMPTS + 1):
        numbers = run(goal.case, *arguments, attempt=attempt)
        if isinstance(numbers, str):
            return Measured(goal, name, None, numbers)
        again = numbers[goal.number]
        value = again if value is None else max(value, again) if goal.more else min(value, again)
        if goal.met(value):
            break
    return Measured(goal, name, value)


def line(row: Measured) -> str:
    value = "-" if row.value is None else number(row.value)
    sign = ">=" if row.goal.more else "<="
    limit = f"{sign} {number(row.goal.limit)} {row.goal.unit}"
    kind = "count" if row.goal.firm else "time"
    return f"| {row.goal.what} | {row.input} | {limit} | {value} | {kind} | {row.verdict} {row.note} |"


def number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def machine() -> str:
    """The machine as far as it matters for numbers; it has no name here."""
    from PySide6.QtCore import qVersion

    from sessionlog.store.connection import driver

    model = next(
        (
            line.split(":", 1)[1].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.processor(),
    )
    versions = f"Python {platform.python_version()}, Qt {qVersion()}, SQLite {driver.sqlite_version}"
    return f"{model}, {os.cpu_count()} cores (load {os.getloadavg()[0]:.1f}), {versions}, Qt offscreen"


def check_inputs() -> list[str]:
    """The generator still writes the log that the goals were set for."""
    wrong = []
    for (profile, events), known in KNOWN.items():
        size = big_log(profile, events)[1]
        if (size.events, size.rows, size.frames) != known:
            wrong.append(f"{profile} {events}: {size}, not {known}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Met or missed.")
    cases = sorted({goal.case for goal in GOALS})
    parser.add_argument("--only", metavar="CASE", choices=cases, help=f"run one case: {', '.join(cases)}")
    parser.add_argument(
        "--processor-time",
        action="store_true",
        help="count the time of the measured process only, for a machine that is busy otherwise",
    )
    options = parser.parse_args()
    if options.processor_time:
        os.environ[CLOCK_VARIABLE] = "processor"
    goals = [goal for goal in GOALS if options.only in {None, goal.case}]
    wrong = check_inputs()
    if any(goal.case == "gibibyte" for goal in goals):
        gib_log()  # takes longer than a case may
    print(machine(), "processor time" if options.processor_time else "wall time", sep="; ")
    print("| what | input | goal | measured | kind | verdict |\n| --- | --- | --- | --- | --- | --- |")
    found = measure(goals)
    failed = [row for row in found if row.fails]
    met = sum(row.verdict == "met" for row in found)
    print(f"\n{met} of {len(found)} met; {len(failed)} ratios, counts or cases failed.")
    for text in wrong:
        print(f"input differs: {text}")
    return 1 if failed or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
