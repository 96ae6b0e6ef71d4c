"""Pages that say "not found" although the server does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unmold.demo import build_site
from unmold.pages import read_pages
from unmold.pages.soft_404 import _HINTS, _WORDS, _may_say, says_missing


@pytest.mark.parametrize(
    "text",
    [
        "404",
        "Error 404",
        "404 Not Found",
        "Page not found | Shop",
        "Shop - Not found",
        "Oops! That page is gone",
        "Sorry, this product is no longer available",
        "We could not find that page",
        "We could not find that",
        "Sorry, nothing here",
        "Seite nicht gefunden",
        "Page introuvable",
        "Página no encontrada",
        "Страница не найдена",
        "ページが見つかりません",
        "The page you want does not exist: no such page",
    ],
)
def test_says_so(text: str) -> None:
    assert says_missing(f"<title>{text}</title>".encode())
    assert says_missing(f"<title>Shop</title><h1 class=x><span>{text}</span></h1>".encode())


@pytest.mark.parametrize(
    "text",
    [
        "Peugeot 404 D",
        "Lost and found",
        "How to handle errors in web servers",
        "Room 404b",
        "Found: a page of history",
        "Order no. 14045",
        "Not your usual shop",
        "Sorry for your loss: cards",
        "You cannot find a better lamp",
    ],
)
def test_says_something_else(text: str) -> None:
    assert not says_missing(f"<title>{text}</title><h1>{text}</h1>".encode())


def test_no_title_and_no_end() -> None:
    assert not says_missing(b"<p>404")
    assert not says_missing(b"<title>404")
    assert not says_missing(b"<h1" + b" a" * 100_000)


def test_pages_of_every_source_carry_the_flag(tmp_path) -> None:  # type: ignore[no-untyped-def]
    site = build_site(tmp_path, seed=8, pages=120)
    pages = list(read_pages(str(site.manifest)))
    flagged = [page.path for page in pages if page.is_soft_404]
    assert flagged
    assert all("missing" in _gold(site.manifest)[path] for path in flagged)


def _gold(manifest) -> dict[str, str]:  # type: ignore[no-untyped-def]
    import csv

    with manifest.open(encoding="utf-8") as stream:
        return {row["path"]: row["template"] for row in csv.DictReader(stream)}


@given(st.sampled_from(_WORDS).flatmap(lambda words: st.from_regex(words, fullmatch=True)))
def test_every_text_that_says_so_has_a_hint(text: str) -> None:
    words = " ".join(text.split()).lower()
    assert any(hint in words for hint in _HINTS)
    assert _may_say(words)
