"""What a release says of stored sessions when it opens them for reading: by a plug-in of ours."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness import Release
from taken_up import run_plugin

NOWHERE = "http://127.0.0.1:9"
"""Reading asks no model."""

PLUGIN = """
import { writeFileSync } from 'node:fs'

export const name = 'interop-read'
export const inject = ['sessionPersistence']

async function count(ctx, id) {
  const persistence = ctx.sessionPersistence
  if (!persistence.open) return { events: (await persistence.inspect(id)).events.length }
  const handle = await persistence.open(id, 'read')
  const read = await handle.read(0)
  let events = 0
  if (read[Symbol.asyncIterator]) for await (const _ of read) events++
  else events = (read.events ?? read).length
  await handle.close?.()
  return { events }
}

export function apply(ctx) {
  const plan = JSON.parse(process.env.INTEROP_PLAN)
  const told = {}
  const work = async () => {
    for (const id of plan.sessions) {
      told[id] = await count(ctx, id).catch(error => ({ name: error?.name, message: String(error?.message) }))
    }
  }
  work().finally(() => writeFileSync(plan.out, JSON.stringify(told)))
}
"""


def read_by(
    release: Release, home: Path, cwd: Path, sessions: Sequence[str], *, profile: str = "sdk-minimal"
) -> dict[str, dict[str, Any]]:
    """Of each session the number of its events, or the name and message of the refusal.

    0.1.2rc1 counts the closers of an open turn, too: it gives no other view. The profile says which
    encoding a home must have: `sdk-minimal` plain, `sdk` zstd.
    """
    return run_plugin(release, home, cwd, NOWHERE, PLUGIN, {"sessions": list(sessions)}, profile=profile)
