"""The jobs that the how-to shows for clusters run here, too: addresses are those of a folder."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.compared_workspaces import find_differences

from unmold.pages import read_pages

CHECKOUT = Path(__file__).parent.parent.parent
DOCUMENT = CHECKOUT / "docs" / "how-to" / "run-on-spark.md"
JOB, BY_INDEX = re.findall(
    r"^```py(?: [^\n]*)?\n(.*?)^```$",
    DOCUMENT.read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)
OPTIONS = [
    *("--master", "local[2]", "--conf", "spark.ui.enabled=false"),
    *("--conf", "spark.driver.host=127.0.0.1", "--conf", "spark.driver.bindAddress=127.0.0.1"),
    *("--conf", "spark.sql.shuffle.partitions=2", "--conf", "spark.log.level=ERROR"),
    *("--driver-java-options", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"),
]


@pytest.fixture
def submit(tmp_path: Path, require: Callable[[object, str], None]) -> Callable[..., str]:
    """Runs a program by `spark-submit`; what it printed."""
    require(shutil.which("java") or os.environ.get("JAVA_HOME"), "Spark needs Java")
    program = Path(sys.executable).parent / "spark-submit"
    require(program.exists(), "install the extra `spark`")

    def run_program(text: str, *arguments: str | Path) -> str:
        job = tmp_path / "job.py"
        job.write_text(text, encoding="utf-8")
        path = os.pathsep.join(filter(None, sys.path))
        own = {"PYTHONPATH": path, "PYSPARK_PYTHON": sys.executable}
        done = subprocess.run(
            [program, *OPTIONS, job, *arguments],
            env=os.environ | own,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        printed: str = done.stdout
        assert done.returncode == 0, printed[-2000:] + done.stderr[-2000:]
        return printed

    return run_program


def test_spark_submit(
    submit: Callable[..., str], archives: list[Path], local: Path, tmp_path: Path
) -> None:
    asked = 'print("tasks", us.open_session().conf.get("spark.sql.shuffle.partitions"))'
    printed = submit(f"{JOB}{asked}\n", f"{archives[0].parent}/*.warc.gz", tmp_path / "ws")
    # What `spark-submit` is told holds.
    assert "tasks 2" in printed
    assert find_differences(local, tmp_path / "ws") == []


def test_common_crawl_by_its_index(
    submit: Callable[..., str], archives: list[Path], tmp_path: Path
) -> None:
    """The records of one site of the three, once, though another crawl has them, too."""
    crawl, own = tmp_path / "commoncrawl", tmp_path / "bucket" / "example"
    own.mkdir(parents=True)
    for number, path in enumerate(archives):
        pages = list(read_pages(path, problems=lambda problem: None))
        starts = [page.offset for page in pages]
        index = pa.table(
            {
                "url_host_registered_domain": [page.site for page in pages],
                "fetch_status": pa.array([200] * len(pages), pa.int16()),
                "warc_filename": [f"crawl-data/{path.name}"] * len(pages),
                "warc_record_offset": pa.array(starts, pa.int32()),
                "warc_record_length": pa.array(
                    [
                        (later or path.stat().st_size) - (start or 0)
                        for start, later in zip(starts, [*starts[1:], None], strict=True)
                    ],
                    pa.int32(),
                ),
            }
        )
        for name in ("CC-MAIN-2024-51", "CC-MAIN-2025-05"):
            folder = crawl / f"cc-index/table/cc-main/warc/crawl={name}/subset=warc"
            folder.mkdir(parents=True, exist_ok=True)
            pq.write_table(index, folder / f"part-{number}.parquet")
        (crawl / "crawl-data").mkdir(exist_ok=True)
        shutil.copy(path, crawl / "crawl-data")
    text = BY_INDEX.replace("'example.com'", "'two.example'")
    for name in ("commoncrawl", "bucket"):
        text = re.sub(f"s3a?://{name}", (tmp_path / name).as_uri(), text)
    submit(text)
    (table,) = (tmp_path / "bucket").glob("example-tables/generations/*/tables/pages.parquet")
    known = read_pages([*archives], problems=lambda problem: None)
    wanted = sorted(page.url for page in known if page.site == "two.example")
    assert sorted(pq.read_table(table)["url"].to_pylist()) == wanted != []
