"""`unmold cluster`: the table it writes, its options, and its mistakes."""

import csv
import io
import json
from pathlib import Path

import pytest
from support.small_sites import build_page

from unmold.cli import run
from unmold.clusters import DEFAULT_METHOD, METHODS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, template in enumerate(["list", "article", "list"]):
        (tmp_path / f"{number}.html").write_text(build_page(template, ["a", "b"]))
    (tmp_path / "empty.html").write_text(" ")
    return tmp_path


@pytest.fixture
def manifest(folder: Path) -> Path:
    rows = ["path,site", "0.html,one", "1.html,one", "2.html,two", "missing.html,two"]
    path = folder / "manifest.csv"
    path.write_text("\n".join(rows))
    return path


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("method", METHODS)
def test_one_row_for_each_readable_page(
    folder: Path, method: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cluster", str(folder), "--method", method]) == 0
    shown = capsys.readouterr()
    rows = rows_of(shown.out)
    assert list(rows[0]) == ["path", "url", "site", "cluster"]
    assert [Path(row["path"]).name for row in rows] == ["0.html", "1.html", "2.html"]
    clusters = [row["cluster"] for row in rows]
    assert clusters[0] == clusters[2]
    assert "3 pages read, 1 problem (1 empty)" in shown.err


def test_scores_are_columns_on_request(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cluster", str(folder), "--scores"]) == 0
    rows = rows_of(capsys.readouterr().out)
    assert list(rows[0])[4:] == ["score", "second", "second_score", "doubt"]
    assert 0 < float(rows[0]["score"]) <= 1
    assert run(["cluster", str(folder), "--scores", "--method", "md5"]) == 2
    assert "hint: --method auto does" in capsys.readouterr().err


def test_numbers_are_unique_across_sites(
    manifest: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cluster", str(manifest), "--method", "md5"]) == 0
    shown = capsys.readouterr()
    assert [row["cluster"] for row in rows_of(shown.out)] == ["0", "1", "2"]
    assert [row["path"] for row in rows_of(shown.out)] == ["0.html", "1.html", "2.html"]
    assert "3 clusters on 2 sites" in shown.err


def test_across_sites(manifest: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cluster", str(manifest), "--method", "md5", "--across-sites"]) == 0
    assert [row["cluster"] for row in rows_of(capsys.readouterr().out)] == ["0", "1", "0"]


def test_json_has_one_object_a_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cluster", str(folder), "--method", "md5", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["cluster"] for line in lines] == [0, 1, 0]
    assert list(lines[0]) == ["path", "url", "site", "cluster"]


def test_the_table_can_be_evaluated(
    manifest: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = tmp_path / "gold.csv"
    gold.write_text("path,site,template\n0.html,one,list\n1.html,one,article\n2.html,two,list\n")
    run(["cluster", str(manifest), "--method", "md5"])
    clusters = tmp_path / "clusters.csv"
    clusters.write_text(capsys.readouterr().out)
    assert run(["evaluate", str(clusters), str(gold), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pooled"]["pairs"]["f1"] == 1.0


def test_methods_are_listed_without_a_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cluster", "--list-methods"]) == 0
    shown = capsys.readouterr().out
    for method in METHODS.values():
        assert method.name in shown
        assert method.description in shown
        assert method.paper in shown
    assert shown.count("[default]") == 1


def test_the_help_names_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cluster", "--help"])
    assert f"[default: {DEFAULT_METHOD}]" in capsys.readouterr().out


def test_an_unknown_method(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cluster", str(folder), "--method", "nonsense"]) == 2
    shown = capsys.readouterr()
    assert "no clustering method 'nonsense'" in shown.err
    assert "hint:" in shown.err
    assert shown.out == ""


def test_no_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cluster", str(tmp_path)]) == 2
    assert "no page to cluster" in capsys.readouterr().err


def test_avoided_distances_are_counted_on_standard_error(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cluster", str(folder), "--method", "structure-style"]) == 0
    shown = capsys.readouterr()
    assert "3 pairs: 3 decided without a distance, 0 by one" in shown.err
    assert "approximate" not in shown.err
    assert len(rows_of(shown.out)) == 3


def test_an_approximate_answer_is_called_so(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    method = ["--method", "structure-style", "--set", "approximate=true"]
    assert run(["cluster", str(folder), *method]) == 0
    assert "approximate: pairs that the index did not find" in capsys.readouterr().err


def test_a_page_is_explained(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (str(folder / "1.html"), str(folder / "0.html")):
        assert run(["cluster", str(folder), "--explain", path]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].split() == ["page", path]
        assert {"cluster", "second", "doubt", "why"} <= {line.split(" ")[0] for line in lines}
    assert run(["cluster", str(folder), "--explain", path, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["path"] == path
    assert found["cluster"]["pages"] == 2


def test_a_page_that_is_not_there_cannot_be_explained(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cluster", str(folder), "--explain", "nowhere.html"]) == 2
    assert "error: 'nowhere.html' is not one of the pages" in capsys.readouterr().err
