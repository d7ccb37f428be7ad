"""A retried answer: the service fails twice in the middle of an answer."""

# ruff: noqa: E501 (the stories keep their long lines)

from __future__ import annotations

from samples.teller import Teller, bash, edit, read

CWD = "/home/mira/code/nightjar"
DEDUPE = """
export function dedupe(items: Item[], seen: Set<string>): Item[] {
  return items.filter((item) => {
    const key = item.guid ?? item.link;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
"""
SCOPED = """
export function dedupe(feed: FeedId, items: Item[], seen: Set<string>): Item[] {
  return items.filter((item) => {
    const key = JSON.stringify([feed, item.guid ?? item.link]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
"""


def build() -> Teller:
    log = Teller(
        "session-91d7ab03-2c44-4f0b-8a5e-6f0c9be3d215", cwd=CWD, started="2026-07-21T19:40:31+00:00",
        model="plover-4-fast",
    )  # fmt: skip
    log.user(
        "Episodes of one podcast never show up. Their guids are just `1`, `2`, `3` … 🤔 "
        "I suspect `dedupe`. Can you look?"
    )
    log.title("Podcast episodes with short guids vanish", by="provider")
    log.tools([read(CWD, "src/feeds/dedupe.ts", DEDUPE)], text="I'll read it.")
    log.retry(
        "You suspect the right function. A `guid` only has to be unique **within its feed**, but `seen` is sha",
        code="SERVER",
        message="The model is overloaded. Please try again.",
    )
    log.retry("You suspect the right", code="TIMEOUT", message="No data for 30 s")
    log.assistant(
        """You suspect the right function. A `guid` has to be unique **within its feed**, but `seen` is shared \
by all feeds:

```ts
const key = item.guid ?? item.link;   // "1" of one feed hides "1" of every other
```

So the first feed that ships a guid `1` wins, and the podcast loses. The key needs the feed in it. \
Joining with a separator is not enough, because guids may contain any character; a JSON pair is unambiguous."""
    ).end_turn()
    log.later(1.4).user("Makes sense. Fix it and show me that it works.")
    log.tools([edit(CWD, "src/feeds/dedupe.ts", DEDUPE, SCOPED)])
    log.tools(
        [
            bash(
                "npx vitest run src/feeds",
                """ ✓ src/feeds/parse.test.ts (14 tests) 41ms
 ❯ src/feeds/dedupe.test.ts (3 tests | 1 failed) 12ms
   × drops the second copy of an item
     → expected [ { guid: 'a' }, { guid: 'a' } ] to have a length of 1 but got 2

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 16 passed (17)""",
                code=1,
                took_ms=1890,
            )
        ]
    )
    log.tools(
        [
            edit(
                CWD, "src/feeds/dedupe.test.ts",
                "  expect(dedupe([a, a], new Set())).toHaveLength(1);",
                """  expect(dedupe("feed-1", [a, a], new Set())).toHaveLength(1);
  const seen = new Set<string>();
  dedupe("feed-1", [{ guid: "1" }], seen);
  expect(dedupe("feed-2", [{ guid: "1" }], seen)).toHaveLength(1);""",
            ),
        ],
        thinking="The old test calls the old signature, so `items` is a string there. Update it and add the "
        "case that was broken: same guid in two feeds.",
        text="That failure is the old call in the test, not the fix. I'll update it and add your case.",
    )  # fmt: skip
    log.retry("", code="RATE_LIMIT", message="Too many requests")
    log.tools(
        [
            bash(
                "npx vitest run src/feeds",
                " Test Files  2 passed (2)\n      Tests  17 passed (17)",
                took_ms=1710,
            )
        ]
    )
    log.assistant(
        "Both pass: a repeated item is dropped, and guid `1` of two feeds is kept twice. 🎧"
    ).end_turn()
    return log
