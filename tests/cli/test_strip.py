"""`unmold strip`: from a source, from a workspace, to lines and to a folder."""

import csv
import json
from pathlib import Path

import pytest

from unmold.cli import run
from unmold.demo import build_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("demo"), pages=60).manifest


def rows_of(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_lines_hold_what_pages_say(site: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["strip", str(site)]) == 0
    rows = rows_of(capfd.readouterr().out)
    assert len(rows) == 60
    assert list(rows[0]) == ["path", "url", "site", "cluster", "text"]
    products = [str(row["text"]).splitlines() for row in rows if "/products/" in str(row["path"])]
    assert all(products)
    assert set.intersection(*map(set, products)) == set()


def test_settings_reach_the_method(site: Path, capfd: pytest.CaptureFixture[str]) -> None:
    found = []
    for variant in ("published", "frequent"):
        setting = f"variant={variant}"
        assert run(["strip", str(site), "--method", "text-max", "--set", setting]) == 0
        found.append(len({row["cluster"] for row in rows_of(capfd.readouterr().out)}))
    assert found[0] < found[1]
    assert run(["strip", str(site), "--method", "text-max", "--set", "variant=x"]) == 2
    assert "variant cannot be 'x'" in capfd.readouterr().err


def test_a_folder_is_a_source_again(
    site: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["strip", str(site), "-o", str(tmp_path / "out"), "--limit", "20", "--json"]) == 0
    written = rows_of(capfd.readouterr().out)
    with (tmp_path / "out" / "manifest.csv").open(encoding="utf-8") as manifest:
        rows = list(csv.DictReader(manifest))
    assert len(rows) == len(written) == 20
    assert [row["path"] for row in rows] == [entry["path"] for entry in written]
    assert run(["cluster", str(tmp_path / "out" / "manifest.csv"), "--method", "md5"]) == 0
    assert len(capfd.readouterr().out.splitlines()) == 21


def test_a_workspace_brings_its_clusters(
    site: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    workspace = str(tmp_path / "shop")
    assert run(["run", str(site), "-o", workspace]) == 0
    capfd.readouterr()
    assert run(["strip", workspace, "--html"]) == 0
    rows = rows_of(capfd.readouterr().out)
    assert len(rows) == 60
    assert str(rows[0]["html"]).startswith("<!DOCTYPE html>")
    assert run(["strip", workspace, "--include", "*/products/*", "--limit", "3"]) == 0
    few = rows_of(capfd.readouterr().out)
    assert len(few) == 3
    assert all("/products/" in str(row["path"]) for row in few)
    assert run(["strip", workspace, "--method", "md5"]) == 2
    assert "does not apply to a workspace, which has its clusters" in capfd.readouterr().err


def test_no_page(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["strip", str(tmp_path)]) == 2
    assert "no page" in capfd.readouterr().err
