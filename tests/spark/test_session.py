"""What is missing is said before anything is begun."""

import subprocess
import sys
from pathlib import Path

import pytest

from unmold.errors import MachineError, UsageError
from unmold.spark import session

REFUSED = {
    "--master": ["--master", "local[2]"],
    "is not on this machine": ["--engine", "spark", "-o", "s3a://bucket/out"],
}


def test_no_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("pyspark.sql.SparkSession.getActiveSession", lambda: None)
    with pytest.raises(MachineError, match="needs Java") as caught:
        session.open_session("local[2]")
    assert "openjdk" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("master", "environment", "is_own"),
    [
        ("local[2]", "SPARK_HOME", True),
        ("yarn", None, False),
        (None, None, True),
        (None, "PYSPARK_GATEWAY_PORT", False),
        (None, "SPARK_CONF_DIR", False),
    ],
)
def test_whose_settings_a_session_has(
    master: str | None, environment: str | None, is_own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of `spark-submit` are left as they are: eight tasks are too few for a cluster."""
    for name in session._CONFIGURED:
        monkeypatch.delenv(name, raising=False)
    if environment is not None:
        monkeypatch.setenv(environment, "something")
    assert session._is_own(master) is is_own


def test_no_pyspark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(UsageError, match="needs PySpark") as caught:
        session.check_pyspark()
    assert "extra `spark`" in (caught.value.hint or "")


@pytest.mark.parametrize("said", REFUSED)
def test_what_the_command_refuses(said: str, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from unmold.cli.run_command import run

    options = REFUSED[said]
    output = [] if "-o" in options else ["-o", str(tmp_path / "ws")]
    done = CliRunner().invoke(run, ["pages", *output, *options])
    assert isinstance(done.exception, UsageError)
    assert said in done.exception.message


def test_the_import_brings_no_pyspark() -> None:
    program = "import unmold.spark, sys; print('pyspark' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_what_spark_raises_is_one_line_and_a_hint() -> None:
    class PythonError(Exception):
        pass

    PythonError.__module__ = "pyspark.errors"
    said = 'Traceback:\n  File "a.py"\nunmold.errors.UsageError: no such thing\n\n\tat org.apache'
    with (
        pytest.raises(MachineError, match="UsageError: no such thing"),
        session.explaining_spark("Spark failed", "look"),
    ):
        raise PythonError(said)
    with pytest.raises(KeyError), session.explaining_spark("Spark failed", "look"):
        raise KeyError("own")


RESERVING = """
from concurrent.futures import ThreadPoolExecutor
import pyarrow as pa
from unmold.spark.working import begin_task

def read(name):
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith(name))

begin_task()
before = read("VmPeak:")
kept = [pa.array(range(1000))]
with ThreadPoolExecutor(6) as pool:
    kept += pool.map(lambda _: [bytes(600) for _ in range(20_000)], range(6))
print(read("VmPeak:") - before, read("VmRSS:"))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc says how much is reserved")
def test_a_worker_reserves_little_more_than_it_uses() -> None:
    """Spark limits the address space of workers, not what they use of it."""
    done = subprocess.run(
        [sys.executable, "-c", RESERVING], capture_output=True, text=True, check=True
    )
    more, used = map(int, done.stdout.split())
    # Six threads have stacks of 8 MB.
    assert more < used + 100
