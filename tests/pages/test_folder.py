"""Folders: what is a page, in which order, and of which site."""

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from unmold import Page, Problem, read_pages

HTML = b"<!doctype html><title>x</title><p>text"


@pytest.fixture
def build(tmp_path: Path) -> Callable[[dict[str, bytes]], Path]:
    """A function that fills a folder with files."""

    def fill(files: dict[str, bytes]) -> Path:
        for name, content in files.items():
            file = tmp_path / "site" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return tmp_path / "site"

    return fill


def names(folder: Path, pages: list[Page]) -> list[str]:
    return [os.path.relpath(page.path, folder) for page in pages]


def declaring(url: str) -> bytes:
    return f'<!doctype html><link rel="canonical" href="{url}"><p>text'.encode()


def test_pages_come_sorted_and_other_files_are_passed_over(build: Callable[..., Path]) -> None:
    files = ["b.html", "a.HTM", "c.xhtml", "d/e/f.html", "style.css", "x.png", ".git/index.html"]
    folder = build(dict.fromkeys(files, HTML))
    problems: list[Problem] = []
    pages = list(read_pages(folder, problems=problems.append))
    assert names(folder, pages) == ["a.HTM", "b.html", "c.xhtml", "d/e/f.html"]
    assert problems == []


def test_files_without_extension_are_pages_if_they_open_like_html(
    build: Callable[..., Path],
) -> None:
    contents = {
        "about": b"\n <!DOCTYPE HTML><p>x",
        "release-1.2": b"\xef\xbb\xbf<html><p>x",
        "index.php?id=3": b"<?xml version='1.0'?>\n<html><p>x",
        "wide": "\ufeff<html><p>x".encode("utf-16-le"),
        "zipped": gzip.compress(HTML),
        "Makefile": b"all:\n\techo <html>\n",
        "abstract": b"<abstract>",
        "data": bytes(range(256)),
        "nothing": b"",
    }
    problems: list[Problem] = []
    folder = build(contents)
    pages = list(read_pages(folder, problems=problems.append))
    assert names(folder, pages) == ["about", "index.php?id=3", "release-1.2", "wide", "zipped"]
    assert problems == []


def test_gzip_is_taken_off_whatever_the_name(build: Callable[..., Path]) -> None:
    folder = build({"a.html.gz": gzip.compress(HTML), "b.html": gzip.compress(HTML)})
    assert [page.data for page in read_pages(folder)] == [HTML, HTML]


def test_a_page_says_where_it_came_from(build: Callable[..., Path]) -> None:
    folder = build({"a/b.html": HTML})
    (page,) = read_pages(folder)
    expected = str(folder / "a" / "b.html")
    assert (page.key, page.path, page.url, page.file) == (expected,) * 4
    assert page.site == str(folder)
    assert (page.http, page.charset, page.declared_url, page.inbound) == (None,) * 4


def test_the_site_is_the_host_that_pages_agree_on(build: Callable[..., Path]) -> None:
    files = {f"{n}.html": declaring(f"https://www.Shop.example/{n}") for n in range(40)}
    folder = build({**files, "z.html": declaring("https://other.example/"), "silent.html": HTML})
    pages = list(read_pages(folder))
    assert {page.site for page in pages} == {"shop.example"}
    assert pages[0].url == pages[0].declared_url == "https://www.Shop.example/0"
    assert pages[-2].url == pages[-2].path


def test_the_site_does_not_depend_on_selection_or_limit(build: Callable[..., Path]) -> None:
    files = {f"a/{n}.html": declaring("https://a.example/") for n in range(40)}
    folder = build({**files, "b.html": declaring("https://b.example/"), "c.html": HTML})
    assert {page.site for page in read_pages(folder, include=["?.html"])} == {"a.example"}
    assert next(read_pages(folder, limit=1)).site == "a.example"


def test_the_site_of_the_current_folder_has_its_real_name(
    build: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = build({"a.html": HTML})
    monkeypatch.chdir(folder)
    assert [(page.site, page.path) for page in read_pages(".")] == [(str(folder), "./a.html")]


def test_loops_of_links_end(build: Callable[..., Path]) -> None:
    folder = build({"a/x.html": HTML, "b/y.html": HTML})
    (folder / "a" / "up").symlink_to(folder, target_is_directory=True)
    (folder / "a" / "over").symlink_to(folder / "b", target_is_directory=True)
    (folder / "b" / "over").symlink_to(folder / "a", target_is_directory=True)
    (folder / "loop.html").symlink_to("loop.html")
    (folder / "loop").symlink_to("loop")
    (folder / "gone.html").symlink_to("nowhere.html")
    problems: list[Problem] = []
    pages = list(read_pages(folder, problems=problems.append))
    assert [Path(page.path).name for page in pages] == ["x.html", "y.html"]
    found = [(problem.code, Path(problem.where).name) for problem in problems]
    assert found == [
        ("missing", "gone.html"),
        ("symlink-loop", "loop"),
        ("symlink-loop", "loop.html"),
    ]


def test_a_pipe_called_html_does_not_stop_everything(build: Callable[..., Path]) -> None:
    folder = build({"a.html": HTML})
    os.mkfifo(folder / "pipe.html")
    os.mkfifo(folder / "pipe")
    problems: list[Problem] = []
    assert len(list(read_pages(folder, problems=problems.append))) == 1
    assert [problem.code for problem in problems] == ["unreadable"]


def test_names_that_are_not_utf8_survive(build: Callable[..., Path]) -> None:
    folder = build({"a.html": HTML})
    file = folder / os.fsdecode(b"caf\xe9.html")
    file.write_bytes(HTML)
    pages = list(read_pages(folder))
    assert os.fsencode(pages[1].path) == os.fsencode(file)


def test_threads_change_nothing(build: Callable[..., Path]) -> None:
    folder = build({f"{n:03}.html": HTML + str(n).encode() for n in range(200)})
    assert list(read_pages(folder, jobs=4)) == list(read_pages(folder))
    assert len(list(read_pages(folder, jobs=4, limit=7))) == 7


def test_a_file_that_cannot_be_read_is_a_problem(
    build: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = build({"a.html": HTML, "b.html": HTML})
    real_open = open

    def refuse(path: str, *arguments: object, **options: object) -> object:
        # Tests may run as root, whom no permission stops.
        if str(path).endswith("a.html"):
            raise PermissionError(13, "Permission denied", str(path))
        return real_open(path, *arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr("builtins.open", refuse)
    # What the core cannot read, it leaves to be opened here.
    monkeypatch.setattr("unmold.pages.read_ahead._core.read_files", lambda paths, *_: [None])
    problems: list[Problem] = []
    assert len(list(read_pages(folder, problems=problems.append))) == 1
    assert problems == [Problem("unreadable", str(folder / "a.html"), "permission denied")]
