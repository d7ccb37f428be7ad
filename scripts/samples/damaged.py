"""A session of which one frame was overwritten on disk, in the middle of its second turn."""

# ruff: noqa: E501 (the stories keep their long lines)

from __future__ import annotations

from samples.teller import Teller, bash, edit, read

CWD = "/home/mira/code/nightjar"
DAMAGED_FRAME = 9
LOCALE = """
export function shortDate(at: Date): string {
  return at.toLocaleDateString();
}
"""
FIXED = """
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

export function shortDate(at: Date): string {
  return day.format(at);
}
"""


def build() -> Teller:
    log = Teller("session-7d15c0e6-e8a9-4c37-9b20-3f64a1b8d07e", cwd=CWD, started="2026-07-19T21:11:09+00:00")
    log.user("Tests fail on the build server only: `7/18/2026` there, `18.07.2026` here. Why?")
    log.title("Dates differ on the build server", by="provider")
    log.tools([read(CWD, "src/ui/date.ts", LOCALE)])
    log.assistant(
        "`toLocaleDateString()` without arguments follows the **machine**: its language and its time zone. "
        "The build server runs in `en_US` and UTC, yours in `de_DE` and `Europe/Berlin`."
    ).end_turn()
    log.later(3).user("Then fix the zone and keep the reader's language.")
    log.tools([edit(CWD, "src/ui/date.ts", LOCALE, FIXED)])
    log.tools(
        [
            bash(
                "TZ=Asia/Tokyo npx vitest run src/ui",
                " Test Files  3 passed (3)\n      Tests  22 passed (22)",
            )
        ]
    )
    log.assistant("Fixed: the zone is UTC everywhere, the language is still the reader's own. 🌍").end_turn()
    log.later(8).user("And in the tests? They should not depend on a language either.")
    log.tools(
        [
            edit(
                CWD, "src/ui/date.test.ts",
                'expect(shortDate(day)).toBe("18.07.2026");',
                'expect(shortDate(day, "en-GB")).toBe("18 Jul 2026");',
            ),
            bash("LANG=zh_CN.UTF-8 npx vitest run", " Test Files  9 passed (9)\n      Tests  61 passed (61)", took_ms=2300),
        ]
    )  # fmt: skip
    log.assistant("Each test names its language now, so it passes on every machine, in 中文 too.").end_turn()
    return log
