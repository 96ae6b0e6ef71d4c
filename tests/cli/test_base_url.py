"""`--base-url`: where a folder came from, for every command that reads one."""

import csv
import io
from pathlib import Path

import pytest
from support.run_sites import write_site

from unmold.cli import run

BASE = "https://www.shop.example/p/"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_site(tmp_path / "site", 6)


def test_urls_and_sites_come_from_it(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cluster", "site", "--base-url", BASE]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["path"] for row in rows] == [f"site/{n:04}.html" for n in range(6)]
    assert [row["url"] for row in rows] == [f"{BASE}{n:04}.html" for n in range(6)]
    assert {row["site"] for row in rows} == {"shop.example"}


def test_where_it_says_nothing_it_is_refused(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["run", "site", "-o", "ws", "--min-pages", "2", "--base-url", BASE]) == 0
    for command in (
        ["strip", "ws"],
        ["extract", "ws"],
        ["run", "http://127.0.0.1:9/", "-o", "other"],
        ["cluster", "site", "site/0000.html"],
    ):
        capsys.readouterr()
        assert run([*command, "--base-url", BASE]) == 2, command
        told = capsys.readouterr().err
        assert ("error:" in told, "hint:" in told) == (True, True)
    assert not Path("other").exists()
    assert run(["cluster", "site", "--base-url", "shop.example"]) == 2
