"""An answer that the user stops, in Chinese; the turn after it goes another way."""

from __future__ import annotations

from samples.teller import Teller, bash, edit, grep, read

CWD = "/home/lin/项目/墨迹排版"
WRAP = """
def wrap(text: str, width: int) -> list[str]:
    lines, line = [], ""
    for char in text:
        if len(line) == width:
            lines.append(line)
            line = ""
        line += char
    return [*lines, line]
"""
FIXED = """
NO_START = set("，。、；：？！）】》”’…—")
NO_END = set("（【《“‘")


def wrap(text: str, width: int) -> list[str]:
    lines, line = [], ""
    for char in text:
        if len(line) >= width and char not in NO_START:
            carry = line[-1] if line[-1] in NO_END else ""
            lines.append(line[: len(line) - len(carry)])
            line = carry
        line += char
    return [*lines, line]
"""


def build() -> Teller:
    log = Teller("session-c7e82f60-0b1d-4c59-b3f7-48a1d20e9965", cwd=CWD, started="2026-07-23T13:05:12+00:00")
    log.user("导出 PDF 时，有的行以逗号或句号开头，很难看 😖 请帮我找出原因并修好。")
    log.instructions("约定.md", "# 约定\n\n- 注释用中文。\n- 不引入新的依赖。\n- 改动要有测试。")
    log.title("行首标点要避头尾", by="provider")
    log.tools(
        [
            grep(
                r"def wrap|textwrap",
                "排版/",
                ["排版/换行.py:1:def wrap(text: str, width: int) -> list[str]:"],
            ),
            read(CWD, "排版/换行.py", WRAP),
        ],
        thinking="换行只按字数切，没有避头尾规则。先看代码，再决定是挤压还是推行。",
        text="先看换行的代码。",
    )
    log.assistant(
        """原因很简单：`wrap` 只数字数，不看标点。中文排版有**避头尾**规则：

| 位置 | 不允许的标点 |
| --- | --- |
| 行首 | `，。、；：？！）】》”` |
| 行尾 | `（【《“` |

有两种做法：

1. **悬挂**：行首标点留在上一行，允许超出一个字；
2. **挤压**：把上一行的标点压成半角宽度，再把字拉回来。

您想要哪一种？"""
    ).end_turn()
    log.later(3).user("先试试挤压吧。")
    log.stream("挤压需要知道每个标点的字形宽度，所以要读字体的度量表。", "reasoning").interrupt(
        """好的。挤压要分三步：

1. 读出字体里每个标点的实际宽度；
2. 给每一行算出可以压缩的总量，相邻的标点优先，例如 `。”` 与 `》，`；
3. 如果压缩量不够，就把最后一个字推到下一行，并把整行重新拉"""
    )
    log.later(0.6).user("停一下，这样太复杂了。用悬挂就好，越简单越好。👌")
    log.tools([edit(CWD, "排版/换行.py", WRAP, FIXED)], text="好，用悬挂。")
    log.tools(
        [
            bash(
                "python -m pytest -q 测试/",
                "........                                                   [100%]\n8 passed in 0.09s",
            ),
            bash(
                "python -m 排版 示例.txt --预览",
                "  明天下午三点，在三楼开会，\n  请带上（修改后的）方案。\n  会后一起吃饭🍜，不见不散！",
            ),
        ]
    )
    log.assistant(
        """修好了，只多了一个判断：

```python
if len(line) >= width and char not in NO_START:
```

行首不会再出现逗号和句号；左括号、左引号也不会留在行尾。八个测试全部通过 ✅"""
    ).end_turn()
    return log
