"""A person stops an answer, the session goes on, and a fork at that point is taken up.

In every release, by a plug-in of ours: the clients have no call for it. Each session is written by
`run`, taken up again by `resume`, stopped by `cancel`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from generations import ReadLog
from harness import GENERATION_OF, Release
from mock_model import scripted_model
from taken_up import run_plugin, take_up
from terminal import call

from sessionlog.model.attempts import Attempt, Outcome, fold_attempts
from sessionlog.model.closers import closers_of_rows
from sessionlog.model.invariants import check_invariants
from sessionlog.model.severity import Severity

Json = dict[str, Any]
pytestmark = pytest.mark.timeout(900)

PLUGIN = """
import { writeFileSync } from 'node:fs'

export const name = 'interop-abort'
export const inject = ['agents', 'sessions', 'sessionPersistence']

const after = ms => new Promise(resolve => setTimeout(resolve, ms))

export function apply(ctx) {
  const plan = JSON.parse(process.env.INTEROP_PLAN)
  const told = { ended: [] }
  const work = async () => {
    told.listed = 0
    for await (const _ of await ctx.sessionPersistence.list()) told.listed++
    const route = { provider: 'deepseek-official', model: 'deepseek-v4-flash' }
    const made = await ctx.agents.resume({ resumeSessionId: plan.session, agentOptions: route })
    const agent = made.agent ?? made
    for (const [prompt, stop] of plan.prompts) {
      const content = [{ type: 'text', text: prompt }]
      await agent.followup({ id: `p${told.ended.length}`, role: 'user', source: { kind: 'user' }, content })
      if (stop) {
        await after(stop)
        await agent.cancel({ kind: 'user' })
      }
      await agent.whenIdle()
      told.ended.push(prompt)
    }
  }
  work().then(() => { told.done = true }, error => { told.error = String(error?.stack ?? error) })
    .finally(() => writeFileSync(plan.out, JSON.stringify(told)))
}
"""
STOPPED = [("SLOW hello stopped", 3000), ("hello after", 0), ("SLOW hello once more", 3000)]


@dataclass(frozen=True)
class Stopped:
    """A session with two stopped answers, a fork at each, and what was told of them."""

    release: Release
    log: Path
    told: Json
    forks: dict[str, Json]
    again: Json


def ends_of(path: Path) -> list[tuple[int, Json]]:
    return [(row.seq, row.value["data"]["reason"]) for row in ReadLog(path).rows if row.type == "turn/end"]


@pytest.fixture(scope="module", params=sorted(GENERATION_OF))
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stopped:
    release = Release(request.param)
    place = tmp_path_factory.mktemp(f"stopped-{release.generation}")
    home, cwd = place / "home", place / "work"
    with scripted_model() as (base, _):
        release.run(home, cwd, base, ["hello first"])
        (log,) = home.glob("sessions/*/*/session*.jsonl*")
        plan = {"session": log.parent.name, "prompts": STOPPED}
        told = run_plugin(release, home, cwd, base, PLUGIN, plan, profile="sdk")
        forks = {
            reason["kind"] + str(number): call(
                "fork", home, "--session", log.parent.name, "--at", seq, "-o", home, "--json"
            )[0]
            for number, (seq, reason) in enumerate(ends_of(log))
            if reason["kind"] == "aborted"
        }
        ids = [log.parent.name, *(fork["childId"] for fork in forks.values())]
        again = take_up(release, home, cwd, base, ids, "hello once more", profile="sdk")
    return Stopped(release, log, told, forks, again)


def attempts_of(log: ReadLog) -> list[Attempt]:
    return list(fold_attempts(log.rows, log.dialect, log.header.id))


def test_the_session_was_taken_up_and_stopped_twice(made: Stopped) -> None:
    assert made.told.get("done"), made.told
    kinds = [reason["kind"] for _, reason in ends_of(made.log)]
    assert kinds == ["completed", "aborted", "completed", "aborted", "completed"]
    assert [reason["reason"] for _, reason in ends_of(made.log) if reason["kind"] == "aborted"] == [
        {"kind": "user"}
    ] * 2


def test_it_opens_as_a_sound_log_with_the_partial_answer(made: Stopped) -> None:
    log = ReadLog(made.log)
    assert (log.diagnosis.severity, log.diagnosis.problems) == (Severity.OK, ())
    assert closers_of_rows(log.rows, log.dialect, log.header.id) == []
    assert list(check_invariants(log.rows, log.dialect, log.header.id)) == []
    stopped = [attempt for attempt in attempts_of(log) if attempt.outcome is not Outcome.COMMITTED]
    assert [attempt.outcome for attempt in stopped] == [Outcome.INTERRUPTED] * 2
    (said,) = call("inspect", made.log, "--json")
    assert (said["severity"], said["harness"]["verdict"]) == ("ok", "opens")


def test_forks_at_both_places_are_answered_in_and_so_is_the_parent(made: Stopped) -> None:
    assert len(made.forks) == 2
    assert made.again.get("done"), made.again
    for fork in made.forks.values():
        path = Path(fork["artifact"])
        log = ReadLog(path)
        assert log.diagnosis.severity is Severity.OK
        assert ends_of(path)[-1][1]["kind"] == "completed"
