"""Mutation testing of the model: change one thing at a time and see whether a test notices.

Works in a copy under build/mutation, so that the working tree is never touched. pytest and its plugins are
loaded once; the tests of each mutant run in a fork of that process, up to the first failure.

    python scripts/mutation.py [MODULE[:LINE,LINE] ...]

`surface closers:101,104` tries all of one module and two lines of another; all modules without a name.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import math
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "mutation" / str(os.getpid())
MODEL = Path("core/sessionlog/model")
SHORTEST_TIMEOUT_S = 20
TIMES_THE_PLAIN_RUN = 8
MEMORY_BYTES = 4 << 30
"""What a mutant may take before it counts as noticed."""
LOADED_ONCE = ("hypothesis", "msgspec", "zstandard")
"""What the tests import besides pytest's plugins and the product; a fork has it already."""
HARD = "hard_logs::test_both_judges_agree_on_a_thousand_hard_logs[0]"
"""A hundred hard logs, judged twice; the other nine hundred would find no more in ten times the time."""
TESTS: dict[str, tuple[str, ...]] = {
    "attempts": ("settled_attempts", "attempts"),
    "blocks": ("blocks", "attempts"),
    "changes": ("changes",),
    "closers": ("closers",),
    "committed": ("attempts",),
    "derive": ("surface", HARD),
    "embedded": ("generations/streams", "settled_attempts"),
    "faces": ("suffix", "store/contract", "query/questions"),
    "header": ("generations/headers",),
    "inbox": ("inbox",),
    "inherited": ("inherited", "generations/headers"),
    "invariants": ("invariants", "sources/relations"),
    "json": ("json", "json_rules"),
    "json_rules": ("json_rules", "validation", "surface"),
    "message_shape": ("validation",),
    "node_order": ("surface",),
    "page": ("values", "history/page"),
    "payload": ("payload", "closers", "statistics", "titles", "attempts", "invariants"),
    "projection": ("projection",),
    "request": ("attempts",),
    "request_header": ("request_header", HARD),
    "restore": ("attempts", "query/restored", "tool_history"),
    "restored": ("query/restored",),
    "row": ("values", "attempts"),
    "scan": ("sources/scan",),
    "seq_spans": ("json_rules", "attempts"),
    "statistics": ("statistics",),
    "stream_run": ("settled_attempts", "generations/streams"),
    "stream_builder": ("stream_builder", "store/recorder_four"),
    "surface": ("surface", "later_surfaces", HARD),
    "titles": ("titles",),
    "tool_history": ("tool_history",),
    "validation": ("validation",),
    "views": ("views",),
}
"""Which tests answer for a module: `tests/core/model/test_<name>.py`, of another room, or one test of it."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


@dataclass(frozen=True)
class Mutant:
    module: str
    line: int
    what: str
    source: str


def mutants(module: str) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    tree = ast.parse((ROOT / MODEL / f"{module}.py").read_text(encoding="utf-8"))
    decorations = set(_inside_decorators(tree))
    for number, node in enumerate(ast.walk(tree)):
        if is_changed(node) and node not in decorations:
            changed = copy.deepcopy(tree)
            twin = next(other for place, other in enumerate(ast.walk(changed)) if place == number)
            before = ast.unparse(node)
            apply(twin)
            yield Mutant(module, node.lineno, f"{before}  ->  {ast.unparse(twin)}", ast.unparse(changed))


def _inside_decorators(tree: ast.AST) -> Iterator[ast.AST]:
    """`frozen=True` and the like say how a class is made, not what it does."""
    for node in ast.walk(tree):
        for decorator in getattr(node, "decorator_list", ()):
            yield from ast.walk(decorator)
        if isinstance(node, ast.ClassDef):
            for keyword in node.keywords:
                yield from ast.walk(keyword)


def is_changed(node: ast.AST) -> bool:
    """Whether `apply` has something to change in a node."""
    return (
        (isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS)
        or isinstance(node, ast.BoolOp | ast.IfExp)
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        or (isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC)
        or (isinstance(node, ast.Constant) and type(node.value) in (int, bool))
    )


def apply(node: ast.AST) -> None:
    if isinstance(node, ast.Compare):
        node.ops = [COMPARISONS[type(node.ops[0])]()]
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp):
        node.operand = ast.UnaryOp(ast.Not(), node.operand)  # `not not x`
    elif isinstance(node, ast.BinOp):
        node.op = ARITHMETIC[type(node.op)]()
    elif isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
    elif isinstance(node, ast.IfExp):
        node.body, node.orelse = node.orelse, node.body


def prepare() -> None:
    shutil.rmtree(PLACE, ignore_errors=True)
    for name in ("core", "tests"):
        shutil.copytree(ROOT / name, PLACE / name, ignore=shutil.ignore_patterns("__pycache__", "desktop"))
    (PLACE / "desktop").mkdir()
    shutil.copy(ROOT / "pyproject.toml", PLACE)


def load_pytest() -> None:
    """Import pytest's plugins, as its own import hook wants them imported: by a run without a test."""
    (PLACE / "nothing").mkdir()
    with quiet():
        pytest.main(["-c", str(PLACE / "pyproject.toml"), "-p", "no:cacheprovider", str(PLACE / "nothing")])
    for name in LOADED_ONCE:
        importlib.import_module(name)


