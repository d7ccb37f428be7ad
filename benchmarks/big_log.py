"""Large generation-0 logs, the same bytes for the same seed.

    python -m benchmarks.big_log EVENTS FILE [--profile plain|hard]

*plain* is turns of up to six steps, each a stream of reasoning, a call and a result. *hard* adds
failed attempts with their retries, usage, compactions, one answer of 300,000 chunks and one
result of 12.8 million characters. With seed 1 and 1,300,000 events, plain holds 1,300,216
events in 89,170 rows and 63,641 frames; hard 1,300,809 in 84,568 rows and 61,986 frames.
"""

from __future__ import annotations

import argparse
import random
import string
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import zstandard

CREATED = 1785000000000
BIG_ANSWER, BIG_RESULT = 300_000, 12_800_000
MARKS = ("\n", ".", ",", "你", "好", "(", ")", '"', " {")
GAPS = (0, 0, 0, 1, 30)
USAGE = {"inputTokens": 10, "outputTokens": 5}
COMMAND = '{"command":"ls"}'
HEADER = {
    "type": "session",
    "version": 0,
    "id": "big",
    "createdAt": CREATED,
    "cwd": "/home/dev/big",
    "delegationDepth": 0,
}


@dataclass(frozen=True)
class Size:
    """What a written log holds; `text` and `zstd` are bytes, `events` are logical."""

    events: int
    rows: int
    frames: int
    text: int
    zstd: int
    turns: int


