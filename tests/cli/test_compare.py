"""`unmold compare`: the table, the JSON object, wrong names, missing files, hostile pages."""

import json
from pathlib import Path

import pytest
from support.hostile_pages import PAGES

from unmold.cli import run
from unmold.features import measure_names
from unmold.features.compare import MEANINGS

# What the reader sets aside: there is no page to compare.
NO_PAGE = ["empty", "white space", "text without a tag", "binary"]


@pytest.fixture
def pages(tmp_path: Path) -> list[str]:
    first, second = tmp_path / "first.html", tmp_path / "second.html"
    first.write_text(
        "<title>a</title><body><ul class=x>" + "<li>1" * 20 + "</ul>", encoding="utf-8"
    )
    second.write_text(
        "<title>b</title><body><ol class=x>" + "<li>1" * 20 + "</ol>", encoding="utf-8"
    )
    return [str(first), str(second)]


def rows(output: str) -> dict[str, list[str]]:
    """The table by measure; above it are the two pages and an empty line."""
    return {line.split()[0]: line.split()[1:] for line in output.splitlines()[3:]}


def compare_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert run(["compare", "--json", *arguments]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_the_table_has_every_measure(pages: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", *pages]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[:3] == [f"A  {pages[0]}", f"B  {pages[1]}", ""]
    table = rows(captured.out)
    assert list(table) == measure_names()
    assert table["style"][:2] == ["1.0000", "█" * 20]
    assert table["md5"][:2] == ["0.0000", "·" * 20]
    assert table["lcts"][0] == "0.9200"  # 23 of 25 tags: all but those of the lists themselves
    assert "\x1b" not in captured.out
    assert captured.err == ""


def test_every_measure_has_a_meaning() -> None:
    assert list(MEANINGS) == measure_names()


def test_measures_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == measure_names()


def test_a_machine_gets_an_object(pages: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    found = compare_json(capsys, *pages)
    assert list(found) == measure_names()
    assert found["style"] == 1.0
    assert found["md5"] == 0.0


def test_some_measures(pages: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--measure", "style", "--measure", "ted"]
    assert list(compare_json(capsys, *pages, *chosen)) == ["style", "ted"]
    assert run(["compare", *pages, *chosen]) == 0
    assert list(rows(capsys.readouterr().out)) == ["style", "ted"]


def test_kappa_weighs_structure(pages: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    found = compare_json(capsys, *pages, "--kappa", "0")
    assert found["structure-style"] == found["style"] == 1.0
    found = compare_json(capsys, *pages, "--kappa", "1")
    assert found["structure-style"] == found["ted"]


def test_of_a_source_the_first_page_is_taken(
    pages: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = compare_json(capsys, str(tmp_path), pages[0])
    assert set(found.values()) == {1.0}


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["--measure", "tde"], "no such measure: tde", "did you mean ted? There are ted, ted-max"),
        (["--measure", "€"], "no such measure: €", "There are ted, ted-max"),
        (["--kappa", "2"], "Invalid value for '--kappa'", "--help"),
    ],
)
def test_wrong_values_are_reported(
    arguments: list[str],
    message: str,
    hint: str,
    pages: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["compare", *pages, *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    error, hint_line = captured.err.splitlines()
    assert error.startswith(f"error: {message}")
    assert hint_line.startswith("hint: ")
    assert hint in hint_line


def test_a_missing_file_is_reported(pages: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", pages[0], "nowhere.html"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "error: there is no file or folder 'nowhere.html'" in captured.err


def test_names_from_outside_are_harmless(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "\x1b[31mred.html"
    file.write_bytes(b"<p>x")
    assert run(["compare", str(file), str(file)]) == 0
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize("name", PAGES)
def test_hostile_pages(
    name: str, pages: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hostile.html"
    file.write_bytes(PAGES[name]())
    expected = 2 if name in NO_PAGE else 0
    assert run(["compare", str(file), pages[0]]) == expected
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    if expected == 0:
        assert list(rows(captured.out)) == measure_names()
    else:
        assert "1 problem" in captured.err
        assert "error: no page to compare in" in captured.err
    assert run(["compare", "--json", str(file), pages[0]]) == expected


def test_what_costs_too_much_is_none_with_a_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / "wide.html", tmp_path / "deep.html"]
    files[0].write_bytes(b"<p>x<i>y</i>" * 50_000)
    files[1].write_bytes(b"<div><b>x</b>" * 500 + b"<u>y</u><q>z</q>" * 20_000)
    assert run(["compare", *map(str, files), "--measure", "ted", "--measure", "style"]) == 0
    row = rows(capsys.readouterr().out)["ted"]
    assert row[:3] == ["none", "over", "budget:"]
    found = compare_json(capsys, *map(str, files), "--measure", "ted")
    assert found["ted"] is None
    assert found["reasons"] == {"ted": " ".join(row[1:])}


def test_a_page_that_was_cut_is_a_problem(
    tmp_path: Path, pages: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    deep = tmp_path / "deep.html"
    deep.write_text("<div>" * 600, encoding="utf-8")
    assert run(["compare", pages[0], str(deep), "--measure", "style"]) == 0
    captured = capsys.readouterr()
    assert "style" in captured.out
    assert captured.err.startswith("problem: ")
    assert "below depth 512" in captured.err
    found = compare_json(capsys, pages[0], str(deep))
    (problem,) = found["problems"]  # type: ignore[misc]
    assert (problem["code"], problem["where"]) == ("depth", str(deep))
