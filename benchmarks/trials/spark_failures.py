"""Kills executors in every stage, and the driver, and asks whether the workspace is the same.

    python -m benchmarks.trials.spark_failures

Needs Java and PySpark. Executors are processes of their own here (`local-cluster`): in each stage
the one whose task ends first is killed. The driver is killed once a stage is whole, for two stages,
and run again each time.
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

from unmold.bench.measuring import Measured

CHECKOUT = Path(__file__).parent.parent.parent
RESULT = CHECKOUT / "benchmarks" / "results" / "trials" / "spark_failures.json"
TASKS = ("_read_and_describe", "label_task", "induce_task", "extract_task")

PROGRAM = """
import os, sys

master, flags, fault, workspace, *archives = sys.argv[1:]
os.environ["PYSPARK_PYTHON"] = sys.executable
from pyspark import cloudpickle
from pyspark.sql import SparkSession

import unmold.spark
from benchmarks.trials import spark_faults
from benchmarks.trials.spark_failures import TASKS
from unmold.spark import stages

cloudpickle.register_pickle_by_value(spark_faults)
for name in TASKS:
    task = getattr(stages, name)
    if fault == "executors":
        task = spark_faults.kill_once(flags, name, 2, task)
    else:
        task = spark_faults.count_calls(flags, name, task)
    setattr(stages, name, task)
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
unmold.spark.run(archives, workspace, spark=spark, partitions=2)
spark.stop()
"""


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
    while driver.poll() is None and not list(
        workspace.glob(f"generations/*/stages/{stage}-*.json")
    ):
        time.sleep(0.05)
    # With all that it started, by the group that it leads.
    os.killpg(driver.pid, signal.SIGKILL)
    driver.wait()
    before = count_attempts(flags)
    assert start(master, flags, "driver", workspace, archives).wait() == 0
    after = count_attempts(flags)
    done = TASKS[: {"read": 1, "cluster": 2}[stage]]
    return {name: after[name] - before.get(name, 0) for name in done}


def main() -> int:
    """Do it all, and keep what was found."""
    sys.path[:0] = [str(CHECKOUT / "tests")]
    from support.compared_workspaces import find_differences
    from support.spark_archives import small_pages, write_archives

    from unmold import run

    with TemporaryDirectory() as name:
        folder = Path(name)
        archives = write_archives(folder / "archives", small_pages())
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
        for stage in ("read", "cluster"):
            repeated = kill_driver(folder, archives, stage, "local[2]")
            differences = find_differences(folder / "local", folder / f"killed-{stage}")
            found[f"driver killed after {stage}"] = {
                "tasks of whole stages repeated": repeated,
                "differences": differences,
            }
            print(json.dumps(found), flush=True)
    RESULT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    is_fine = found["differences"] == [] and ended == 0 and killed == sorted(TASKS)
    for stage in ("read", "cluster"):
        again = found[f"driver killed after {stage}"]
        is_repeated = any(again["tasks of whole stages repeated"].values())
        is_fine = is_fine and again["differences"] == [] and not is_repeated
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
