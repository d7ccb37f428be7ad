"""`sessionlog verify`: what is wrong with each session of a place, and what the harness would do."""

from __future__ import annotations

import argparse
from typing import Any

from sessionlog.cli.output import Printer
from sessionlog.cli.place import Place
from sessionlog.cli.reading import DAMAGED, complain_of_place, complain_of_session, whole_log
from sessionlog.library import SessionInfo
from sessionlog.model.errors import FormatRefused
from sessionlog.model.severity import Diagnosis, Problem
from sessionlog.query.findings import log_findings, with_findings
from sessionlog.store.verification import LOST


def verify(args: argparse.Namespace, printer: Printer) -> int:
    with Place.open(args.path, args.library) as place:
        status = complain_of_place(place, printer)
        for session in place.chosen(args.session):
            checked = _verified(place, session, printer)
            printer.result(checked)
            refused = args.strict and checked["harness"]["verdict"] == "refuses"
            if checked["severity"] in DAMAGED or refused:
                status = 1
    printer.sheet()
    return status


def _verified(place: Place, session: SessionInfo, printer: Printer) -> dict[str, Any]:
    findings: list[Problem] = []
    diagnosis: Diagnosis | None = None
    try:
        log = whole_log(place, session, printer)
        diagnosis = place.verified(session)
        if not any(problem.code == LOST for problem in diagnosis.problems):
            findings = log_findings(log)
    except FormatRefused as refusal:
        complain_of_session(session, refusal, printer)
    return {"id": session.id, **diagnosed(diagnosis or place.diagnosis(session), findings)}


def diagnosed(diagnosis: Diagnosis, findings: list[Problem]) -> dict[str, Any]:
    """A diagnosis as the command prints it, with what reading the events has shown besides."""
    diagnosis = with_findings(diagnosis, findings)
    return {
        "severity": str(diagnosis.severity),
        "problems": [_problem(problem) for problem in diagnosis.problems],
        "harness": {
            "verdict": diagnosis.harness.verdict,
            "class": diagnosis.harness.error_class,
            "text": diagnosis.harness.text,
        },
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "level": str(problem.level),
        "message": problem.message,
        "seq": problem.seq,
        "line": problem.line,
        "frame": problem.frame,
        "offset": problem.offset,
        "affected": problem.affected,
    }
