"""Random edits and random runs, and writers of edits that are killed.

    python -m benchmarks.trials.edits --worlds 40 --steps 25 --kills 200

A world is a small site with its workspace (`random_edits`): edits of all kinds are made, pages
come, change and go, and it is run again; after every step no edit may be lost, and none may act on
something else. Then a process that makes one edit after the other is killed at a random moment, as
often as wanted: every edit that it reported must be there, and the file must be the old or the new
one. The figures go to `benchmarks/results/trials/edits.json`.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.trials.random_edits import OPERATIONS, BrokenPromiseError, Operation, World
from unmold.bench.measuring import Measured
from unmold.edits import read_edits

RESULTS = Path(__file__).parent.parent / "results" / "trials" / "edits.json"

WRITER = """
import sys
from unmold import Workspace
workspace = Workspace(sys.argv[1])
table = next(iter(workspace))
number = len(workspace.edits.edits)
while True:
    number += 1
    made = workspace.edit("name", table, f"name_{number}")
    table = f"name_{number}"
    print(made.id, flush=True)
"""
"""Makes edits until it is killed, and reports each that is made."""

MOST_SECONDS = 0.6
"""A writer is killed so long after its first edit at the most: some tens of edits."""


@dataclass
class Outcome:
    """What was tried, and what went wrong."""

    worlds: int = 0
    steps: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    refused: int = 0
    """Edits that made no sense and were refused."""

    states: Counter[str] = field(default_factory=Counter)
    """Of all edits at the end."""

    broken: list[str] = field(default_factory=list)
    kills: int = 0
    edits_before_kills: int = 0
    lost: int = 0
    """Edits that were reported and are not there."""

    unreadable: int = 0
    """Files that were neither the old nor the new one."""

    @property
    def is_fine(self) -> bool:
        return not (self.broken or self.lost or self.unreadable)


def try_world(seed: int, steps: int, outcome: Outcome) -> None:
    """One site, edited and run again at random."""
    chance = random.Random(seed)
    with TemporaryDirectory() as folder:
        world = World(Path(folder))
        done: list[Operation] = []
        try:
            for _ in range(steps):
                operation = (
                    chance.choice(OPERATIONS),
                    chance.randrange(997),
                    chance.randrange(991),
                )
                done.append(operation)
                world.do(operation)
                outcome.steps[operation[0]] += 1
        except BrokenPromiseError as error:
            outcome.broken.append(f"seed {seed}, step {len(done)} {done[-1]}: {error}")
        outcome.worlds += 1
        outcome.runs += world.runs
        outcome.refused += world.refused
        outcome.states.update(state.state for state in world.workspace.edit_states())


def try_kills(kills: int, outcome: Outcome, seed: int = 0) -> None:
    """Kill a process that makes edits, again and again, in one workspace."""
    chance = random.Random(seed)
    with TemporaryDirectory() as folder:
        world = World(Path(folder))
        path = world.path / "edits.json"
        for _ in range(kills):
            before = len(read_edits(path).edits)
            process = subprocess.Popen(
                [sys.executable, "-c", WRITER, str(world.path)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            assert process.stdout is not None
            first = process.stdout.readline()
            time.sleep(chance.uniform(0, MOST_SECONDS))
            process.kill()
            rest, said = process.communicate()
            reported = [int(line) for line in (first + rest).split()]
            if not reported:
                outcome.broken.append(f"the writer failed: {said[-300:]}")
                return
            outcome.kills += 1
            outcome.edits_before_kills += len(reported)
            try:
                found = [edit.id for edit in read_edits(path).edits]
            except Exception as error:
                outcome.unreadable += 1
                outcome.broken.append(str(error))
                return
            outcome.lost += len({*reported} - {*found})
            # One more may be there that it did not come to report.
            if len(found) - before - len(reported) not in (0, 1):
                outcome.lost += 1


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trials.edits")
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument("--steps", type=int, default=25, help="edits, changes and runs of a world")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, default=RESULTS, metavar="FILE")
    options = parser.parse_args(arguments)
    outcome = Outcome()
    for number in range(options.worlds):
        try_world(options.seed + number, options.steps, outcome)
        print(f"world {number + 1}: {len(outcome.broken)} broken", file=sys.stderr)
    try_kills(options.kills, outcome, options.seed)
    report = {one.name: getattr(outcome, one.name) for one in fields(outcome)}
    report |= asdict(Measured())
    text = json.dumps(report, indent=1, ensure_ascii=False) + "\n"
    options.output.write_text(text, encoding="utf-8")
    print(text)
    return 0 if outcome.is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
