"""What the Spark engine costs beside the local one: stage by stage, per page, in shuffled bytes.

Invented shops of two sizes go through both engines, each run in a process of its own. Processor
time of all its processes is counted (Java and Python's workers included), because other programs
disturb it least; the difference of the two sizes says what a page more costs, and what is left is
what it takes to start. Python's workers note what they used, since Spark ends them when they are
idle. Shuffled bytes come from Spark's own log of events.
"""

import importlib
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.results import Result
from benchmarks.spark_shops import write_shops
from benchmarks.trials.spark_faults import note_time
from unmold.settings import Induction

CHECKOUT = Path(__file__).parent.parent
SIZES = (10_000, 50_000)
"""So large that what Java does while it warms up does not count as a cost of pages."""

SAMPLE, SMALLER = Induction().sample_size, 20
"""Pages that a template is learned from: as many as `unmold run` takes, and fewer."""

STAGES = ("reading", "clustering", "inducing", "extracting", "indexing")

TASKS = {
    "stages": ("_read_and_describe", "label_task", "induce_task", "extract_task"),
    "large_sites": ("portion_task", "draw_task", "model_task", "assign_task"),
    "indexing": ("index_task",),
}
"""What Spark's workers run, by module of `unmold.spark`."""

PROGRAM = """
import json, os, sys
from pathlib import Path
from unmold.pipeline.step_progress import NullProgress

engine, workspace, notes, sample, index, *archives = sys.argv[1:]
TICKS = os.sysconf("SC_CLK_TCK")


def used():
    # Of Python: this process, its children that have ended, and Spark's workers, which may have
    # ended unseen, by what they noted. Of Java: what it used itself.
    java, python = 0, sum(os.times()[:4])
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue
        fields = rest.split()
        if int(fields[1]) == os.getpid() and name.endswith("(java"):
            java += (int(fields[11]) + int(fields[12])) / TICKS
    return python + sum(float(one.read_text()) for one in Path(notes).glob("process-*")), java


class Watch(NullProgress):
    stages = []

    def begin(self, stage, total, unit="pages"):
        self.stages.append((stage, used()))


watch = Watch()
watch.begin("starting", None)
if engine == "local":
    import unmold
    from unmold.settings import Induction

    induction = Induction(sample_size=int(sample))
    unmold.run(archives, workspace, jobs=2, induction=induction, progress=watch)
else:
    from pyspark import cloudpickle

    import unmold.spark
    from benchmarks.spark import time_tasks
    from benchmarks.trials import spark_faults
    from unmold.spark.stage_files import StageFiles

    cloudpickle.register_pickle_by_value(spark_faults)
    time_tasks(notes)
    keep = StageFiles.keep

    def keep_named(files, name, stage):
        # So that the log of events says which stage a job is of.
        files.spark.sparkContext.setJobDescription(name.partition("-")[0])
        keep(files, name, stage)

    StageFiles.keep = keep_named
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # As the command opens its session, with a log.
    options = {
        "enabled": "true",
        "compress": "false",
        "rolling.enabled": "false",
        "dir": Path(notes).absolute().as_uri(),
    }
    given = " ".join(f"--conf spark.eventLog.{name}={value}" for name, value in options.items())
    os.environ["PYSPARK_SUBMIT_ARGS"] = f"{given} pyspark-shell"
    spark = unmold.spark.open_session("local[2]")
    unmold.spark.run(archives, workspace, spark=spark, index=index == "index", progress=watch)
watch.begin("end", None)
if engine == "spark":
    spark.stop()
from unmold import Workspace

templates = Workspace(workspace).templates
sampled = sum(templates[name].pages for name in templates)
columns = sum(len(list(templates[name].best.column_names())) for name in templates)
print(json.dumps({"stages": watch.stages, "sampled": sampled, "columns": columns}))
"""


@dataclass(frozen=True)
class Cost:
    """What one run took."""

    pages: int
    bytes: int
    """Of the pages, as they were served."""
    seconds: dict[str, float]
    """Of processors, by stage."""
    java: dict[str, float]
    """What of them Java used."""
    shuffled: dict[str, int]
    """Bytes, by stage."""
    sampled: int
    """Pages that templates were learned from."""
    columns: int
    """Of all first tiers."""


def time_tasks(notes: str) -> None:
    """Let all tasks of this process leave notes on what they used."""
    change_tasks(lambda name, task: note_time(notes, name, task))


def change_tasks(change: Callable[[str, Any], Any]) -> None:
    """Let a function that is told the name of each task make another of it, in this process."""
    for where, names in TASKS.items():
        module = importlib.import_module(f"unmold.spark.{where}")
        for name in names:
            setattr(module, name, change(name, getattr(module, name)))


