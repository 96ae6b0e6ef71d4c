"""WARC archives, good, odd, damaged and hostile."""

import gzip
import zlib
from pathlib import Path

import brotli
import pytest
from support.warc_files import archive, http_response, page_record, record

from unmold import Limits, Page, Problem, read_pages

BODY = b"<title>caf\xc3\xa9</title><p>text"
GZIPPED = gzip.compress(BODY, mtime=0)
ZIPPED = zlib.compress(BODY)
LARGE = BODY + b"a" * 20_000_000


def read(content: bytes, tmp_path: Path, **limits: int) -> tuple[list[Page], list[Problem]]:
    file = tmp_path / "crawl.warc.gz"
    file.write_bytes(content)
    problems: list[Problem] = []
    pages = list(read_pages(file, limits=Limits(**limits), problems=problems.append))
    return pages, problems


def numbers(found: list[Page]) -> list[str]:
    return [page.url.rsplit("/", 1)[1] for page in found]


def positions(found: list[Problem]) -> list[tuple[str, str]]:
    return [(problem.code, problem.where.rsplit("#", 1)[1]) for problem in found]


@pytest.mark.parametrize("compressed", [True, False])
def test_responses_are_pages(compressed: bool, tmp_path: Path) -> None:
    first = page_record(1)
    content = archive(
        first,
        record(b"GET / HTTP/1.1\r\n\r\n", kind="request"),
        page_record(2, BODY, headers="X-One: 1\r\nX-One: 2\r\n", status="404 Not Found"),
        compressed=compressed,
    )
    pages, problems = read(content, tmp_path)
    assert problems == []
    file = str(tmp_path / "crawl.warc.gz")
    page = pages[1]
    assert (page.key, page.path, page.file) == (f"{file}#3", f"{file}#3", file)
    assert (page.url, page.site) == ("http://www.example.com/2", "example.com")
    assert page.data == BODY
    assert page.charset == "utf-8"
    assert page.http is not None
    assert page.http.status == 404
    assert page.http.headers[1:] == (("X-One", "1"), ("X-One", "2"))
    assert pages[0].offset == 0
    assert page.offset == content.rindex(gzip.compress(b"")[:2] if compressed else b"WARC/1.0")


def test_an_archive_in_one_piece_of_gzip_is_read(tmp_path: Path) -> None:
    content = gzip.compress(archive(page_record(1), page_record(2), compressed=False))
    pages, problems = read(content, tmp_path)
    assert numbers(pages) == ["1", "2"]
    assert len({page.key for page in pages}) == 2
    assert problems == []


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (GZIPPED, "Content-Encoding: gzip\r\n"),
        (ZIPPED, "Content-Encoding: deflate\r\n"),
        (ZIPPED[2:-4], "Content-Encoding: deflate\r\n"),
        (brotli.compress(BODY), "content-encoding: BR\r\n"),
        (gzip.compress(ZIPPED, mtime=0), "Content-Encoding: deflate, gzip\r\n"),
        (
            b"5\r\n" + BODY[:5] + b"\r\n%x;a=b\r\n" % (len(BODY) - 5) + BODY[5:] + b"\r\n0\r\n\r\n",
            "",
        ),
        (BODY, "Content-Encoding: gzip\r\n"),
        (BODY, "Content-Encoding: br\r\n"),
        (BODY, "Content-Encoding: deflate\r\n"),
        (BODY, "Content-Encoding: identity\r\n"),
    ],
)
def test_encodings_are_taken_off_where_they_are(body: bytes, headers: str, tmp_path: Path) -> None:
    headers += "Transfer-Encoding: chunked\r\n"
    pages, problems = read(archive(page_record(1, body, headers=headers)), tmp_path)
    assert problems == []
    assert pages[0].data == BODY


@pytest.mark.parametrize(
    ("body", "headers", "code"),
    [
        (b"", "", "empty"),
        (b"only words", "", "not-html"),
        (GZIPPED[:-9], "Content-Encoding: gzip\r\n", "truncated"),
        (ZIPPED[:-9], "Content-Encoding: deflate\r\n", "truncated"),
        (b"\x00not deflate", "Content-Encoding: deflate\r\n", "corrupt"),
        (b"\xffnot brotli", "Content-Encoding: br\r\n", "corrupt"),
        (BODY[::-1], "Content-Encoding: rot13\r\n", "corrupt"),
        (BODY[::-1], "Content-Encoding: gzip, gzip, gzip, gzip, gzip\r\n", "corrupt"),
        (b"5\r\n<p>te\r\n5\r\nx", "Transfer-Encoding: chunked\r\n", "truncated"),
        (b"5\r\n<p>te\r\nzz\r\n", "Transfer-Encoding: chunked\r\n", "corrupt"),
        (gzip.compress(LARGE, mtime=0), "Content-Encoding: gzip\r\n", "bomb"),
        (zlib.compress(LARGE), "Content-Encoding: deflate\r\n", "bomb"),
        (brotli.compress(LARGE), "Content-Encoding: br\r\n", "bomb"),
    ],
)
def test_a_bad_body_is_a_problem_and_reading_goes_on(
    body: bytes, headers: str, code: str, tmp_path: Path
) -> None:
    pages, problems = read(archive(page_record(1, body, headers=headers), page_record(2)), tmp_path)
    assert numbers(pages) == ["2"]
    assert positions(problems) == [(code, "1")]


