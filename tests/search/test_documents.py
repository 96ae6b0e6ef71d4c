"""Only what pages say of themselves is indexed."""

from pathlib import Path

from support.template_pages import book_page

from unmold.model import Page
from unmold.pages import read_pages
from unmold.records import extract_records
from unmold.search import DocumentMaker, SearchIndex, build_index
from unmold.templates import induce_template


def index_of(folder: Path, pages: list[Page]) -> SearchIndex:
    template = induce_template(pages)
    maker = DocumentMaker(template)
    with build_index(folder) as builder:
        for page, record in zip(pages, extract_records(template, pages), strict=True):
            builder.add(maker.make(page.key, record))
    return SearchIndex(folder)


def test_words_of_the_template_find_nothing(tmp_path: Path) -> None:
    pages = list(read_pages([book_page(number) for number in range(12)]))
    index = index_of(tmp_path / "search", pages)
    for word in ("rights", "reserved", "home", "shop", "published"):
        assert index.search(word).total == 0, word
    assert index.search("amber").total > 0


def test_values_are_found_by_field_and_in_child_tables(tmp_path: Path) -> None:
    pages = list(read_pages([book_page(number) for number in range(12)]))
    index = index_of(tmp_path / "search", pages)
    assert [hit.key for hit in index.search("price:12.50").hits] == [pages[7].key]
    (hit,) = index.search('said:"7-0 of a review"').hits
    assert hit.key == pages[7].key
    assert hit.title == "The heath book 7" or "heath" in hit.title


def test_constants_and_noise_are_left_out(tmp_path: Path) -> None:
    html = (
        "<h1>Item {n}</h1><dl><dt>Maker</dt><dd>Acme</dd><dt>Token</dt>"
        "<dd>{n:016x}9f86d081</dd></dl>"
    )
    pages = list(read_pages([html.format(n=number).encode() for number in range(12)]))
    index = index_of(tmp_path / "search", pages)
    assert index.search("acme").total == 0
    assert index.search("00000000000000039f86d081").total == 0
    assert index.search("item 3").total + index.search("3").total > 0
