"""What fails costs what it met: the workspace is that of the local engine afterwards."""

from pathlib import Path
from typing import Any

import pytest
from support.compared_workspaces import find_differences
from support.spark_archives import small_pages

import unmold.spark as us
from benchmarks.trials import spark_faults
from unmold import Workspace, run
from unmold.errors import UsageError
from unmold.spark import stages, working

TASKS = ("_read_and_describe", "label_task", "induce_task", "extract_task")


@pytest.mark.usefixtures("by_value")
def test_a_worker_is_killed_in_every_stage(
    spark: Any,
    archives: list[Path],
    local: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After its first portion: what it had given is not given twice."""
    flags = tmp_path / "flags"
    flags.mkdir()
    for name in TASKS:
        task = spark_faults.kill_once(str(flags), name, 0, getattr(stages, name))
        monkeypatch.setattr(stages, name, task)
    us.run([*archives], tmp_path / "ws", spark=spark, partitions=2)
    assert {path.name for path in flags.iterdir()} == set(TASKS)
    assert find_differences(local, tmp_path / "ws") == []


@pytest.mark.parametrize(("where", "taken"), [("to_learned", 0), ("to_extracted", 4)])
@pytest.mark.usefixtures("by_value")
def test_a_lost_driver_goes_on_from_the_last_whole_stage(
    spark: Any,
    archives: list[Path],
    local: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    taken: int,
) -> None:
    flags = tmp_path / "flags"
    flags.mkdir()
    for name in TASKS:
        task = spark_faults.count_calls(str(flags), name, getattr(stages, name))
        monkeypatch.setattr(stages, name, task)

    def count() -> dict[str, int]:
        return {path.name: len(path.read_text().split()) for path in flags.iterdir()}

    class LostError(Exception):
        pass

    left, take = taken, getattr(working, where)

    def lose(*given: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise LostError
        return take(*given)

    with monkeypatch.context() as patch:
        # The stage is whole, and the driver is lost before it has taken all that it gave.
        patch.setattr(f"unmold.spark.engine.{where}", lose)
        with pytest.raises(LostError):
            us.run([*archives], tmp_path / "ws", spark=spark, partitions=2)
    before = count()
    assert set(before) == set(TASKS if where == "to_extracted" else TASKS[:-1])
    us.run([*archives], tmp_path / "ws", spark=spark, partitions=2)
    assert {name: count()[name] for name in before} == before
    assert find_differences(local, tmp_path / "ws") == []


def test_archives_that_are_damaged(spark: Any, archives: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "archives"
    folder.mkdir()
    data = [path.read_bytes() for path in archives]
    contents = {
        "a-whole": data[0],
        "b-truncated": data[1][:-40],
        "c-corrupt": data[2][:2000] + b"garbage" * 40 + data[2][2300:],
        "d-empty": b"",
    }
    given = []
    for name, content in contents.items():
        path = folder / f"{name}.warc.gz"
        path.write_bytes(content)
        given.append(path)
    run(given, tmp_path / "local", jobs=1)
    us.run(given, tmp_path / "spark", spark=spark, partitions=2)
    assert find_differences(tmp_path / "local", tmp_path / "spark") == []
    problems = Workspace(tmp_path / "spark").problems.to_pylist()
    assert {row["code"] for row in problems} >= {"truncated", "corrupt", "empty"}


def test_an_archive_that_is_gone_meanwhile(
    spark: Any, archives: list[Path], tmp_path: Path
) -> None:
    gone = tmp_path / "gone.warc.gz"
    gone.write_bytes(archives[2].read_bytes())
    pages = us.read_pages(spark, [*archives[:2], gone])
    gone.unlink()
    run(archives[:2], tmp_path / "local", jobs=1)
    us.run(pages, tmp_path / "spark", partitions=2)
    assert find_differences(tmp_path / "local", tmp_path / "spark") == ["problems"]
    problems = Workspace(tmp_path / "spark").problems.to_pylist()
    assert [row["where"] for row in problems if row["code"] == "missing"] == [str(gone)]


def test_what_is_refused(spark: Any, archives: list[Path], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file or folder"):
        us.read_pages(spark, tmp_path / "nothing.warc.gz")
    frame = spark.createDataFrame([("a", "<p>b")], "url string, html string")
    with pytest.raises(UsageError, match="are for paths"):
        us.run(frame, tmp_path / "ws", limit=3)
    with pytest.raises(UsageError, match="a base URL says where one folder came from"):
        us.run([*archives], tmp_path / "ws", spark=spark, base_url="https://a.example/")
    with pytest.raises(UsageError, match="by a method or as given"):
        us.run([*archives], tmp_path / "ws", spark=spark, clusters={"a": 1}, method="fingerprint")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "manifest.json").write_text("{}")
    with pytest.raises(UsageError, match="not that of a workspace"):
        us.run([*archives], elsewhere.as_uri(), spark=spark)
    with pytest.raises(UsageError, match="no column `html`"):
        us.run(spark.createDataFrame([("a", "b")], "url string, text string"), tmp_path / "ws")


def test_stages_of_other_pages_are_not_taken(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A driver was lost, and the next DataFrame has other pages, which nobody can know."""
    pages = small_pages(9, ["one.example"])
    first = spark.createDataFrame(pages[:6], "url string, html string")

    def lose(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("unmold.spark.engine.take_pages", lose)
        with pytest.raises(KeyboardInterrupt):
            us.run(first, tmp_path / "ws", partitions=1)
    second = spark.createDataFrame(pages, "url string, html string")
    assert us.run(second, tmp_path / "ws", partitions=1).pages.count() == 9
