"""One pass over a log of any encoding: rows, gaps, problems, and what they come to.

The strict prefix is part 0. The first row that does not continue it ends it, as it does for the
harness (spec 01 section 10.5); the harness gives up or drops the rest there, we go on: what can
be read behind it becomes part 1, 2, ..., in file order, with the gaps between.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sessionlog.generations import dialect_of, header_problems, scan_check
from sessionlog.generations.finding import Finding, Stage
from sessionlog.model.errors import RowFault, UserError
from sessionlog.model.header import Header
from sessionlog.model.row import Row
from sessionlog.model.scan import ResumePoint, ScanEnd, ScanItem, ScannedRow, ScanProblem, TornTail
from sessionlog.model.severity import Gap, Level, Problem
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.files import SourceFile, open_source
from sessionlog.sources.frames import Damage, FrameReader, Run, Text, Torn
from sessionlog.sources.given import GivenRows
from sessionlog.sources.judge import Judge, level_of
from sessionlog.sources.lines import MAX_LINE, LineCutter
from sessionlog.sources.parts import ANY_SEQ, PartCutter
from sessionlog.sources.plain import PlainReader
from sessionlog.sources.problems import bad_line, open_turn, refusing_stage, torn_tail, wrong_seq
from sessionlog.sources.spots import Spot, frame_spots, run_spots

MOST_PARTS = 10_000
"""Islands beyond this are one last gap: a log in which every row restarts would be all parts."""

_TOO_MANY = ("too-many-islands", "The log restarts too often; the rest is not loaded.")
_NO_LINE = b"\n"


def scan(
    artifact: Artifact,
    *,
    resume: ResumePoint | None = None,
) -> LogScan:
    """A pass over an artifact, whole or from where an earlier one ended.

    Raises `FormatRefused` when this version does not read the artifact's generation. Iterating
    opens the file and raises what `Scan` says.
    """
    return LogScan(
        Path(artifact.path),
        artifact.header,
        artifact.encoding,
        resume=resume,
        problems=artifact.problems,
    )


class LogScan:
    """The scan of one file. See `sessionlog.model.scan.Scan`."""

    def __init__(
        self,
        path: Path,
        header: Header,
        encoding: str,
        *,
        resume: ResumePoint | None = None,
        until: int | None = None,
        take_torn: bool = True,
        problems: Sequence[Problem] = (),
    ) -> None:
        """`until` reads no byte from that offset on; without `take_torn`, the whole lines of an
        incomplete last frame are left where they are."""
        self.header = header
        self._path = path
        self._zstd = encoding == "zstd"
        self._resume = resume
        self._until = until
        self._take_torn = take_torn
        self._given_problems = problems
        self._read_row = dialect_of(header.generation).read_row
        state: dict[str, Any] = resume.state if resume else {}
        self._judge = Judge(header.id, state.get("judge"), header.generation)
        self._check = scan_check(header.generation, header.id, state.get("check"), header=header)
        self._issue = Problem(**state["issue"]) if state.get("issue") else None
        self._events: int = state.get("events", 0)
        self._reproducible: bool = state.get("reproducible", True)
        self._line = resume.line if resume else 0
        self._parts = PartCutter(resume.part, resume.next_seq) if resume else PartCutter()
        self._parts.gap = Gap(**state["gap"]) if state.get("gap") else None
        self._given = GivenRows(resume)
        self._frame = resume.frame if resume else 1
        self._cutter = LineCutter(MAX_LINE)
        self._cutter.hold(b64decode(state.get("carried", "")))
        self._line_offset = resume.offset if resume else 0
        self._safe: ResumePoint | None = None
        self._torn: TornTail | None = None
        self._torn_ended = False
        self._worthless, self._worthless_code = _NO_LINE, ""
        self._reader: FrameReader | PlainReader | None = None
        self._total = 0
        self._end: ScanEnd | None = None

    @property
    def resumed(self) -> bool:
        return self._resume is not None

    @property
    def bytes_total(self) -> int:
        return self._total

    @property
    def bytes_done(self) -> int:
        start = self._resume.offset if self._resume else 0
        return self._reader.position - start if self._reader else 0

    @property
    def end(self) -> ScanEnd:
        if self._end is None:
            raise ValueError("the scan has not been iterated to its end")
        return self._end

    def __iter__(self) -> Iterator[ScanItem]:
        with open_source(self._path) as file:
            start = self._resume.offset if self._resume else 0
            size = file.size if self._until is None else min(self._until, file.size)
            self._total = max(0, size - start)
            yield from self._opening()
            if self._zstd:
                self._reader = FrameReader(file, start=start, frame=self._frame, end=size)
            else:
                self._reader = PlainReader(file, start=start, end=size)
            yield from self._pieces(self._reader)
            yield from self._closing()
            self._end = self._finish(file, size)

    def _opening(self) -> Iterator[ScanItem]:
        if self._resume is not None:
            return
        for problem in self._given_problems:
            yield from self._note(problem, Stage.PHYSICAL if problem.level is Level.ERROR else None)
        for problem in header_problems(self.header):
            yield from self._note(problem, Stage.VALIDATION if problem.level is Level.ERROR else None)

    def _note(self, problem: Problem, refuses: Stage | None, *, at_end: bool = False) -> Iterator[ScanItem]:
        first = self._judge.problem(problem, refuses=refuses, at_end=at_end)
        if first is not None:
            yield ScanProblem(first)

    def _pieces(self, reader: FrameReader | PlainReader) -> Iterator[ScanItem]:
        for piece in reader.runs():
            if type(piece) is Run:
                yield from self._run(piece)
            elif type(piece) is Text:
                if piece.torn:
                    self._enter_torn(piece.offset)
                    if not self._take_torn:
                        continue
                yield from self._text(piece)
            elif type(piece) is Damage:
                yield from self._damage(piece)
            elif type(piece) is Torn:
                self._enter_torn(piece.offset)
                self._cutter.drop()
                self._torn = TornTail(piece.offset, reader.position - piece.offset, self._given.recovered)

    def _run(self, run: Run) -> Iterator[ScanItem]:
        """Frames of whole lines, as the harness writes them, are cut as one text; others one by one."""
        if self._cutter.carried or run.frame == 1 or not all(text.endswith(b"\n") for text in run.texts):
            for piece in run.pieces():
                yield from self._text(piece)
            return
        yield from self._rows(self._cutter.cut(b"".join(run.texts)), run_spots(run))
        self._frame = run.frame + len(run.texts)

    def _text(self, piece: Text) -> Iterator[ScanItem]:
        lines = self._cutter.cut(piece.data)
        spots = frame_spots(piece) if piece.frame else self._plain_spots(lines)
        yield from self._rows(lines, spots, torn=piece.torn)
        if piece.final:
            self._frame = piece.frame + 1
            if self._cutter.carried or piece.frame == 1:
                yield from self._frame_end(piece)

    def _plain_spots(self, lines: list[bytes | None]) -> Iterator[Spot]:
        for line in lines:
            start = self._line_offset
            self._line_offset += (self._cutter.dropped if line is None else len(line)) + 1
            yield 0, start, self._line_offset

    def _rows(
        self, lines: list[bytes | None], spots: Iterable[Spot], *, torn: bool = False
    ) -> Iterator[ScanItem]:
        """The hot loop: every row of the log passes here."""
        read_row, feed, parts, given = self._read_row, self._check.feed, self._parts, self._given
        repeats = ended = 0
        for line, spot in zip(lines, spots):
            self._line += 1
            if line == self._worthless:  # nothing new is learned from it
                repeats += 1
                ended = spot[2]
                continue
            if repeats:
                self._lose_again(repeats, self._line - 1, ended)
                repeats = 0
            if self._line == 1:
                yield from self._header_line(line)
                continue
            if torn and self._torn_ended:
                break
            try:
                if line is None:
                    raise RowFault("too-long", "longer than 256 MiB, not loaded")
                row = read_row(line)
            except RowFault as fault:
                yield from self._bad_line(fault, line, spot, torn=torn)
                continue
            self._worthless = _NO_LINE
            if row.seq != parts.next_seq or parts.gap is not None:
                yield from self._break(row, spot, torn=torn)
                if parts.gap is not None or (torn and self._torn_ended):
                    continue
            if self._issue is not None and row.type == "turn/end":
                self._commit_issue()
            frame, start, _ = spot
            if row.count == 1 or type(row.value) is not dict:
                for finding in feed(row):
                    yield from self._found(finding, row.seq, frame, start)
            parts.next_seq = row.seq + row.count
            self._events += row.count
            if torn:
                given.take(line)
            if given.to_skip:
                if not given.skip(row):
                    raise self._changed()
            else:
                yield ScannedRow(parts.part, row, self._line, frame, start)
        if repeats:
            self._lose_again(repeats, self._line, ended)

    def _found(self, finding: Finding, seq: int, frame: int, offset: int) -> Iterator[ScanItem]:
        first = self._judge.finding(finding, seq=seq, line=self._line, frame=frame, offset=offset)
        if first is not None:
            yield ScanProblem(first)

    def _header_line(self, line: bytes | None) -> Iterator[ScanItem]:
        if line != self.header.raw:
            raise self._changed()
        if line.endswith(b"\r"):
            yield from self._note(Problem("line-ends", Level.INFO, "The lines end in CR LF.", line=1), None)

    def _changed(self) -> UserError:
        return UserError(
            "source-changed", f"{self._path.name} was replaced while it was being read.", "Open it again."
        )

    def _enter_torn(self, offset: int) -> None:
        """Remember where to take up the log again before anything of an incomplete frame is read."""
        if self._safe is None:
            self._safe = self._point(offset)

    def _point(self, offset: int) -> ResumePoint:
        state = {
            "judge": self._judge.state(),
            "check": self._check.state(),
            "issue": None if self._issue is None else asdict(self._issue),
            "events": self._events,
            "reproducible": self._reproducible,
            "gap": None if self._parts.gap is None else asdict(self._parts.gap),
            "carried": b64encode(self._cutter.held()).decode() if self._zstd else "",
        }
        return ResumePoint(offset, self._line, self._frame, self._parts.part, self._parts.next_seq, 0, state)

    def _frame_end(self, piece: Text) -> Iterator[ScanItem]:
        message = ""
        if piece.frame == 1 and (self._line != 1 or self._cutter.carried):
            code, message = "header-frame", "The first frame holds more or less than the header line."
        elif self._cutter.carried:
            code, message = "frame-mid-line", "A complete frame ends in the middle of a line."
        if message:
            yield from self._physical(code, message, self._line, piece)

    def _physical(self, code: str, message: str, line: int, piece: Text | Damage) -> Iterator[ScanItem]:
        self._reproducible = False
        problem = Problem(code, Level.ERROR, message, None, line, piece.frame, piece.offset)
        yield from self._note(problem, Stage.PHYSICAL)

    def _damage(self, piece: Damage) -> Iterator[ScanItem]:
        yield from self._physical(piece.code, piece.message, self._line + 1, piece)
        self._frame = piece.frame + 1
        if piece.lost:
            cut = 1 if self._cutter.drop() else 0
            self._line += cut
            self._parts.lose(piece.code, piece.message, cut, self._line + 1 - cut, piece.offset, piece.end)

    def _bad_line(
        self, fault: RowFault, line: bytes | None, spot: Spot, *, torn: bool = False
    ) -> Iterator[ScanItem]:
        """A line that is no row: into the gap, and an issue that a later `turn/end` makes fatal."""
        if torn:
            self._torn_ended = True
            self._reproducible = False
            return
        self._reproducible = False
        frame, start, end = spot
        problem = bad_line(fault, self._line, frame, start)
        refuses = refusing_stage(fault, self.header.generation, line, self._parts.next_seq)
        yield from self._issue_at(problem, frame, refuses)
        self._parts.lose(problem.code, problem.message, 1, self._line, start, end)
        self._worthless, self._worthless_code = _NO_LINE if line is None else line, problem.code

    def _lose_again(self, times: int, last_line: int, end: int) -> None:
        """The line that was bad last, once more and more: a file of one line must not cost its length."""
        self._judge.again(self._worthless_code, times, last_line)
        self._parts.lose_more(times, last_line, end)

    def _issue_at(self, problem: Problem, frame: int, refuses: Stage | None) -> Iterator[ScanItem]:
        """A zstd frame that is complete must be good; a plain log may end in rows that nothing committed."""
        if refuses is None and frame:
            refuses = Stage.PHYSICAL
        if refuses is None and self._issue is None:
            self._issue = problem
        yield from self._note(problem, refuses)

    def _commit_issue(self) -> None:
        assert self._issue is not None
        self._judge.refuse(self._issue, Stage.PHYSICAL)
        self._issue = None

    def _break(self, row: Row, spot: Spot, *, torn: bool) -> Iterator[ScanItem]:
        """A row that does not continue the part: it begins the next one, or is one island too many."""
        if torn and self._parts.gap is None and self._parts.next_seq != ANY_SEQ:
            self._torn_ended = True
            self._reproducible = False
            return
        frame, start, _ = spot
        if self._parts.part >= MOST_PARTS:
            self._parts.lose(*_TOO_MANY, 1, self._line, start, start)
            return
        if self._parts.gap is None and self._parts.next_seq != ANY_SEQ:
            problem = wrong_seq(row.seq, self._parts.next_seq, self._line, frame, start)
            yield from self._issue_at(problem, frame, None)
            self._parts.lose(problem.code, problem.message, 0, self._line, start, start)
        yield from self._close_gap(row.seq)

    def _close_gap(self, after_seq: int | None) -> Iterator[ScanItem]:
        item = self._parts.close(after_seq)
        if item is not None:
            self._check.broken()
            yield item

    def _closing(self) -> Iterator[ScanItem]:
        """What the end of the file says: a torn tail, rows that nothing committed, an open turn."""
        if self._safe is None:
            zstd_end = self._reader.position if self._reader and self._zstd else None
            self._safe = self._point(self._line_offset if zstd_end is None else zstd_end)
        if self._cutter.carried and not self._zstd:
            self._torn = TornTail(self._line_offset, self._cutter.carried, 0)
        for finding in self._check.finish():
            problem = Problem(finding.code, level_of(finding), finding.message)
            self._judge.refuse(problem, finding.stage, finding.error, finding.said)
            yield from self._note(problem, None, at_end=True)
        yield from self._close_gap(None)
        if self._torn is not None:
            yield from self._torn_tail(self._torn)
        if self._issue is not None:
            self._judge.repairs(f"It would drop everything from line {self._issue.line} on.")
        if self._check.open_turn is not None:
            yield from self._note(open_turn(self._check.open_turn), None, at_end=True)
            self._judge.repairs(f"It would close turn {self._check.open_turn} as interrupted.")

    def _torn_tail(self, torn: TornTail) -> Iterator[ScanItem]:
        problem = torn_tail(torn, self._line + 1, self._frame if self._zstd else None)
        no_header = self._zstd and torn.offset == 0
        yield from self._note(problem, Stage.PHYSICAL if no_header else None, at_end=True)
        self._judge.repairs(f"It would cut the unfinished write at byte {torn.offset}.")

    def _finish(self, file: SourceFile, size: int) -> ScanEnd:
        assert self._safe is not None
        point = self._given.noted(self._safe)
        if point is None:
            raise self._changed()
        fresh = self._resume is None
        return ScanEnd(
            identity=file.identity(self.header.raw, point.offset),
            resume=point,
            lines=self._line,
            events=self._events,
            parts=self._parts.part + 1,
            torn=self._torn,
            file_sha256=file.sha256(size) if fresh else None,
            text_sha256=self._cutter.text_sha256() if fresh else None,
            reproducible=self._reproducible,
            open_turn=self._check.open_turn,
            diagnosis=self._judge.diagnosis(),
        )
