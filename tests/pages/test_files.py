"""Single files: every reason for which one cannot be used, and lists of files."""

import gzip
from pathlib import Path

import pytest

from unmold import Limits, Problem, read_pages
from unmold.errors import UsageError

HTML = b"<p>text"
GZIPPED = gzip.compress(HTML, mtime=0)


def read_one(content: bytes, tmp_path: Path, name: str = "a.html", **limits: int) -> str:
    """The code of the problem that a file gives, or `page`."""
    file = tmp_path / name
    file.write_bytes(content)
    problems: list[Problem] = []
    pages = list(read_pages(file, limits=Limits(**limits), problems=problems.append))
    assert len(pages) + len(problems) == 1
    assert all(problem.where == str(file) for problem in problems)
    return "page" if pages else problems[0].code


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (HTML, "page"),
        (b"", "empty"),
        (b" \n\t", "empty"),
        (b"just words", "not-html"),
        (b"\x00\x01\x02" * 100, "not-html"),
        (b"%PDF-1.7 <p>", "not-html"),
        (b"\x89PNG\r\n\x1a\n<p>", "not-html"),
        (b"\x00<p>\x00text\x00", "page"),
        ("<p>wide".encode("utf-16"), "page"),
        ("<p>wide".encode("utf-16-le"), "page"),
        ("<p>wide".encode("utf-16-be"), "page"),
        (b"\xff\xfe\xfd<p>\xc3(", "page"),
        (gzip.compress(b"", mtime=0), "empty"),
        (GZIPPED[:-10], "truncated"),
        (GZIPPED[:-8] + bytes(8), "corrupt"),
        (gzip.compress(GZIPPED, mtime=0), "not-html"),
        (GZIPPED + GZIPPED, "page"),
    ],
)
def test_content(content: bytes, code: str, tmp_path: Path) -> None:
    assert read_one(content, tmp_path) == code


def test_caps(tmp_path: Path) -> None:
    page = HTML * 1000
    assert read_one(page, tmp_path, max_bytes=len(page)) == "page"
    assert read_one(page, tmp_path, max_bytes=len(page) - 1) == "too-large"
    assert read_one(gzip.compress(page), tmp_path, max_bytes=len(page)) == "page"
    assert read_one(gzip.compress(page), tmp_path, max_bytes=len(page) - 1) == "too-large"


def test_a_bomb_is_called_one(tmp_path: Path) -> None:
    bomb = gzip.compress(HTML + b"a" * 50_000_000)
    assert read_one(bomb, tmp_path) == "bomb"
    assert read_one(bomb, tmp_path, max_ratio=2000) == "page"


def test_a_bomb_of_many_members_ends(tmp_path: Path) -> None:
    assert read_one(gzip.compress(HTML) + gzip.compress(b"") * 100_000, tmp_path) == "page"


def test_a_sparse_file_over_the_cap_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "sparse.html"
    with file.open("wb") as stream:
        stream.truncate(100 << 20)
    problems: list[Problem] = []
    assert list(read_pages(file, problems=problems.append)) == []
    assert [problem.code for problem in problems] == ["too-large"]


def test_a_list_of_files_is_one_site(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_bytes(HTML)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "c.php").write_bytes(HTML)
    paths = [tmp_path / "b.html", tmp_path / "a.html", tmp_path / "deep" / "c.php"]
    pages = list(read_pages([*paths, paths[0]]))
    assert [page.path for page in pages] == [str(path) for path in paths]
    assert {page.site for page in pages} == {str(tmp_path)}


def test_sources_of_all_kinds_can_be_mixed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.html").write_bytes(HTML)
    (tmp_path / "b.html").write_bytes(HTML)
    (tmp_path / "c.jsonl").write_text('{"url": "https://c.example/", "html": "<p>c"}\n')
    sources = [tmp_path / "b.html", tmp_path / "folder", "<p>text", tmp_path / "c.jsonl"]
    keys = [page.key for page in read_pages(sources)]
    assert keys == [
        str(tmp_path / "b.html"),
        str(tmp_path / "folder" / "a.html"),
        "iterable#3",
        f"{tmp_path / 'c.jsonl'}#1",
    ]


@pytest.mark.parametrize("source", ["nowhere.html", "nowhere.warc.gz", "https://example.com/", ""])
def test_a_source_that_is_not_there_is_the_callers_mistake(source: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_pages(source)
    assert caught.value.hint


def test_mistakes_show_before_the_first_page_is_read() -> None:
    with pytest.raises(UsageError):
        read_pages(["<p>", "nowhere.html"])
    with pytest.raises(UsageError):
        read_pages(3)  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        read_pages("<p>", limit=-1)
    with pytest.raises(UsageError):
        read_pages("<p>", jobs=0)
    with pytest.raises(UsageError):
        Limits(max_bytes=0)


def test_problems_are_logged_where_nobody_takes_them(caplog: pytest.LogCaptureFixture) -> None:
    assert list(read_pages([b""])) == []
    assert "empty" in caplog.text
