"""Pages go to the template they were made from, and pages of templates never seen to none."""

import csv
import json
from collections import defaultdict
from dataclasses import replace

import pytest
from support.template_pages import book_page, weather_page

from unmold.demo import build_site
from unmold.errors import UsageError
from unmold.model import Page
from unmold.pages import read_pages
from unmold.records import TemplateClassifier, classify_pages
from unmold.records.site_signatures import SiteSignatures
from unmold.templates import Template, induce_template
from unmold.templates.template_file import from_json, to_json

Pages = dict[str, list[Page]]

MIN_PAGES = 6


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """The pages of an invented shop by template, without templates of few pages."""
    site = build_site(tmp_path_factory.mktemp("shop"), seed=11, pages=160)
    with site.manifest.open(encoding="utf-8", newline="") as file:
        gold = {row["path"]: row["template"] for row in csv.DictReader(file)}
    pages: Pages = defaultdict(list)
    for page in read_pages(site.manifest):
        pages[gold[page.path]].append(page)
    return {name: found for name, found in pages.items() if len(found) >= MIN_PAGES}


@pytest.fixture(scope="module")
def templates(shop: Pages) -> dict[str, Template]:
    """Templates learned from every other page."""
    return {name: replace(induce_template(pages[::2]), id=name) for name, pages in shop.items()}


def unseen(shop: Pages) -> list[tuple[str, Page]]:
    return [(name, page) for name, pages in shop.items() for page in pages[1::2]]


def test_known_pages_go_to_their_template(shop: Pages, templates: dict[str, Template]) -> None:
    asked = unseen(shop)
    answers = classify_pages(list(templates.values()), (page for _, page in asked))
    right = sum(answer.template == name for (name, _), answer in zip(asked, answers, strict=True))
    assert right >= 0.99 * len(asked) > 0


def test_pages_of_a_template_never_seen_go_to_none(
    shop: Pages, templates: dict[str, Template]
) -> None:
    answers = [
        answer.template
        for name, pages in shop.items()
        for answer in classify_pages(
            [template for other, template in templates.items() if other != name], iter(pages)
        )
    ]
    assert len(answers) > 100
    assert answers.count("none") >= 0.95 * len(answers)


def test_a_template_read_from_its_file_gives_the_same_records(
    shop: Pages, templates: dict[str, Template]
) -> None:
    read = [from_json(json.loads(json.dumps(to_json(one))), Template) for one in templates.values()]
    pages = [page for _, page in unseen(shop)]
    assert list(classify_pages(read, pages)) == list(
        classify_pages(list(templates.values()), pages)
    )


def test_pages_of_another_site_are_known_by_their_fingerprint() -> None:
    books = induce_template([("https://books.example/", book_page(n)) for n in range(8)])
    other = [("https://mirror.example/", book_page(31)), ("https://a.example/", b"<p>x</p>")]
    assert [page.template for page in classify_pages([books], iter(other))] == [books.name, "none"]


def test_a_template_of_one_page_knows_its_like() -> None:
    template = induce_template([book_page(1)])
    answers = classify_pages([template], [book_page(2), weather_page(2)])
    assert [page.template for page in answers] == [template.name, "none"]


def test_odd_pages_get_an_answer() -> None:
    template = induce_template([book_page(n) for n in range(8)])
    pages = [b"<", b"<p>", b"<b>" * 5000, b"\x00<a>\xff", b"<!-- -->", b"<table><td>"]
    answers = list(classify_pages([template], pages))
    assert len(answers) == len(list(read_pages(pages)))
    assert {page.template for page in answers} == {"none"}


def test_without_templates_every_page_goes_to_none() -> None:
    assert [tuple(page)[3:] for page in classify_pages([], [book_page(1)])] == [("none", 0.0)]


def test_the_same_template_twice_is_refused() -> None:
    template = induce_template([book_page(1)])
    with pytest.raises(UsageError, match="same id"):
        TemplateClassifier([template, template])


def test_a_template_without_looks_is_refused_with_a_hint() -> None:
    data = to_json(induce_template([book_page(1)]))
    data["looks"] = None
    with pytest.raises(UsageError, match="has no signature") as caught:
        TemplateClassifier([from_json(data, Template)])
    assert caught.value.hint


def test_a_stray_page_in_the_sample_does_not_open_the_door() -> None:
    mixed = induce_template([*(book_page(number) for number in range(13)), weather_page(1)])
    assert mixed.signature is not None
    assert SiteSignatures([mixed.signature]).own[0] > 0.5
    answers = classify_pages([mixed], [book_page(31), weather_page(2)])
    assert [page.template for page in answers] == [mixed.name, "none"]


def test_pages_of_a_rarer_variant_are_still_known() -> None:
    empty = "<html><body><h1>Uses of {n}</h1><p>There are none</p></body></html>"
    full = (
        "<html><body><h1>Uses of {n}</h1><table class=uses><thead><tr><th>Kind<th>Use</thead>"
        "<tbody><tr><td>field<td><code>u{n}</code></tbody></table><ul class=more><li><a href=a>x"
        "{n}</a></ul><dl class=notes><dt>Since</dt><dd>{n}</dd></dl></body></html>"
    )
    pages = [(full if n % 4 == 0 else empty).format(n=n).encode() for n in range(40)]
    template = induce_template(pages)
    answers = classify_pages([template], [text.format(n=77).encode() for text in (full, empty)])
    assert [page.template for page in answers] == [template.name, template.name]