class BigLog:
    """Writes the events of a log batch by batch; the order of random draws is part of the format."""

    def __init__(self, events: int, profile: str = "plain", seed: int = 1) -> None:
        self.target, self.hard = events, profile == "hard"
        self.seq = self.turn = self.rows = 0
        self._time = CREATED
        self._random = random.Random(seed)
        self._words = [self._word() for _ in range(30_000)]
        self._lines: list[bytes] = []
        self._done: list[bytes] = []
        self._nodes: list[int] = []
        self._big_answer = self._big_result = not self.hard

    def batches(self) -> Iterator[bytes]:
        """The text of each durable batch after the header's."""
        while self.seq < self.target:
            self.turn += 1
            self._event("turn/start", {"turn": self.turn})
            for step in range(1, self._random.randint(2, 7)):
                self._step(step)
                yield from self._take()
            self._event("turn/end", {"turn": self.turn, "reason": {"kind": "completed"}})
            if self.hard and self.turn % 50 == 0 and len(self._nodes) > 60:
                self._compact()
            self._flush()
            yield from self._take()

    def _step(self, step: int) -> None:
        place = {"turn": self.turn, "step": step}
        self._event("step/start", place)
        if step == 1:
            self._prompt()
        if self.hard and self._random.random() < 0.05:
            self._fail(place)
        length = self._random.randint(50, 600)
        if not self._big_answer and self.seq > self.target // 3:
            length, self._big_answer = BIG_ANSWER, True
        cited, text = self._stream(place, length, "reasoning-chunks", "reasoning")
        if self.hard:
            cited.append(self._chunk(place, {"type": "usage", "usage": USAGE}))
        cited.append(self._chunk(place, {"type": "finish", "reason": {"kind": "tool-calls"}}))
        self._answer(place, text, cited)
        self._tool(place)
        self._event("step/end", place)

    def _prompt(self) -> None:
        text = " ".join(self._token() for _ in range(40))
        data = {"id": f"u{self.turn}", "role": "user", "content": _text(text), "source": {"kind": "user"}}
        self._nodes.append(self._event("user/message", data, surfaceOp="append"))

    def _fail(self, place: dict[str, int]) -> None:
        self._stream(place, self._random.randint(20, 300), "text-chunks", "text")
        failure = {"message": "overloaded", "code": "SERVER", "status": 503}
        self._chunk(place, {"type": "finish", "reason": {"kind": "error", "failure": failure}})
        retry = {"retryId": f"r{place['turn']}-{place['step']}", **place}
        policy = {"provider": "p", "mode": "normal", "policyKey": "k"}
        numbers = {"retry": 1, "maxRetries": 5, "delayMs": 517.3}
        self._event("llm/retry", {**retry, **policy, **numbers, "failure": failure})
        self._event("llm/retry-started", {**retry, "retry": 1})

    def _answer(self, place: dict[str, int], text: str, cited: list[int]) -> None:
        call = {"type": "tool-call", "id": self._call(place), "name": "bash", "arguments": COMMAND}
        message = {
            "id": f"a{place['turn']}-{place['step']}",
            "role": "assistant",
            "content": [{"type": "reasoning", "text": text}, call],
            "source": {"kind": "model", "provider": "p", "model": "m"},
        }
        data = {**place, "message": message, "usage": USAGE}
        self._nodes.append(self._event("assistant/message", data, sourceEventSeqs=cited, surfaceOp="append"))

    def _tool(self, place: dict[str, int]) -> None:
        call = self._call(place)
        started = self._event("tool/call", {**place, "callId": call, "name": "bash", "arguments": COMMAND})
        self._flush()
        body = " ".join(self._token() for _ in range(self._random.randint(20, 800)))
        if not self._big_result and self.seq > self.target // 2:
            body, self._big_result = "x" * BIG_RESULT, True
        result = {"type": "tool-result", "toolCallId": call, "content": _text(body)}
        message = {
            "source": {"kind": "tool", "callId": call},
            "content": [result],
            "role": "user",
            "id": f"t{place['turn']}-{place['step']}",
        }
        data = {**place, "message": message}
        self._nodes.append(self._event("tool/result", data, sourceEventSeqs=[started], surfaceOp="append"))

    def _compact(self) -> None:
        shadowed, kept = self._nodes[:-19], self._nodes[-19:]
        span = {"start": shadowed[0], "end": shadowed[-1]}
        key = f"k{self.turn}"
        start = self._event("compaction/start", {"compactionId": key, "turn": None})
        facts = {"shadowedRange": span, "shadowedSeqs": shadowed, "shadowedTokenCount": 266}
        route = {"provider": "p", "model": "m"}
        summary = self._event(
            "compaction/summary", {"compactionId": key, "summary": _text("Summary."), **facts, **route}
        )
        source = {"kind": "plugin", "plugin": "compact", "compactionId": key}
        checkpoint = self._event(
            "user/message",
            {"content": _text("Checkpoint."), "source": source, "role": "user", "id": f"k-{self.turn}"},
            sourceEventSeqs=[start, summary, *shadowed],
            surfaceOp={"op": "replace", **span},
        )
        self._event("compaction/end", {"compactionId": key, "turn": None})
        self._nodes = [checkpoint, *kept]

    def _stream(self, place: dict[str, int], length: int, tag: str, block: str) -> tuple[list[int], str]:
        """One block's deltas, a batch for each packed row; the whole text is kept in *hard* only."""
        cited = [self._chunk(place, {"type": "block-start", "index": 0, "blockType": block})]
        texts: list[str] = []
        while length > 0:
            count = min(length, self._random.randint(5, 40))
            seqs, text = self._run(place, tag, count)
            cited += seqs
            texts = texts if self.hard else []
            texts.append(text)
            length -= count
            self._flush()
        return cited, "".join(texts)

    def _run(self, place: dict[str, int], tag: str, count: int) -> tuple[range, str]:
        gaps = [self._random.choice(GAPS) for _ in range(count - 1)]
        texts = [self._token() for _ in range(count)]
        data = {**place, "index": 0, "dt": gaps, "texts": texts}
        self._line({"type": tag, "seq0": self.seq, "time0": self._time, "data": data})
        seqs = range(self.seq, self.seq + count)
        self.seq += count
        self._time += sum(gaps)
        return seqs, "".join(texts)

    def _chunk(self, place: dict[str, int], chunk: dict[str, Any]) -> int:
        return self._event("assistant/chunk", {**place, "chunk": chunk})

    def _event(self, type: str, data: dict[str, Any], **markers: Any) -> int:
        self._time += self._random.randint(0, 30)
        self._line({"type": type, "seq": self.seq, "time": self._time, "data": data, **markers})
        self.seq += 1
        return self.seq - 1

    def _line(self, value: dict[str, Any]) -> None:
        self._lines.append(orjson.dumps(value))
        self.rows += 1

    def _flush(self) -> None:
        if self._lines:
            self._done.append(b"\n".join(self._lines) + b"\n")
            self._lines = []

    def _take(self) -> list[bytes]:
        done, self._done = self._done, []
        return done

    def _token(self) -> str:
        if self._random.random() < 0.85:
            return " " + self._random.choice(self._words)
        return self._random.choice(MARKS)

    def _word(self) -> str:
        return "".join(self._random.choice(string.ascii_lowercase) for _ in range(self._random.randint(1, 9)))

    @staticmethod
    def _call(place: dict[str, int]) -> str:
        return f"c{place['turn']}-{place['step']}"


def _text(text: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": text}]


def write(path: Path, events: int, profile: str = "plain", seed: int = 1) -> Size:
    """Write a log with a frame for each batch (checksum, no content size); returns what it holds."""
    compressor = zstandard.ZstdCompressor(write_checksum=True, write_content_size=False)
    log = BigLog(events, profile, seed)
    frames = text = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as out:
        for batch in (orjson.dumps(HEADER) + b"\n", *log.batches()):
            stream = compressor.compressobj()
            out.write(stream.compress(batch) + stream.flush())
            frames += 1
            text += len(batch)
    return Size(log.seq, log.rows, frames, text, path.stat().st_size, log.turn)


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a large session log.")
    parser.add_argument("events", type=int)
    parser.add_argument("file", type=Path)
    parser.add_argument("--profile", choices=("plain", "hard"), default="plain")
    options = parser.parse_args()
    print(write(options.file, options.events, options.profile))


if __name__ == "__main__":
    main()
