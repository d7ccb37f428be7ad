"""What a scan's findings come to: severity, problems, and what the harness itself would do.

The harness loads in stages (spec 01 section 2.5): the physical scan, the version, retired shapes,
unknown types, validation. The first stage that stumbles decides its verdict, whatever comes later
in the log; severity follows from the verdict (architecture section 4).
"""

from __future__ import annotations

from typing import Any

from sessionlog.generations.finding import Finding, Stage
from sessionlog.model.errors import FormatRefused
from sessionlog.model.severity import Diagnosis, HarnessVerdict, Level, Problem, Severity

_MOST_PROBLEMS = 200
_MOST_TEXT = 600
_MOST_REFUSAL = 2000
_REFUSAL_CLASS = {
    Stage.ADMISSION: "SessionPersistenceCorruptionError",
    Stage.PHYSICAL: "Error",
    Stage.VERSION: "SessionFormatUnsupportedError",
    Stage.RETIRED: "SessionFormatUnsupportedError",
    Stage.UNKNOWN_TYPE: "SessionFormatUnsupportedError",
    Stage.VALIDATION: "SessionPersistenceCorruptionError",
}
_WRAPPED = 3
"""The first generation of which the harness wraps what its physical scan says."""


class Judge:
    """Collects findings. One problem stands for all findings of a code and key, with their count."""

    def __init__(self, session_id: str, state: dict[str, Any] | None = None, generation: int = 0) -> None:
        self._session_id = session_id
        self._wrapped = generation >= _WRAPPED
        self._found: dict[tuple[str, str], dict[str, Any]] = {}
        self._refusal: tuple[int, str, str] | None = None
        self._repairs: list[str] = []
        self._left_out = 0
        if state is not None:
            self._found = {(item["code"], item["key"]): dict(item) for item in state["found"]}
            self._refusal = _refusal(state["refusal"])
            self._left_out = state["left_out"]

    def state(self) -> dict[str, Any]:
        """A JSON value to go on from when the log has grown. What was said of its end is left out."""
        found = [dict(item) for item in self._found.values() if not item["at_end"]]
        return {"found": found, "refusal": list(self._refusal or ()), "left_out": self._left_out}

    def problem(
        self, problem: Problem, *, refuses: Stage | None = None, at_end: bool = False
    ) -> Problem | None:
        """Take a problem; gives it back when it is the first of its code. `refuses` names the stage of
        the harness that would stumble over it; `at_end` marks what more rows may put right."""
        return self._note(problem, "", refuses, at_end, beside=False)

    def again(self, code: str, times: int, line: int) -> None:
        """The problem of a code that was taken before, `times` times more, the last at `line`."""
        known = self._found.get((code, ""))
        if known is None:
            self._left_out += times
            return
        known["count"] += times
        known["last"] = line

    def finding(self, finding: Finding, *, seq: int, line: int, frame: int, offset: int) -> Problem | None:
        """Take what a strict check found at a row."""
        note = finding.stage is Stage.NOTE
        level = level_of(finding)
        problem = Problem(
            finding.code, level, finding.message[:_MOST_TEXT], seq, line, frame or None, offset, str(seq)
        )
        self.refuse(problem, finding.stage, finding.error, finding.said)
        return self._note(problem, finding.key[:_MOST_TEXT], None, False, beside=note)

    def refuse(self, problem: Problem, stage: Stage, error: str = "", said: str = "") -> None:
        """Note that the harness stumbles over a problem; the earliest stage decides what it says.

        `error` and `said` are its class and its text where they are known exactly. Over a note it does
        not stumble.
        """
        if stage is not Stage.NOTE and (self._refusal is None or stage < self._refusal[0]):
            text = said or self._refusal_text(problem, stage)
            self._refusal = (int(stage), text[:_MOST_REFUSAL], error or self._class(stage))

    def _class(self, stage: Stage) -> str:
        return _REFUSAL_CLASS[Stage.ADMISSION if self._wrapped and stage is Stage.PHYSICAL else stage]

    def repairs(self, what: str) -> None:
        """Note what the harness would mend by itself when it opens the session."""
        self._repairs.append(what)

    def _note(
        self, problem: Problem, key: str, refuses: Stage | None, at_end: bool, *, beside: bool
    ) -> Problem | None:
        if refuses is not None:
            self.refuse(problem, refuses)
        known = self._found.get((problem.code, key))
        if known is not None:
            known["count"] += 1
            known["last"] = problem.seq if problem.seq is not None else problem.line
            return None
        if len(self._found) >= _MOST_PROBLEMS:
            self._left_out += 1
            return None
        self._found[problem.code, key] = {
            "code": problem.code,
            "key": key,
            "level": str(problem.level),
            "message": problem.message,
            "seq": problem.seq,
            "line": problem.line,
            "frame": problem.frame,
            "offset": problem.offset,
            "affected": problem.affected,
            "count": 1,
            "last": None,
            "at_end": at_end,
            "beside": beside,
        }
        return problem

    def _refusal_text(self, problem: Problem, stage: Stage) -> str:
        places = (("seq", problem.seq), ("line", problem.line), ("byte", problem.offset))
        place = next((f" ({name} {where})" for name, where in places if where is not None), "")
        said = f"{problem.message.rstrip('.')}{place}"
        if stage is Stage.VALIDATION:
            return f'stored session "{self._session_id}" failed validation: {said}'
        return f'session "{self._session_id}": {said}'

    def diagnosis(self) -> Diagnosis:
        """The judgement of everything taken so far; what bears on the verdict comes before mere notes."""
        found = sorted(self._found.values(), key=lambda item: bool(item.get("beside")))
        problems = [_as_problem(item) for item in found]
        if self._left_out:
            problems.append(
                Problem("more-problems", Level.INFO, f"{self._left_out:,} further problems are not listed.")
            )
        if self._refusal is not None:
            _, text, error = self._refusal
            verdict = HarnessVerdict("refuses", error, text)
            return Diagnosis(Severity.DAMAGED, tuple(problems), verdict)
        if self._repairs:
            verdict = HarnessVerdict("repairs", None, " ".join(self._repairs))
            return Diagnosis(Severity.REPAIRED, tuple(problems), verdict)
        return Diagnosis(Severity.OK, tuple(problems))


