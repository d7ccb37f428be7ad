"""`sessionlog attachments`: the images and files of a session, and whether their bytes are there."""

from __future__ import annotations

import argparse
from pathlib import Path

from sessionlog.cli.output import Printer
from sessionlog.cli.place import Place
from sessionlog.export.attached import Attached
from sessionlog.export.target import write_fault
from sessionlog.sources.files import place_of


def attachments(args: argparse.Namespace, printer: Printer) -> int:
    """Lists each with its state; with `--output` writes those that are there. 1 when one is missing."""
    target = None if args.output is None else place_of(args.output)
    with Place.open(args.path, args.library) as place:
        found = place.exporter(place.one(args.session)).attachments()
        for one in found:
            path = None if target is None or one.blob is None else _saved(one, target)
            printer.result(
                {
                    "kind": one.kind,
                    "id": one.reference.attachment_id,
                    "name": one.reference.name,
                    "size": None if one.blob is None else one.blob.size,
                    "state": "found" if one.blob is not None else "missing",
                    "reason": one.reason,
                    "path": path,
                }
            )
    columns = ("kind", "state", "size", "name", "id")
    printer.table([(name, name.upper()) for name in columns])
    missing = [one for one in found if one.blob is None]
    for one in missing:
        printer.complain(f"{one.reference.attachment_id}: {one.reason}")
    return int(bool(missing))


def _saved(one: Attached, folder: Path) -> str:
    """Write an attachment under the name that it has in an export; what is there already stays."""
    path = folder / one.name
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise write_fault(error, path) from error
    one.save(path)
    return str(path)
