"""`sessionlog verify`: what is wrong with each session of a place, and what the harness would do."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

from sessionlog.cli.output import Printer
from sessionlog.cli.place import Place
from sessionlog.cli.reading import DAMAGED, complain_of_place, complain_of_session, whole_log
from sessionlog.library import SessionInfo
from sessionlog.model.errors import FormatRefused
from sessionlog.model.severity import Diagnosis, Problem, Severity
from sessionlog.query.findings import log_findings, with_findings
from sessionlog.store.verification import LOST


def verify(args: argparse.Namespace, printer: Printer) -> int:
    with Place.open(args.path, args.library) as place:
        status = complain_of_place(place, printer)
        sessions = place.chosen(args.session)
        named = Counter(session.id for session in sessions)
        found: Counter[str] = Counter()
        for session in sessions:
            checked = _verified(place, session, printer, with_path=named[session.id] > 1)
            found[checked["severity"]] += 1
            printer.result(checked)
            refused = args.strict and checked["harness"]["verdict"] == "refuses"
            if checked["severity"] in DAMAGED or refused:
                status = 1
    printer.sheet()
    if sessions:
        printer.say(_summary(found))
    return status


def _summary(found: Counter[str]) -> str:
    """How many sessions there are of each severity, the mildest first."""
    counted = [f"{found[severity]} {severity}" for severity in Severity if found[severity]]
    total = found.total()
    return f"{total:,} session{'s' if total != 1 else ''}: {', '.join(counted)}."


def _verified(place: Place, session: SessionInfo, printer: Printer, *, with_path: bool) -> dict[str, Any]:
    """`with_path` says where a session stands whose id alone does not tell it from others."""
    findings: list[Problem] = []
    diagnosis: Diagnosis | None = None
    try:
        log = whole_log(place, session, printer)
        diagnosis = place.verified(session)
        if not any(problem.code == LOST for problem in diagnosis.problems):
            findings = log_findings(log)
    except FormatRefused as refusal:
        complain_of_session(session, refusal, printer)
    where = {"artifact": session.artifact} if with_path else {}
    return {"id": session.id, **where, **diagnosed(diagnosis or place.diagnosis(session), findings)}


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
