"""`sessionlog rescue`: a new library in the place of a damaged one, with what can be read of it."""

from __future__ import annotations

import argparse

from sessionlog.access.rescuing import rescue_library
from sessionlog.cli.output import Printer


def rescue(args: argparse.Namespace, printer: Printer) -> int:
    def tell(done: int, total: int) -> None:
        printer.progress(f"checking {done:,} of {total:,}")

    rescued = rescue_library(args.library, tell)
    for name in rescued.whole:
        printer.result({"id": name, "state": "whole", "missing": None})
    for name, problems in rescued.damaged:
        missing = " ".join(problem.message for problem in problems)
        printer.result({"id": name, "state": "damaged", "missing": missing})
    for name in rescued.lost:
        printer.result({"id": name, "state": "lost", "missing": "Everything."})
    printer.table([("id", "ID"), ("state", "STATE"), ("missing", "MISSING")])
    printer.complain(f"The damaged file was kept as {rescued.aside}.")
    if rescued.damaged or rescued.lost:
        printer.complain("Import the logs of the sessions that lack something, and they are whole again.")
        return 1
    return 0
