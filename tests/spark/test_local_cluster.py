"""The same on executors that are processes of their own, as on a cluster."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from support.compared_workspaces import find_differences

# In a process of its own: a process has one session.
PROGRAM = """
import os, sys
os.environ["PYSPARK_PYTHON"] = sys.executable
from pyspark.sql import SparkSession
import unmold.spark
options = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
spark = (
    SparkSession.builder.master("local-cluster[2,1,1024]")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.executor.memory", "512m")
    .config("spark.driver.extraJavaOptions", options)
    .config("spark.executor.extraJavaOptions", options)
    .getOrCreate()
)
found = unmold.spark.run(sys.argv[2:], sys.argv[1], spark=spark, partitions=3)
print(found.pages.count())
spark.stop()
"""


def test_a_run_on_two_executors(
    archives: list[Path], local: Path, tmp_path: Path, require: Callable[[object, str], None]
) -> None:
    require(shutil.which("java") or os.environ.get("JAVA_HOME"), "Spark needs Java")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, tmp_path / "ws", *archives],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        # Executors are given a folder each, where the driver is.
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split()[-1] == "55"
    assert find_differences(local, tmp_path / "ws") == []
