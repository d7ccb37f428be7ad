"""Rules between events that belong together without nesting: retries, nested calls, titles (spec 03b 7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sessionlog.model.json import is_seq
from sessionlog.model.payload import data_of, is_human_prompt, object_in, source_of, text_in

TYPES = frozenset(
    {
        "request/header",
        "llm/retry",
        "llm/retry-started",
        "tool/ptc-dispatch-start",
        "tool/ptc-dispatch",
        "user/message",
        "session/title",
        "session/title-llm-request",
        "turn/end",
    }
)
TITLE_PRODUCER = "dsh-session-title-llm"
_BY_PERSON = "user"


class Chains:
    """Feed events in order; each gives what it breaks, in the harness's words where they are known."""

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        state = state or {}
        self._provider: str | None = state.get("provider")
        self._retries: dict[str, int] = dict(state.get("retries", {}))
        self._scheduled: list[list[Any]] = [list(one) for one in state.get("scheduled", [])]
        self._dispatches: list[str] = list(state.get("dispatches", []))
        self._prompts: set[int] = set(state.get("prompts", []))

    def state(self) -> dict[str, Any]:
        return {
            "provider": self._provider,
            "retries": dict(self._retries),
            "scheduled": [list(one) for one in self._scheduled],
            "dispatches": list(self._dispatches),
            "prompts": sorted(self._prompts),
        }

    def apply(self, event: dict[str, Any]) -> Iterator[str]:
        kind, data = event["type"], data_of(event)
        if kind == "request/header":
            config = object_in(object_in(data, "header") or {}, "config") or {}
            self._provider = text_in(config, "provider")
        elif kind == "llm/retry":
            yield from self._retry(data)
        elif kind == "llm/retry-started":
            yield from self._started(data)
        elif kind == "turn/end":
            self._retries.clear()
            self._scheduled.clear()
            self._dispatches.clear()
        elif kind == "user/message":
            if is_human_prompt(event):
                self._prompts.add(event["seq"])
        elif kind.startswith("session/title"):
            yield from self._title(kind, data)
        else:
            yield from self._dispatch(kind, text_in(data, "subCallId") or "")

    def _retry(self, data: Any) -> Iterator[str]:
        if self._provider is not None and data.get("provider") != self._provider:
            yield "llm/retry provider does not match the open request/header"
        name, number = text_in(data, "retryId") or "", data.get("retry")
        before = self._retries.get(name)
        if before is not None and number != before + 1:
            yield f"llm/retry {number} does not follow retry {before} of its chain"
        self._retries[name] = number if type(number) is int else (before or 0) + 1
        self._scheduled.append([name, number, data.get("turn"), data.get("step")])

    def _started(self, data: Any) -> Iterator[str]:
        one = [text_in(data, "retryId") or "", data.get("retry"), data.get("turn"), data.get("step")]
        if one in self._scheduled:
            self._scheduled.remove(one)
        else:
            yield "llm/retry-started pairs no prior scheduled attempt"

    def _dispatch(self, kind: str, name: str) -> Iterator[str]:
        if kind == "tool/ptc-dispatch-start":
            self._dispatches.append(name)
        elif self._dispatches.count(name) == 1:
            self._dispatches.remove(name)
        else:
            yield "PTC dispatch has no unique start"

    def _title(self, kind: str, data: Any) -> Iterator[str]:
        seqs = data.get("messageSeqs")
        cited = seqs if isinstance(seqs, list) else []
        if not all(map(is_seq, cited)):
            yield "title messageSeqs must be a non-negative safe integer"
            return
        known = len(set(map(str, cited))) == len(cited) and self._prompts.issuperset(
            seq for seq in cited if isinstance(seq, int)
        )
        if kind == "session/title":
            source = object_in(data, "source")
            if source is None:
                yield "title source requires an object"
                return
            by_person = source.get("kind") == _BY_PERSON
            if not known or by_person == bool(cited):
                yield "session/title does not cite the prompts that it was made of"
        elif not known or not cited or not _represents(data.get("messages")):
            yield "session/title-llm-request messages do not represent messageSeqs"


def _represents(messages: Any) -> bool:
    """Whether messages are prompts of the producer of titles, made of text alone."""
    return isinstance(messages, list) and bool(messages) and all(map(_is_title_prompt, messages))


def _is_title_prompt(message: Any) -> bool:
    source = source_of(message) if isinstance(message, dict) else {}
    if TITLE_PRODUCER not in (source.get("kind"), source.get("plugin")) or message.get("role") != "user":
        return False
    content = message.get("content")
    return isinstance(content, list) and all(
        isinstance(block, dict) and block.get("type") == "text" for block in content
    )
