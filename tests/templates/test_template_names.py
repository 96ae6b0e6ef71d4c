"""Templates are called what their pages are."""

import re

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unmold import induce_template
from unmold.settings import Induction
from unmold.store.layout import TABLES
from unmold.templates.address_words import address_words
from unmold.templates.template_names import (
    NO_NAME,
    RESERVED,
    NameEvidence,
    make_sql_name,
    name_template,
)


def evidence(
    types: str = "",
    open_graph: str = "",
    classes: str = "",
    addresses: tuple[str, ...] = (),
    language: str = "en",
) -> NameEvidence:
    return NameEvidence(
        frozenset(types.split()), open_graph, tuple(classes.split()), addresses, language
    )


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (evidence("WebPage Product Organization", "article"), "products"),
        (evidence("NewsArticle Recipe Person"), "recipes"),
        (evidence("BlogPosting WebPage Person"), "posts"),
        (evidence(open_graph="product", classes="template-product"), "products"),
        (evidence(open_graph="article", classes="single single-post"), "posts"),
        (evidence(open_graph="article", classes="page page-template-default"), NO_NAME),
        (evidence(classes="archive category paged"), "categories"),
        (evidence(classes="single-author archive"), "archives"),
        (evidence(classes="home blog"), "front_pages"),
        (evidence(classes="page-node-type-place"), "places"),
        (evidence(classes="class-declaration-page"), "classes"),
        (evidence(classes="error404"), "error_pages"),
        (evidence(addresses=("/a/products/x", "/b/products/y")), "products"),
        (evidence(addresses=("/blog/x", "/blog/y")), "posts"),
        (evidence(addresses=("/blogs/life/x", "/blogs/life/y")), "posts"),
        (evidence(addresses=("/2011/05/06/x", "/2012/01/02/y")), "posts"),
        (evidence(addresses=("/wiki/A", "/wiki/B")), "wiki_pages"),
        (evidence(addresses=("/noticias/x", "/noticias/y"), language="pt-BR"), "noticias"),
        (evidence(addresses=("/нoвости/x", "/нoвости/y"), language="ru"), "нoвости"),
        (evidence("Person BreadcrumbList", addresses=("/players/1", "/players/2")), "players"),
        (evidence("Person BreadcrumbList"), "people"),
        (evidence("Person WebPage"), NO_NAME),
        (evidence(open_graph="article"), "articles"),
        (evidence(addresses=("/links/a", "/links/b")), "link_pages"),
        (evidence(), NO_NAME),
    ],
)
def test_names(said: NameEvidence, expected: str) -> None:
    assert name_template(said) == expected


@pytest.mark.parametrize(
    ("addresses", "expected"),
    [
        (["http://s/online/store/TitleDetail?sku=1", "http://s/online/store/TitleDetail"], "title"),
        (["/en/places/a", "/places/b", "/en/places/c"], "places"),
        (["/class.Node.html", "/class.Bar.html"], "class"),
        (["/tag/x/page/2/", "/tag/y/"], "tag"),
        (["/c-1/overview/", "/d-2/overview/"], "overview"),
        (["/p/1", "/p/2"], ""),
        (["http://[", "http://["], ""),
    ],
)
def test_addresses_say_what_pages_are(addresses: list[str], expected: str) -> None:
    assert "_".join(address_words(addresses)) == expected
    assert address_words(addresses[::-1]) == address_words(addresses)


@given(st.text())
def test_sql_takes_every_name_without_quotes(words: str) -> None:
    name = make_sql_name(words)
    assert re.fullmatch(r"[^\W\d]\w*", name)
    assert name not in TABLES
    assert len(name) <= 60
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE {name} (a INTEGER)")
        assert connection.execute(f"SELECT * FROM {name}").fetchall() == []


def test_no_keyword_of_the_database_is_a_name() -> None:
    with duckdb.connect() as connection:
        rows = connection.execute(
            "SELECT keyword_name FROM duckdb_keywords()"
            " WHERE keyword_category IN ('reserved', 'type_function')"
        ).fetchall()
    # Words that nobody calls pages by hold an underscore.
    missing = {word for (word,) in rows if "_" not in word} - RESERVED
    assert not missing
    assert set(TABLES) <= RESERVED


def build(kind: str, number: int) -> bytes:
    data = f'{{"@type": "{kind}", "name": "Thing {number}"}}'
    text = f'<html lang="ru"><script type="application/ld+json">{data}</script>'
    return f"{text}<h1>Thing {number}</h1><p>Цена: <b>{7 * number}</b></p>".encode()


def test_a_template_has_the_name_of_its_pages() -> None:
    pages = [build("Product", number) for number in range(6)]
    assert induce_template(pages).name == "products"
    assert induce_template(pages[::-1]).name == "products"
    assert induce_template(pages).best.name == "products"


def test_names_are_spelled_in_ascii_on_request() -> None:
    pages = [build("Product", number) for number in range(11, 17)]
    assert "цена" in {*induce_template(pages).column_names()}
    spelled = induce_template(pages, Induction(ascii_names=True))
    assert "tsena" in {*spelled.column_names()}
    assert "tsena" in {*spelled.best.column_names()}


def test_what_a_page_only_lists_does_not_name_it() -> None:
    rows = "".join(f'<li itemscope itemtype="https://schema.org/Product">{n}' for n in range(5))
    pages = [f"<h1>List {n}</h1><ul>{rows}</ul><p>{n} of 9</p>".encode() for n in range(6)]
    assert induce_template(pages).name == NO_NAME
    one = b'<div itemscope itemtype="https://schema.org/Product"><h1>%d</h1><p>%d</p></div>'
    assert induce_template([one % (n, 3 * n) for n in range(6)]).name == "products"
