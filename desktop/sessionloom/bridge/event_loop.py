"""Qt's event loop as an asyncio loop. The only module that knows qasync."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import qasync
from PySide6.QtWidgets import QApplication

log = logging.getLogger(__name__)


def run(app: QApplication, start: Callable[[], None], on_bug: Callable[[BaseException], None]) -> int:
    """Run until the application quits; `start` runs inside the loop, so that it may make tasks.

    Returns the exit code. A task that dies unseen is given to `on_bug`.
    """
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    closing = asyncio.Event()
    app.aboutToQuit.connect(closing.set)

    def task_died(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            on_bug(error)
        else:
            log.warning("event loop: %s", context.get("message", ""))

    async def main() -> None:
        start()
        await closing.wait()

    loop.set_exception_handler(task_died)
    with loop:
        loop.run_until_complete(main())
    return int(app.property("exitCode") or 0)
