"""Only what pages say of themselves is indexed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.documents import DocumentMaker
from support.template_pages import book_page

from unmold.model import Page
from unmold.pages import read_pages
from unmold.records import extract_records
from unmold.records.arrays import RecordArrays
from unmold.records.extract import apply_templates, compile_template
from unmold.search import (
    DocumentColumns,
    SearchDocument,
    SearchIndex,
    build_index,
    write_head,
)
from unmold.search.documents import pack_document, unpack_document
from unmold.settings import Limits
from unmold.templates import Template, induce_template


def index_of(folder: Path, pages: list[Page]) -> SearchIndex:
    template = induce_template(pages)
    with build_index(folder) as builder:
        for page, (document, fields) in zip(pages, written(template, pages), strict=True):
            builder.add_written(page.key, document, fields)
    return SearchIndex(folder)


def written(template: Template, pages: list[Page]) -> Iterator[tuple[bytes, list[str]]]:
    """The documents of pages as the index takes them, and the columns that they fill first."""
    columns = DocumentColumns(template)
    native = compile_template(template)
    heads = [write_head(template.name, page) for page in pages]
    (batch,), *_ = apply_templates([native], pages, Limits(), documents=columns.native, heads=heads)
    found = RecordArrays(template, batch)
    fields = columns.name_new(len(pages), found.filled)
    yield from zip(found.documents.to_pylist(), fields, strict=True)


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


def test_documents_are_those_of_the_plain_twin() -> None:
    pages = list(read_pages([book_page(number, price=number % 3 > 0) for number in range(12)]))
    strange = '<h1>"Zwölf\\ 漢字 e\u0301</h1>'.encode()
    dated = b"<h1>2020-05-01T10:00:00Z</h1>"
    separated = "<h1>a \ua7ff b</h1>".encode()
    pages += read_pages(
        [
            book_page(3).replace(b"<h1>", strange + b"<h1>"),
            book_page(4).replace(b"<h1>", dated + b"<h1>"),
            book_page(5).replace(b"<h1>", separated + b"<h1>"),
            b"<p>nothing</p>",
        ]
    )
    template = induce_template(pages[:12])
    maker = DocumentMaker(template)
    records = extract_records(template, pages, tier=2)
    named: set[str] = set()
    for page, record, (document, fields) in zip(
        pages, records, written(template, pages), strict=True
    ):
        expected = maker.make(page.key, record)
        assert document == pack_document(expected)
        assert set(fields) == {*expected.values, *expected.addresses} - named
        named.update(fields)


any_text = st.text(st.characters(), max_size=9) | st.just("long " * 100)
texts = st.dictionaries(any_text, st.lists(any_text, max_size=3), max_size=3)


@given(st.tuples(*[any_text] * 6), texts, texts)
def test_documents_are_read_as_they_were_written(
    about: tuple[str, ...], values: dict[str, list[str]], addresses: dict[str, list[str]]
) -> None:
    key, path, url, site, template, title = about
    document = SearchDocument(key, path, url, site, template, title, values, addresses)
    assert unpack_document(pack_document(document)) == document


def test_half_a_document_is_none() -> None:
    document = SearchDocument("key", "path", "url", "site", "template", "title", {"a": ["b" * 300]})
    packed = pack_document(document)
    title = packed.index(b"title") + len(b"title")
    for end in set(range(len(packed))) - {title}:
        with pytest.raises(ValueError, match="ends too early"):
            unpack_document(packed[:end])
