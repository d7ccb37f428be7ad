"""`sessionlog export`: a session as a raw ZIP, or as one readable file."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from sessionlog.access.exporting import Exporter
from sessionlog.cli.output import Printer
from sessionlog.cli.place import Place
from sessionlog.export.entries import ROWS, ExportProgress, Options, Plan, Written
from sessionlog.export.readable import ReadableOptions
from sessionlog.export.redaction import Redaction
from sessionlog.model.errors import UserError
from sessionlog.sources.files import place_of

_FORMATS = {
    ".zip": "raw",
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".markdown": "markdown",
}
"""What the ending of a file's name says it is."""


def export(args: argparse.Namespace, printer: Printer) -> int:
    """Prints each entry with its size and SHA-256; 1 when something could not be included."""
    target = place_of(args.output)
    kind = _kind(args.format, target)
    if not args.replace and os.path.lexists(target):
        raise UserError(
            "export-exists",
            f"{target} is there already; it was not touched.",
            "Choose another name, or replace it with --replace.",
        )
    with Place.open(args.path, args.library) as place:
        exporter = place.exporter(place.one(args.session))
        written = _written(args, kind, exporter, target, printer)
    for entry in written.entries:
        content = {"content": entry.content} if entry.content else {}
        about = {"name": entry.name, "kind": entry.kind, **content}
        printer.result({**about, "size": entry.size, "sha256": entry.sha256})
    printer.result({"name": written.path, "kind": kind, "size": written.size, "sha256": written.sha256})
    printer.table([("size", "SIZE"), ("sha256", "SHA-256"), ("kind", "KIND"), ("name", "NAME")])
    for entry in written.entries:
        if entry.content == ROWS:
            printer.complain(f"note: {entry.name} was written out of a database, row by row")
    for missing in written.missing:
        printer.complain(f"not included: {missing.what} {missing.id}: {missing.reason}")
    return int(bool(written.missing))


def _kind(asked: str | None, target: Path) -> str:
    """What is written: as asked, else by the name's ending. Raises `UserError` where they contradict."""
    named = _FORMATS.get(target.suffix.lower())
    if asked is not None and named not in (None, asked):
        raise UserError(
            "export-format",
            f"{target.name} ends as {named} does, but --format says {asked}. Nothing was written.",
            "Leave out --format, or choose another name.",
        )
    return asked or named or "raw"


def _written(
    args: argparse.Namespace, kind: str, exporter: Exporter, target: Path, printer: Printer
) -> Written:
    def tell(progress: ExportProgress) -> None:
        share = 100 * progress.bytes_done // max(progress.bytes_total, 1)
        printer.progress(f"writing {progress.done} of {progress.total} files, {share} %")

    options = Options(not args.no_descendants, not args.no_media, args.all_generations)
    if kind == "raw":
        plan = exporter.plan(options)
        redaction = _redaction(exporter, plan, printer) if args.redact else None
        return exporter.write_zip(plan, target, replace=args.replace, progress=tell, redaction=redaction)
    redaction = None
    if args.redact:
        plan = exporter.plan(Options(descendants=False, media=False))
        redaction = _redaction(exporter, plan, printer)
    readable = ReadableOptions(not args.no_attempts, not args.no_tools, language=args.language)
    return exporter.write_readable(
        kind, target, readable, replace=args.replace, progress=tell, redaction=redaction
    )


def _redaction(exporter: Exporter, plan: Plan, printer: Printer) -> Redaction:
    """Everything that is found is replaced; what that was is told by rule and count only."""
    detective = exporter.findings(plan)
    findings = detective.findings()
    for finding in findings:
        place = finding.places[0]
        printer.complain(
            f"redacting {finding.rule}: {finding.count} times, first in {place.entry} line {place.line}"
        )
    if detective.more:
        printer.complain("there are more findings than can be listed; the rest stays as it is")
    printer.complain("what was not found is still there: look through the copy before you pass it on")
    return Redaction(findings)
