"""Queries are made for every kind of value, and are short where pages name things."""

import pytest
from support.nested_pages import catalogue_page, directory_page

from unmold import induce_template
from unmold.export.synthesis import synthesise
from unmold.export.wrap import verify, view_pages
from unmold.pages import read_pages
from unmold.settings import Limits

LANGUAGES = ("xpath", "css")


def wrap(pages, language="xpath"):
    """The wrapper of the pages of one template, and the pages as it sees them."""
    template = induce_template(pages)
    views = list(view_pages(template, list(read_pages(pages)), Limits()))
    wrapper = synthesise(template, views, language)
    verify(wrapper, views)
    return wrapper, views


def queries_of(wrapper, name):
    return [query.text for query in dict(wrapper.columns())[name].queries]


def shop_page(number):
    words = ["oak", "ash", "elm", "fir", "yew", "box", "fig", "bay"]
    word = words[number % 8]
    note = f"<b>Note:</b> kept {number} days" if number % 2 else ""
    return f"""<html><head><meta property="og:title" content="{word} {number}">
    <script type="application/ld+json">{{"@context": "x", "@graph": [{{"@type": "Product",
    "sku": "S-{number}", "offers": {{"@type": "Offer", "price": {number}.50}}}}]}}</script></head>
    <body><div id="main"><h1>{word} chair {number}</h1><p class="code x">Code: {number + 70}</p>
    <table><tr><th>Weight</th><td>{number} kg</td></tr><tr><th>Wood</th><td>{word}</td></tr></table>
    <p>{note}</p></div></body></html>""".encode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_is_right_on_every_page(language):
    wrapper, _ = wrap([shop_page(number) for number in range(12)], language)
    shares = {name: column.share.value for name, column in wrapper.columns()}
    assert shares
    assert min(shares.values()) == 1.0, shares


def test_queries_name_things_before_they_count_them():
    wrapper, _ = wrap([shop_page(number) for number in range(12)])
    assert queries_of(wrapper, "title") == ["//h1/text()"]
    assert queries_of(wrapper, "weight") == [
        "//th[normalize-space()='Weight']/following-sibling::td[1]/text()"
    ]


def test_structured_data_is_read_by_its_path():
    wrapper, _ = wrap([shop_page(number) for number in range(12)])
    columns = dict(wrapper.columns())
    found = [column for column in columns.values() if column.field.source == "json-ld"]
    assert found
    assert all(query.language == "json-ld" for column in found for query in column.queries)
    assert {query.text for column in found for query in column.queries} <= {
        "Product.sku",
        "Product.offers.price",
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("build", [catalogue_page, directory_page])
def test_rows_inside_rows_and_rows_of_siblings(build, language):
    wrapper, _ = wrap([build(number) for number in range(12)], language)
    columns = {name: column for name, column in wrapper.columns() if "." in name}
    assert columns
    wrong = {name: one.share for name, one in columns.items() if one.share.value < 0.98}
    assert not wrong


def film_page(number):
    """Names behind labels, in the same markup, as many as there are; tables without bodies."""
    names = ["Ann", "Bob", "Cid", "Dan", "Eva", "Fay", "Gus"]
    cast = "".join(f"<a>{names[(number + one) % 7]} A</a>" for one in range(1 + number % 3))
    crew = "".join(f"<a>{names[(number * 2 + one) % 7]} B</a>" for one in range(1 + number % 4))
    rows = "".join(f"<tr><td>Day {one}<td>{one * number + 3}" for one in range(1 + number % 3))
    return f"""<html><body><h1>Film {number}</h1><p>About<div><b>Cast:</b>{cast}<b>Crew:&nbsp;</b>
    {crew}<b>Runtime</b><i>{number + 60} min</i></div><table class=days>{rows}</table>
    </body></html>""".encode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_behind_labels_are_distinguished(language):
    wrapper, _ = wrap([film_page(number) for number in range(24)], language)
    shares = {name: column.share.value for name, column in wrapper.columns()}
    assert {name for name in shares if name.startswith(("cast", "crew"))}
    assert min(shares.values()) == 1.0, shares


def wide_page(number):
    """A table whose last rows have a cell that is two columns wide."""
    rows = "".join(
        f"<tr><td>{1990 + number + one}</td><td>Club {one * number % 9}</td>"
        f"<td>{one * 7 + number}</td><td>{one + number * 3}</td></tr>"
        for one in range(2 + number % 3)
    )
    total = f"<tr><td colspan=2>Career {number}</td><td>{number * 9}</td><td>{number * 5}</td></tr>"
    return (
        f"<html><body><h1>Player {number}</h1><table>{rows}{total}</table></body></html>".encode()
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_are_counted_by_their_width(language):
    wrapper, _ = wrap([wide_page(number) for number in range(20)], language)
    shares = {name: column.share.value for name, column in wrapper.columns() if "." in name}
    assert len(shares) >= 3
    assert min(shares.values()) >= 0.98, shares


def test_a_field_that_no_query_finds_is_flagged():
    wrapper, views = wrap([shop_page(number) for number in range(12)])
    column = dict(wrapper.columns())["title"]
    column.queries.clear()
    column.share.right = column.share.pages = 0
    verify(wrapper, views)
    assert column.is_flagged
    assert column.share.value == 0.0
