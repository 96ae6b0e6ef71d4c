"""`unmold run` and `unmold sql`: summaries for people and machines, queries that only read."""

import csv
import io
import json
from pathlib import Path

import pytest
from support.run_sites import templates_by_key, write_site

from unmold import Workspace
from unmold.cli import run
from unmold.cli.progress import RunProgress


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write_site(tmp_path / "site")


@pytest.fixture
def workspace(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert run(["run", str(site), "-o", str(tmp_path / "ws")]) == 0
    capsys.readouterr()
    return str(tmp_path / "ws")


def test_the_summary_names_sites_templates_fields_and_time(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (site / "empty.html").write_bytes(b"")
    assert run(["run", str(site), "-o", str(tmp_path / "ws")]) == 0
    shown, told = capsys.readouterr()
    assert f"{site}: 24 pages of 3 templates" in shown
    assert f"like {site}/0000.html" in shown
    assert "24 pages, 3 templates, 24 records in" in shown
    assert "(read " in shown
    for template in Workspace(tmp_path / "ws").summary["templates"]:
        assert f"like {template['example_url']}" in shown
        assert template["fields"][0]["example"][:40] in shown
    assert "site_pages_all" in shown
    assert "24 pages read, 1 problem (1 empty)" in told


def test_the_summary_says_what_is_new(
    site: Path, workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_site(site, 3, first=24)
    (site / "0000.html").unlink()
    assert run(["run", str(site), "-o", workspace]) == 0
    shown = capsys.readouterr().out
    assert "pages 3 new, 0 changed, 1 gone, 23 as before; 0 new templates" in shown


def test_pages_without_a_template_are_counted(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["run", str(site), "-o", str(tmp_path / "ws"), "--min-pages", "9"]) == 0
    assert "24 pages in clusters too small for a template" in capsys.readouterr().out


def test_json_is_one_object(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["run", str(site), "-o", str(tmp_path / "ws"), "--json", "--limit", "9"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["pages"] == 9
    assert found["workspace"] == str(tmp_path / "ws")
    assert set(found["stages"]) >= {"read", "cluster", "induce", "extract"}


def test_text_of_pages_is_harmless_in_the_summary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    for number in range(6):
        title = f"\x1b]0;owned\x07[red]{number}\x1b[31m"
        text = f"<title>{title}</title><h1>{title}</h1><p>{number}"
        (folder / f"{number}.html").write_text(text, encoding="utf-8")
    assert run(["run", str(folder), "-o", str(tmp_path / "ws")]) == 0
    shown = capsys.readouterr().out
    assert "[red]0" in shown
    assert not set(shown) & {"\x1b", "\x07"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--method", "guess"], "no clustering method"),
        (["--include", "nothing*"], "no page to run on"),
        (["--limit", "0"], "no page to run on"),
    ],
)
def test_mistakes_are_explained(
    options: list[str],
    message: str,
    site: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["run", str(site), "-o", str(tmp_path / "ws"), *options]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert "hint:" in told


def test_sql_writes_csv_json_and_tables(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    query = "SELECT kind, pages, [1, 2] AS l, NULL AS n FROM clusters ORDER BY cluster"
    assert run(["sql", workspace, query]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert rows[0] == {"kind": "template", "pages": "8", "l": "[1, 2]", "n": ""}
    assert run(["sql", workspace, query, "--json"]) == 0
    line = capsys.readouterr().out.splitlines()[0]
    assert json.loads(line) == {"kind": "template", "pages": 8, "l": [1, 2], "n": None}
    assert run(["sql", workspace, query, "--format", "table"]) == 0
    shown, told = capsys.readouterr()
    assert shown.splitlines()[0].split() == ["kind", "pages", "l", "n"]
    assert "3 rows" in told


def test_sql_takes_parameters(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    query = "SELECT count(*) AS n FROM pages WHERE path LIKE ? AND site <> ?"
    options = ["--parameter", "%0.html", "--parameter", "x", "--json"]
    assert run(["sql", workspace, query, *options]) == 0
    assert json.loads(capsys.readouterr().out) == {"n": 3}


def test_sql_may_name_columns_alike(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sql", workspace, "SELECT 1 AS a, 2 AS a"]) == 0
    assert capsys.readouterr().out == "a,a\n1,2\n"


@pytest.mark.parametrize("query", ["SELECT * FROM nowhere", "DROP TABLE pages", "SELEC"])
def test_errors_of_a_query_are_the_callers(
    query: str, workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sql", workspace, query]) == 2
    assert "error:" in capsys.readouterr().err


def test_sql_needs_a_workspace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sql", str(tmp_path), "SELECT 1"]) == 2
    assert "is not a workspace" in capsys.readouterr().err


def test_progress_shows_stages_to_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with RunProgress() as progress:
        progress.begin("reading", None)
        progress.advance(3)
        progress.end()
        progress.say("going [bold]on")
    told = capsys.readouterr().err
    assert "reading" in told
    assert "3/3" in told
    assert "going [bold]on" in told


def test_run_takes_what_cluster_wrote(
    site: Path, workspace: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cluster", str(site)]) == 0
    file = tmp_path / "clusters.csv"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert run(["run", str(site), "-o", str(tmp_path / "given"), "--clusters", str(file)]) == 0
    found = templates_by_key(Workspace(tmp_path / "given"))
    assert found == templates_by_key(Workspace(workspace))


def test_run_refuses_a_method_beside_clusters(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["run", str(site), "-o", str(tmp_path / "ws"), "--method", "md5", "--clusters", "c"]
    assert run(arguments) == 2
    told = capsys.readouterr().err
    assert "error: --method and --clusters exclude each other" in told
    assert "hint: " in told


def test_too_few_pages_are_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = write_site(tmp_path / "site")
    assert run(["run", str(site), "--limit", "2", "-o", str(tmp_path / "ws")]) == 0
    shown = capsys.readouterr().out
    assert "no template: it takes 3 pages that share one, and the sources hold 2 pages" in shown
    assert "--min-pages 1" in shown
    query = shown.split('"')[-2]
    assert run(["sql", str(tmp_path / "ws"), query]) == 0, "the table that is named exists"


def test_files_that_are_no_html_are_named_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "binary.html").write_bytes(bytes(range(256)) * 8)
    (folder / "empty.html").write_bytes(b"")
    assert run(["run", str(folder), "-o", str(tmp_path / "ws")]) == 2
    told = capsys.readouterr().err
    assert "binary.html: not-html: the content is binary" in told
    assert "empty.html: empty: no bytes at all" in told
    assert f"error: there is no page to run on in {folder}" in told


def test_a_folder_of_other_files_says_what_it_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "files"
    (folder / "inner").mkdir(parents=True)
    (folder / "a.txt").write_text("text")
    (folder / "inner" / "b.pdf").write_text("%PDF")
    assert run(["run", str(folder), "-o", str(tmp_path / "ws")]) == 2
    told = capsys.readouterr().err
    assert "1 .txt, 1 .pdf" in told
    assert "manifest" in told


def test_a_folder_of_archives_says_how_they_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "crawl"
    folder.mkdir()
    (folder / "part-0.warc.gz").write_bytes(b"")
    assert run(["run", str(folder), "-o", str(tmp_path / "ws")]) == 2
    assert f"one by one: {folder / '*.warc.gz'}" in capsys.readouterr().err
    assert run(["run", str(folder / "*.warc.gz"), "-o", str(tmp_path / "ws")]) == 2
    assert "the shell expands patterns that are not quoted" in capsys.readouterr().err


def test_files_beside_pages_are_counted(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("style.css", "logo.png", "inner/icon.png", ".hidden.png", "no-extension"):
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_bytes(b"x")
    assert run(["run", str(site), "-o", str(tmp_path / "ws")]) == 0
    told = capsys.readouterr().err
    assert "3 files are no HTML by name (2 .png, 1 .css); pages are called .html" in told
    assert run(["run", str(site / "0000.html"), "-o", str(tmp_path / "one")]) == 0
    assert "no HTML" not in capsys.readouterr().err
