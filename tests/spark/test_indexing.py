"""The search index that tasks write in parts is read as any other."""

from pathlib import Path
from typing import Any

import pytest
from support.spark_archives import small_pages, write_archives

import unmold.spark as us
from unmold import Workspace, run
from unmold.errors import UsageError
from unmold.search import build_index
from unmold.spark import engine
from unmold.spark.indexing import index_parts

QUERIES = ("word1", "word1 OR word2", "title:word3", "word1*", '"word1 word2"')


def search(folder: Path) -> list[Any]:
    """What is found, by key; scores are rounded, since sums of parts differ in the last digit."""
    found = []
    for query in QUERIES:
        results = Workspace(folder).search(query, limit=1000)
        hits = sorted((hit.key, round(hit.score, 3)) for hit in results.hits)
        found.append((query, results.total, hits))
    return found


@pytest.fixture
def made_by_tasks(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What each run took from its tasks."""
    taken: list[Any] = []

    def index(*given: Any) -> Any:
        context = index_parts(*given)

        class Noted:
            def __enter__(self) -> Any:
                taken.append(context.__enter__())
                return taken[-1]

            def __exit__(self, *raised: Any) -> Any:
                return context.__exit__(*raised)

        return Noted()

    monkeypatch.setattr(engine, "index_parts", index)
    return taken


def test_parts_are_one_index(
    spark: Any, archives: list[Path], local: Path, tmp_path: Path, made_by_tasks: list[Any]
) -> None:
    us.run([*archives], tmp_path / "ws", spark=spark, partitions=3, index=True)
    (taken,) = made_by_tasks
    assert len(taken.parts) > 1
    assert taken.templates == set(Workspace(tmp_path / "ws").templates)
    found = search(tmp_path / "ws")
    assert found == search(local)
    assert any(total for _, total, _ in found)
    assert Workspace(tmp_path / "ws").check().is_whole


def test_nothing_is_indexed_unasked(spark: Any, archives: list[Path], tmp_path: Path) -> None:
    us.run([*archives], tmp_path / "ws", spark=spark, partitions=2)
    workspace = Workspace(tmp_path / "ws")
    assert workspace.check().is_whole
    with pytest.raises(UsageError, match="there is no search index"):
        workspace.search("word1")
    # Asked for later it is built, by the driver where tasks extracted nothing.
    us.run([*archives], tmp_path / "ws", spark=spark, partitions=2, index=True)
    assert Workspace(tmp_path / "ws").search("word1 OR word2").total
    # And the local engine extends what has none.
    us.run([*archives], tmp_path / "other", spark=spark, partitions=2)
    run([*archives], tmp_path / "other", jobs=1)
    assert Workspace(tmp_path / "other").search("word1 OR word2").total


def test_an_index_is_extended(spark: Any, tmp_path: Path, made_by_tasks: list[Any]) -> None:
    pages = small_pages(20, ["one.example", "two.example"])
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first = write_archives(tmp_path / "a", pages[:30], 2)
    second = write_archives(tmp_path / "b", pages[30:], 2)
    for given in (first, [*first, *second]):
        us.run([*given], tmp_path / "ws", spark=spark, partitions=2, index=True)
        run([*given], tmp_path / "local", jobs=1)
    assert len(made_by_tasks) == 2
    assert made_by_tasks[1].parts
    assert search(tmp_path / "ws") == search(tmp_path / "local")
    assert Workspace(tmp_path / "ws").check().is_whole


def test_a_workspace_elsewhere_has_its_index(
    spark: Any, archives: list[Path], tmp_path: Path
) -> None:
    address = (tmp_path / "elsewhere").as_uri()
    us.run([*archives], address, spark=spark, partitions=2, index=True)
    (facts,) = (tmp_path / "elsewhere").rglob("search/unmold.json")
    assert facts.exists()


def test_adopted_parts_can_be_built_on(tmp_path: Path) -> None:
    """Whoever extends such an index removes records of parts as well."""
    from unmold.search import SearchIndex
    from unmold.search.documents import SearchDocument

    def document(name: str) -> Any:
        url = f"https://one.example/{name}"
        return SearchDocument(name, name, url, "one.example", "page", name, {"word": [name]}, {})

    for name in ("ada", "grace"):
        with build_index(tmp_path / name) as builder:
            builder.add(document(name))
    with build_index(tmp_path / "both") as builder:
        builder.adopt(tmp_path / "ada")
        builder.adopt(tmp_path / "grace")
    both = SearchIndex(tmp_path / "both")
    assert [both.search(name).total for name in ("ada", "grace", "edsger")] == [1, 1, 0]
    assert both.fields == ("word",)
    with build_index(tmp_path / "next", tmp_path / "both") as builder:
        builder.remove("ada")
        builder.add(document("edsger"))
    after = SearchIndex(tmp_path / "next")
    assert [after.search(name).total for name in ("ada", "grace", "edsger")] == [0, 1, 1]
    assert len(SearchIndex(tmp_path / "both")) == 2
