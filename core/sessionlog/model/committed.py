"""A committed message beside the stream it was assembled from: equal, or different in named ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sessionlog.model.blocks import BlockAssembler
from sessionlog.model.faults import LogFault
from sessionlog.model.json import is_seq
from sessionlog.model.json_rules import json_equal
from sessionlog.model.payload import data_of, message_of, object_in
from sessionlog.model.seq_spans import SeqSpans, missing_from, spans_of


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which a message is not what its chunks assemble to.

    `code` is one of `no-chunks`, `chunks-not-cited`, `foreign-sources`, `content`, `usage`,
    `replay-state` and `open-block-unknown`.
    """

    code: str
    reason: str


def compare_with_message(
    assembler: BlockAssembler | None, spans: SeqSpans | None, event: Mapping[str, Any]
) -> tuple[Difference, ...]:
    """Compare an `assistant/message` with the attempt before it; `None` for a message without chunks.

    Without `spans` the stream is in the message's own row, and nothing has to be cited.
    """
    if assembler is None:
        return (Difference("no-chunks", "The answer was logged without its stream."),)
    found = [] if spans is None else _source_differences(spans, event)
    data, message = data_of(event), message_of(event) or {}
    interrupted = data.get("interrupted") is True
    try:
        blocks = assembler.interrupted_blocks() if interrupted else assembler.blocks()
    except LogFault as fault:
        found.append(Difference(fault.code, fault.sentence))
    else:
        if not json_equal(message.get("content"), blocks):
            found.append(Difference("content", "The logged content is not what the chunks assemble to."))
    if not json_equal(data.get("usage"), assembler.usage):
        found.append(Difference("usage", "The logged usage is not that of the last usage chunk."))
    source = object_in(message, "source") or {}
    replay = None if interrupted else assembler.replay_state()
    if not json_equal(source.get("replayState"), replay):
        found.append(
            Difference("replay-state", "The logged replay state is not the one that the finish gave.")
        )
    return tuple(found)


def _source_differences(spans: SeqSpans, event: Mapping[str, Any]) -> list[Difference]:
    sources = event.get("sourceEventSeqs")
    cited = spans_of(seq for seq in sources if is_seq(seq)) if isinstance(sources, list) else []
    found = []
    if not_cited := missing_from(spans.spans, cited):
        found.append(
            Difference(
                "chunks-not-cited", f"The message does not cite {_in_words(not_cited)} of its attempt."
            )
        )
    if foreign := missing_from(cited, spans.spans):
        found.append(
            Difference("foreign-sources", f"The message cites {_in_words(foreign)}, no chunk of its attempt.")
        )
    return found


def _in_words(spans: list[tuple[int, int]]) -> str:
    count = sum(last - first + 1 for first, last in spans)
    return f"{count:,} event{'' if count == 1 else 's'} from seq {spans[0][0]} on"
