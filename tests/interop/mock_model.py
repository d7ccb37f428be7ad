"""A model on loopback for the real harness: two wire protocols, one small script of behaviours.

Words in the newest prompt steer it: TOOL (one bash call), TWOTOOLS (one of them fails), SLOW (a long
answer), RETRY429, RETRY503 (first request refused), RETRYSTREAM (first answer breaks off). Every
other prompt is answered with a short thought and a greeting.
"""

from __future__ import annotations

import json
import socket
import struct
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Frame = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What the model says to one request. `break_off` resets the connection after the last piece."""

    status: int = 200
    thoughts: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    calls: tuple[tuple[str, str], ...] = ()
    break_off: bool = False
    pause: float = 0.01


@dataclass
class Script:
    """Decides the answer from the newest prompt and how often it was asked."""

    asked: Counter[str] = field(default_factory=Counter)
    requests: list[Frame] = field(default_factory=list)
    """The bodies of all requests, in the order in which they came."""

    def answer(self, prompt: str, after_tool: bool) -> Answer:
        self.asked[prompt] += 1
        first = self.asked[prompt] == 1
        if "RETRY429" in prompt and first:
            return Answer(status=429)
        if "RETRY503" in prompt and first:
            return Answer(status=503)
        if "RETRYSTREAM" in prompt and first:
            return Answer(thoughts=("well ", "then"), texts=("A partial ", "reply tha"), break_off=True)
        if "SLOW" in prompt and not after_tool:
            return Answer(texts=tuple(f"word{n} " for n in range(200)), pause=0.1)
        number = self.asked[prompt]
        if "TWOTOOLS" in prompt and not after_tool:
            return Answer(
                thoughts=("two of them",),
                calls=((f"call_a{number}", "echo one"), (f"call_b{number}", "exit 3")),
            )
        if "TOOL" in prompt and not after_tool:
            return Answer(thoughts=("a tool ", "first"), calls=((f"call_{number}", "echo hi"),))
        return Answer(thoughts=("think ", "again"), texts=("Hello", " there", "!"))


def _text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    return " ".join(part.get("text", "") for part in content or () if part.get("type") == "text")


def _is_tool_result(message: Frame) -> bool:
    content = message.get("content")
    return message.get("role") == "tool" or (
        isinstance(content, list) and any(part.get("type") == "tool_result" for part in content)
    )


def _newest_prompt(messages: list[Frame]) -> str:
    steering = ("TOOL", "SLOW", "RETRY", "hello")
    for message in reversed(messages):
        text = _text_of(message.get("content")) if message.get("role") == "user" else ""
        if any(word in text for word in steering):
            return text
    return ""


def chat_completion_frames(answer: Answer, model: str) -> Iterator[Frame | str]:
    """The frames of a streamed chat completion, as the 0.1 harness asks for them."""

    def frame(delta: Frame, finish: str | None = None, **more: Any) -> Frame:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {"id": "c", "object": "chat.completion.chunk", "model": model, "choices": [choice], **more}

    yield frame({"role": "assistant", "content": ""})
    for thought in answer.thoughts:
        yield frame({"reasoning_content": thought})
    for text in answer.texts:
        yield frame({"content": text})
    for index, (call, command) in enumerate(answer.calls):
        arguments = json.dumps({"command": command})
        function = {"name": "bash", "arguments": ""}
        yield frame({"tool_calls": [{"index": index, "id": call, "type": "function", "function": function}]})
        for piece in (arguments[:12], arguments[12:]):
            yield frame({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    if not answer.break_off:
        usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
        yield frame({}, "tool_calls" if answer.calls else "stop", usage=usage)
        yield "[DONE]"


def message_frames(answer: Answer, model: str) -> Iterator[Frame | str]:
    """The frames of a streamed message, as the 0.2 harness asks for them."""
    usage = {"input_tokens": 11, "output_tokens": 1, "cache_read_input_tokens": 4}
    message = {"id": "m", "type": "message", "role": "assistant", "model": model, "content": []}
    yield {"type": "message_start", "message": {**message, "usage": usage}}
    index = 0

    def block(opening: Frame, deltas: list[Frame], close: bool = True) -> Iterator[Frame]:
        yield {"type": "content_block_start", "index": index, "content_block": opening}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        if close:
            yield {"type": "content_block_stop", "index": index}

    if answer.thoughts:
        deltas = [{"type": "thinking_delta", "thinking": thought} for thought in answer.thoughts]
        deltas.append({"type": "signature_delta", "signature": "s"})
        yield from block({"type": "thinking", "thinking": "", "signature": ""}, deltas)
        index += 1
    if answer.texts:
        deltas = [{"type": "text_delta", "text": text} for text in answer.texts]
        yield from block({"type": "text", "text": ""}, deltas, close=not answer.break_off)
        index += 1
    for call, command in answer.calls:
        arguments = json.dumps({"command": command})
        deltas = [
            {"type": "input_json_delta", "partial_json": part} for part in (arguments[:9], arguments[9:])
        ]
        yield from block({"type": "tool_use", "id": call, "name": "bash", "input": {}}, deltas)
        index += 1
    if not answer.break_off:
        reason = "tool_use" if answer.calls else "end_turn"
        yield {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 7}}
        yield {"type": "message_stop"}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: the harness's own report is what counts."""

    def _json(self, status: int, value: Frame) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self._json(200, {"object": "list", "data": []})

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        body = json.loads(self.rfile.read(length) or b"{}")
        self.server.script.requests.append(body)
        messages = body.get("messages", [])
        after_tool = bool(messages) and _is_tool_result(messages[-1])
        answer = self.server.script.answer(_newest_prompt(messages), after_tool)
        if answer.status != 200:
            self._json(
                answer.status, {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}
            )
            return
        is_message = self.path.rstrip("/").endswith("messages")
        frames = (message_frames if is_message else chat_completion_frames)(answer, str(body.get("model")))
        try:
            self._stream(frames, answer)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _stream(self, frames: Iterator[Frame | str], answer: Answer) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for frame in frames:
            named = f"event: {frame['type']}\n" if isinstance(frame, dict) and "type" in frame else ""
            text = frame if isinstance(frame, str) else json.dumps(frame)
            piece = f"{named}data: {text}\n\n".encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
            time.sleep(answer.pause)
        if answer.break_off:
            # A reset, not a clean end: linger 0 makes the close send RST.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        self.wfile.write(b"0\r\n\r\n")


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = Script()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that the harness or the script broke off is no fault; anything else is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def mock_model() -> Iterator[str]:
    """Serve on a free loopback port until the block ends; gives the base address."""
    with scripted_model() as (base, _):
        yield base


@contextmanager
def scripted_model() -> Iterator[tuple[str, Script]]:
    """As `mock_model`, with the script, which keeps every request."""
    server = _Server()
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", server.script
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
