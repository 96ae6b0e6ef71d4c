"""The same over Spark Connect, whose client has the DataFrame API and nothing else."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from support.compared_workspaces import find_differences

from unmold import cluster_pages

# In a process of its own: a process has either kind of session.
PROGRAM = """
import os, sys
os.environ["PYSPARK_PYTHON"] = sys.executable
from pyspark.sql import SparkSession
import unmold.spark
spark = (
    SparkSession.builder.remote("local[2]")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
    .getOrCreate()
)
assert not hasattr(spark, "_jsparkSession")
found = unmold.spark.run(sys.argv[2:], sys.argv[1], spark=spark, partitions=2)
pages = unmold.spark.read_pages(spark, sys.argv[2:])
described = unmold.spark.features(pages, method="structure-style")
alike = unmold.spark.cluster_across_sites(
    described, method="structure-style", partitions=2, block_pages=10
)
print(len({row["label"] for row in alike.collect()}))
described = unmold.spark.features(pages, method="fingerprint")
near = unmold.spark.cluster_across_sites(described, partitions=2)
print(len({row["label"] for row in near.collect()}))
print(found.pages.count())
spark.stop()
"""


def test_a_run_over_spark_connect(
    archives: list[Path], local: Path, tmp_path: Path, require: Callable[[object, str], None]
) -> None:
    require(shutil.which("java") or os.environ.get("JAVA_HOME"), "Spark needs Java")
    for name in ("pyspark", "grpc", "grpc_status"):
        require(importlib.util.find_spec(name), "Spark Connect needs PySpark and grpcio-status")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, tmp_path / "ws", *archives],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    known = [
        cluster_pages([*archives], method, across_sites=True, jobs=1).clusters
        for method in ("structure-style", "fingerprint")
    ]
    assert done.stdout.split()[-3:] == [*map(str, known), "55"]
    assert find_differences(local, tmp_path / "ws") == []
