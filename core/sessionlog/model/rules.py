"""What the contracts of one format generation say where generations differ: values, no code.

Folds take them from the dialect, so that one fold serves every generation (spec 01 sections 3
and 6, spec 03 sections 5 and 6, spec 03b sections 4 and 6).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SurfaceRules:
    """What is put on the surface, and how a replacement is spelled.

    `empty_sources` are types that may cite an empty list, `no_sources` types that may cite nothing.
    `head_type` is the type that, once it is node 0, only its own type may replace, alone.
    `result_blocks`: a tool result is one `tool-result` block; else it is a message of its own.
    `projection_type` changes no node but the message that a node derives to.
    """

    types: frozenset[str] = frozenset({"user/message", "assistant/message", "tool/result"})
    start_key: str = "start"
    end_key: str = "end"
    empty_sources: frozenset[str] = frozenset({"assistant/message"})
    no_sources: frozenset[str] = frozenset()
    result_type: str = "tool/result"
    result_blocks: bool = True
    head_type: str | None = None
    projection_type: str | None = None


@dataclass(frozen=True, slots=True)
class ClosingRules:
    """How an open turn is closed.

    `result_blocks` as in `SurfaceRules`. `steps_settle`: the end of a step takes its calls as
    settled, and only an appended result of the same turn and step settles one; else a result of
    any kind does, by its call.
    """

    result_blocks: bool = True
    steps_settle: bool = False


GENERATION_0 = SurfaceRules()
GENERATION_3 = SurfaceRules(
    types=frozenset({"system/message", "user/message", "assistant/message", "tool/result"}),
    start_key="startSeq",
    end_key="endSeq",
    empty_sources=frozenset(),
    no_sources=frozenset({"assistant/message"}),
    head_type="system/message",
    projection_type="image/offload",
)
GENERATION_4 = SurfaceRules(
    types=GENERATION_3.types | {"developer/message"},
    start_key="startSeq",
    end_key="endSeq",
    empty_sources=frozenset(),
    no_sources=frozenset({"assistant/message"}),
    result_blocks=False,
    head_type="system/message",
    projection_type="image/offload",
)

CLOSING_0 = ClosingRules()
CLOSING_4 = ClosingRules(result_blocks=False, steps_settle=True)
