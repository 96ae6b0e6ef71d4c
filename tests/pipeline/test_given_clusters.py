"""Runs that learn from clusters which the caller brings."""

import csv
from pathlib import Path

import pytest
from pipeline.test_again import InterruptedRunError, Notes
from support.run_sites import contents, templates_by_key, write_site
from support.small_sites import build_page

from unmold import cluster_pages, run
from unmold.errors import UsageError


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write_site(tmp_path / "site")


def write_clusters(
    file: Path, rows: list[tuple[object, object]], head: str = "path,cluster"
) -> Path:
    with file.open("w", encoding="utf-8", newline="") as stream:
        stream.write(head + "\n")
        csv.writer(stream).writerows(rows)
    return file


def numbered(site: Path, pages: int, cluster: object = "one") -> list[tuple[object, object]]:
    return [(site / f"{number:04}.html", cluster) for number in range(pages)]


def test_given_clusters_replace_those_of_a_method(site: Path, tmp_path: Path) -> None:
    # By any method these would be three templates.
    file = write_clusters(tmp_path / "c.csv", numbered(site, 24))
    workspace = run(site, tmp_path / "ws", clusters=file)
    assert len(workspace.templates) == 1
    assert len(set(templates_by_key(workspace).values())) == 1


def test_pages_that_are_not_listed_are_in_no_cluster(site: Path, tmp_path: Path) -> None:
    rows = [*numbered(site, 18), (site / "0018.html", -1), (site / "0019.html", "")]
    notes = Notes()
    file = write_clusters(tmp_path / "c.csv", rows)
    workspace = run(site, tmp_path / "ws", clusters=file, progress=notes)
    clusters = dict(
        zip(*workspace.pages.select(["path", "cluster"]).to_pydict().values(), strict=True)
    )
    assert sorted(Path(path).name for path, cluster in clusters.items() if cluster == -1) == [
        f"{number:04}.html" for number in range(18, 24)
    ]
    assert workspace.summary["left_over"]["unclustered"] == 6
    assert "6 of 24 pages are in none of the given clusters" in notes.said


def test_a_clustering_gives_the_workspace_that_its_method_gives(site: Path, tmp_path: Path) -> None:
    by_method = run(site, tmp_path / "a")
    clustering = cluster_pages(site)
    given = run(site, tmp_path / "b", clusters=clustering)
    assert contents(given) == contents(by_method)
    paths = dict(zip(clustering.paths, clustering.labels.tolist(), strict=True))
    assert contents(run(site, tmp_path / "c", clusters=paths)) == contents(by_method)


