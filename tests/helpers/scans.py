"""Scanning files in tests: what came of one pass over a log."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from log_files import Json

from sessionlog.generations import dialect_of
from sessionlog.model.row import Row
from sessionlog.model.scan import ResumePoint, ScanEnd, ScannedGap, ScannedRow
from sessionlog.model.severity import Gap
from sessionlog.sources.artifact import read_artifact
from sessionlog.sources.scan import scan


@dataclass(frozen=True)
class Scanned:
    parts: list[list[Row]]
    gaps: list[Gap]
    end: ScanEnd
    places: list[tuple[int, int, int]]
    """Line, frame and offset of each row, in file order."""

    @property
    def rows(self) -> list[Row]:
        return [row for part in self.parts for row in part]

    @property
    def codes(self) -> list[str]:
        return [problem.code for problem in self.end.diagnosis.problems]

    @property
    def spans(self) -> list[tuple[int, int]]:
        """First and last seq of each part."""
        return [(part[0].seq, part[-1].last_seq) for part in self.parts if part]

    def events(self, session_id: str = "demo") -> list[Json]:
        return [event for part in self.parts for event in dialect_of(0).events(part, session_id)]


def scan_file(path: Path, resume: ResumePoint | None = None) -> Scanned:
    """Read a log to its end and check what every scan promises."""
    one_pass = scan(read_artifact(path), resume=resume)
    first_part = resume.part if resume else 0
    parts: list[list[Row]] = [[]]
    gaps, places = [], []
    for item in one_pass:
        if isinstance(item, ScannedGap):
            gaps.append(item.gap)
            parts.append([])
            assert item.part == first_part + len(parts) - 1
        elif isinstance(item, ScannedRow):
            assert item.part == first_part + len(parts) - 1
            if parts[-1]:
                assert item.row.seq == parts[-1][-1].last_seq + 1, "seqs are dense within a part"
            parts[-1].append(item.row)
            places.append((item.line, item.frame, item.offset))
    assert one_pass.end.parts == first_part + len(parts)
    return Scanned(parts, gaps, one_pass.end, places)
