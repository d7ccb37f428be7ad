"""Qt's event loop as an asyncio loop. The only module that knows qasync."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import qasync
from PySide6.QtWidgets import QApplication

log = logging.getLogger(__name__)
GRACE_S = 5.0


def run(
    app: QApplication,
    start: Callable[[Callable[[], None]], None],
    stop: Callable[[], None],
    on_bug: Callable[[BaseException], None],
) -> None:
    """Run until the callable that `start` was given is called, then `stop`, then let tasks end.

    All of it happens inside the loop, so that tasks can be made at the start and can end at the
    end. The application never quits the loop under them. A task that dies unseen is given to
    `on_bug`.
    """
    app.setQuitOnLastWindowClosed(False)
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    closing = asyncio.Event()
    app.aboutToQuit.connect(closing.set)  # the desktop ends the session

    def task_died(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            on_bug(error)
        else:
            log.warning("event loop: %s", context.get("message", ""))

    async def main() -> None:
        try:
            start(closing.set)
            await closing.wait()
        finally:
            stop()
            left = asyncio.all_tasks() - {asyncio.current_task()}
            if left:
                await asyncio.wait(left, timeout=GRACE_S)

    loop.set_exception_handler(task_died)
    with loop:
        loop.run_until_complete(main())
