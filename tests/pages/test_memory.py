"""Pages from memory and from standard input, selection, and memory that does not grow."""

import io
import os
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from unmold import Page, Problem, read_pages
from unmold.errors import UsageError

HTML = b"<p>text"


def test_any_iterable_holds_pages() -> None:
    ready = Page("key", "path", "url", "site", HTML)

    def items() -> Iterator[object]:
        yield ready
        yield HTML
        yield "<p>é"
        yield ("https://www.a.example/", HTML)
        yield (None, "<p>x")

    pages = list(read_pages(items()))  # type: ignore[arg-type]
    assert pages[0] is ready
    assert [page.key for page in pages[1:]] == [f"iterable#{n}" for n in (2, 3, 4, 5)]
    assert [page.charset for page in pages[1:]] == [None, "utf-8", None, "utf-8"]
    assert (pages[3].url, pages[3].site) == ("https://www.a.example/", "a.example")


def test_an_endless_iterable_is_read_as_far_as_asked() -> None:
    endless = iter(lambda: HTML, None)
    assert len(list(read_pages(endless, limit=1000))) == 1000


@pytest.mark.parametrize("item", [3, None, ("a", "b", "c"), (3, "<p>"), Path("a.html")])
def test_what_is_no_page_is_the_callers_mistake(item: object) -> None:
    with pytest.raises(UsageError) as caught:
        list(read_pages(iter([item])))  # type: ignore[list-item]
    assert caught.value.hint


def test_a_text_with_a_tag_is_a_page() -> None:
    (page,) = read_pages("<p>text")
    assert page.data == HTML


def test_selection_by_path_and_url(tmp_path: Path) -> None:
    for name in ("shop/1.html", "shop/2.html", "blog/1.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(HTML)
    page = b'<link rel="canonical" href="https://a.example/special/9">'
    (tmp_path / "blog" / "2.html").write_bytes(page)
    (tmp_path / "blog" / "empty.html").touch()

    def select(**patterns: list[str]) -> list[str]:
        problems: list[Problem] = []
        pages = read_pages(tmp_path, problems=problems.append, **patterns)  # type: ignore[arg-type]
        names = [os.path.relpath(page.path, tmp_path) for page in pages]
        return names + [f"{problem.code}!" for problem in problems]

    assert select(include=["shop/*"]) == ["shop/1.html", "shop/2.html"]
    assert select(include=[f"{tmp_path}/shop/*"]) == ["shop/1.html", "shop/2.html"]
    assert select(include=["*/special/*"]) == ["blog/2.html"]
    assert select(exclude=["*/special/*", "shop/*"]) == ["blog/1.html", "empty!"]
    assert select(include=["*1.html"], exclude=["blog*"]) == ["shop/1.html"]


def feed(content: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Page], list[Problem]]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    problems: list[Problem] = []
    return list(read_pages("-", problems=problems.append)), problems


def test_paths_on_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (b"a.html", b"caf\xe9.html", b"new\nline.html"):
        (tmp_path / os.fsdecode(name)).write_bytes(HTML)
    (tmp_path / "t.jsonl").write_text('{"html": "<p>row"}')
    monkeypatch.chdir(tmp_path)
    pages, problems = feed(
        b"a.html\r\ncaf\xe9.html\n\nt.jsonl\nnowhere.warc\n-\na.html", monkeypatch
    )
    assert [os.fsencode(page.path) for page in pages] == [
        b"a.html",
        b"caf\xe9.html",
        b"t.jsonl#1",
        b"a.html",
    ]
    assert [page.key for page in pages] == [f"{tmp_path / page.path}" for page in pages]
    assert {page.site for page in pages if page.path.endswith("html")} == {str(tmp_path)}
    assert [problem.code for problem in problems] == ["missing", "missing"]
    pages, problems = feed(b"a.html\0new\nline.html\0", monkeypatch)
    assert [page.path for page in pages] == ["a.html", "new\nline.html"]
    assert problems == []


def test_garbage_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    assert feed(b"", monkeypatch) == ([], [])
    _, problems = feed(b"a\n" * 70_000 + b"with\0nul\n", monkeypatch)
    assert {problem.code for problem in problems} == {"missing", "bad-path"}
    _, problems = feed(b"x" * 3_000_000, monkeypatch)
    assert [problem.code for problem in problems] == ["bad-path"]


def test_memory_does_not_grow_with_the_number_of_pages(tmp_path: Path) -> None:
    page = HTML + b" " * 20_000
    for number in range(2000):
        (tmp_path / f"{number}.html").write_bytes(page)
    peaks = []
    for limit in (200, 2000):
        tracemalloc.start()
        assert sum(1 for _ in read_pages(tmp_path, limit=limit, jobs=2)) == limit
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    # All pages together are 40 MB; their names are listed in both cases.
    assert peaks[1] < peaks[0] + 2_000_000
    assert peaks[1] < 10_000_000
