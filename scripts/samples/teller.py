"""A log builder with the pace of a real session, and the tools that the stories use."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Self

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "helpers"))

from damage import flip_byte
from log_files import Json
from logs import LogBuilder, ToolUse

Todos = Sequence[tuple[str, str]]


class Teller(LogBuilder):
    """Waits as people and models do, and counts tokens roughly (four characters each)."""

    def __init__(self, id: str, *, started: str, model: str = "plover-4", **core: Any) -> None:
        at = int(datetime.fromisoformat(started).timestamp() * 1000)
        system = "You are a coding agent. Work in the user's folder; say what you changed and why."
        super().__init__(id, created_at=at, provider="fjord", model=model, system=system, **core)

    def raw(self, event: Json) -> Self:
        self.tick = self._pause(event)
        return super().raw(event)

    def later(self, minutes: float) -> Self:
        """The person reads, thinks, types."""
        return self.wait(int(minutes * 60_000))

    def inherit(self, parent: LogBuilder, last_seq: int) -> Self:
        """Begin as a fork of `parent` does: with its events up to `last_seq` and the marker."""
        self.take_over(parent.events[: last_seq + 1])
        self.log("session/end-seed", {})
        return self.flush()

    def assistant(
        self, text: str | None = None, *, thinking: str | None = None, usage: Json | None = None, **more: Any
    ) -> Self:
        if thinking is not None:
            self.stream(thinking, "reasoning")
        if text is not None:
            self.stream(text)
        return super().assistant(usage=usage or self._estimate(), **more)

    def _pause(self, event: Json) -> int:
        if event["type"] != "assistant/chunk":
            return self._random.randint(1, 6)
        kind = event["data"]["chunk"]["type"]
        if kind == "block-start" and len(self._attempt) == 0:
            return self._random.randint(620, 2300)
        return self._random.choice((0, 9, 14, 22, 31, 38)) if kind.endswith("delta") else 3

    def _estimate(self) -> Json:
        written = sum(len(block.get("text", block.get("arguments", ""))) for block in self._blocks)
        thought = sum(len(block["text"]) for block in self._blocks if block["type"] == "reasoning")
        seen = 5200 + 90 * len(self.surface) + len(self.events) // 3
        cached = seen // 128 * 128 if len(self.surface) > 2 else 0
        counts = {"inputTokens": seen - cached, "outputTokens": 12 + written // 4, "cacheReadTokens": cached}
        return {**counts, "reasoningTokens": thought // 4} if thought else counts


def bash(command: str, output: str, *, code: int = 0, took_ms: int = 420) -> ToolUse:
    """A shell command. A failing exit code ends the output; the result itself is no error."""
    text = output.rstrip("\n") or "(no output)"
    shown = f"{text}\n[exit code: {code}]" if code else text
    return ToolUse("bash", {"command": command}, shown, took_ms=took_ms)


def read(cwd: str, path: str, text: str, *, offset: int = 1, total: int | None = None) -> ToolUse:
    lines = text.strip("\n").split("\n")
    whole = total or offset + len(lines) - 1
    numbered = "\n".join(f"{offset + at}: {line}" for at, line in enumerate(lines))
    end = f"(End of file - total {whole} lines)" if offset + len(lines) > whole else "(More below)"
    body = f"<path>{cwd}/{path}</path>\n<type>file</type>\n<content>\n{numbered}\n\n{end}\n</content>"
    shown = [{"number": offset + at, "text": line} for at, line in enumerate(lines)]
    meta = {"path": f"{cwd}/{path}", "offset": offset, "lines": shown, "totalLines": whole}
    arguments: Json = {"file_path": path}
    if offset > 1 or total is not None:
        arguments |= {"offset": offset, "limit": len(lines)}
    return ToolUse("read", arguments, body, meta=meta, took_ms=24)


def edit(cwd: str, path: str, old: str, new: str) -> ToolUse:
    old, new = old.strip("\n"), new.strip("\n")
    arguments = {"file_path": path, "old_string": old, "new_string": new}
    meta = {"diffs": [{"path": path, "oldText": old, "newText": new}]}
    told = f"The file {cwd}/{path} has been updated successfully."
    return ToolUse("edit", arguments, told, meta=meta, took_ms=31)


def write(cwd: str, path: str, content: str) -> ToolUse:
    told = f"<path>{cwd}/{path}</path>\n<type>file</type>\n<content>\nCreated file\n</content>"
    arguments = {"file_path": path, "content": content.lstrip("\n")}
    return ToolUse("write", arguments, told, meta={"diffs": []}, took_ms=28)


def grep(pattern: str, path: str, matches: Sequence[str]) -> ToolUse:
    files = len({match.split(":")[0] for match in matches})
    head = f"Found {len(matches)} matches in {files} files"
    return ToolUse("grep", {"pattern": pattern, "path": path}, "\n".join([head, *matches]), took_ms=63)


def glob(pattern: str, paths: Sequence[str]) -> ToolUse:
    meta = {"shape": "paths", "paths": list(paths), "truncated": False, "total": len(paths)}
    return ToolUse("glob", {"pattern": pattern}, "\n".join(paths), meta=meta, took_ms=37)


def web_fetch(url: str, text: str, *, took_ms: int = 870) -> ToolUse:
    meta = {"url": url, "statusCode": 200, "truncated": False}
    return ToolUse(
        "web_fetch", {"url": url}, f"Fetched {url} (HTTP 200)\n\n{text.strip()}", meta=meta, took_ms=took_ms
    )


def web_search(query: str, results: Sequence[tuple[str, str, str]]) -> ToolUse:
    shown = "\n\n".join(f"{title}\n{url}\n{excerpt}" for title, url, excerpt in results)
    return ToolUse("web_search", {"query": query}, shown, took_ms=1240)


def todo(items: Todos) -> ToolUse:
    todos = [{"content": text, "status": status} for text, status in items]
    count = {name: sum(status == name for _, status in items) for name in ("pending", "in_progress")}
    done = len(items) - sum(count.values())
    waiting, active = count["pending"], count["in_progress"]
    told = f"Updated todo list: {waiting} pending, {active} in progress, {done} completed."
    event = {"type": "todo/write", "data": {"todos": todos}}
    return ToolUse("todo_write", {"todos": todos}, told, between=(event,), took_ms=4)


def spoil(path: Path, *, frame: int) -> None:
    """Overwrite one byte in the middle of a frame, as a bad disk does."""
    flip_byte(path, frame=frame, at=40)
