"""Runs every command on a folder of hostile pages: each must end, with an answer or a reason.

    python -m benchmarks.trials.hostile_folder

An exit code of 0 or 2 is an answer; a traceback, a signal, "this is a bug" and more than `BOUND`
seconds are not. Times and peak memory go to `results/trials/hostile_folder.json`.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.results import RESULTS
from benchmarks.trials.hostile_pages import SCALE, hostile_pages
from unmold.bench.measuring import Measured

BOUND = 600
"""Seconds of one command: generous, so that only what hangs is caught."""

PAGE_BOUND = 60
"""Seconds of a command on one page."""

_FAULTS = ("Traceback", "bug in unmold", "terminate called", "panicked", "No such option")


@dataclass(frozen=True)
class Outcome:
    """How one command ended."""

    command: str
    seconds: float
    peak_megabytes: int
    exit_code: int
    fault: str = ""


def run_folder(folder: Path, bound: float = BOUND) -> list[Outcome]:
    """All commands on the whole folder."""
    work = folder.parent
    template, workspace = str(work / "template.json"), str(work / "workspace")
    pages = str(folder)
    commands = (
        ("inspect", pages, "--limit", "1000"),
        ("cluster", pages),
        ("induce", pages, "-o", template),
        ("extract", template, pages, "-o", str(work / "records.jsonl")),
        ("run", pages, "-o", workspace),
        ("extract", workspace, "-o", str(work / "again.jsonl")),
        ("run", pages, "-o", workspace),
    )
    return [run_command(list(command), bound) for command in commands]


def run_each_page(folder: Path, bound: float = PAGE_BOUND) -> list[Outcome]:
    """`inspect` and `induce` of each page, to see which one is expensive; of twins, of both."""
    output = str(folder.parent / "one.json")
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    for page in sorted(folder.iterdir()):
        by_name[re.sub(r"-(?:400|500)$", "", page.stem)].append(str(page))
    return [
        run_command(command, bound)
        for pages in by_name.values()
        for command in (["inspect", *pages], ["induce", *pages, "-o", output])
    ]


def run_command(arguments: list[str], bound: float) -> Outcome:
    """One command in a process of its own, killed when its time is over."""
    started = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [sys.executable, "-c", "from unmold.cli import main; main()", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        code, peak = _wait(process, started + bound)
        output.seek(0)
        said = output.read().decode("utf-8", "replace")
    seconds = time.monotonic() - started
    command = " ".join([arguments[0], *(Path(each).name for each in arguments[1:])])
    return Outcome(command, round(seconds, 2), peak >> 10, code, _find_fault(code, said))


def _wait(process: "subprocess.Popen[bytes]", deadline: float) -> tuple[int, int]:
    """The exit code and the peak memory in KiB; a process that is late is killed."""
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_maxrss
        if time.monotonic() > deadline:
            os.killpg(process.pid, 9)
            deadline = float("inf")
        time.sleep(0.01)


def _find_fault(code: int, said: str) -> str:
    for fault in _FAULTS:
        if fault in said:
            lines = [line for line in said.splitlines() if "rror" in line or fault in line]
            return " / ".join(lines[-3:])[-400:]
    return "" if code in (0, 2) else f"exit code {code}"


def write_folder(
    folder: Path, scale: int, is_wanted: Callable[[str], bool] = lambda _: True
) -> None:
    """Write the pages that are wanted."""
    folder.mkdir(parents=True)
    for name, data in hostile_pages(scale).items():
        if is_wanted(name):
            (folder / name).write_bytes(data)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--scale", type=int, default=SCALE, help="repetitions of an attack")
    parser.add_argument("--each", action="store_true", help="try each page alone, too")
    parser.add_argument("--keep", type=Path, help="make the folder here, and leave it")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.keep or Path(temporary)) / "pages"
        write_folder(folder, options.scale)
        sizes = [path.stat().st_size for path in folder.iterdir()]
        outcomes = run_folder(folder)
        alone = run_each_page(folder) if options.each else []
    for outcome in [*outcomes, *(one for one in alone if one.fault)]:
        print(outcome)
    _keep(outcomes, alone, sizes, options.scale)
    return int(any(outcome.fault for outcome in [*outcomes, *alone]))


def _keep(outcomes: list[Outcome], alone: list[Outcome], sizes: list[int], scale: int) -> None:
    slowest = sorted(alone, key=lambda outcome: -outcome.seconds)[:10]
    largest = sorted(alone, key=lambda outcome: -outcome.peak_megabytes)[:10]
    found = {
        "pages": len(sizes),
        "megabytes": round(sum(sizes) / 1e6, 1),
        "scale": scale,
        **asdict(Measured()),
        "commands": [asdict(outcome) for outcome in outcomes],
        "alone": len(alone),
        "alone_faults": [asdict(outcome) for outcome in alone if outcome.fault],
        "alone_slowest": [asdict(outcome) for outcome in slowest],
        "alone_largest": [asdict(outcome) for outcome in largest],
    }
    path = RESULTS / "trials" / "hostile_folder.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
