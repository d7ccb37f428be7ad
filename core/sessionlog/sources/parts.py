"""Where the parts of a log end and begin: the seq that is due, and the gap that is open."""

from __future__ import annotations

from dataclasses import replace

from sessionlog.model.scan import ScannedGap
from sessionlog.model.severity import Gap

ANY_SEQ = -1
"""The seq due after a gap: whatever comes."""


class PartCutter:
    """`part` and `next_seq` are those of the row to come, once no gap is open."""

    def __init__(self, part: int = 0, next_seq: int = 0) -> None:
        self.part = part
        self.next_seq = next_seq
        self.gap: Gap | None = None

    def lose(self, code: str, message: str, lines: int, line: int, start: int, end: int) -> None:
        """Put `lines` lines, the last of them `line`, into the gap.

        0 lines where only seqs are missing before `line`. `start` and `end` are offsets in the file.
        """
        gap = self.gap
        if gap is None:
            before = self.next_seq - 1 if self.next_seq > 0 else None
            gap = Gap(0, line, line - 1, start, end, before, None, code, message)
        last = line if lines else gap.last_line
        # Not `replace`: a file of worthless lines passes here for each of them.
        self.gap = Gap(
            gap.rows + lines,
            gap.first_line,
            max(gap.last_line, last),
            gap.first_offset,
            max(end, gap.last_offset),
            gap.before_seq,
            gap.after_seq,
            gap.code,
            gap.message,
        )

    def lose_more(self, lines: int, line: int, end: int) -> None:
        """Put `lines` more lines into the open gap, the last of them `line`, which ends at `end`."""
        assert self.gap is not None
        gap = self.gap
        self.gap = replace(
            gap,
            rows=gap.rows + lines,
            last_line=max(gap.last_line, line),
            last_offset=max(end, gap.last_offset),
        )

    def close(self, after_seq: int | None) -> ScannedGap | None:
        """End the open gap, if there is one; the next part begins."""
        if self.gap is None:
            return None
        self.part += 1
        item = ScannedGap(self.part, replace(self.gap, after_seq=after_seq))
        self.gap = None
        self.next_seq = ANY_SEQ
        return item
