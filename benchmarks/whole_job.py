"""How long `unmold run` takes from pages to tables, stage by stage, and what it keeps resident."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.corpora import corpora_folder
from benchmarks.results import Result

RUNS = {
    "openjdk17": ("openjdk17",),
    "four corpora": ("wild", "swde", "ampshops", "debdocs"),
}
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


def measure(corpora: tuple[str, ...]) -> dict[str, object]:
    """The summary of one run in a process of its own, with its time and its peak of memory."""
    sources = [str(corpora_folder() / name / "manifest.csv") for name in corpora]
    with TemporaryDirectory() as folder:
        workspace = str(Path(folder) / "workspace")
        command = [sys.executable, "-c", PROGRAM, workspace, *sources]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found: dict[str, object] = json.loads(output)
    return found


def describe(name: str, found: dict[str, object]) -> list[list[str]]:
    """A row for each stage, and one for the whole run."""
    pages, stages = found["pages"], found["stages"]
    assert isinstance(pages, int)
    assert isinstance(stages, dict)
    rows = [
        [name, stage, f"{time['seconds']:.1f}", f"{time['cpu_seconds']:.1f}", _rate(pages, time)]
        for stage, time in stages.items()
    ]
    cpu = sum(time["cpu_seconds"] for time in stages.values())
    whole = {"seconds": found["seconds"]}
    return [*rows, [name, "all", f"{found['seconds']:.1f}", f"{cpu:.1f}", _rate(pages, whole)]]


def summarize(name: str, found: dict[str, object]) -> str:
    pages, seconds = int(str(found["pages"])), float(str(found["seconds"]))
    return (
        f"`unmold run` on {name}, from pages to tables and search index: {pages:,} pages in "
        f"{seconds:.0f} s."
    )


def _rate(pages: int, time: dict[str, float]) -> str:
    return f"{pages / max(time['seconds'], 0.001):,.0f}"


def main() -> None:
    rows, notes, summaries = [], [], []
    for name, corpora in RUNS.items():
        found = measure(corpora)
        rows += describe(name, found)
        megabytes = int(str(found["kilobytes"])) / 1024
        summaries.append(summarize(name, found))
        notes.append(f"{name}: {found['pages']:,} pages, at most {megabytes:,.0f} MB resident")
    Result(
        name="whole_job",
        title="The whole job.",
        note=f"`unmold run` from pages to a workspace. {'; '.join(notes)}.",
        columns=["corpus", "stage", "seconds", "CPU seconds", "pages a second"],
        rows=rows,
        headline=" ".join(summaries),
    ).publish()