def test_paths_may_be_relative(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = write_clusters(tmp_path / "c.csv", numbered(Path("site"), 24))
    assert len(run(site, tmp_path / "ws", clusters=file).templates) == 1


def test_clusters_stay_on_their_sites(site: Path, tmp_path: Path) -> None:
    other = write_site(tmp_path / "other", 12, seed=5)
    rows = [*numbered(site, 24, "all"), *numbered(other, 12, "all")]
    file = write_clusters(tmp_path / "c.csv", rows)
    workspace = run([site, other], tmp_path / "ws", clusters=file)
    assert sorted(workspace.clusters.column("pages").to_pylist()) == [12, 24]


@pytest.mark.parametrize(
    ("head", "rows", "message"),
    [
        ("path,template", [("0000.html", 1)], "has no column 'cluster'"),
        ("file,cluster", [("0000.html", 1)], "has no column 'path'"),
        ("path,cluster", [("0000.html", 1), ("0000.html", 1)], "line 3: a second row for path"),
        ("path,cluster", [("0000.html", 1), ("./0000.html", 1)], "list a page twice"),
        ("path,cluster", [("gone.html", 1)], "pages that were not read: .*gone.html"),
        ("path,cluster", [], "list no page"),
        ("path,cluster", [("0000.html",)], "1 values for 2 columns"),
    ],
)
def test_files_that_make_no_sense_are_refused(
    site: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    head: str,
    rows: list[tuple[object, object]],
    message: str,
) -> None:
    file = write_clusters(tmp_path / "c.csv", rows, head)
    monkeypatch.chdir(site)
    with pytest.raises(UsageError, match=message):
        run(site, tmp_path / "ws", clusters=file)


def test_a_missing_file_is_refused_before_anything_is_written(site: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        run(site, tmp_path / "ws", clusters=tmp_path / "nothing.csv")
    assert not (tmp_path / "ws").exists()


def test_a_listed_page_that_is_a_problem_is_listed_as_that_only(site: Path, tmp_path: Path) -> None:
    (site / "empty.html").write_bytes(b"")
    rows = [*numbered(site, 24), (site / "empty.html", "one")]
    workspace = run(site, tmp_path / "ws", clusters=write_clusters(tmp_path / "c.csv", rows))
    assert [row["code"] for row in workspace.problems.to_pylist()] == ["empty"]


def test_a_method_and_clusters_exclude_each_other(site: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a method or as given"):
        run(site, tmp_path / "ws", method="md5", clusters={"a": 1})


def test_the_same_clusters_again_change_nothing(site: Path, tmp_path: Path) -> None:
    file = write_clusters(tmp_path / "c.csv", numbered(site, 24))
    run(site, tmp_path / "ws", clusters=file)
    notes = Notes()
    assert run(site, tmp_path / "ws", clusters=file, progress=notes).generation.number == 1
    assert notes.said == ["nothing is new since the previous run"]


def test_other_clusters_and_none_are_another_setting(site: Path, tmp_path: Path) -> None:
    file = write_clusters(tmp_path / "c.csv", numbered(site, 24))
    run(site, tmp_path / "ws", clusters=file)
    notes = Notes()
    write_clusters(file, [*numbered(site, 12, "a"), *numbered(site, 24, "b")[12:]])
    assert len(run(site, tmp_path / "ws", clusters=file, progress=notes).templates) == 2
    assert notes.said[0].startswith("changed since the previous run: clusters; done again: cluster")
    notes = Notes()
    assert len(run(site, tmp_path / "ws", progress=notes).templates) == 3
    assert notes.said[0].startswith("changed since the previous run: clusters; done again: cluster")


def test_a_changed_page_stays_in_its_cluster_and_a_new_one_is_in_none(
    site: Path, tmp_path: Path
) -> None:
    file = write_clusters(tmp_path / "c.csv", numbered(site, 24))
    first = run(site, tmp_path / "ws", clusters=file)
    (site / "0003.html").write_text(build_page("article", ["other"]), encoding="utf-8")
    write_site(site, 3, first=24)
    second = run(site, tmp_path / "ws", clusters=file)
    assert list(second.templates) == list(first.templates)
    clusters = {
        Path(row["path"]).name: row["cluster"]
        for row in second.pages.select(["path", "cluster"]).to_pylist()
    }
    assert clusters["0003.html"] == clusters["0000.html"]
    assert [clusters[f"{number:04}.html"] for number in (24, 25, 26)] == [-1, -1, -1]


def test_an_interrupted_run_goes_on_with_its_clusters(site: Path, tmp_path: Path) -> None:
    file = write_clusters(tmp_path / "c.csv", numbered(site, 24))
    with pytest.raises(InterruptedRunError):
        run(site, tmp_path / "ws", clusters=file, progress=Notes("extracting"))
    notes = Notes()
    workspace = run(site, tmp_path / "ws", clusters=file, progress=notes)
    assert notes.stages[0] == "extracting"
    assert contents(workspace) == contents(run(site, tmp_path / "whole", clusters=file))


def test_a_mended_file_goes_on_after_reading(site: Path, tmp_path: Path) -> None:
    file = write_clusters(tmp_path / "c.csv", [*numbered(site, 24), ("nobody.html", "one")])
    with pytest.raises(UsageError, match="not read: 'nobody"):
        run(site, tmp_path / "ws", clusters=file)
    write_clusters(file, numbered(site, 24))
    notes = Notes()
    assert len(run(site, tmp_path / "ws", clusters=file, progress=notes).templates) == 1
    assert "reading" not in notes.stages