@pytest.mark.parametrize(
    "response",
    [
        {"content_type": "image/png"},
        {"content_type": "text/css"},
        {"status": "301 Moved"},
        {"status": "304 Not Modified"},
        {"status": "204 No Content"},
    ],
)
def test_what_is_no_page_is_passed_over(response: dict[str, str], tmp_path: Path) -> None:
    pages, problems = read(archive(page_record(1, **response), page_record(2)), tmp_path)
    assert numbers(pages) == ["2"]
    assert problems == []


def test_without_a_content_type_the_content_decides(tmp_path: Path) -> None:
    content = archive(
        record(http_response(BODY, content_type=None), url="http://a.example/1"),
        record(http_response(b"words", content_type=None), url="http://a.example/2"),
    )
    pages, problems = read(content, tmp_path)
    assert numbers(pages) == ["1"]
    assert problems == []


def test_a_bomb_in_an_archive_is_stopped(tmp_path: Path) -> None:
    bomb = page_record(1, BODY + b"a" * 100_000_000)
    pages, problems = read(archive(bomb, page_record(2)), tmp_path)
    assert numbers(pages) == ["2"]
    assert positions(problems) == [("bomb", "1")]


def test_a_bomb_without_end_stops_the_archive(tmp_path: Path) -> None:
    bomb = record(http_response(b"a" * 100_000_000, content_type="image/png"))
    content = archive(page_record(1), bomb, page_record(3))
    pages, problems = read(content, tmp_path, max_decompressed=50_000_000)
    assert numbers(pages) == ["1"]
    assert positions(problems) == [("bomb", "2")]
    assert numbers(read(content, tmp_path)[0]) == ["1", "3"]


def test_a_record_over_the_cap_is_set_aside(tmp_path: Path) -> None:
    content = archive(page_record(1, BODY * 100), page_record(2), compressed=False)
    pages, problems = read(content, tmp_path, max_bytes=1000)
    assert numbers(pages) == ["2"]
    assert positions(problems) == [("too-large", "1")]


@pytest.mark.parametrize("compressed", [True, False])
def test_wherever_an_archive_is_cut_what_is_before_is_read(
    compressed: bool, tmp_path: Path
) -> None:
    whole = archive(page_record(1), page_record(2), compressed=compressed)
    first = len(archive(page_record(1), compressed=compressed))
    for end in range(first + 1, len(whole) - 4):
        pages, problems = read(whole[:end], tmp_path)
        assert numbers(pages)[:1] == ["1"]
        assert len(problems) == 1, end
        assert problems[0].code in ("truncated", "corrupt")


@pytest.mark.parametrize("compressed", [True, False])
def test_a_whole_archive_is_not_called_cut(compressed: bool, tmp_path: Path) -> None:
    for last in (page_record(2), record(b"x" * 200_000, kind="metadata")):
        content = archive(page_record(1), last, compressed=compressed)
        assert read(content, tmp_path)[1] == []


def test_garbage_is_one_problem(tmp_path: Path) -> None:
    for content in (b"garbage" * 100, b"\x1f\x8b" + b"garbage" * 100, b"\x00" * 5000):
        pages, problems = read(content, tmp_path)
        assert pages == []
        assert [problem.code for problem in problems] == ["corrupt"]


def test_garbage_between_records_ends_the_archive_with_a_problem(tmp_path: Path) -> None:
    content = archive(page_record(1), b"garbage\r\n\r\n" * 9, page_record(2), compressed=False)
    pages, problems = read(content, tmp_path)
    assert numbers(pages) == ["1"]
    assert positions(problems) == [("corrupt", "2")]


def test_an_empty_archive_is_one_problem(tmp_path: Path) -> None:
    pages, problems = read(b"", tmp_path)
    assert pages == []
    assert [problem.code for problem in problems] == ["empty"]


@pytest.mark.parametrize(
    "block", [b"", b"garbage", b"HTTP/1.1\r\n\r\n<p>", b"HTTP/1.1 200 OK\r\nX: " + b"a" * 99999]
)
def test_a_response_without_http_is_a_problem(block: bytes, tmp_path: Path) -> None:
    pages, problems = read(archive(record(block), page_record(2)), tmp_path)
    assert numbers(pages) == ["2"]
    assert positions(problems) == [("corrupt", "1")]


def test_urls_select(tmp_path: Path) -> None:
    file = tmp_path / "a.warc"
    file.write_bytes(archive(*(page_record(n) for n in range(20)), compressed=False))
    assert numbers(list(read_pages(file, include=["*/1?"], exclude=["*/15"], limit=6))) == [
        "10",
        "11",
        "12",
        "13",
        "14",
        "16",
    ]
