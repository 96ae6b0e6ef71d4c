"""Keys do not depend on how a path is written, and a folder can be told where it came from."""

import gzip
import io
import json
import sys
from pathlib import Path

import pytest
from support.warc_files import archive, http_response, record

from unmold import Page, Problem, read_pages
from unmold.errors import UsageError
from unmold.pages.links import read_links

HTML = b"<!doctype html><title>x</title><p>text"
OTHER = b'<!doctype html><link rel="canonical" href="https://liar.example/x"><p>text'


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `site` with sources of every kind beside it; the current folder is its parent."""
    home = tmp_path / "home"
    for name in ("a.html", "deep/b.html", "deep/c"):
        (home / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (home / "site" / name).write_bytes(HTML)
    (home / "elsewhere").mkdir()
    (home / "link").symlink_to("site", target_is_directory=True)
    (home / "pages.csv").write_text("path\nsite/a.html\n", encoding="utf-8")
    row = {"url": "https://a.example/", "html": "<p>x"}
    (home / "pages.jsonl").write_text(json.dumps(row), encoding="utf-8")
    response = record(http_response(HTML), url="https://a.example/")
    (home / "pages.warc.gz").write_bytes(archive(response))
    monkeypatch.chdir(home)
    return home / "site"


def keys(source: object) -> list[str]:
    return [page.key for page in read_pages(source)]  # type: ignore[arg-type]


def test_a_folder_has_the_same_keys_however_it_is_written(site: Path) -> None:
    expected = [str(site / name) for name in ("a.html", "deep/b.html", "deep/c")]
    spellings = ["site", "site/", "./site", "elsewhere/../site", "link", "link/", str(site)]
    for spelling in spellings:
        assert keys(spelling) == expected, spelling
        assert {page.site for page in read_pages(spelling)} == {str(site)}
        assert next(read_pages(spelling)).path == f"{spelling.rstrip('/')}/a.html"
    assert keys(spellings) == expected, "a folder given twice is read once"


def test_files_have_the_keys_that_they_have_in_their_folder(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert keys("site/a.html") == keys("link/../site/a.html") == [str(site / "a.html")]
    assert keys(["link/deep/b.html", "site/a.html"]) == [
        str(site / "deep/b.html"),
        str(site / "a.html"),
    ]
    listed = io.BytesIO(b"site/a.html\nlink/deep/b.html\n")
    monkeypatch.setattr(sys, "stdin", type("Input", (), {"buffer": listed}))
    assert keys("-") == [str(site / "a.html"), str(site / "deep/b.html")]


def test_a_folder_behind_a_link_has_the_same_keys(site: Path) -> None:
    (site / "other").symlink_to(site.parent / "elsewhere", target_is_directory=True)
    (site.parent / "elsewhere" / "z.html").write_bytes(HTML)
    assert keys("site")[-1] == keys("elsewhere")[0]


def test_two_names_of_one_file_are_two_pages(site: Path) -> None:
    (site / "again.html").symlink_to("a.html")
    assert keys("site")[:2] == [str(site / "a.html"), str(site / "again.html")]


@pytest.mark.parametrize("name", ["pages.csv", "pages.jsonl", "pages.warc.gz"])
def test_archives_tables_and_manifests_have_the_same_keys(name: str, site: Path) -> None:
    home = site.parent
    (home / "elsewhere" / f"linked-{name}").symlink_to(home / name)
    (expected,) = keys(str(home / name))
    assert expected.startswith(f"{home / name}#")
    for spelling in (name, f"./{name}", f"elsewhere/../{name}"):
        assert keys(spelling) == [expected]
    (page,) = read_pages(f"elsewhere/../{name}")
    if name != "pages.csv":
        assert keys(f"elsewhere/linked-{name}") == [expected]
        assert page.path == f"elsewhere/../{name}#{expected.rpartition('#')[2]}"
    else:
        assert page.path == "site/a.html"


def test_problems_stand_under_the_same_keys(site: Path) -> None:
    (site / "empty.html").write_bytes(b"")
    found: list[Problem] = []
    for spelling in ("site", "link"):
        list(read_pages(spelling, problems=found.append))
    assert [problem.where for problem in found] == [str(site / "empty.html")] * 2


def test_a_crawl_can_begin_at_a_path_as_typed(site: Path) -> None:
    table = read_links(read_pages("link"), start="link/deep/b.html")
    assert table.pages[table.inbound[0].page][0] == "link/deep/b.html"


def urls(pages: list[Page]) -> list[str]:
    return [page.url for page in pages]


def test_a_base_url_says_where_a_folder_came_from(site: Path) -> None:
    (site / "a.html").write_bytes(OTHER)
    (site / "odd name?.html").write_bytes(HTML)
    (site / "index.html").write_bytes(HTML)
    pages = list(read_pages("link", base_url="https://www.shop.example/en"))
    assert urls(pages) == [
        "https://www.shop.example/en/a.html",
        "https://www.shop.example/en/index.html",
        "https://www.shop.example/en/odd%20name%3F.html",
        "https://www.shop.example/en/deep/b.html",
        "https://www.shop.example/en/deep/c",
    ]
    assert {page.site for page in pages} == {"shop.example"}
    assert pages[0].declared_url == "https://liar.example/x"
    assert pages[0].path == "link/a.html"
    (one,) = read_pages("site", base_url="http://x.example/", include=["http://x.example/deep/b*"])
    assert one.path == "site/deep/b.html"


def test_a_base_url_of_files_is_that_of_their_common_folder(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = "http://x.example/y/"
    files = ["site/a.html", "site/deep/b.html"]
    assert urls(list(read_pages(files, base_url=base))) == [f"{base}a.html", f"{base}deep/b.html"]
    assert urls(list(read_pages("site/deep/b.html", base_url=base))) == [f"{base}b.html"]
    listed = io.BytesIO("\n".join(files).encode())
    monkeypatch.setattr(sys, "stdin", type("Input", (), {"buffer": listed}))
    assert urls(list(read_pages("-", base_url=base))) == [f"{base}a.html", f"{base}deep/b.html"]


@pytest.mark.parametrize(
    "base", ["", "shop", "ftp://x.example/", "http://", "http://x/?a", "http://x/#a", "http://[x/"]
)
def test_what_is_no_base_url_is_refused(base: str, site: Path) -> None:
    with pytest.raises(UsageError, match="URL of a folder") as refused:
        read_pages("site", base_url=base)
    assert refused.value.hint


@pytest.mark.parametrize(
    "source",
    [
        ["site", "elsewhere"],
        ["site", "elsewhere/x.html"],
        ["site", b"<p>x"],
        ["site/a.html", "-"],
        "pages.csv",
        "pages.jsonl",
        "pages.warc.gz",
        b"<p>x",
        iter([b"<p>x"]),
    ],
)
def test_a_base_url_that_would_not_say_enough_is_refused(source: object, site: Path) -> None:
    (site.parent / "elsewhere" / "x.html").write_bytes(gzip.compress(HTML))
    with pytest.raises(UsageError, match="one folder"):
        read_pages(source, base_url="http://x.example/")  # type: ignore[arg-type]
