"""Find the texts that a person reads in the sources of the window.

Four forms count, each with its text written out:
- `translate("Context", "text")`, by whatever object, with an optional comment and number (a plural);
- `self.tr("text")` in a class, whose name is the context;
- a call of a wrapper: a function that hands its first argument to `translate("Context", …)`;
- the title of an `ActionSpec`, in the context `Actions`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

MARKERS = {"translate", "QT_TRANSLATE_NOOP"}
TITLED = {"ActionSpec": ("Actions", "title", 1)}


@dataclass(frozen=True, slots=True, order=True)
class Text:
    """One text to translate; `plural` when a number chooses its form."""

    context: str
    source: str
    comment: str = ""
    plural: bool = False


def collect(paths: Iterable[Path]) -> list[Text]:
    """All texts of these files, sorted, each once."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    wrappers = {name: context for tree in trees for name, context in _wrappers(tree)}
    return sorted({text for tree in trees for text in _texts(tree, "", wrappers)})


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _literal(arguments: list[ast.expr], position: int) -> str:
    if position < len(arguments):
        value = arguments[position]
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return value.value
    return ""


def _wrappers(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef) or not function.args.args:
            continue
        first = function.args.args[0].arg
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and _called(node) in MARKERS and len(node.args) > 1:
                text, context = node.args[1], _literal(node.args, 0)
                if context and isinstance(text, ast.Name) and text.id == first:
                    yield function.name, context


def _texts(node: ast.AST, class_name: str, wrappers: dict[str, str]) -> Iterator[Text]:
    if isinstance(node, ast.ClassDef):
        class_name = node.name
    if isinstance(node, ast.Call):
        text = _text_of(node, class_name, wrappers)
        if text is not None and text.source:
            yield text
    for child in ast.iter_child_nodes(node):
        yield from _texts(child, class_name, wrappers)


def _text_of(call: ast.Call, class_name: str, wrappers: dict[str, str]) -> Text | None:
    name = _called(call)
    if name in MARKERS:
        plural = len(call.args) > 3 or any(keyword.arg == "n" for keyword in call.keywords)
        return Text(_literal(call.args, 0), _literal(call.args, 1), _literal(call.args, 2), plural)
    if name == "tr" and isinstance(call.func, ast.Attribute):
        plural = len(call.args) > 2 or any(keyword.arg == "n" for keyword in call.keywords)
        return Text(class_name, _literal(call.args, 0), _literal(call.args, 1), plural)
    if name in wrappers and isinstance(call.func, ast.Name):
        return Text(wrappers[name], _literal(call.args, 0))
    if name in TITLED:
        context, keyword_name, position = TITLED[name]
        named = [keyword.value for keyword in call.keywords if keyword.arg == keyword_name]
        return Text(context, _literal(named, 0) if named else _literal(call.args, position))
    return None
