"""`sessionlog rescue`: a new library in the place of a damaged one, with what can be read of it."""

from __future__ import annotations

import argparse

from sessionlog.access.rescuing import is_sound, rescue_library
from sessionlog.cli.output import Printer
from sessionlog.model.errors import UserError


def rescue(args: argparse.Namespace, printer: Printer) -> int:
    """Prints what came over; 1 when something is missing. A library without damage is left as it is."""

    def tell(done: int, total: int) -> None:
        printer.progress(f"checking {done:,} of {total:,}")

    if not args.anyway and is_sound(args.library, tell):
        raise UserError(
            "library.sound",
            "Nothing is damaged in it. It was not touched.",
            "With --anyway a new library is made of it all the same.",
        )
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
