"""Opens a session of Spark, and says what is missing where that cannot be."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from unmold.errors import MachineError, UsageError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

BATCH_ROWS = "spark.sql.execution.arrow.maxRecordsPerBatch"
PAGES_AT_ONCE = 128
"""Rows that a task is handed at once, where Spark's 10,000 would be hundreds of megabytes."""

LOCAL_PARTITIONS = 8
"""Tasks of a stage in a session on this machine. A guess."""

LOCAL_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Of a session on this machine, where Java only hands over what Python works on: code that it would
compile better costs more than it saves. Starting took 8 to 9 s of processor time instead of 14."""


def check_pyspark() -> None:
    """Refuse where PySpark is not installed."""
    try:
        import pyspark  # noqa: F401
    except ImportError:
        raise UsageError(
            "the Spark engine needs PySpark",
            hint="install unmold with its extra `spark`: docs/install.md says how",
        ) from None


def open_session(master: str | None = None) -> SparkSession:
    """The session that there is, as in a notebook, else one on that master.

    Without a master, it is the one that `spark-submit` or Spark's own files name, with the settings
    there.
    """
    check_pyspark()
    from pyspark.sql import SparkSession

    found = SparkSession.getActiveSession()
    if found is not None:
        return found
    if not _is_connect(master):
        _check_java()
    # Executors on this machine run the same Python.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("unmold")
    if master is not None:
        builder = builder.remote(master) if _is_connect(master) else builder.master(master)
    if _is_own(master):
        # Nobody looks at the pages of a session that ends with the command.
        builder = builder.config("spark.ui.enabled", "false")
        builder = builder.config("spark.ui.showConsoleProgress", "false")
        builder = builder.config("spark.log.level", "ERROR")
        # Spark's 200 are for clusters; here each task costs more than what it does.
        builder = builder.config("spark.sql.shuffle.partitions", LOCAL_PARTITIONS)
        builder = builder.config("spark.driver.extraJavaOptions", LOCAL_JAVA)
    hint = "check that `java -version` is 17 or 21, and try --master 'local[2]' on this machine"
    with explaining_spark("Spark did not start", hint):
        return builder.getOrCreate()


@contextmanager
def explaining_spark(what: str, hint: str) -> Iterator[None]:
    """Turn what Spark raises into an error with a line and a hint."""
    try:
        yield
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in ("pyspark", "py4j", "grpc"):
            raise
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        # The last line of what a task printed says why, where there is such a line.
        said = [line for line in lines if _RAISED.match(line)]
        reason = (said or lines or [type(error).__name__])[-1 if said else 0]
        raise MachineError(f"{what}: {reason[:300]}", hint=hint) from error


_RAISED = re.compile(r"[\w.]{1,80}(Error|Exception): ")


_CONFIGURED = ("PYSPARK_GATEWAY_PORT", "SPARK_HOME", "SPARK_CONF_DIR", "SPARK_REMOTE")
"""Variables by which somebody else has said which Spark this is; `spark-submit` sets the first."""


def _is_own(master: str | None) -> bool:
    """Whether Spark runs on this machine alone, with settings that nobody else gave."""
    if master is not None:
        return master.startswith("local")
    return not any(name in os.environ for name in _CONFIGURED)


def _is_connect(master: str | None) -> bool:
    return master is not None and master.startswith("sc://")


def _check_java() -> None:
    home = os.environ.get("JAVA_HOME")
    if (home and (Path(home) / "bin" / "java").exists()) or shutil.which("java"):
        return
    raise MachineError(
        "Spark needs Java, and there is none",
        hint="install Java 17 (`apt install openjdk-17-jre-headless`), or set JAVA_HOME",
    )


@contextmanager
def small_batches(spark: SparkSession, rows: int = PAGES_AT_ONCE) -> Iterator[None]:
    """Let Spark hand rows to tasks in small portions while a block runs."""
    before = spark.conf.get(BATCH_ROWS)
    spark.conf.set(BATCH_ROWS, str(rows))
    try:
        yield
    finally:
        if before is not None:
            spark.conf.set(BATCH_ROWS, before)
