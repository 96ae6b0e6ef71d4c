"""One session of Spark for all tests of a process; they skip where there is no Java."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.spark_archives import small_pages, write_archives

from benchmarks.trials import spark_faults
from unmold import run

# Little is compiled in a test that takes seconds, and short pauses matter to nobody.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


@pytest.fixture(scope="session")
def spark(require: Callable[[object, str], None]) -> Iterator[Any]:
    require(shutil.which("java") or os.environ.get("JAVA_HOME"), "Spark needs Java")
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        require(False, "install the extra `spark`")
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2,3]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.log.level", "ERROR")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.driver.extraJavaOptions", JAVA_OPTIONS)
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.fixture(scope="session")
def archives(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three sites, each in all of three archives; one page is empty, one is cut."""
    pages = small_pages()
    pages.insert(5, ("https://one.example/empty", "  "))
    pages.insert(9, ("https://two.example/deep", "<p>" + "<div>" * 600 + "deep"))
    return write_archives(tmp_path_factory.mktemp("archives"), pages)


@pytest.fixture(scope="session")
def local(archives: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace that the local engine makes of the archives."""
    folder = tmp_path_factory.mktemp("local") / "workspace"
    run([*archives], folder, jobs=1)
    return folder


@pytest.fixture
def by_value(spark: Any) -> Iterator[None]:
    """Let workers have the module of faults, which is on no path of theirs."""
    from pyspark import cloudpickle

    cloudpickle.register_pickle_by_value(spark_faults)
    yield
    cloudpickle.unregister_pickle_by_value(spark_faults)
