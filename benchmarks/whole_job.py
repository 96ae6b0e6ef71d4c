"""What `unmold run` costs from pages to tables: stage by stage, in bare parses, and in memory.

A bare parse is selectolax's (Lexbor) of the same pages, in the same run: it and the job take turns,
and of each the quickest counts. Processor time, because other programs disturb it least.
"""

import compileall
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import unmold
from benchmarks import extraction_bars
from benchmarks.corpora import corpora_folder, corpus_pages
from benchmarks.parse import parse_with_selectolax
from benchmarks.results import Result
from unmold._core import decode

RUNS = {
    "openjdk17": ("openjdk17",),
    "swde": ("swde",),
    "four corpora": ("wild", "swde", "ampshops", "debdocs"),
}
TURNS = 2
LEARNING = "induce"
"""The stage that does not grow with the number of pages."""

PROGRAM = """
import json, os, resource, sys, time
import unmold
begun = time.perf_counter()
workspace = unmold.run(sys.argv[2:], sys.argv[1], jobs=os.cpu_count())
seconds = time.perf_counter() - begun
both = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
kilobytes = sum(resource.getrusage(who).ru_maxrss for who in both)
print(json.dumps({"seconds": seconds, "kilobytes": kilobytes, **workspace.summary}))
"""


@dataclass(frozen=True)
class Job:
    """What one run took."""

    name: str
    pages: int
    seconds: float
    stages: dict[str, dict[str, float]]
    """By name: seconds, and seconds of processors."""
    parse: float
    """Seconds of a bare parse of all pages."""
    megabytes: float

    def row(self, stage: str, seconds: float, processor: float) -> list[str]:
        each = 1000 * processor / self.pages
        parses = f"{processor / self.parse:.2f}"
        rate = f"{self.pages / max(seconds, 0.001):,.0f}"
        return [self.name, stage, f"{seconds:.1f}", f"{each:.2f}", parses, rate]

    def rows(self) -> list[list[str]]:
        """A row for each stage, for all but learning, for the whole run and for a bare parse."""
        stages = [
            self.row(stage, time["seconds"], time["cpu_seconds"])
            for stage, time in self.stages.items()
        ]
        others = [time for stage, time in self.stages.items() if stage != LEARNING]
        without = [sum(time[what] for time in others) for what in ("seconds", "cpu_seconds")]
        processor = sum(time["cpu_seconds"] for time in self.stages.values())
        return [
            *stages,
            self.row("all but induce", *without),
            self.row("all", self.seconds, processor),
            self.row("selectolax, bare parse", self.parse, self.parse),
        ]


def measure(name: str, corpora: tuple[str, ...]) -> Job:
    """The quickest of some runs, each in a process of its own, between bare parses of its pages."""
    pages = [decode(path.read_bytes())[0].encode() for one in corpora for path in corpus_pages(one)]
    parse, runs = [time_parse(pages)], []
    for _ in range(TURNS):
        runs.append(run_once(corpora))
        parse.append(time_parse(pages))
    found = min(runs, key=time_without_learning)
    share = found["pages"] / len(pages)
    megabytes = max(run["kilobytes"] for run in runs) / 1024
    stages = found["stages"]
    return Job(name, found["pages"], found["seconds"], stages, min(parse) * share, megabytes)


def run_once(corpora: tuple[str, ...]) -> dict[str, Any]:
    """What one run took, and the summary of its workspace."""
    sources = [str(corpora_folder() / one / "manifest.csv") for one in corpora]
    with TemporaryDirectory() as folder:
        workspace = str(Path(folder) / "workspace")
        command = [sys.executable, "-c", PROGRAM, workspace, *sources]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found: dict[str, Any] = json.loads(output)
    return found


def time_without_learning(run: dict[str, Any]) -> float:
    """Processor time of all stages that grow with the number of pages."""
    stages = run["stages"].items()
    return sum(time["cpu_seconds"] for stage, time in stages if stage != LEARNING)


def time_parse(pages: list[bytes]) -> float:
    start = time.process_time()
    parse_with_selectolax(pages)
    return time.process_time() - start


def summarize(job: Job) -> str:
    return (
        f"`unmold run` on {job.name}, from pages to tables and search index: {job.pages:,} pages "
        f"in {job.seconds:.0f} s."
    )


def main() -> None:
    # As an installed package has it: where Python keeps no bytecode, every process would compile.
    compileall.compile_dir(Path(unmold.__file__).parent, quiet=1)
    extraction_bars.publish()
    jobs = [measure(name, corpora) for name, corpora in RUNS.items()]
    notes = [
        f"{job.name}: {job.pages:,} pages, at most {job.megabytes:,.0f} MB resident" for job in jobs
    ]
    Result(
        name="whole_job",
        title="The whole job.",
        note=f"`unmold run` from pages to a workspace. {'; '.join(notes)}. Milliseconds are those "
        "of one processor for a page; a parse is selectolax's of the same pages, in the same run. "
        f"Job and parse took turns, {TURNS} times; the quickest of each count.",
        columns=["corpus", "stage", "seconds", "CPU ms a page", "parses", "pages a second"],
        rows=[row for job in jobs for row in job.rows()],
        headline=" ".join(summarize(job) for job in jobs),
    ).publish()
