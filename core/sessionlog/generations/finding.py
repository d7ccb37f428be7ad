"""What a strict check finds wrong with a row, in the order in which the harness would say it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple, Protocol

from sessionlog.model.row import Row


class Stage(IntEnum):
    """The load stages of the harness (spec 01 section 2.5): the least one decides what it says."""

    ADMISSION = -1
    """Generation 3 and later: looked at in every row that can be parsed, before anything else."""
    PHYSICAL = 0
    VERSION = 1
    RETIRED = 2
    UNKNOWN_TYPE = 3
    VALIDATION = 4
    NOTE = 9
    """Worth telling, and nothing that the harness refuses."""


class Finding(NamedTuple):
    """`message` is a sentence that also fits several events; `key` tells kinds of one code apart.

    `error` and `said` are the class and the exact text of the harness, where they are known.
    """

    stage: Stage
    code: str
    message: str
    key: str = ""
    error: str = ""
    said: str = ""


class StrictChecker(Protocol):
    @property
    def open_turn(self) -> int | None:
        """The turn that nothing has closed."""
        ...

    def feed(self, row: Row) -> list[Finding]: ...

    def finish(self) -> list[Finding]:
        """What is wrong with the log as a whole if it ends here."""
        ...

    def broken(self) -> None:
        """The rows to come do not continue those before: some are missing, or seqs restart."""
        ...

    def state(self) -> dict[str, Any]:
        """A JSON value that `strict_check` takes back."""
        ...
