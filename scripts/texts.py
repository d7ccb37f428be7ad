"""Find the texts that a person reads in the sources of the window.

Four forms count, each with its text written out:
- `translate("Context", "text")`, by whatever object, with an optional comment and number (a plural);
- `self.tr("text")` in a class, whose name is the context;
- a call of a wrapper: a function that hands one of its arguments on as such a text;
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


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A function that passes its argument at `position` on as a text of `context`."""

    context: str
    position: int


def collect(paths: Iterable[Path]) -> list[Text]:
    """All texts of these files, sorted, each once."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    shared = {name: wrapper for tree in trees for name, wrapper in _wrappers(tree.body)}
    found: set[Text] = set()
    for tree in trees:
        # A function inside another is known to its own file only.
        local = dict(_wrappers(node for node in ast.walk(tree) if node not in tree.body))
        found.update(_texts(tree, "", shared | local))
    return sorted(found)


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


def _wrappers(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, Wrapper]]:
    for function in nodes:
        if isinstance(function, ast.FunctionDef):
            parameters = [argument.arg for argument in function.args.args]
            for node in ast.walk(function):
                text, context = _passed_on(node)
                if context and isinstance(text, ast.Name) and text.id in parameters:
                    yield function.name, Wrapper(context, parameters.index(text.id))


def _passed_on(node: ast.AST) -> tuple[ast.expr | None, str]:
    """The text argument of a call that takes one, and its context."""
    if not isinstance(node, ast.Call):
        return None, ""
    name = _called(node)
    if name in MARKERS and len(node.args) > 1:
        return node.args[1], _literal(node.args, 0)
    if name in TITLED:
        context, keyword_name, position = TITLED[name]
        named = [keyword.value for keyword in node.keywords if keyword.arg == keyword_name]
        values = named or node.args[position : position + 1]
        return (values[0], context) if values else (None, "")
    return None, ""


def _texts(node: ast.AST, class_name: str, wrappers: dict[str, Wrapper]) -> Iterator[Text]:
    if isinstance(node, ast.ClassDef):
        class_name = node.name
    if isinstance(node, ast.Call):
        text = _text_of(node, class_name, wrappers)
        if text is not None and text.source:
            yield text
    for child in ast.iter_child_nodes(node):
        yield from _texts(child, class_name, wrappers)


def _text_of(call: ast.Call, class_name: str, wrappers: dict[str, Wrapper]) -> Text | None:
    name = _called(call)
    if name in MARKERS:
        plural = len(call.args) > 3 or any(keyword.arg == "n" for keyword in call.keywords)
        return Text(_literal(call.args, 0), _literal(call.args, 1), _literal(call.args, 2), plural)
    if name == "tr" and isinstance(call.func, ast.Attribute):
        plural = len(call.args) > 2 or any(keyword.arg == "n" for keyword in call.keywords)
        return Text(class_name, _literal(call.args, 0), _literal(call.args, 1), plural)
    if name in wrappers and isinstance(call.func, ast.Name):
        return Text(wrappers[name].context, _literal(call.args, wrappers[name].position))
    if name in TITLED:
        value, context = _passed_on(call)
        return Text(context, _literal([value], 0) if value is not None else "")
    return None
