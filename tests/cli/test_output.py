"""Machine formats: byte for byte through a pipe, harmless on a terminal, CSV without formulas."""

import csv
import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from support.run_sites import write_site

import unmold
from unmold.cli import run
from unmold.csv_rows import FORMULA_STARTS, csv_row, defuse

HOSTILE = "a\x1b[31mred\x1b]0;owned\x07\x9b2J\x7f\u202eb"
CONTROLS = "\x1b\x07\x9b\x7f\u202e"
QUERY = "SELECT ? AS value"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages of which one has a name that a terminal would obey, and one a formula for a name."""
    folder = write_site(tmp_path_factory.mktemp("pages") / "site", 24)
    (folder / "0000.html").rename(folder / f"{HOSTILE}.html")
    return folder


@pytest.fixture(scope="module")
def workspace(site: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(unmold.run(site, tmp_path_factory.mktemp("work") / "ws").path)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from unmold.cli import main; main()", *arguments]


def through_a_pipe(*arguments: str) -> str:
    done = subprocess.run(command(*arguments), capture_output=True, check=True, timeout=120)
    return done.stdout.decode()


def on_a_terminal(*arguments: str) -> str:
    """What a terminal gets, which a program cannot tell from a person's."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(command(*arguments), stdout=theirs, stderr=subprocess.DEVNULL) as child:
        os.close(theirs)
        found = b""
        try:
            while piece := os.read(ours, 1 << 16):
                found += piece
        except OSError:
            """Linux says so when the other side is closed."""
        assert child.wait(timeout=120) == 0
    os.close(ours)
    return found.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("form", ["csv", "json"])
def test_sql_reaches_a_pipe_byte_for_byte_and_a_terminal_without_controls(
    form: str, workspace: str
) -> None:
    arguments = ("sql", workspace, QUERY, "--parameter", HOSTILE, "--format", form)
    piped = through_a_pipe(*arguments)
    if form == "csv":
        assert piped == f"value\n{HOSTILE}\n"
    else:
        # JSON spells the controls below 32 itself.
        assert json.loads(piped) == {"value": HOSTILE}
        assert "\x9b" in piped
    shown = on_a_terminal(*arguments)
    assert not set(shown) & set(CONTROLS)
    if form == "json":
        assert json.loads(shown) == {"value": HOSTILE}
    else:
        assert shown == "value\naredb\n"


@pytest.mark.parametrize("arguments", [["classify"], ["extract", "--template", "?"]])
def test_records_reach_a_pipe_byte_for_byte_and_a_terminal_without_controls(
    arguments: list[str], workspace: str, site: Path
) -> None:
    if arguments[0] == "extract":
        templates = unmold.Workspace(workspace).sql(
            "SELECT template FROM pages WHERE contains(path, chr(27))"
        )
        options = ["--template", templates["template"][0].as_py(), "--format", "csv"]
        arguments = ["extract", workspace, *options]
    else:
        arguments = ["classify", workspace, str(site)]
    rows = list(csv.DictReader(io.StringIO(through_a_pipe(*arguments))))
    assert f"{HOSTILE}.html" in {Path(row["path"]).name for row in rows}
    assert not set(on_a_terminal(*arguments)) & set(CONTROLS)


def test_jsonl_on_a_terminal_says_the_same(workspace: str) -> None:
    piped, shown = through_a_pipe("extract", workspace), on_a_terminal("extract", workspace)
    assert not set(shown) & set(CONTROLS)
    assert [json.loads(line) for line in shown.splitlines()] == [
        json.loads(line) for line in piped.splitlines()
    ]


@pytest.mark.parametrize("start", FORMULA_STARTS)
def test_no_cell_is_a_formula(start: str) -> None:
    assert defuse(f"{start}1+1") == f"'{start}1+1"
    text = csv_row([f"{start}x", f"a{start}x", -1], is_safe=True)
    row = next(csv.reader(io.StringIO(text, newline="")))
    assert row == [f"'{start}x", f"a{start}x", "-1"]
    assert next(csv.reader(io.StringIO(csv_row([f"{start}x"]), newline=""))) == [f"{start}x"]


def test_sql_defuses_values_and_names_and_no_numbers(
    workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    query = "SELECT '=1+1' AS \"@head\", -2 AS number, 'a=b' AS plain"
    assert run(["sql", workspace, query, "--safe-csv"]) == 0
    assert capsys.readouterr().out == "'@head,number,plain\n'=1+1,-2,a=b\n"
    assert run(["sql", workspace, query]) == 0
    assert capsys.readouterr().out == "@head,number,plain\n=1+1,-2,a=b\n"


@pytest.mark.parametrize("name", ["classify", "cluster", "links", "extract"])
def test_other_csv_is_defused(
    name: str,
    workspace: str,
    site: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "=pages").symlink_to(site)
    monkeypatch.chdir(tmp_path)
    template = next(iter(unmold.Workspace(workspace).templates))
    arguments = {
        "classify": ["classify", workspace, "=pages"],
        "cluster": ["cluster", "=pages"],
        "links": ["links", "=pages"],
        "extract": ["extract", workspace, "=pages", "--format", "csv", "--template", template],
    }[name]
    for option, start in ([], "="), (["--safe-csv"], "'="):
        assert run([*arguments, *option]) == 0
        rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
        column = "page" if name == "links" else "path"
        assert rows
        assert all(row[column].startswith(f"{start}pages/") for row in rows)


@pytest.mark.parametrize(
    "arguments",
    [
        ["sql", "WS", "SELECT 1", "--json"],
        ["sql", "WS", "SELECT 1", "--format", "table"],
        ["extract", "WS"],
        ["classify", "WS", "SITE", "--json"],
    ],
)
def test_safe_csv_is_refused_where_there_is_no_csv(
    arguments: list[str], workspace: str, site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {"WS": workspace, "SITE": str(site)}
    assert run([*(places.get(one, one) for one in arguments), "--safe-csv"]) == 2
    assert "--safe-csv" in capsys.readouterr().err
