"""`sessionlog`: the sessions of agents on the command line (the terminal face of the library)."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from sessionlog import __version__
from sessionlog.cli import attachments, attempts, commands, compare, export, fork, records, rescue, verify
from sessionlog.cli.output import Printer
from sessionlog.cli.place import Ambiguous
from sessionlog.model.errors import EnvironmentFault, FormatRefused, UserError
from sessionlog.model.json import MAX_SAFE_INTEGER
from sessionlog.model.page import MAX_PAGE_MESSAGES

FINE, DAMAGED, WRONG_USE, MACHINE = 0, 1, 2, 3
CANCELLED = 130
PATH_HELP = "a log, a folder of them, a harness home, its SQLite file or a ZIP; the library without it"
SESSION_HELP = "which session: ID, or ID@gN for the log of generation N"

Command = Callable[[argparse.Namespace, Printer], int]


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _positive(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _messages(text: str) -> int:
    number = _positive(text)
    if number > MAX_PAGE_MESSAGES:
        raise argparse.ArgumentTypeError(f"must be at most {MAX_PAGE_MESSAGES}")
    return number


def _seq(text: str) -> int:
    number = _whole(text)
    if number < 0:
        raise argparse.ArgumentTypeError("a seq is not negative")
    if number > MAX_SAFE_INTEGER:
        raise argparse.ArgumentTypeError("no log has so large a seq")
    return number


def make_parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--library", type=Path, metavar="DB", help="the library file")
    common.add_argument("--json", action="store_true", help="JSON Lines, one object a result")
    reading = common.add_mutually_exclusive_group()
    reading.add_argument("--strict", action="store_true", help="read as the harness would")
    reading.add_argument("--forensic", action="store_true", help="read everything readable (the default)")

    parser = argparse.ArgumentParser(
        prog="sessionlog",
        description="Read, check and keep the sessions of AI agents. Without PATH the library is read.",
        epilog="Exit status: 0 fine, 1 something was damaged or refused, 2 wrong use, 3 the machine refused.",
    )
    parser.add_argument("--version", action="version", version=f"sessionlog {__version__}")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="COMMAND")

    def add(name: str, help: str, command: Command) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=help, description=help, parents=[common])
        made.set_defaults(command=command)
        return made

    listing = add("ls", "List sessions.", commands.ls)
    listing.add_argument("path", nargs="?", metavar="PATH", help=PATH_HELP)
    listing.add_argument("--deep", action="store_true", help="read every log to its end")

    inspecting = add(
        "inspect", "Say what a session is, what it comes to, and what is damaged.", commands.inspect
    )
    inspecting.add_argument("path", nargs="?", metavar="PATH", help=PATH_HELP)
    inspecting.add_argument("--session", metavar="ID", help=SESSION_HELP)

    paging = add("page", "Cut one page of a session's history.", commands.page)
    noding = add("nodes", "Show a page of a session as conversation nodes.", commands.nodes)
    for made in (paging, noding):
        made.add_argument("path", nargs="?", metavar="PATH", help=PATH_HELP)
        made.add_argument("--session", metavar="ID", help=SESSION_HELP)
        made.add_argument("--before", type=_seq, metavar="SEQ", help="end before this seq")
        made.add_argument("--messages", type=_messages, default=50, metavar="N", help="messages at most (50)")
    paging.add_argument("--max-bytes", type=_positive, metavar="N", help="decoded bytes at most (2 MiB)")
    paging.add_argument("--max-events", type=_positive, metavar="N", help="events at most (20,000)")
    noding.add_argument("--audit", action="store_true", help="audit rows and hidden attempts too")

    trying = add("attempts", "List every attempt of a session and what became of it.", attempts.attempts)
    asking = add("request", "Show what a request to the model was made of.", attempts.request)
    asking.add_argument("--at", type=_seq, required=True, metavar="SEQ", help="its first chunk or its answer")
    recording = add("records", "List events and where each stands on the surface.", records.records)
    recording.add_argument("--type", action="append", metavar="T", help="of this type; may be repeated")
    recording.add_argument(
        "--surface", choices=("current", "shadowed", "log-only"), help="only events that stand there"
    )
    tracing = add("trace", "Trace an event, or the family of a session.", records.trace)
    tracing.add_argument("--event", type=_seq, metavar="SEQ", help="this event, not the family")
    verifying = add("verify", "Check sessions and say what the harness would do.", verify.verify)
    for made in (trying, asking, recording, tracing, verifying):
        made.add_argument("path", nargs="?", metavar="PATH", help=PATH_HELP)
        made.add_argument("--session", metavar="ID", help=SESSION_HELP)

    exporting = add("export", "Write a session to a file: raw ZIP, HTML or Markdown.", export.export)
    exporting.add_argument("path", nargs="?", metavar="PATH", help=PATH_HELP)
    exporting.add_argument("--session", metavar="ID", help=SESSION_HELP)
    exporting.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="what to write")
    exporting.add_argument(
        "--format",
        choices=("raw", "html", "markdown"),
        help="without it the ending of FILE says it: .html or .htm html, .md or .markdown markdown, "
        "any other a raw ZIP",
    )
    exporting.add_argument("--no-descendants", action="store_true", help="the session alone")
    exporting.add_argument("--no-media", action="store_true", help="leave out images and files")
    exporting.add_argument("--all-generations", action="store_true", help="every stored generation")
    exporting.add_argument("--redact", action="store_true", help="replace what looks like a secret")
    exporting.add_argument("--no-attempts", action="store_true", help="readable: leave out failed attempts")
    exporting.add_argument("--no-tools", action="store_true", help="readable: leave out tool bodies")
    exporting.add_argument("--language", choices=("en", "zh_CN"), default="en", help="readable: its words")
    exporting.add_argument("--replace", action="store_true", help="replace the file if it is there")

    attaching = add(
        "attachments", "List the images and files of a session; write them out.", attachments.attachments
    )
    attaching.add_argument("path", nargs="?", metavar="PATH", help=PATH_HELP)
    attaching.add_argument("--session", metavar="ID", help=SESSION_HELP)
    attaching.add_argument("-o", "--output", type=Path, metavar="DIR", help="write those that are there")

    forking = add("fork", "Fork a session at a message.", fork.fork)
    forking.add_argument("path", nargs="?", metavar="PATH", help=PATH_HELP)
    forking.add_argument("--session", metavar="ID", help=SESSION_HELP)
    forking.add_argument("--at", type=_seq, metavar="SEQ", help="inherit the whole turn around this event")
    forking.add_argument("--exact", action="store_true", help="cut right after the event")
    forking.add_argument("--title", metavar="TEXT", help="instead of the parent's title counted up")
    forking.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help="write a session log there, not into the library"
    )

    comparing = add(
        "compare", "Put two sessions, generations or attempts beside each other.", compare.compare
    )
    comparing.add_argument("left", metavar="A", help="ID, ID@gN, or ID#SEQ for an attempt of a step")
    comparing.add_argument("right", metavar="B", help="what to compare it with, written the same way")
    comparing.add_argument("path", nargs="?", metavar="PATH", help="where both are; the library without it")

    rescuing = add("rescue", "Put a new library in the place of a damaged one.", rescue.rescue)
    rescuing.add_argument("--anyway", action="store_true", help="although nothing is damaged in it")

    importing = add("import", "Keep sessions in the library.", commands.import_)
    importing.add_argument("paths", nargs="+", metavar="PATH", help="logs, folders of them, or ZIPs")
    importing.add_argument(
        "--keep", choices=("text", "link"), default="text", help="link: leave original bytes where they are"
    )
    return parser


def run(argv: Sequence[str] | None, out: TextIO, err: TextIO) -> int:
    """One command with its exit status. Faults are one line on `err`."""
    try:
        args = make_parser().parse_args(argv)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else WRONG_USE
    printer = Printer(out, err, json=args.json)
    command: Command = args.command
    try:
        return command(args, printer)
    except Ambiguous as fault:
        printer.complain(str(fault))
        commands.list_ambiguous(fault, printer)
        return WRONG_USE
    except UserError as fault:
        printer.complain(str(fault))
        return WRONG_USE
    except FormatRefused as fault:
        printer.complain(str(fault))
        return DAMAGED
    except EnvironmentFault as fault:
        printer.complain(str(fault))
        return MACHINE
    except KeyboardInterrupt:
        printer.complain("cancelled; what was finished is kept")
        return CANCELLED


def main() -> int:
    """The `sessionlog` command."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `sessionlog ls | head` ends quietly
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Whatever the terminal's encoding: JSON is UTF-8, and no text of a log may stop the command.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return run(None, sys.stdout, sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
