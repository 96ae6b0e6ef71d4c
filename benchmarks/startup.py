"""How long `import unmold` takes, beside an interpreter that does nothing."""

import subprocess
import sys
import time
from statistics import median

from benchmarks.results import Result

RUNS = 21


def time_statement(statement: str) -> float:
    """The median time in milliseconds of a fresh interpreter that runs the statement."""
    command = [sys.executable, "-c", statement]
    subprocess.run(command, check=True)
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(command, check=True)
        times.append(time.perf_counter() - start)
    return 1000 * median(times)


def main() -> None:
    statements = ["pass", "import unmold"]
    rows = [[f"`python -c '{text}'`", f"{time_statement(text):.0f} ms"] for text in statements]
    Result(
        name="startup",
        title="Start-up.",
        note=f"Median of {RUNS} fresh interpreters.",
        columns=["command", "time"],
        rows=rows,
        headline=f"`import unmold` takes {rows[1][1]}, of which Python itself {rows[0][1]}.",
    ).publish()
