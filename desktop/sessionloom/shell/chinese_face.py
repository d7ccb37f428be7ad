"""Says which package to install when Chinese text would show as empty boxes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from sessionloom.theme.fonts import chinese_face_advice, missing_chinese_face
from sessionloom.translation import resolve_language

if TYPE_CHECKING:
    from sessionlog.library import SessionInfo
    from sessionloom.shell.appearance import Appearance
    from sessionloom.shell.workbench import Workbench

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_LOOK_AT = 4096


class ChineseFace(QObject):
    """Looks at each session shown until there was Chinese in one; speaks once in a start."""

    def __init__(self, bench: Workbench, look: Appearance) -> None:
        super().__init__(bench)
        self._bench = bench
        if not missing_chinese_face():
            return
        if resolve_language(look.language()) == "zh_CN":
            self._say()
        else:
            bench.sessionShown.connect(self._look)

    def _look(self, info: SessionInfo) -> None:
        texts = [info.title or "", info.cwd or ""]
        for node in self._bench.window.canvas.nodes():
            texts += [section.text[:_LOOK_AT] for section in node.sections]
        if any(_HAN.search(text) for text in texts):
            self._bench.sessionShown.disconnect(self._look)
            self._say()

    def _say(self) -> None:
        claim, remedy = chinese_face_advice()
        self._bench.pages.show_notice("warn", claim, remedy)
