"""Damages one file of a workspace at a time, and asks every command that reads it.

    python -m benchmarks.trials.corruption --trials 560

Each trial flips one bit of a file, cuts it, or removes it, in a small workspace, and runs `sql`,
`search`, `extract`, `classify` and `check`. Every command must either answer as if nothing had
happened, because it does not read what is damaged, or say which file is damaged. An answer that
changed without a word is what must never be.

Small files are verified whole when they are opened. What holds of files too large for that is
tried as well ("as large"): there only sizes, Parquet's footers and the checksums of its pages
speak.
"""

import argparse
import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import unmold
from unmold import checksums
from unmold.bench.measuring import Measured
from unmold.cli import run as run_command
from unmold.demo import DemoSettings, build_site

RESULT = Path(__file__).parent.parent / "results" / "trials" / "corruption.json"

UNCHANGED, NAMED, LISTED, FOUND = "unchanged", "error names the file", "listed problem", "found"
UNNAMED, CHANGED, CRASHED, OVERLOOKED = "error without the file", "changed", "crash", "overlooked"
BAD = (UNNAMED, CHANGED, CRASHED)

FLIP, CUT, REMOVE = "flip a bit", "cut", "remove"
WAYS = (FLIP,) * 7 + (CUT,) * 2 + (REMOVE,)
"""Out of ten trials; a flipped bit is what is hardest to notice."""

PATTERNS = {
    "tables": "current/tables/*.parquet",
    "records": "current/records/*.parquet",
    "templates": "current/templates/*.json",
    "search": "current/search/*",
    "work": "current/work/*.parquet",
    "features": "current/work/features/*",
    "summary": "current/summary.json",
    "checksums": "current/checksums.json",
    "journal": "journal.sqlite",
    "journal's checksum": "checksums.json",
    "archive": "memory/*.warc.gz",
}
"""The kinds of files, and where they lie."""

READ_WHOLE = checksums.READ_WHOLE

LARGE = ("tables", "records", "work")
"""The kinds that are Parquet, and may be larger than is verified whole."""


@dataclass(frozen=True)
class Trial:
    """One file of a kind damaged in one way."""

    kind: str
    way: str
    seed: int
    large: bool = False


@dataclass(frozen=True)
class Outcome:
    """Which file a trial damaged, and what became of each command."""

    file: str
    verdicts: dict[str, str]


@dataclass(frozen=True)
class Answer:
    """What a command said."""

    code: int
    out: str
    err: str


class Subject:
    """A small workspace that is damaged and mended again, and what it says while it is whole."""

    def __init__(self, folder: Path, pages: int = 24) -> None:
        self.path, self.new = folder / "workspace", folder / "new"
        build_site(folder / "site", DemoSettings(pages=pages, seed=7))
        # Pages from memory, so that the workspace holds an archive too.
        found = [replace(page, file=None) for page in unmold.read_pages(folder / "site")]
        whole = unmold.run(found, self.path)
        self.new.mkdir()
        for path in sorted((folder / "site").rglob("*.html"))[:4]:
            shutil.copyfile(path, self.new / path.name)
        self.tables = {path: name for name, path in whole.sql_tables().items()}
        self._answers: dict[str, Answer] = {}

    def choose_file(self, kind: str, chance: Random) -> Path:
        """One file of a kind."""
        found = [path.resolve() for path in self.path.glob(PATTERNS[kind])]
        return chance.choice(sorted(path for path in found if path.stat().st_size))

    def commands(self, file: Path) -> dict[str, list[str]]:
        """What is asked; of a table, or records, those that are damaged as well."""
        workspace = str(self.path)
        tables = ["pages", "fields", *([self.tables[file]] if file in self.tables else [])]
        asked = {
            f"sql {name}": ["sql", workspace, f'SELECT * FROM "{name}" ORDER BY ALL', "--json"]
            for name in tables
        }
        asked["search"] = ["search", workspace, "*", "--json", "--limit", "99"]
        asked["extract"] = ["extract", workspace]
        asked["classify"] = ["classify", workspace, str(self.new)]
        asked["check"] = ["check", workspace, "--json"]
        return asked

    def expect(self, file: Path) -> dict[str, Answer]:
        """What the workspace answers while it is whole."""
        for name, arguments in self.commands(file).items():
            if name not in self._answers:
                self._answers[name] = ask(arguments)
                assert self._answers[name].code == 0, (name, self._answers[name])
        return self._answers


def plan_trials(number: int, *, large: bool = False, seed: int = 1) -> list[Trial]:
    """The trials, evenly over the kinds of files."""
    chance = Random(seed)
    kinds = LARGE if large else tuple(PATTERNS)
    return [
        Trial(
            kinds[turn % len(kinds)],
            FLIP if large else chance.choice(WAYS),
            chance.randrange(1 << 30),
            large,
        )
        for turn in range(number)
    ]


