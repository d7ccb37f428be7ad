"""What a tool call's row says without being opened: its argument line, its card, its exit code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sessionlog.conversation.text import integer, objects, one_line, text_of
from sessionlog.model import json as codec

MAX_PARSED = 256 << 10
"""Arguments longer than this many characters are shown by their beginning, never parsed."""

EXIT_CODE = re.compile(r"\[exit code: (-?\d+)\]\s*\Z")
SIGNAL = re.compile(r"\[(?:terminated by |killed by )?signal:? ([A-Z0-9]+)\]\s*\Z", re.IGNORECASE)
TERMINALS = frozenset({"bash", "pwsh", "shell"})

CARDS = {
    **dict.fromkeys(TERMINALS, "terminal"),
    **dict.fromkeys(("read", "read_image", "job_output"), "read"),
    **dict.fromkeys(("write", "edit", "str_replace_editor", "apply_patch"), "diff"),
    **dict.fromkeys(("grep", "glob", "lsp"), "search"),
    **dict.fromkeys(("web_search", "web_fetch"), "web"),
}


def card_of(name: str) -> str:
    """`terminal`, `read`, `diff`, `search`, `web` or `generic`."""
    return CARDS.get(name, "generic")


def parse_arguments(raw: object) -> Any:
    """The arguments as a value; `None` when they are no JSON or too long to be looked into.

    The model writes them as a text that may be cut short; a nested dispatch stores them as JSON.
    """
    if not isinstance(raw, str):
        return raw
    if len(raw) > MAX_PARSED:
        return None
    try:
        return codec.decode(raw.encode("utf-8", "surrogatepass"))
    except ValueError:
        return None


def _path(arguments: Mapping[str, Any]) -> str:
    for key in ("file_path", "path", "filename"):
        if isinstance(arguments.get(key), str):
            return text_of(arguments[key])
    return ""


def _read(arguments: Mapping[str, Any]) -> str:
    path, offset, limit = _path(arguments), integer(arguments.get("offset")), integer(arguments.get("limit"))
    if limit is None:
        return f"{path}, from line {offset}" if offset else path
    first = offset or 1
    return f"{path}, lines {first}–{first + limit - 1}"


def _search(arguments: Mapping[str, Any]) -> str:
    pattern, path = text_of(arguments.get("pattern")), _path(arguments)
    return f'"{pattern}" in {path}' if path else f'"{pattern}"'


def _todos(arguments: Mapping[str, Any]) -> str:
    todos = objects(arguments.get("todos"))
    done = sum(todo.get("status") == "completed" for todo in todos)
    active = [text_of(todo.get("content")) for todo in todos if todo.get("status") == "in_progress"]
    head = f"{done} of {len(todos)} done"
    return f"{head} · {active[0]}" if active else head


def _member(*keys: str) -> Callable[[Mapping[str, Any]], str]:
    def pick(arguments: Mapping[str, Any]) -> str:
        return next((text_of(arguments[key]) for key in keys if isinstance(arguments.get(key), str)), "")

    return pick


def _questions(arguments: Mapping[str, Any]) -> str:
    asked = objects(arguments.get("questions"))
    return text_of(asked[0].get("question")) if asked else ""


SUMMARIES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    **dict.fromkeys(TERMINALS, _member("command")),
    "read": _read,
    **dict.fromkeys(("write", "edit", "read_image", "str_replace_editor"), _path),
    **dict.fromkeys(("grep", "glob"), _search),
    "web_fetch": _member("url"),
    "web_search": _member("query"),
    **dict.fromkeys(
        ("subagent", "subagent_fork", "subagent_codex", "task"), _member("description", "prompt")
    ),
    "run_code": _member("description", "code"),
    "todo_write": _todos,
    "ask_user_question": _questions,
    "skill": _member("name"),
}


def argument_line(name: str, arguments: Any, raw: object) -> str:
    """One line that tells a call from its neighbours: the command, the path, the pattern."""
    if isinstance(arguments, dict):
        line = SUMMARIES[name](arguments) if name in SUMMARIES else ""
        if not line:
            line = next((text_of(value) for value in arguments.values() if isinstance(value, str)), "")
        if line or not arguments:
            return one_line(line)
    text = raw if isinstance(raw, str) else codec.encode(raw).decode("utf-8", "replace")
    return one_line(text_of(text[:1000]))


def exit_facts(name: str, content: object) -> dict[str, Any]:
    """The exit code or signal that a terminal tool reports in the last line of its output."""
    texts = objects(content) if name in TERMINALS else []
    last = texts[-1].get("text") if texts else None
    if not isinstance(last, str):
        return {}
    tail = last[-120:]
    if found := EXIT_CODE.search(tail):
        return {"exit_code": int(found[1])}
    if found := SIGNAL.search(tail):
        return {"signal": found[1]}
    return {}


def diff_text(meta: object, limit: int = 400_000) -> tuple[str, int, int]:
    """The replacement texts that an edit recorded, as hunks; with the lines added and removed.

    Each file's common beginning and end are left out up to three lines of context, which needs
    one pass; texts over `limit` characters are not compared.
    """
    parts, added, removed = [], 0, 0
    for diff in objects(meta.get("diffs")) if isinstance(meta, dict) else []:
        old, new = text_of(diff.get("oldText")), text_of(diff.get("newText"))
        if len(old) + len(new) > limit:
            continue
        lines, plus, minus = _hunk(old.split("\n") if old else [], new.split("\n") if new else [])
        added, removed = added + plus, removed + minus
        parts.append("\n".join([f"@@ {text_of(diff.get('path'))}", *lines]))
    return "\n".join(parts), added, removed


def _hunk(old: list[str], new: list[str], context: int = 3) -> tuple[list[str], int, int]:
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
    before, after = old[max(0, head - context) : head], old[len(old) - tail :][:context]
    lines = [f" {line}" for line in before] + [f"-{line}" for line in gone]
    lines += [f"+{line}" for line in come] + [f" {line}" for line in after]
    return lines, len(come), len(gone)
