"""Every key of `Node.facts`, `Section.facts` and `Block.facts`, and what it holds.

A view may rely on these names. A key that does not apply is absent. A test walks the nodes and
blocks of many logs and fails on a key without a line here.
"""

from __future__ import annotations

NODE_FACTS: dict[str, str] = {
    # user, steering, context, assistant
    "message_id": "id of the message",
    "form": "context: instructions, catalog, snapshot, notice, relay, recall or opaque",
    "producer": "context: who put it there",
    "summary": "context, audit, retry: one line",
    "model": "assistant, compaction: model name",
    "provider": "assistant: provider name",
    "usage": "assistant: token counts as stored (inputTokens, outputTokens, ...)",
    "first_seq": "assistant: seq of its first chunk (its own seq without chunks)",
    "first_token_ms": "assistant, turn-tail: ms from the step's start to its first delta",
    "chunks": "assistant under way or interrupted: events streamed",
    # tool-call
    "name": "tool name",
    "argument": "one line of the arguments",
    "call_id": "id of the call",
    "card": "terminal, read, diff, search, web or generic",
    "result_seq": "seq of the result",
    "duration_ms": "tool-call: call to result; turn-tail: start to end",
    "error_code": "code of a failed result",
    "error_name": "error class of a failed result",
    "exit_code": "exit code of a terminal tool",
    "signal": "signal that ended a terminal tool",
    "added": "lines added by an edit",
    "removed": "lines removed by an edit",
    "nested": "true for a call that another tool made",
    # retry
    "retries": "retry: attempts given up so far",
    "attempts": "retry: attempts with the one that follows",
    "max_retries": "retry: how many the policy allows",
    "delay_ms": "retry waiting: ms until the next attempt begins, from `time` of the last failure",
    "outcome": "retry: answered, running, waiting, failed, stopped; turn-tail: kind of the turn's end",
    "answered_attempt": "retry: number of the attempt that was answered",
    "answered_ms": "retry: ms from the first chunk of the first attempt to the answer",
    # interrupted, error, retry, compaction, gap, raw
    "reason": "why, in words",
    "code": "stable code or the provider's code",
    "http_status": "error: status of the provider",
    # max-tokens, compaction
    "tokens": "max-tokens: output tokens; compaction: tokens taken out of the context",
    "items": "compaction: messages taken out of the context",
    "compaction_id": "compaction: its id",
    # turn-tail
    "closing_seq": "seq of the turn's last committed answer: a fork's anchor",
    "can_fork": "whether that answer has text, so that copy and fork are offered",
    "tokens_per_s": "output tokens per second of that answer",
    "cause": "why the turn did not complete, in words",
    "cause_code": "who stopped it: user, parent, hook, disposed, legacy",
    # audit, raw
    "type": "event type",
    "ref": "id that ties audit rows together",
    # gap
    "where": "lines and seqs of the gap, in words",
    "rows": "rows that could not be read",
    "first_line": "first line of the gap, the header being line 1",
    "last_line": "last line of the gap",
    "first_offset": "byte at which the gap begins",
    "last_offset": "byte at which it ends",
    "before_seq": "last seq before the gap",
    "after_seq": "first seq after it",
}

SECTION_FACTS: dict[str, str] = {
    "attached": "image: what it is, an image or a file",
    "attachment_id": "image: its attachment",
    "media_type": "image: its type",
    "bytes": "image: its size",
    "width": "image: pixels",
    "height": "image: pixels",
    "n": "attempt: number, from 1",
    "of": "attempt: how many there are",
    "outcome": "attempt: failed, answered, running, waiting, stopped",
    "code": "attempt: failure code",
    "chunks": "attempt: events streamed",
    "first_seq": "attempt: first seq",
    "last_seq": "attempt: last seq",
    "took_ms": "attempt: ms from its first chunk to its end",
}

BLOCK_FACTS: dict[str, str] = {
    "expands": "key that `expanded` takes to open or close what this block stands for",
    "open": "whether that is open",
    "title": "quiet row of a section: its label",
    "depth": "tool rows: nesting, 0 for a call of the model",
    "child": "blocks of a nested call: its node (the block belongs to the outermost call's node)",
    "label": "first block of a generic card's section: In or Out",
    "continues": "true when the block goes on inside a line of the block before it",
    "lines": "more: lines left out, when they were counted",
    "chars": "more: characters left out",
    "attempt": "attempt head: number, from 1",
    "attempts": "attempt head: how many there are",
    "answered": "attempt head: whether it was the good one",
    "reason": "attempt head: why it failed, or how it went",
    "empty": "attempt head: whether it streamed nothing to read",
    "duration_ms": "attempt head: ms from its first chunk to its end",
    **{name: SECTION_FACTS[name] for name in ("outcome", "chunks", "first_seq", "last_seq")},
    **{name: SECTION_FACTS[name] for name in ("attached", "attachment_id", "media_type", "bytes")},
    **{name: SECTION_FACTS[name] for name in ("width", "height")},
}
