"""The commands that ask a workspace: search, classify, extract and coverage."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from support.run_sites import write_site

import unmold
from unmold.cli import run
from unmold.search import build_index
from unmold.search.documents import SearchDocument
from unmold.store.verified import write_generation_checksums


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("pages") / "site", 30)


@pytest.fixture(scope="module")
def workspace(site: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(unmold.run(site, tmp_path_factory.mktemp("work") / "ws").path)


Captured = pytest.CaptureFixture[str]


def json_lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def a_word(site: Path) -> str:
    text = (site / "0000.html").read_text(encoding="utf-8")
    return text[text.index("word") :].split("<")[0].split()[0].rstrip(".,")


def test_search_finds_and_marks(workspace: str, site: Path, capsys: Captured) -> None:
    word = a_word(site)
    assert run(["search", workspace, word, "--json", "--limit", "50"]) == 0
    hits = json_lines(capsys.readouterr().out)
    assert "0000.html" in {Path(hit["path"]).name for hit in hits}
    snippet = hits[0]["snippets"][0]
    start, end = snippet["marks"][0]
    assert snippet["text"][start:end].lower() == word


def test_search_prints_for_people(workspace: str, site: Path, capsys: Captured) -> None:
    assert run(["search", workspace, a_word(site), "--limit", "1"]) == 0
    shown = capsys.readouterr()
    assert a_word(site) in shown.out
    assert "found" in shown.err


def test_search_filters(workspace: str, capsys: Captured) -> None:
    template = next(iter(unmold.Workspace(workspace).templates))
    assert run(["search", workspace, "*", "--template", template, "--json", "--limit", "99"]) == 0
    hits = json_lines(capsys.readouterr().out)
    assert len(hits) == 10
    assert {hit["template"] for hit in hits} == {template}


@pytest.mark.parametrize(
    "arguments",
    [
        ['"'],
        ["nofield:x"],
        ["x", "--template", "nowhere"],
        ["x", "--site", "nowhere"],
        ["x", "--limit", "0"],
    ],
)
def test_search_mistakes_are_the_callers(
    workspace: str, arguments: list[str], capsys: Captured
) -> None:
    assert run(["search", workspace, *arguments]) == 2
    assert "hint:" in capsys.readouterr().err


def test_search_in_no_workspace(tmp_path: Path, capsys: Captured) -> None:
    assert run(["search", str(tmp_path / "nowhere"), "x"]) == 2
    assert "hint:" in capsys.readouterr().err


def test_what_pages_say_cannot_reach_the_terminal(
    site: Path, tmp_path: Path, capsys: Captured
) -> None:
    hostile = unmold.run(site, tmp_path / "ws")
    text = "\x1b]0;owned\x07 needle [bold]x[/bold] \u202e rest"
    with build_index(hostile.generation.search) as builder:
        builder.add(SearchDocument("k", text, text, text, text, text, {text: [text], "a": [text]}))
    write_generation_checksums(hostile.generation, None)
    assert run(["search", str(hostile.path), "needle"]) == 0
    shown = capsys.readouterr().out
    assert "needle [bold]x[/bold]" in shown
    assert not any(character in shown for character in "\x1b\x07\u202e")


def test_classify_writes_csv(workspace: str, site: Path, tmp_path: Path, capsys: Captured) -> None:
    other = tmp_path / "other"
    other.mkdir()
    lonely = "<html><body><dl>" + "<dt>a</dt><dd>b</dd>" * 9 + "</dl></body></html>"
    (other / "lonely.html").write_text(lonely, encoding="utf-8")
    assert run(["classify", workspace, str(site), str(other)]) == 0
    shown = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(shown.out)))
    assert list(rows[0]) == ["path", "url", "site", "template", "score"]
    assert [row["template"] for row in rows].count("none") == 1
    assert rows[-1]["template"] == "none"
    assert all(0 <= float(row["score"]) <= 1 for row in rows)
    assert "30 pages have a template, 1 have none" in shown.err


def test_classify_agrees_with_the_run(workspace: str, site: Path, capsys: Captured) -> None:
    assert run(["classify", workspace, str(site), "--json"]) == 0
    found = {page["path"]: page["template"] for page in json_lines(capsys.readouterr().out)}
    pages = unmold.Workspace(workspace).pages.select(["path", "template"]).to_pylist()
    assert found == {page["path"]: page["template"] for page in pages}


def test_extract_reads_the_stored_pages_again(workspace: str, capsys: Captured) -> None:
    assert run(["extract", workspace]) == 0
    records = json_lines(capsys.readouterr().out)
    assert len(records) == 30
    assert set(records[0]) >= {"path", "values", "raw", "typed", "xpaths"}


def test_extract_selects_stored_pages(workspace: str, capsys: Captured) -> None:
    assert run(["extract", workspace, "--include", "*0003.html"]) == 0
    assert len(json_lines(capsys.readouterr().out)) == 1
    assert run(["extract", workspace, "--limit", "2"]) == 0
    assert len(json_lines(capsys.readouterr().out)) == 2


def test_extract_gives_new_pages_to_their_templates(
    workspace: str, tmp_path: Path, capsys: Captured
) -> None:
    new = write_site(tmp_path / "site", 3, first=90)
    (new / "zz.html").write_text("<table><tr><td>strange</td></tr></table>", encoding="utf-8")
    assert run(["extract", workspace, str(new)]) == 0
    shown = capsys.readouterr()
    records = json_lines(shown.out)
    assert len({record["template"] for record in records}) == 3
    assert "1 no-fit" in shown.err


def test_extract_of_one_template_as_csv(workspace: str, capsys: Captured) -> None:
    template = next(iter(unmold.Workspace(workspace).templates))
    assert run(["extract", workspace, "--template", template, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["template"] for row in rows} == {template}


@pytest.mark.parametrize("options", [["--format", "csv"], ["--explain"], ["--template", "nowhere"]])
def test_extract_mistakes_are_the_callers(
    workspace: str, options: list[str], capsys: Captured
) -> None:
    assert run(["extract", workspace, *options]) == 2
    assert "hint:" in capsys.readouterr().err


def test_a_page_that_is_gone_is_a_problem(tmp_path: Path, capsys: Captured) -> None:
    site = write_site(tmp_path / "site")
    unmold.run(site, tmp_path / "ws")
    (site / "0000.html").unlink()
    assert run(["extract", str(tmp_path / "ws")]) == 0
    shown = capsys.readouterr()
    assert len(json_lines(shown.out)) == 23
    assert "missing" in shown.err


def test_coverage(workspace: str, tmp_path: Path, capsys: Captured) -> None:
    urls = unmold.Workspace(workspace).pages.column("url").to_pylist()
    expected = tmp_path / "expected.txt"
    expected.write_text("\n".join([*urls[:29], "https://nowhere.example/x"]), encoding="utf-8")
    command = ["coverage", workspace, "--expected", str(expected)]
    assert run([*command, "--json"]) == 0
    *_, total = json_lines(capsys.readouterr().out)
    assert (total["expected"], total["found"], total["unexpected"]) == (30, 29, 1)
    assert run([*command, "--minimum", "0.97"]) == 1
    assert "96.7%" in capsys.readouterr().out
    assert run([*command, "--minimum", "0.95", "--missing"]) == 0
    assert capsys.readouterr().out == "url,template\nhttps://nowhere.example/x,unknown\n"


def test_coverage_of_nothing_is_a_mistake(workspace: str, tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "expected.txt").write_text("\n", encoding="utf-8")
    assert run(["coverage", workspace, "--expected", str(tmp_path / "expected.txt")]) == 2
    assert "hint:" in capsys.readouterr().err
