"""The words of a readable export, in both languages of the product."""

from __future__ import annotations

from datetime import UTC, datetime

from sessionlog.conversation.node import Node, NodeKind, Section

LANGUAGES = ("en", "zh_CN")

_CHINESE = {
    "Turn {0}": "第 {0} 回合",
    "You": "你",
    "You, while it ran": "你（运行期间）",
    "Injected context": "注入的上下文",
    "Assistant": "助手",
    "Tool call": "工具调用",
    "Retry": "重试",
    "Interrupted: the stream stopped here": "已中断：流在此处停止",
    "Turn failed": "本回合失败",
    "Stopped at the output limit": "达到输出上限而停止",
    "Empty answer": "空回答",
    "Compacted": "已压缩",
    "Turn end": "本回合结束",
    "Gap": "缺口",
    "Raw event": "原始事件",
    "Audit": "审计",
    "Thinking": "思考",
    "Input": "输入",
    "Output": "输出",
    "Changes": "更改",
    "Details": "详情",
    "Image": "图片",
    "File": "文件",
    "not included": "未包含",
    "Attempt {0} of {1}": "第 {0} 次尝试，共 {1} 次",
    "running": "运行中",
    "error": "失败",
    "stopped": "已停止",
    "unknown": "结果未知",
    "not-started": "未开始",
    "interrupted": "已中断",
    "retried": "已重试",
    "ok": "成功",
    "Session": "会话",
    "Created": "创建于",
    "Folder": "文件夹",
    "Format generation": "格式版本",
    "State": "状态",
    "Continues": "源自会话",
    "inherited events": "继承的事件",
    "whole": "完整",
    "repaired": "已修复",
    "damaged": "已损坏",
    "refused": "已拒绝",
    "unchecked": "未检查",
    "What is wrong with this log": "此日志的问题",
    "Written by Sessionloom {0}. A copy for reading; the log itself is the evidence.": (
        "由 Sessionloom {0} 写出。这是供阅读的副本，证据以日志本身为准。"
    ),
    "Failed attempts are left out.": "已略去失败的尝试。",
    "Inputs and outputs of tools are left out.": "已略去工具的输入和输出。",
    "Redacted: some places were replaced. What was not found is still there.": (
        "已脱敏：部分内容已被替换。未被发现的内容仍在其中。"
    ),
    "link to": "链接到",
    "{0} ms": "{0} 毫秒",
    "{0} s": "{0} 秒",
}
_TITLES = {
    NodeKind.USER: "You",
    NodeKind.STEERING: "You, while it ran",
    NodeKind.CONTEXT: "Injected context",
    NodeKind.ASSISTANT: "Assistant",
    NodeKind.INTERRUPTED: "Interrupted: the stream stopped here",
    NodeKind.TURN_TAIL: "Turn end",
    NodeKind.EMPTY: "Empty answer",
}


class Words:
    """Looks up a language; a word that has none in it stays English."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"

    def __call__(self, text: str, *values: object) -> str:
        found = _CHINESE.get(text, text) if self.language == "zh_CN" else text
        return found.format(*values) if values else found

    def title(self, node: Node) -> str:
        if node.kind is NodeKind.TURN:
            return self("Turn {0}", node.turn) if node.turn is not None else self("Turn {0}", "?")
        return self(_TITLES.get(node.kind, node.title))

    def state(self, status: str) -> str:
        return self(status) if status not in ("", "ok") else ""

    def duration(self, ms: object) -> str:
        if not isinstance(ms, int | float):
            return ""
        return self("{0} ms", round(ms)) if ms < 1000 else self("{0} s", f"{ms / 1000:.1f}")


def moment(time: int | None) -> str:
    """A time in ms as UTC; empty for one that no calendar has."""
    if time is None:
        return ""
    try:
        return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, OSError, ValueError):
        return ""


def attached_word(section: Section) -> str:
    """What an attachment is called."""
    return "File" if section.facts.get("attached") == "file" else "Image"
