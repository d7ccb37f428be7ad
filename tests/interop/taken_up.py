"""Taking a stored session up again with a release whose client has no call for it: by a plug-in of ours."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness import Release

PLUGIN = """
import { writeFileSync } from 'node:fs'

export const name = 'interop-resume'
export const inject = ['agents', 'sessions', 'sessionPersistence']

async function attached(ctx, { images, files }) {
  if (!images.length && !files.length) return []
  const attachments = ctx.get('attachments')
  const bytes = ({ data, ...rest }) => ({ ...rest, data: new Uint8Array(Buffer.from(data, 'base64')) })
  const blocks = (await attachments.saveImages(images.map(bytes))).map(
    attachment => ({ type: 'image', attachment }))
  for (const file of files) {
    blocks.push({ type: 'file', attachment: await attachments.saveFile(bytes(file)) })
  }
  return blocks
}

export function apply(ctx) {
  const plan = JSON.parse(process.env.INTEROP_PLAN)
  const told = { listed: [], prompts: [] }
  const tell = () => writeFileSync(plan.out, JSON.stringify(told))
  const work = async () => {
    const listed = await ctx.sessionPersistence.list()
    for await (const one of listed) told.listed.push((one.header ?? one.meta ?? one).id)
    const route = { provider: 'deepseek-official', model: 'deepseek-v4-flash' }
    for (const id of plan.sessions) {
      const made = await ctx.agents.resume({ resumeSessionId: id, agentOptions: route })
      const agent = made.agent ?? made
      const message = {
        id: `prompt-${id}`, role: 'user', source: { kind: 'user' },
        content: [{ type: 'text', text: plan.prompt }, ...(await attached(ctx, plan.attach))],
      }
      await agent.followup(message)
      await agent.whenIdle()
      told.prompts.push(id)
    }
  }
  work().then(() => { told.done = true }, error => { told.error = String(error?.stack ?? error) })
    .finally(tell)
}
"""


def runtime_of(release: Release) -> Path:
    """The release's own executable."""
    packages = release.python.parents[1] / "lib"
    found = [
        path
        for path in packages.glob("python*/site-packages/deepseek_harness_runtime/runtime/*")
        if path.is_file() and not path.name.endswith("-rg")
    ]
    assert len(found) == 1, found
    return found[0]


@dataclass(frozen=True)
class Attach:
    """What the prompt brings along: images as (media type, bytes), files as (name, bytes)."""

    images: tuple[tuple[str, bytes], ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()

    def plan(self) -> dict[str, Any]:
        def data(raw: bytes) -> str:
            return base64.b64encode(raw).decode("ascii")

        return {
            "images": [{"mediaType": kind, "data": data(raw)} for kind, raw in self.images],
            "files": [{"name": name, "data": data(raw)} for name, raw in self.files],
        }


def take_up(
    release: Release,
    home: Path,
    cwd: Path,
    base: str,
    sessions: list[str],
    prompt: str,
    *,
    profile: str,
    attach: Attach = Attach(),
) -> dict[str, Any]:
    """List the sessions of a home, then answer one more prompt in each of `sessions`."""
    plan = {"sessions": sessions, "prompt": prompt, "attach": attach.plan()}
    return run_plugin(release, home, cwd, base, PLUGIN, plan, profile=profile)


def run_plugin(
    release: Release, home: Path, cwd: Path, base: str, source: str, plan: dict[str, Any], *, profile: str
) -> dict[str, Any]:
    """Start a release with a plug-in of ours and stop it when the plug-in has written what it tells.

    The plug-in finds its plan in `INTEROP_PLAN`, and in it as `out` the file that it writes.
    """
    release.install()
    place = home.parent / f"plug-in-{release.version}"
    place.mkdir(exist_ok=True)
    plugin, patch, out = place / "plugin.mjs", place / "patch.yml", place / "told.json"
    plugin.write_text(source)
    patch.write_text(f"- insert: [{{id: interop, name: {plugin}}}]\n")
    out.unlink(missing_ok=True)
    environment = release._environment(home, base) | {"INTEROP_PLAN": json.dumps({**plan, "out": str(out)})}
    process = subprocess.Popen(
        [str(runtime_of(release)), "--profile", profile, "--patch", str(patch)],
        cwd=cwd,
        env=environment | {"PATH": os.environ["PATH"]},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        until = time.monotonic() + 120
        while not out.exists() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.2)
        time.sleep(1)  # what it has queued is flushed
    finally:
        process.terminate()
        said, _ = process.communicate(timeout=20)
    if not out.exists():
        raise RuntimeError(f"{release.version} said nothing: {said[-3000:].decode(errors='replace')}")
    told: dict[str, Any] = json.loads(out.read_text())
    return told
