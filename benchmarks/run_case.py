"""Runs one case in this process and prints its numbers as JSON: `python -m benchmarks.run_case NAME ...`."""

from __future__ import annotations

import json
import sys

from benchmarks import (
    compare_cases,
    contract_cases,
    core_cases,
    export_cases,
    fork_cases,
    later_cases,
    store_cases,
    window_cases,
)


def main() -> None:
    name, *arguments = sys.argv[1:]
    cases = {
        **core_cases.CASES,
        **fork_cases.CASES,
        **compare_cases.CASES,
        **later_cases.CASES,
        **store_cases.CASES,
        **contract_cases.CASES,
        **export_cases.CASES,
        **window_cases.CASES,
    }
    print(json.dumps(cases[name](*arguments)))


if __name__ == "__main__":
    main()