def level_of(finding: Finding) -> Level:
    """What the harness does not look at while it reads is a warning."""
    return Level.WARN if finding.stage is Stage.NOTE else Level.ERROR


def _refusal(state: list[Any]) -> tuple[int, str, str] | None:
    """A refusal as `Judge.state` has it; one that was kept before it had a class gets that of its stage."""
    if not state:
        return None
    stage, text, *error = state
    return stage, text, error[0] if error else _REFUSAL_CLASS[Stage(stage)]


def _as_problem(item: dict[str, Any]) -> Problem:
    message, affected = item["message"], item["affected"]
    if item["count"] > 1:
        message = f"{message} ({item['count']:,} of them, the last at {item['last']:,})"
        if affected is not None:
            affected = f"{affected} to {item['last']}"
    return Problem(
        item["code"],
        Level(item["level"]),
        message,
        item["seq"],
        item["line"],
        item["frame"],
        item["offset"],
        affected,
    )


def refused(refusal: FormatRefused) -> Diagnosis:
    """The judgement of a file of which nothing may be interpreted."""
    problem = Problem(
        refusal.code, Level.ERROR, f"{refusal.sentence} {refusal.remedy}".strip(), line=1, offset=0
    )
    version = refusal.code in ("newer", "older")
    name = "SessionFormatUnsupportedError" if version else "SessionPersistenceCorruptionError"
    return Diagnosis(Severity.REFUSED, (problem,), HarnessVerdict("refuses", name, refusal.sentence))
