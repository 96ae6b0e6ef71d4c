"""Manifests: columns, paths, sites, and what can be wrong with them."""

import os
from pathlib import Path

import pytest

from unmold import Page, Problem, read_pages
from unmold.errors import UsageError

HTML = b"<p>text"


def read(rows: str | bytes, tmp_path: Path) -> tuple[list[Page], list[Problem]]:
    manifest = tmp_path / "manifest.csv"
    manifest.write_bytes(rows.encode() if isinstance(rows, str) else rows)
    problems: list[Problem] = []
    return list(read_pages(manifest, problems=problems.append)), problems


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    for name in ("a", "b", "c"):
        (tmp_path / "pages" / f"{name}.html").write_bytes(HTML)


def test_rows_become_pages(tmp_path: Path) -> None:
    absolute = tmp_path / "pages" / "b.html"
    rows = (
        "site,url,path,template\n"
        "books,https://www.a.example/1,pages/a.html,t\n"
        f",https://www.b.example/2,{absolute},t\n"
        '"",/relative/,pages/c.html,t\n'
    )
    pages, problems = read(rows, tmp_path)
    assert problems == []
    assert [page.path for page in pages] == ["pages/a.html", str(absolute), "pages/c.html"]
    assert [page.key for page in pages] == [f"{tmp_path / 'manifest.csv'}#{n}" for n in (1, 2, 3)]
    assert [page.site for page in pages] == ["books", "b.example", str(tmp_path)]
    assert [page.url for page in pages] == [
        "https://www.a.example/1",
        "https://www.b.example/2",
        "/relative/",
    ]
    assert pages[0].file == str(tmp_path / "pages" / "a.html")


def test_what_is_not_there_is_a_problem_and_reading_goes_on(tmp_path: Path) -> None:
    rows = b'\xef\xbb\xbfpath\nnowhere.html\n""\npages\npages/a.html\npa\x00ges\npages/a.html/x\n'
    pages, problems = read(rows, tmp_path)
    assert [page.path for page in pages] == ["pages/a.html"]
    found = [(problem.code, problem.where.rsplit("#", 1)[1]) for problem in problems]
    assert found == [
        ("missing", "1"),
        ("bad-row", "2"),
        ("unreadable", "3"),
        ("bad-path", "5"),
        ("missing", "6"),
    ]


def test_a_field_that_is_too_long_is_a_problem(tmp_path: Path) -> None:
    pages, problems = read(f"path\n{'x' * 200_000}\npages/a.html\n", tmp_path)
    assert [page.path for page in pages] == ["pages/a.html"]
    # How long a field may be is a setting of the whole process.
    assert [problem.code in ("bad-row", "bad-path") for problem in problems] == [True]


def test_a_name_that_is_too_long_is_a_bad_path(tmp_path: Path) -> None:
    _, problems = read(f"path\n{'x' * 5000}\n", tmp_path)
    assert [problem.code for problem in problems] == ["bad-path"]


def test_names_that_are_not_utf8_are_found(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.html")).write_bytes(HTML)
    pages, problems = read(b"path\ncaf\xe9.html\n", tmp_path)
    assert problems == []
    assert os.fsencode(pages[0].path) == b"caf\xe9.html"


@pytest.mark.parametrize("rows", ["", "file,url\na.html,x\n", "<html>\n", "\0\0\0\n"])
def test_a_manifest_without_paths_is_the_callers_mistake(rows: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="column `path`") as caught:
        read(rows, tmp_path)
    assert "path,url,site" in (caught.value.hint or "")


def test_a_path_listed_twice_gives_two_pages_with_two_keys(tmp_path: Path) -> None:
    pages, _ = read("path\npages/a.html\npages/a.html\n", tmp_path)
    assert len({page.key for page in pages}) == 2
