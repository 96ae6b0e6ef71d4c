"""Kills executors in every stage, and the driver, and asks whether the workspace is the same.

    python -m benchmarks.trials.spark_failures

Needs Java and PySpark. Executors are processes of their own here (`local-cluster`): in each stage
the one whose task ends first is killed, those of a large site and of the index included. The driver
is killed once a stage is whole, for four stages, and run again each time.
"""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import spark
from unmold.bench.measuring import Measured
from unmold.clusters.large_sites import SampleSettings
from unmold.pipeline import cluster_step

CHECKOUT = Path(__file__).parent.parent.parent
RESULT = CHECKOUT / "benchmarks" / "results" / "trials" / "spark_failures.json"
TASKS = [name for names in spark.TASKS.values() for name in names]

DONE = {
    "read": spark.TASKS["stages"][:1],
    "cluster": (*spark.TASKS["stages"][:2], *spark.TASKS["large_sites"]),
    "induce": (*spark.TASKS["stages"][:3], *spark.TASKS["large_sites"]),
    "extract": (*spark.TASKS["stages"], *spark.TASKS["large_sites"]),
}
"""By stage after which the driver is killed: what is not done again."""

LARGE, LARGEST = 120, 30
"""Pages of one site, and pages up to which a site is clustered whole here."""

PROGRAM = """
import os, sys

master, flags, fault, workspace, *archives = sys.argv[1:]
os.environ["PYSPARK_PYTHON"] = sys.executable
from pyspark import cloudpickle
from pyspark.sql import SparkSession

import unmold.spark
from benchmarks.trials import spark_faults
from benchmarks.spark import change_tasks
from benchmarks.trials.spark_failures import sample_large_sites

cloudpickle.register_pickle_by_value(spark_faults)
sample_large_sites()
if fault == "executors":
    change_tasks(lambda name, task: spark_faults.kill_once(flags, name, 2, task))
else:
    change_tasks(lambda name, task: spark_faults.count_calls(flags, name, task))
spark = (
    SparkSession.builder.master(master)
    .config("spark.ui.enabled", "false")
    .config("spark.ui.showConsoleProgress", "false")
    .config("spark.log.level", "OFF")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.executor.memory", "512m")
    .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
    .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
    .getOrCreate()
)
unmold.spark.run(archives, workspace, spark=spark, partitions=2, index=True)
spark.stop()
"""


def sample_large_sites() -> None:
    """Let this process take a site of some pages for a large one."""
    cluster_step.SAMPLE = SampleSettings(largest=LARGEST)


def start(
    master: str, flags: Path, fault: str, workspace: Path, archives: list[Path]
) -> "subprocess.Popen[bytes]":
    """A driver in a process of its own, which leads a group."""
    flags.mkdir(exist_ok=True)
    path = os.pathsep.join([str(CHECKOUT), *filter(None, sys.path)])
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, master, flags, fault, workspace, *archives],
        env=os.environ | {"PYTHONPATH": path},
        start_new_session=True,
    )


def count_attempts(flags: Path) -> dict[str, int]:
    return {path.name: len(path.read_text().split()) for path in flags.iterdir()}


def kill_driver(folder: Path, archives: list[Path], stage: str, master: str) -> dict[str, int]:
    """Kill a driver once a stage is whole, and run again; how often tasks ran before it died."""
    flags, workspace = folder / f"flags-{stage}", folder / f"killed-{stage}"
    driver = start(master, flags, "driver", workspace, archives)
    # Its own list, not that of a stage inside of it.
    whole = f"generations/*/stages/{stage}-{'?' * 16}.json"
    while driver.poll() is None and not list(workspace.glob(whole)):
        time.sleep(0.05)
    # With all that it started, by the group that it leads.
    os.killpg(driver.pid, signal.SIGKILL)
    driver.wait()
    before = count_attempts(flags)
    assert start(master, flags, "driver", workspace, archives).wait() == 0
    after = count_attempts(flags)
    return {name: after[name] - before.get(name, 0) for name in DONE[stage]}


def main() -> int:
    """Do it all, and keep what was found."""
    sys.path[:0] = [str(CHECKOUT / "tests")]
    from support.compared_workspaces import find_differences
    from support.spark_archives import small_pages, write_archives

    from unmold import run

    with TemporaryDirectory() as name:
        folder = Path(name)
        pages = [*small_pages(), *small_pages(LARGE, ["large.example"])]
        archives = write_archives(folder / "archives", pages)
        sample_large_sites()
        run([*archives], folder / "local", jobs=1)
        flags = folder / "flags"
        cluster = "local-cluster[2,1,1024]"
        ended = start(cluster, flags, "executors", folder / "executors", archives).wait()
        killed = sorted(path.name for path in flags.iterdir())
        found = asdict(Measured()) | {
            "executors killed in": killed,
            "ended with": ended,
            "differences": find_differences(folder / "local", folder / "executors"),
        }
        print(json.dumps(found), flush=True)
        for stage in DONE:
            repeated = kill_driver(folder, archives, stage, "local[2]")
            differences = find_differences(folder / "local", folder / f"killed-{stage}")
            found[f"driver killed after {stage}"] = {
                "tasks of whole stages repeated": repeated,
                "differences": differences,
            }
            print(json.dumps(found), flush=True)
    RESULT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    is_fine = found["differences"] == [] and ended == 0 and killed == sorted(TASKS)
    for stage in DONE:
        again = found[f"driver killed after {stage}"]
        is_repeated = any(again["tasks of whole stages repeated"].values())
        is_fine = is_fine and again["differences"] == [] and not is_repeated
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