@contextmanager
def quiet() -> Iterator[None]:
    """Send what this process prints nowhere."""
    sys.stdout.flush()
    kept = [os.dup(1), os.dup(2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        sys.stdout.flush()
        for number, other in zip((1, 2), kept, strict=True):
            os.dup2(other, number)
            os.close(other)
        os.close(nowhere)


def survives(mutant: Mutant, timeout_s: int) -> bool:
    """Whether every test that answers for the module passes with the mutant in its place."""
    file = PLACE / MODEL / f"{mutant.module}.py"
    original = file.read_text(encoding="utf-8")
    file.write_text(mutant.source, encoding="utf-8")
    try:
        return run(mutant.module, timeout_s)
    finally:
        file.write_text(original, encoding="utf-8")


def path_of(name: str) -> str:
    """The test file, or the one test, that `TESTS` names."""
    file, parted, test = name.partition("::")
    room, _, file = file.rpartition("/")
    return f"tests/core/{room or 'model'}/test_{file}.py{parted}{test}"


def run(module: str, timeout_s: int) -> bool:
    """Whether the tests of a module pass, in a fork. One that hangs or eats memory would be noticed."""
    child = os.fork()
    if not child:
        run_tests(module, timeout_s)
    _, status = os.waitpid(child, 0)
    return status == 0


def run_tests(module: str, timeout_s: int) -> NoReturn:
    """The life of a fork: it ends with pytest's exit code, or by the alarm."""
    code = 1
    try:
        signal.alarm(timeout_s)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        os.chdir(PLACE)
        sys.dont_write_bytecode = True
        os.environ["HYPOTHESIS_PROFILE"] = "few"
        tests = [path_of(name) for name in TESTS[module]]
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-o", "timeout=0", "--tb=no"]
        with quiet():
            code = int(pytest.main([*options, "-m", "not slow and not corpus", *tests]))
    finally:
        os._exit(code)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wanted", nargs="*", metavar="MODULE[:LINE,LINE]")
    wanted = [one.partition(":") for one in parser.parse_args().wanted or TESTS]
    if unknown := [module for module, _, _ in wanted if module not in TESTS]:
        parser.error(f"no tests are named for {', '.join(unknown)}")
    prepare()
    load_pytest()
    try:
        alive = sum(
            try_module(module, {int(line) for line in lines.split(",") if line})
            for module, _, lines in wanted
        )
    finally:
        shutil.rmtree(PLACE, ignore_errors=True)
    return int(alive > 0)


def try_module(module: str, lines: set[int]) -> int:
    """Try the mutants of a module, or of some lines of it; gives the number of those that survive."""
    begun, count, left = time.monotonic(), 0, 0
    if not run(module, 10 * SHORTEST_TIMEOUT_S):
        print(f"{module}: its tests fail without any mutant", flush=True)
        return 1
    timeout_s = max(SHORTEST_TIMEOUT_S, math.ceil(TIMES_THE_PLAIN_RUN * (time.monotonic() - begun)))
    for mutant in mutants(module):
        if lines and mutant.line not in lines:
            continue
        count += 1
        if survives(mutant, timeout_s):
            left += 1
            print(f"SURVIVES {module}.py:{mutant.line}  {mutant.what}", flush=True)
    print(f"{module}: {count} mutants, {left} survive, {time.monotonic() - begun:.0f} s", flush=True)
    return left


if __name__ == "__main__":
    sys.exit(main())
