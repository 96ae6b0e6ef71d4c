"""`unmold drift`: tables, JSON lines, exit codes, and accepting what changed."""

import json
from pathlib import Path

import pytest
from support.drifting_sites import KNOWN, book, books, events, write_pages

import unmold
from unmold.cli import run

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def workspace(tmp_path: Path) -> str:
    source = write_pages(tmp_path / "known", KNOWN)
    return str(unmold.run(source, tmp_path / "workspace").path)


@pytest.fixture
def without_pages(tmp_path: Path) -> str:
    """A crawl in which books no longer say how many pages they have."""
    site = books(range(1, 21), lambda number: book(number, pages=False)) | events(range(1, 9))
    return str(write_pages(tmp_path / "changed", site))


def test_nothing_changed(workspace: str, tmp_path: Path, capsys: Captured) -> None:
    again = write_pages(tmp_path / "again", KNOWN)
    assert run(["drift", workspace, str(again)]) == 0
    shown = capsys.readouterr().out
    assert "nothing changed" in shown
    assert "100%" in shown


def test_breakage_is_a_finding(workspace: str, without_pages: str, capsys: Captured) -> None:
    assert run(["drift", workspace, without_pages]) == 1
    shown = capsys.readouterr().out
    assert "breakage  field-vanished" in shown
    assert "p.pages > b" in shown


def test_threshold_allows_it(workspace: str, without_pages: str) -> None:
    assert run(["drift", workspace, without_pages, "--threshold", "1"]) == 0


def test_json_lines(workspace: str, without_pages: str, capsys: Captured) -> None:
    assert run(["drift", workspace, without_pages, "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["kind"] for line in lines] == ["template", "template", "finding"]
    assert lines[0]["share"] == 1.0
    assert lines[-1]["code"] == "field-vanished"
    assert lines[-1]["severity"] == "breakage"


def test_broken_pages_below_the_threshold(workspace: str, tmp_path: Path, capsys: Captured) -> None:
    site = KNOWN | {"books/3.html": "<body><h1>502</h1></body>"}
    source = str(write_pages(tmp_path / "broken", site))
    assert run(["drift", workspace, source]) == 0
    assert "books/3.html" in capsys.readouterr().out
    assert run(["drift", workspace, source, "--threshold", "0.01"]) == 1


def test_accept_learns_the_new_state(workspace: str, without_pages: str, capsys: Captured) -> None:
    assert run(["drift", workspace, without_pages, "--accept"]) == 0
    assert "accepted: generation 2" in capsys.readouterr().err
    assert run(["drift", workspace, without_pages]) == 0
    assert "nothing changed" in capsys.readouterr().out


def test_accept_needs_a_source_that_can_be_read_twice(workspace: str, capsys: Captured) -> None:
    assert run(["drift", workspace, "-", "--accept"]) == 2
    assert "reads its SOURCE twice" in capsys.readouterr().err


def test_hostile_names_reach_the_terminal_harmlessly(
    workspace: str, tmp_path: Path, capsys: Captured
) -> None:
    def hostile(number: int) -> str:
        return book(number).replace("class=cost", 'class="\x1b[31mred"')

    site = books(range(1, 21), hostile) | events(range(1, 9))
    run(["drift", workspace, str(write_pages(tmp_path / "hostile", site))])
    shown = capsys.readouterr().out
    assert "class-renamed" in shown
    assert "\x1b" not in shown