def ask(arguments: list[str]) -> Answer:
    """Run one command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run_command(arguments)
    return Answer(code, out.getvalue(), err.getvalue())


def do_trial(subject: Subject, trial: Trial) -> Outcome:
    """Damage one file, say what became of each command, and mend the file."""
    chance = Random(trial.seed)
    file = subject.choose_file(trial.kind, chance)
    expected = subject.expect(file)
    aside = subject.path.parent / "aside"
    file.rename(aside)
    try:
        damage(aside, file, trial.way, chance)
        verdicts = {
            name: judge(name, file.name, expected[name].out, ask(arguments))
            for name, arguments in subject.commands(file).items()
        }
    finally:
        aside.replace(file)
    return Outcome(str(file.relative_to(subject.path.resolve())), verdicts)


def damage(source: Path, target: Path, way: str, chance: Random) -> None:
    """A damaged copy of a file."""
    data = bytearray(source.read_bytes())
    if way == FLIP:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    elif way == CUT:
        del data[chance.randrange(len(data)) :]
    if way != REMOVE:
        target.write_bytes(data)


def judge(name: str, file: str, expected: str, answer: Answer) -> str:
    """What became of a command."""
    if "this is a bug in unmold" in answer.err or "Traceback" in answer.err:
        return CRASHED
    if name == "check":
        if answer.code not in (0, 1):
            return NAMED if file in answer.err else UNNAMED
        damaged = {Path(one["file"]).name for one in json.loads(answer.out)["damaged"]}
        return FOUND if file in damaged else UNNAMED if damaged else OVERLOOKED
    if answer.code != 0:
        return NAMED if file in answer.err else UNNAMED
    if answer.out == expected:
        return UNCHANGED
    return LISTED if "problem" in answer.err else CHANGED


_subjects: list[Subject] = []


def _do_in_worker(folder: str, trial: Trial) -> Outcome:
    """A trial with the workspace of this process, made when it is first wanted."""
    if not _subjects:
        own = Path(folder) / str(os.getpid())
        own.mkdir()
        _subjects.append(Subject(own))
    checksums.READ_WHOLE = 0 if trial.large else READ_WHOLE
    return do_trial(_subjects[0], trial)


def run_trials(folder: Path, trials: list[Trial], workers: int) -> Iterator[Outcome]:
    """The outcome of each trial, in other processes: one that dies is an outcome too."""
    waiting = list(trials)
    while waiting:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            futures = [pool.submit(_do_in_worker, str(folder), trial) for trial in waiting]
            for number, future in enumerate(futures):
                try:
                    yield future.result()
                except BrokenProcessPool:
                    yield Outcome("", {"process": CRASHED})
                    waiting = waiting[number + 1 :]
                    break
            else:
                return


def count(trials: list[Trial], outcomes: list[Outcome]) -> dict[str, Any]:
    """By kind of file and command, how often each came out."""
    found: dict[str, dict[str, Counter[str]]] = {}
    for trial, outcome in zip(trials, outcomes, strict=True):
        for name, verdict in outcome.verdicts.items():
            command = name.split()[0]
            found.setdefault(trial.kind, {}).setdefault(command, Counter())[verdict] += 1
    return {
        kind: {command: dict(counter) for command, counter in by_command.items()}
        for kind, by_command in found.items()
    }


def totals(outcomes: list[Outcome]) -> dict[str, int]:
    """How often each came out, whatever was asked."""
    return dict(Counter(verdict for outcome in outcomes for verdict in outcome.verdicts.values()))


def try_all(number: int, workers: int) -> dict[str, Any]:
    """Do all trials and describe what came out."""
    with tempfile.TemporaryDirectory(prefix="unmold-corruption-") as folder:
        report: dict[str, Any] = asdict(Measured())
        for name, large, share in (("verified whole", False, 1.0), ("as large", True, 0.25)):
            trials = plan_trials(int(number * share), large=large)
            outcomes = list(run_trials(Path(folder), trials, workers))
            report[name] = {
                "trials": len(trials),
                "answers": totals(outcomes),
                "by_kind": count(trials, outcomes),
                "bad": [
                    {**vars(trial), **vars(outcome)}
                    for trial, outcome in zip(trials, outcomes, strict=True)
                    if set(outcome.verdicts.values()) & set(BAD)
                ],
            }
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description="Damage files of a workspace and ask it.")
    parser.add_argument("--trials", type=int, default=560)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("-o", "--output", type=Path, default=RESULT)
    options = parser.parse_args()
    report = try_all(options.trials, options.workers)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    for name in ("verified whole", "as large"):
        print(name, report[name]["trials"], "trials:", report[name]["answers"])
    return int(bool(report["verified whole"]["bad"]))


if __name__ == "__main__":
    sys.exit(main())
