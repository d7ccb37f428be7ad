"""A second opinion on generation-0 logs, written from the specification alone.

It shares no code with the product and imports nothing of it: lines are parsed with `json`, events are
plain dicts, and every question is answered by walking the whole log again. Slow on purpose, so that each
rule can be read beside its sentence in the specification.

    log = judge_lines(lines)
    log["surface"]["nodes"], log["messages"], log["attempts"], log["closers"]
"""

from __future__ import annotations

from naive_judge.attempts import attempts
from naive_judge.facts import first_token_times, inbox, statistics, title, token_usage
from naive_judge.forks import Refused as ForkRefused
from naive_judge.forks import core_fork, host_fork
from naive_judge.legacy import Legacy, normalised
from naive_judge.repair import closers
from naive_judge.requests import requests
from naive_judge.rules import first_refused
from naive_judge.stored import Json, Malformed, canonical, expanded, read_lines
from naive_judge.surface import context, header, messages, nodes, transcript

__all__ = [
    "ForkRefused",
    "Json",
    "Legacy",
    "Malformed",
    "attempts",
    "canonical",
    "closers",
    "context",
    "core_fork",
    "expanded",
    "first_refused",
    "first_token_times",
    "header",
    "host_fork",
    "inbox",
    "judge_lines",
    "messages",
    "nodes",
    "normalised",
    "read_lines",
    "requests",
    "statistics",
    "title",
    "token_usage",
    "transcript",
]


def judge_lines(lines: list[bytes]) -> Json:
    """Everything the judge has to say of a log: its header line first, then its stored rows."""
    head, stored = read_lines(lines)
    events = normalised(stored, head["id"])
    listed, generation = nodes(events)
    return {
        "header": head,
        "events": events,
        "refused": first_refused(events),
        "surface": {"nodes": listed, "replaceGeneration": generation},
        "messages": messages(events),
        "transcript": transcript(events),
        "requestHeader": header(events),
        "requestContext": context(events),
        "attempts": attempts(events),
        "requests": requests(events),
        "closers": closers(events),
        "title": title(events),
        "statistics": statistics(events),
    }
