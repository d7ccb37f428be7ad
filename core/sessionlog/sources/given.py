"""Rows of an incomplete last frame: one scan gives them, a later one passes over them."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from sessionlog.model.row import Row
from sessionlog.model.scan import ResumePoint


class GivenRows:
    """`to_skip` rows are still to be passed over; `recovered` counts those that this scan gave."""

    def __init__(self, resume: ResumePoint | None) -> None:
        self.to_skip = resume.given_rows if resume else 0
        self.recovered = 0
        self._expected: str = resume.state.get("given_sha256", "") if resume else ""
        self._offset = resume.offset if resume else 0
        self._skipped_hash = hashlib.sha256()
        self._given_hash = hashlib.sha256()

    def take(self, line: bytes) -> None:
        """A row is given out of an incomplete frame."""
        self.recovered += 1
        self._given_hash.update(line + b"\n")

    def skip(self, row: Row) -> bool:
        """Pass over a row. False when the rows that are now passed over are not those given then."""
        self.to_skip -= 1
        self._skipped_hash.update(row.raw + b"\n")
        return bool(self.to_skip) or self._skipped_hash.hexdigest() == self._expected

    def noted(self, point: ResumePoint) -> ResumePoint | None:
        """The point with what the next scan has to pass over; `None` when the frame grew by less than
        what was given."""
        if self.to_skip:
            given, sha256 = self.to_skip, self._expected
            if point.offset != self._offset:
                return None
        elif self.recovered:
            given, sha256 = self.recovered, self._given_hash.hexdigest()
        else:
            return point
        return replace(point, given_rows=given, state={**point.state, "given_sha256": sha256})
