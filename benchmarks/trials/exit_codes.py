"""Counts exit codes of runs on a busy machine, and of runs that were killed and resumed.

    python -m benchmarks.trials.exit_codes --runs 300 --killed 300 [SOURCE ...]

Runs `unmold run` on a small site, each time in a new process and into a new workspace, while
processes that only compute keep all cores busy. Then the same with runs that are killed at a random
moment and run again. The figures go to `benchmarks/results/trials/exit_codes.json`; with `--add`
they are added to those that are there, so that a long trial may be run in parts.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from tempfile import TemporaryDirectory

from unmold.bench.measuring import Measured
from unmold.demo import build_site

RESULTS = Path(__file__).parent.parent / "results" / "trials" / "exit_codes.json"
COMMAND = (sys.executable, "-c", "from unmold.cli import main; main()", "run")
BUSY = (
    sys.executable,
    "-c",
    "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass",  # ends with the trial
)
NICE = 5
DEMO_PAGES = 24
"""Enough for several templates, few enough for a run of a second or two."""


@dataclass
class ExitCodes:
    """How many processes ended with which exit code."""

    plain: Counter[int] = field(default_factory=Counter)
    killed: Counter[int] = field(default_factory=Counter)
    """Of the first of two runs: -9 where it was still under way when it was killed."""

    resumed: Counter[int] = field(default_factory=Counter)
    last_words: list[str] = field(default_factory=list)
    """What runs said that failed."""

    @property
    def are_fine(self) -> bool:
        return set(self.plain) | set(self.resumed) <= {0} and set(self.killed) <= {0, -9}


def try_exit_codes(
    sources: list[str], runs: int, killed: int, busy: int = 4, found: ExitCodes | None = None
) -> ExitCodes:
    """Run so often, and as often as wanted kill a run and run again, in turns.

    What is counted is in `found` at once, for whoever interrupts it.
    """
    found, seconds, chance = found or ExitCodes(), [], random.Random(0)
    with TemporaryDirectory() as folder, busy_machine(busy):
        workspace = Path(folder) / "workspace"
        for number in range(max(runs, killed)):
            if number < runs or not seconds:
                begun = time.monotonic()
                found.plain[_finish(_start(sources, workspace), found)] += 1
                seconds.append(time.monotonic() - begun)
                shutil.rmtree(workspace)
            if number < killed:
                moment = chance.uniform(0.1, 1) * statistics.median(seconds)
                found.killed[_kill(_start(sources, workspace), moment)] += 1
                found.resumed[_finish(_start(sources, workspace), found)] += 1
                shutil.rmtree(workspace)
    return found


@contextmanager
def busy_machine(processes: int) -> Iterator[None]:
    """Other processes that want every core, for the time of a block."""
    started = [
        subprocess.Popen(BUSY, stderr=subprocess.DEVNULL, preexec_fn=lambda: os.nice(NICE))
        for _ in range(processes)
    ]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def _start(sources: list[str], workspace: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *sources, "-o", str(workspace)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.nice(NICE),
    )


def _finish(process: subprocess.Popen[str], found: ExitCodes) -> int:
    _, said = process.communicate()
    if process.returncode:
        found.last_words.append(said[-500:])
    return process.returncode


def _kill(process: subprocess.Popen[str], moment: float) -> int:
    try:
        process.communicate(timeout=moment)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
    return process.returncode


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trials.exit_codes")
    parser.add_argument("sources", nargs="*", help="what to run on; an invented shop if not given")
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--killed", type=int, default=300, help="runs that are killed and resumed")
    parser.add_argument("--busy", type=int, default=4, help="processes that keep cores busy")
    parser.add_argument("--add", action="store_true", help="add to the figures that are there")
    parser.add_argument("-o", "--output", type=Path, default=RESULTS, metavar="FILE")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        sources = options.sources
        if not sources:
            build_site(Path(folder) / "shop", seed=1, pages=DEMO_PAGES)
            sources = [str(Path(folder) / "shop")]
        found = _read_kept(options.output) if options.add else ExitCodes()
        with suppress(KeyboardInterrupt):
            try_exit_codes(sources, options.runs, options.killed, options.busy, found)
    _keep(found, options)
    return 0 if found.are_fine else 1


def _read_kept(path: Path) -> ExitCodes:
    """The figures of earlier parts of a trial."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    counts = {
        name: Counter({int(code): times for code, times in kept[name].items()})
        for name in ("plain", "killed", "resumed")
    }
    return ExitCodes(**counts, last_words=kept["last_words"])


def _keep(found: ExitCodes, options: argparse.Namespace) -> None:
    """Print the figures, and write them beside those of other trials."""
    figures = {
        "sources": [Path(source).name for source in options.sources] or ["invented shop"],
        "busy": options.busy,
        # `asdict` would make nonsense of counters.
        **{part.name: getattr(found, part.name) for part in fields(found)},
        **asdict(Measured()),
    }
    text = json.dumps(figures, indent=1) + "\n"
    print(text, end="")
    options.output.parent.mkdir(exist_ok=True)
    options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
