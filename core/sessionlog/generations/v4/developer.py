"""Messages that add tools to a conversation or take them away (spec 03b section 2).

An addition names a `request/header` that describes the tool. Of each header the names are kept,
and whether each stands there once with a description and parameters.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from sessionlog.model.json import is_seq


class DeveloperHeaders:
    """The tools of every header so far. The texts are those of the harness."""

    def __init__(self, state: dict[str, list[str]] | None = None) -> None:
        self._tools: dict[str, list[str]] = dict(state or {})

    def state(self) -> dict[str, list[str]]:
        return dict(self._tools)

    def header(self, seq: int, data: Any) -> str:
        """Take a `request/header` in; gives what is wrong with its tools."""
        header = data.get("header") if isinstance(data, dict) else None
        tools = header.get("tools") if isinstance(header, dict) else None
        found = [tool for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
        counts = Counter(str(tool.get("name")) for tool in found)
        self._tools[str(seq)] = [
            str(tool.get("name")) for tool in found if counts[str(tool.get("name"))] == 1 and _described(tool)
        ]
        if any("deferLoading" in tool and tool["deferLoading"] is not True for tool in found):
            return "format v4 tool deferLoading must be true when present"
        return ""

    def developer(self, data: Any, seq: int) -> str:
        """What is wrong with a `developer/message`."""
        message = data.get("message") if isinstance(data, dict) else None
        if not isinstance(message, dict) or message.get("role") != "developer":
            return f"format v4 developer/message at seq {seq} requires a developer message"
        content = message.get("content")
        blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
        added = [block for block in blocks if block.get("type") == "tool-addition"]
        if any("tool" in block for block in blocks):
            return "format v4 developer/message rejects an inline tool"
        named = data.get("headerSeq")
        if not added:
            if "headerSeq" in data:
                return "format v4 developer/message must omit headerSeq without tool additions"
            return ""
        if not is_seq(named):
            return "developer/message headerSeq must be a non-negative safe integer"
        known = self._tools.get(str(named), [])
        for block in added:
            if block.get("toolName") not in known:
                return (
                    f'developer/message tool-addition "{block.get("toolName")}" must name exactly one tool'
                    f" in headerSeq {named}"
                )
        return ""


def _described(tool: dict[str, Any]) -> bool:
    return isinstance(tool.get("description"), str) and isinstance(tool.get("parameters"), dict)
