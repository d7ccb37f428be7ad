"""The texts of the core that can reach a person through the window, read from its sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "core" / "sessionlog"
SQL = re.compile(r"\b(SELECT|WHERE|JOIN|ORDER BY|BEGIN|SAVEPOINT|RELEASE|ROLLBACK|CAST)\b")
FILLED_IN = re.compile(r"\{\w*\}")
FINDINGS = ("sources/", "generations/header", "generations/source_ranges", "generations/v0/")
"""Where texts are also parts of a sentence, without a full stop of their own."""


def shown_texts() -> dict[str, str]:
    """Each text with what it is filled in with as `X1`, `X2` …; the value says where it stands.

    A text that is put behind a name, as `is empty.` is, gets one.
    """
    found: dict[str, str] = {}
    for path in _reachable():
        name = path.relative_to(CORE).as_posix()
        for line, text in _texts(path):
            sentence = text.endswith(".")
            if sentence or name.startswith(FINDINGS):
                whole = f"X0 {text}" if sentence and text[:1].islower() else text
                found.setdefault(whole, f"{name}:{line}")
    return found


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    apart: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):  # documentation
            apart.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            apart.update(id(value) for value in node.values)
        elif isinstance(node, ast.Call) and _is_for_programmers(node):
            apart.update(id(inner) for inner in ast.walk(node))
    for node in ast.walk(tree):
        text = None if id(node) in apart else _filled(node)
        if text is not None and " " in text.strip() and re.search("[a-z]{2}", text) and not SQL.search(text):
            yield node.lineno, text  # type: ignore[attr-defined]


def _is_for_programmers(call: ast.Call) -> bool:
    """Log lines, and errors that only a bug can cause."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return isinstance(function.value, ast.Name) and function.value.id == "log"
    return isinstance(function, ast.Name) and function.id in {"ValueError", "TypeError", "RuntimeError"}


def _filled(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        pieces = FILLED_IN.split(node.value)
    elif isinstance(node, ast.JoinedStr):
        pieces = [""]
        for value in node.values:
            if isinstance(value, ast.Constant):
                pieces[-1] += str(value.value)
            else:
                pieces.append("")
    else:
        return None
    return pieces[0] + "".join(f"X{number}{piece}" for number, piece in enumerate(pieces[1:], 1))


@cache
def _reachable() -> list[Path]:
    """The modules of the core that the window loads, directly or through others."""
    files = {_module(path): path for path in CORE.rglob("*.py")}
    waiting = [name for path in (ROOT / "desktop").rglob("*.py") for name in _imported(path)]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in files and name not in reached:
            reached.add(name)
            waiting += _imported(files[name])
            waiting += [name.rsplit(".", 1)[0]]
    return sorted(files[name] for name in reached)


def _module(path: Path) -> str:
    parts = ("sessionlog", *path.relative_to(CORE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
