"""Clusters and gold labels from CSV files."""

import io
import os
from pathlib import Path

import pytest

from unmold.errors import MachineError, UsageError
from unmold.evaluation import evaluate_clusters, evaluate_files, read_clusters, read_gold

CLUSTERS = "path,url,site,cluster\np/1.html,u1,x,0\np/2.html,u2,x,0\np/3.html,u3,x,-1\n"
GOLD = (
    "path,site,template,template_fine,template_coarse\n"
    "p/1.html,x,a,a1,c\np/2.html,x,a,a2,c\np/3.html,x,b,b,c\n"
)


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_files_say_the_same_as_mappings(tmp_path: Path) -> None:
    result = evaluate_files(write(tmp_path, "c.csv", CLUSTERS), write(tmp_path, "g.csv", GOLD))
    assert result == evaluate_clusters(
        ["0", "0", "-1"],
        ["a", "a", "b"],
        coarse=["c", "c", "c"],
        fine=["a1", "a2", "b"],
        sites=["x", "x", "x"],
    )
    assert result.pooled.care_pairs.dont_care == 3


def test_optional_columns_may_be_absent(tmp_path: Path) -> None:
    gold = read_gold(write(tmp_path, "g.csv", "template,path\na,1\n"))
    assert gold.template == {"1": "a"}
    assert (gold.coarse, gold.fine, gold.site) == (None, None, None)


def test_an_open_file_a_mark_and_other_line_ends(tmp_path: Path) -> None:
    windows = "\ufeff" + CLUSTERS.replace("\n", "\r\n")
    assert read_clusters(write(tmp_path, "c.csv", windows)) == read_clusters(io.StringIO(CLUSTERS))


def test_paths_that_are_no_utf8_are_joined(tmp_path: Path) -> None:
    clusters = write(tmp_path, "c.csv", b"path,cluster\n\xe9.html,0\n")
    gold = write(tmp_path, "g.csv", b"path,template\n\xe9.html,a\n")
    assert evaluate_files(clusters, gold).pooled.missing == 0


def test_quoted_fields_and_long_ones(tmp_path: Path) -> None:
    long = "data:" + "x" * 200_000
    text = f'path,url,cluster\n"a,b\nc.html",{long},4\n'
    assert read_clusters(write(tmp_path, "c.csv", text)) == {"a,b\nc.html": "4"}


def test_different_spellings_of_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site").mkdir()
    gold = write(tmp_path / "site", "manifest.csv", GOLD)
    monkeypatch.chdir(tmp_path)
    for prefix in ("site/", "./site/", f"{tmp_path}{os.sep}site{os.sep}"):
        clusters = write(tmp_path, "c.csv", CLUSTERS.replace("p/", f"{prefix}p/"))
        result = evaluate_files(clusters, gold)
        assert (result.pooled.missing, result.not_in_gold) == (0, 0)
        assert result.pooled.clusters == 1


def test_pages_in_one_file_only(tmp_path: Path) -> None:
    clusters = write(tmp_path, "c.csv", "path,cluster\np/1.html,0\nother.html,0\n")
    result = evaluate_files(clusters, write(tmp_path, "g.csv", GOLD))
    assert (result.pooled.missing, result.not_in_gold) == (2, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no column 'path'"),
        ("path,group\na,1\n", "has no column 'cluster'"),
        ("path,cluster\na,1\na,2\n", "line 3: a second row for path 'a'"),
        ("path,cluster\na,1\nb\n", "line 3: 1 values for 2 columns"),
        ('path,cluster\n"a,1\n', "not a CSV file"),
    ],
)
def test_files_that_cannot_be_understood(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_clusters(write(tmp_path, "c.csv", text))


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        read_clusters(tmp_path / "absent.csv")
    with pytest.raises(UsageError, match="cannot read"):
        read_gold(tmp_path)


def test_a_disk_that_fails_halfway() -> None:
    class FailingStream(io.StringIO):
        def __next__(self) -> str:
            if self.tell() == 0:
                return self.readline()
            raise OSError(5, "Input/output error")

    with pytest.raises(MachineError, match="cannot go on reading standard input: Input/output"):
        read_clusters(FailingStream(CLUSTERS))


def test_the_gold_of_real_corpora_is_consistent() -> None:
    root = os.environ.get("UNMOLD_CORPORA")
    if not root:
        pytest.skip("set UNMOLD_CORPORA to the folder of unpacked corpora")
    manifests = sorted(Path(root).glob("*/manifest.csv"))
    assert manifests
    for manifest in manifests:
        gold = read_gold(manifest)
        perfect = evaluate_clusters(
            gold.template, gold.template, coarse=gold.coarse, fine=gold.fine, sites=gold.site
        )
        assert perfect.pooled.care_pairs.f1 == 1.0
        assert perfect.macro["pairs"]["adjusted_rand_index"] == 1.0