def measure(
    engine: str,
    archives: list[Path],
    pages: int,
    size: int,
    sample: int = SAMPLE,
    *,
    has_index: bool = True,
) -> Cost:
    """One run in a process of its own; without an index on Spark alone."""
    with TemporaryDirectory() as folder:
        notes = Path(folder, "notes")
        notes.mkdir()
        path = os.pathsep.join([str(CHECKOUT), *filter(None, sys.path)])
        done = subprocess.run(
            [
                *(sys.executable, "-c", PROGRAM, engine, f"{folder}/workspace", notes),
                *(str(sample), "index" if has_index else "none", *archives),
            ],
            env=os.environ | {"PYTHONPATH": path},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        found = json.loads(done.stdout.splitlines()[-1])
        begun = found["stages"]
        seconds: dict[str, float] = defaultdict(float)
        java: dict[str, float] = defaultdict(float)
        for (stage, at), (_, until) in pairwise(begun):
            seconds[stage] += sum(until) - sum(at)
            java[stage] += until[1] - at[1]
        shuffled = read_events(notes)
        counts = (found["sampled"], found["columns"])
        return Cost(pages, size, dict(seconds), dict(java), shuffled, *counts)


def read_events(folder: Path) -> dict[str, int]:
    """By stage of the job the bytes that its tasks shuffled."""
    shuffled: dict[str, int] = defaultdict(int)
    name_of_stage: dict[int, str] = {}
    for path in folder.glob("local-*"):
        for line in path.read_text(encoding="utf-8").splitlines():
            event = json.loads(line)
            kind = event["Event"].rpartition(".")[2]
            if kind == "SparkListenerJobStart":
                name = event["Properties"].get("spark.job.description", "other")
                name_of_stage |= dict.fromkeys(event["Stage IDs"], name)
            elif kind == "SparkListenerTaskEnd":
                written = (event.get("Task Metrics") or {}).get("Shuffle Write Metrics", {})
                name = name_of_stage.get(event["Stage ID"], "other")
                shuffled[name] += written.get("Shuffle Bytes Written", 0)
    return dict(shuffled)


def report(costs: dict[tuple[str, int], Cost], sizes: tuple[int, ...], smaller: Cost) -> Result:
    """Milliseconds a page by the difference of two sizes, and bytes a page of the larger."""
    small, large = sizes[0], sizes[-1]
    more = costs["local", large].pages - costs["local", small].pages

    def each(engine: str, stage: str, what: str = "seconds") -> float:
        later, sooner = (
            getattr(costs[engine, size], what).get(stage, 0.0) for size in (large, small)
        )
        return 1000 * float(later - sooner) / more

    rows = []
    for stage in STAGES:
        local, spark = each("local", stage), each("spark", stage)
        ratio = f"{spark / local:.2f}" if local > 0 else "-"
        java = f"{each('spark', stage, 'java'):.2f}"
        shuffled = _shuffled(costs, stage, large)
        rows.append([stage, f"{local:.2f}", f"{spark:.2f}", ratio, java, shuffled])
    for cost, sample in ((costs["local", small], SAMPLE), (smaller, SMALLER)):
        stage = f"inducing, a page of samples of {sample}"
        rows.append(
            [stage, f"{1000 * cost.seconds['inducing'] / cost.sampled:.1f}", "", "", "", ""]
        )
    rows += _growth(costs, sizes)
    start = costs["spark", small].seconds
    first = start.get("starting", 0.0) + start.get("reading", 0.0)
    first -= each("spark", "reading") * costs["spark", small].pages / 1000
    mean = costs["local", large].bytes // costs["local", large].pages
    return Result(
        "spark",
        "The Spark engine beside the local one",
        f"Invented shops of {small:,} to {large:,} pages of {mean:,} bytes through both engines, "
        "`local[2]` and two jobs: milliseconds of processor time that a page more costs, and bytes "
        f"a page that Spark shuffled. Starting Spark and its first stage took {first:.0f} s of "
        f"processor time beyond what its pages cost. Samples of {SMALLER} pages instead of "
        f"{SAMPLE} gave {smaller.columns} columns instead of {costs['local', small].columns}.",
        [
            *("stage", "local, ms a page", "Spark, ms a page", "ratio"),
            *("of it Java, ms", "shuffled, bytes a page"),
        ],
        rows,
        f"On Spark a page takes {_total(each, 'spark'):.1f} ms of processor time from reading to "
        f"records, where the local engine takes {_total(each, 'local'):.1f}.",
    )


def _total(each: Callable[[str, str], float], engine: str) -> float:
    """What a page costs in all stages."""
    return sum(each(engine, stage) for stage in STAGES)


def _growth(costs: dict[tuple[str, int], Cost], sizes: tuple[int, ...]) -> list[list[str]]:
    """What a page costs in all stages, between each size and the next."""
    rows = []
    for sooner, later in pairwise(sizes):
        each = [
            1000
            * sum(
                costs[engine, later].seconds[stage] - costs[engine, sooner].seconds[stage]
                for stage in STAGES
            )
            / (later - sooner)
            for engine in ("local", "spark")
        ]
        stage = f"all, a page between {sooner:,} and {later:,}"
        ratio = f"{each[1] / each[0]:.2f}"
        rows.append([stage, *(f"{one:.2f}" for one in each), ratio, "", ""])
    return rows


_STEPS = {"clustering": "cluster", "inducing": "induce", "extracting": "extract", "reading": "read"}


def _shuffled(costs: dict[tuple[str, int], Cost], stage: str, size: int) -> str:
    cost = costs["spark", size]
    return f"{cost.shuffled.get(_STEPS.get(stage, ''), 0) / cost.pages:,.0f}"


def main() -> None:
    """Measure both engines, or only sizes that UNMOLD_SPARK_SIZES names."""
    named = os.environ.get("UNMOLD_SPARK_SIZES")
    sizes = tuple(map(int, named.split(","))) if named else SIZES
    costs = {}
    with TemporaryDirectory() as folder:
        for size in sizes:
            archives, total = write_shops(Path(folder, str(size)), size)
            for engine in ("local", "spark"):
                cost = costs[engine, size] = measure(engine, archives, size, total)
                print(engine, size, cost, file=sys.stderr)
            if size == sizes[0]:
                smaller = measure("local", archives, size, total, SMALLER)
    report(costs, sizes, smaller).publish()


if __name__ == "__main__":
    main()
