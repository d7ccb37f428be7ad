"""A pass over a log out of a ZIP: that of its copy, known by the entry's place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from sessionlog.model.header import Header
from sessionlog.model.scan import ResumePoint, ScanEnd, ScanItem
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.follow import Growth, GrowthKind
from sessionlog.sources.scan import LogScan
from sessionlog.sources.zip_archive.unpacked import EntryCopy


class EntryScan:
    """See `sessionlog.model.scan.Scan`."""

    def __init__(self, artifact: Artifact, copy: EntryCopy, *, resume: ResumePoint | None) -> None:
        """Raises `FormatRefused` for a generation that is not read."""
        self._identity = artifact.identity
        self._copy = copy
        self._scan = LogScan(
            copy.log.path,
            artifact.header,
            artifact.encoding,
            resume=resume,
            problems=artifact.problems,
        )

    @property
    def header(self) -> Header:
        return self._scan.header

    @property
    def resumed(self) -> bool:
        return self._scan.resumed

    @property
    def bytes_total(self) -> int:
        return self._scan.bytes_total

    @property
    def bytes_done(self) -> int:
        return self._scan.bytes_done

    def __iter__(self) -> Iterator[ScanItem]:
        return iter(self._scan)

    @property
    def end(self) -> ScanEnd:
        end = self._scan.end
        identity = replace(self._identity, offset=end.identity.offset, tail_sha256=end.identity.tail_sha256)
        return replace(end, identity=identity, copy=str(self._copy.log.path))


class EntryCursor:
    """An entry of a ZIP does not grow."""

    def poll(self) -> Growth:
        return Growth(GrowthKind.UNCHANGED)


def copied(artifact: Artifact, copy: EntryCopy) -> Artifact:
    """The artifact with the path at which its bytes can be read."""
    return replace(artifact, path=str(Path(copy.log.path)))
