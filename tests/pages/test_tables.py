"""JSONL and Parquet tables."""

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from unmold import Limits, Page, Problem, read_pages
from unmold.errors import UsageError


def read(file: Path, **limits: int) -> tuple[list[Page], list[Problem]]:
    problems: list[Problem] = []
    pages = list(read_pages(file, limits=Limits(**limits), problems=problems.append))
    return pages, problems


def codes(problems: list[Problem]) -> list[tuple[str, str]]:
    return [(problem.code, problem.where.rsplit("#", 1)[1]) for problem in problems]


@pytest.mark.parametrize("suffix", ["jsonl", "ndjson", "jsonl.gz"])
def test_lines_become_pages(suffix: str, tmp_path: Path) -> None:
    rows = [
        {"url": "https://www.a.example/1", "html": "<meta charset=latin1><p>é", "more": [1]},
        {"url": None, "html": "<p>x", "site": "own"},
        {"html": "<link rel=canonical href=https://b.example/><p>\ud800"},
    ]
    content = "\n\n".join(map(json.dumps, rows)).encode()
    file = tmp_path / f"table.{suffix}"
    file.write_bytes(gzip.compress(content) if suffix.endswith("gz") else content)
    pages, problems = read(file)
    assert problems == []
    assert [page.key for page in pages] == [f"{file}#{n}" for n in (1, 3, 5)]
    assert [page.site for page in pages] == ["a.example", "own", str(file)]
    assert [page.url for page in pages] == [
        "https://www.a.example/1",
        f"{file}#3",
        "https://b.example/",
    ]
    # It was text: what the page says about its encoding no longer matters.
    assert pages[0].charset == "utf-8"
    assert pages[0].data.decode() == "<meta charset=latin1><p>é"


def test_broken_lines_are_problems_and_reading_goes_on(tmp_path: Path) -> None:
    lines = [
        b'{"url": "https://a.example/", "html": "<p>1',
        b"garbage \xff\xfe",
        b"[1, 2]",
        b'{"url": "https://a.example/"}',
        b'{"url": 3, "html": "<p>"}',
        b'{"url": "https://a.example/", "html": 3}',
        b'{"html": ""}',
        b"[" * 100_000,
        b'{"url": "https://a.example/", "html": "<p>ok"}',
        b'{"html": "<p>' + b"a" * 4_000_000 + b'"}',
        b'{"html": "<p>last"}',
    ]
    file = tmp_path / "table.jsonl"
    file.write_bytes(b"\n".join(lines))
    pages, problems = read(file, max_bytes=1_000_000)
    assert [page.data for page in pages] == [b"<p>ok", b"<p>last"]
    expected = ["bad-row"] * 6 + ["empty", "bad-row", "too-large"]
    assert codes(problems) == list(
        zip(expected, ["1", "2", "3", "4", "5", "6", "7", "8", "10"], strict=True)
    )


def test_damaged_gzip_gives_what_is_before(tmp_path: Path) -> None:
    rows = [json.dumps({"html": f"<p>{n} {hash(str(n))}"}) for n in range(20_000)]
    whole = gzip.compress("\n".join(rows).encode())
    file = tmp_path / "table.jsonl.gz"
    file.write_bytes(whole[: len(whole) // 2])
    pages, problems = read(file)
    assert 5_000 < len(pages) < 15_000
    assert [problem.code for problem in problems] == ["truncated"]
    file.write_bytes(b"garbage")
    assert [problem.code for problem in read(file)[1]] == ["corrupt"]


def test_a_bomb_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / "table.jsonl.gz"
    file.write_bytes(gzip.compress(b"a" * 100_000_000))
    pages, problems = read(file, max_bytes=1_000_000)
    assert pages == []
    assert [problem.code for problem in problems] == ["bomb"]


def test_an_empty_table_is_a_problem(tmp_path: Path) -> None:
    file = tmp_path / "table.jsonl"
    file.touch()
    assert [problem.code for problem in read(file)[1]] == ["empty"]


def write_parquet(file: Path, **columns: list[object]) -> Path:
    pq.write_table(pa.table(columns), file, row_group_size=50)
    return file


def test_rows_become_pages(tmp_path: Path) -> None:
    file = write_parquet(
        tmp_path / "table.parquet",
        number=list(range(200)),
        html=[f"<p>{n}" for n in range(200)],
        url=[f"https://www.a.example/{n}" for n in range(200)],
    )
    pages, problems = read(file)
    assert problems == []
    assert [page.data for page in pages] == [f"<p>{n}".encode() for n in range(200)]
    assert (pages[7].key, pages[7].site) == (f"{file}#8", "a.example")
    assert pages[7].charset == "utf-8"


def test_bytes_keep_their_own_encoding(tmp_path: Path) -> None:
    file = write_parquet(tmp_path / "t.parquet", html=[b"<p>\xe9"], url=["https://a.example/"])
    pages, _ = read(file)
    assert (pages[0].data, pages[0].charset) == (b"<p>\xe9", None)


def test_text_that_is_no_text_is_still_read(tmp_path: Path) -> None:
    html = pa.array([b"<p>\xff"]).view(pa.string())
    file = tmp_path / "t.parquet"
    pq.write_table(pa.table({"url": ["https://a.example/"], "html": html}), file)
    pages, problems = read(file)
    assert problems == []
    assert pages[0].data == "<p>\N{REPLACEMENT CHARACTER}".encode()


def test_rows_without_a_page_are_problems(tmp_path: Path) -> None:
    file = write_parquet(
        tmp_path / "t.parquet", html=[None, "", "<p>x", "words"], url=[None, "a", None, None]
    )
    pages, problems = read(file)
    assert [page.key for page in pages] == [f"{file}#3"]
    assert codes(problems) == [("bad-row", "1"), ("empty", "2"), ("not-html", "4")]


@pytest.mark.parametrize("columns", [{"url": ["a"]}, {"html": ["<p>"]}, {"text": ["<p>"]}])
def test_missing_columns_are_the_callers_mistake(
    columns: dict[str, list[object]], tmp_path: Path
) -> None:
    file = write_parquet(tmp_path / "t.parquet", **columns)
    with pytest.raises(UsageError, match="no column") as caught:
        read(file)
    assert "`url` and `html`" in (caught.value.hint or "")


def test_a_damaged_table_is_a_problem(tmp_path: Path) -> None:
    file = write_parquet(
        tmp_path / "t.parquet",
        html=[f"<p>{n}" * 100 for n in range(500)],
        url=[f"https://a.example/{n}" for n in range(500)],
    )
    whole = file.read_bytes()
    for content in (b"", b"garbage" * 100, whole[:-100]):
        file.write_bytes(content)
        pages, problems = read(file)
        assert pages == []
        assert [problem.code for problem in problems] == ["corrupt"]
    middle = len(whole) // 3
    file.write_bytes(whole[:middle] + b"\xff" * 500 + whole[middle + 500 :])
    pages, problems = read(file)
    assert len(pages) < 500
    assert [problem.code for problem in problems] == ["corrupt"]
