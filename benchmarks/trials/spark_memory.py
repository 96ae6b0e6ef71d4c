"""One site of very many pages beside many small ones, on executors that have little memory.

    python -m benchmarks.trials.spark_memory [PAGES [SMALL_SITES]]

Needs Java and PySpark. Two executors with one core each, processes of their own
(`local-cluster`), have 1 GB of Java and 1 GB of Python: Spark limits the address space of their
workers. Says how much the largest worker had, and which share of the run the longest task took.
"""

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from zlib import crc32

from benchmarks.spark_shops import add_weight
from unmold.bench.measuring import Measured
from unmold.model import Page
from unmold.pages.warc_writer import WarcWriter

CHECKOUT = Path(__file__).parent.parent.parent
RESULT = CHECKOUT / "benchmarks" / "results" / "trials" / "spark_memory.json"
PAGES, SMALL_SITES, PAGES_OF_SMALL = 200_000, 2_000, 10
"""The large site, how many small ones are beside it, and the pages of each."""

LOOKS, WEIGHT = 50, 0.25
"""Style sheets and directories of links that sites have, and how much of those of a heavy shop."""

ARCHIVES = 8
MEMORY = 1024
"""Megabytes of Java, and of Python, that an executor has."""

PROGRAM = """
import json, os, sys, time
from pathlib import Path

notes, memory, workspace, *archives = sys.argv[1:]
os.environ["PYSPARK_PYTHON"] = sys.executable
from pyspark import cloudpickle
from pyspark.sql import SparkSession

import unmold.spark
from benchmarks.spark import time_tasks
from benchmarks.trials import spark_faults

cloudpickle.register_pickle_by_value(spark_faults)
time_tasks(notes)
spark = (
    SparkSession.builder.master(f"local-cluster[2,1,{memory}]")
    .config("spark.ui.enabled", "false")
    .config("spark.ui.showConsoleProgress", "false")
    .config("spark.log.level", "ERROR")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.executor.memory", f"{memory}m")
    .config("spark.executor.pyspark.memory", f"{memory}m")
    .config("spark.task.maxFailures", "1")
    .config("spark.sql.shuffle.partitions", "16")
    .getOrCreate()
)
begun = time.time()
found = unmold.spark.run(archives, workspace, spark=spark)
took = time.time() - begun
pages = found.pages.count()
spark.stop()
print(json.dumps({"pages": pages, "seconds": took}))
"""


def write_pages(folder: Path, pages: int, small_sites: int) -> tuple[list[Path], int]:
    """Archives in which all sites are spread over all of them; the bytes of all pages."""
    sys.path[:0] = [str(CHECKOUT / "tests")]
    from support.small_sites import TEMPLATES, build_page

    chance, names = Random(1), sorted(TEMPLATES)
    sites = ["large.example"] * pages
    sites += [f"small-{number}.example" for number in range(small_sites)] * PAGES_OF_SMALL
    chance.shuffle(sites)
    paths = [folder / f"part-{number}.warc.gz" for number in range(ARCHIVES)]
    streams = [path.open("wb") for path in paths]
    writers, size = [WarcWriter(stream) for stream in streams], 0
    for number, site in enumerate(sites):
        kind = names[chance.randrange(len(names))]
        words = [f"word{chance.randrange(9999)}" for _ in range(chance.randint(2, 6))]
        url = f"https://{site}/{kind}/{number}"
        html = add_weight(build_page(kind, words).encode(), crc32(site.encode()) % LOOKS, WEIGHT)
        writers[number % ARCHIVES].add(Page(url, url, url, site, html))
        size += len(html)
    for stream in streams:
        stream.close()
    return paths, size


def main() -> int:
    """Do it, and keep what was found."""
    given = [int(one) for one in sys.argv[1:]]
    pages, small_sites = [*given, *(PAGES, SMALL_SITES)[len(given) :]]
    with TemporaryDirectory() as name:
        folder, notes = Path(name), Path(name, "notes")
        notes.mkdir()
        archives, size = write_pages(folder, pages, small_sites)
        path = os.pathsep.join([str(CHECKOUT), *filter(None, sys.path)])
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, notes, str(MEMORY), folder / "workspace", *archives],
            env=os.environ | {"PYTHONPATH": path},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        run = json.loads(done.stdout.splitlines()[-1])
        longest = {
            path.name.removeprefix("task-"): max(map(float, path.read_text().split()))
            for path in notes.glob("task-*")
        }
        peaks = [int(path.read_text()) for path in notes.glob("peak-*")]
    share = max(longest.values()) / run["seconds"]
    found = asdict(Measured()) | {
        "pages of the large site": pages,
        "small sites": small_sites,
        "pages": run["pages"],
        "bytes a page": size // run["pages"],
        "seconds": round(run["seconds"], 1),
        "longest task by stage, seconds": {name: round(one, 1) for name, one in longest.items()},
        "share of the longest task": round(share, 3),
        "largest worker, megabytes": max(peaks) // 1024,
    }
    print(json.dumps(found))
    RESULT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    is_whole = run["pages"] == pages + small_sites * PAGES_OF_SMALL
    return 0 if is_whole and share <= 0.25 else 1


if __name__ == "__main__":
    sys.exit(main())
