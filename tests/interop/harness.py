"""The real harness as a test tool: each release in an environment of its own under `build/`.

None of it is a dependency of the product. Every run is bounded in time, speaks to loopback only and
stops what it started.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GENERATION_OF = {"0.1.2rc1": 0, "0.1.5rc1": 3, "0.2.1rc2": 4}
"""The releases that are driven, and the format generation that each writes."""

CLIENT = """
import json, sys
from deepseek_harness import DeepSeekHarness

plan = json.loads(sys.argv[1])
with DeepSeekHarness(cwd=plan["cwd"]) as harness:
    resume = plan.get("resume")
    session = harness.resume_session(resume) if resume else harness.start_session()
    for prompt in plan["prompts"]:
        try:
            reason = str(session.run(prompt).finish_reason)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
        print(json.dumps({"prompt": prompt, "finish": reason}), flush=True)
"""


@dataclass(frozen=True)
class Release:
    """One release of the harness, installed on first use."""

    version: str

    @property
    def generation(self) -> int:
        return GENERATION_OF[self.version]

    @property
    def python(self) -> Path:
        return ROOT / "build" / f"interop-{self.version}" / "bin" / "python"

    def install(self) -> None:
        if self.python.exists():
            return
        folder = self.python.parents[1]
        venv.create(folder, with_pip=True)
        command = [str(self.python), "-m", "pip", "install", "-q", f"deepseek-harness-sdk=={self.version}"]
        subprocess.run(command, check=True, timeout=600, stdout=sys.stderr)

    def run(
        self, home: Path, cwd: Path, base: str, prompts: list[str], resume: str | None = None
    ) -> list[dict[str, str]]:
        """Run prompts in one session of `home`; gives what the harness said of each."""
        self.install()
        cwd.mkdir(parents=True, exist_ok=True)
        plan = {"cwd": str(cwd), "prompts": prompts, "resume": resume}
        done = subprocess.run(
            [str(self.python), "-c", CLIENT, json.dumps(plan)],
            cwd=cwd,
            env=self._environment(home, base),
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{self.version} ended with {done.returncode}: {done.stderr[-2000:]}")
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    def _environment(self, home: Path, base: str) -> dict[str, str]:
        return os.environ | {
            "DSH_HOME": str(home),
            "DSH_TELEMETRY_MODE": "DISABLED",
            "DEEPSEEK_API_KEY": "x",
            "DEEPSEEK_BASE_URL": base,
        }
