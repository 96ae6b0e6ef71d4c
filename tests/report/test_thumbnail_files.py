"""What a page may have while it is shown: files of its own folder, and only what pages look by."""

from pathlib import Path

import pytest

from unmold.model import Page
from unmold.pages.page_files import MAX_FILE, find_file, find_root
from unmold.report.outlines import Box, Place, draw_outlines, list_places
from unmold.report.thumbnails import find_height, find_top

HOST = "https://shop.example"


def page_at(file: Path, url: str) -> Page:
    return Page(str(file), str(file), url, "shop.example", b"", file=str(file))


@pytest.mark.parametrize(
    ("file", "url", "root"),
    [
        ("shop/site/a/b.html", f"{HOST}/a/b.html", "shop/site"),
        ("shop/site/a/index.html", f"{HOST}/a/", "shop/site"),
        ("shop/site/index.html", f"{HOST}/", "shop/site"),
        ("shop/site/a%20b.html", f"{HOST}/a%2520b.html", "shop/site"),
        ("shop/site/17.html", "shop/site/17.html", "shop/site"),
        ("shop/site/17.html", f"{HOST}/elsewhere.html", None),
    ],
)
def test_the_root_of_a_site(file: str, url: str, root: str | None, tmp_path: Path) -> None:
    found = find_root(page_at(tmp_path / file, url))
    assert found == (None if root is None else tmp_path / root)


def test_a_page_of_an_archive_has_no_folder(tmp_path: Path) -> None:
    page = Page("k", "p", f"{HOST}/", "s", b"", file=str(tmp_path / "a.warc"), offset=7)
    assert find_root(page) is None


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    (root / "look").mkdir(parents=True)
    for name in ("look/a.css", "look/b.png", "look/c.woff2", "notes.txt", "page.html", "x.js"):
        (root / name).write_text("x", encoding="utf-8")
    (tmp_path / "secret.css").write_text("x", encoding="utf-8")
    (root / "out.css").symlink_to(tmp_path / "secret.css")
    with (root / "huge.png").open("wb") as file:
        file.truncate(MAX_FILE + 1)
    return root


@pytest.mark.parametrize("path", ["look/a.css", "look/b.png", "look/c.woff2", "/look//a.css?v=2"])
def test_looks_are_given(path: str, root: Path) -> None:
    found = find_file(f"{HOST}/{path}", f"{HOST}/page.html", root)
    assert found is not None
    assert found[1].is_relative_to(root)


@pytest.mark.parametrize(
    "url",
    [
        f"{HOST}/../secret.css",
        f"{HOST}/%2e%2e/secret.css",
        f"{HOST}/look/..%2f..%2fsecret.css",
        f"{HOST}/out.css",
        f"{HOST}/notes.txt",
        f"{HOST}/page.html",
        f"{HOST}/x.js",
        f"{HOST}/huge.png",
        f"{HOST}/look",
        f"{HOST}/gone.css",
        f"{HOST}/a%00.css",
        f"{HOST}/{'x' * 5000}.css",
        f"{HOST}/",
        "https://other.example/look/a.css",
    ],
)
def test_nothing_else_is_given(url: str, root: Path) -> None:
    assert find_file(url, f"{HOST}/page.html", root) is None
    assert find_file(f"{HOST}/look/a.css", f"{HOST}/page.html", None) is None


def test_places_of_the_page_come_before_those_of_rows() -> None:
    found = list_places({"rows": [{"a": "/x[1]"}, {"a": "/x[2]"}], "image": "/img[1]/@src"})
    assert found == [
        Place("image", "/img[1]", False),
        Place("rows.a", "/x[1]", True),
        Place("rows.a", "/x[2]", True),
    ]


@pytest.mark.parametrize(
    "found",
    [None, "x", [], [1, 2, 3], [1, 2, "3", 4], [float("nan")] * 4, [0, 0, 1, 1], [0, 2000, 9, 9]],
)
def test_what_a_browser_says_is_not_believed(found: object) -> None:
    assert Box.of(found) is None


def test_a_box_is_cut_to_the_window() -> None:
    assert Box.of([-50, 1400, 5000, 5000]) == Box(0, 1400, 1200, 100)


def test_the_window_begins_above_the_first_value_and_ends_with_the_page() -> None:
    assert find_top([[0, 100, 9, 9], [0, 900, 9, 9]]) == 0
    assert find_top([[0, 2000, 9, 9], None]) == 1880
    assert find_top("nonsense") == 0
    assert find_height(700.4, []) == 700
    assert find_height(9000, []) == 1500
    assert find_height(None, [[0, 600, 10, 80]]) == 700


def test_columns_without_a_place_are_named() -> None:
    places = [Place("a", "/a", False), Place("b", "/b", False)]
    picture, unseen = draw_outlines(places, [Box(10, 300, 50, 20), None], 600)
    assert unseen == ["b"]
    assert picture.count('fill="none"') == 1
    assert ">a</text>" in picture
