"""The first tier has nothing that is not found on the pages it was learned from."""

from __future__ import annotations

import re
from dataclasses import replace

from support.slot_pages import WORDS, page, sample_of
from support.template_pages import book_page

from unmold.templates import Template, induce_template
from unmold.templates.found_again import keep_found
from unmold.templates.model import Selector


def _learn() -> tuple[Template, list[str]]:
    pages = [
        page(
            f"<h1>Shop {WORDS[n]}</h1><p class=owner>{WORDS[-n]} &amp; sons</p><ul class=goods>"
            + "".join(f"<li><h3>{WORDS[k]} {n}</h3><p>{k + n} pieces" for k in range(2 + n % 3))
            + "</ul>"
        )
        for n in range(12)
    ]
    template = induce_template([own.encode() for own in pages], jobs=1).first
    assert template is not None
    return template, pages


def test_what_is_found_stays() -> None:
    template, pages = _learn()
    assert keep_found(template, sample_of(pages)) == template
    books = [book_page(number) for number in range(12)]
    first = induce_template(books, jobs=1).first
    assert first is not None
    assert keep_found(first, sample_of([own.decode() for own in books])) == first


def test_columns_and_tables_that_nothing_fills_are_left_out() -> None:
    template, pages = _learn()
    (table,) = template.tables
    nowhere = (Selector("place", 1),)
    lost = [replace(field, selectors=nowhere) for field in template.fields]
    without = keep_found(replace(template, fields=tuple(lost)), sample_of(pages))
    assert (without.fields, without.tables) == ((), template.tables)
    rows = replace(table, found_by=replace(table.found_by, keys=(1,)))
    without = keep_found(replace(template, tables=(rows,)), sample_of(pages))
    assert (without.fields, without.tables) == (template.fields, ())


def test_columns_that_were_meant_to_vary_and_do_not_are_left_out() -> None:
    template, pages = _learn()
    owner = next(field for field in template.fields if "sons" in field.examples[0])
    constant = [re.sub("(?<=owner>).*?(?=</p>)", "One &amp; sons", own) for own in pages]
    found = keep_found(template, sample_of(constant))
    assert owner.name not in [field.name for field in found.fields]
    known = tuple(replace(field, examples=field.examples[:1]) for field in template.fields)
    found = keep_found(replace(template, fields=known), sample_of(constant))
    assert owner.name in [field.name for field in found.fields]


def test_columns_of_which_hardly_any_value_is_found_are_left_out() -> None:
    template, pages = _learn()
    owner = next(field for field in template.fields if "sons" in field.examples[0])
    for kept, is_kept in ((2, False), (6, True)):
        some = [re.sub("<p class=owner>.*?</p>", "", own) for own in pages[kept:]]
        found = keep_found(template, sample_of([*pages[:kept], *some]))
        assert (owner.name in [field.name for field in found.fields]) == is_kept


def test_lists_that_were_meant_to_vary_and_do_not_are_left_out() -> None:
    pages = [
        page(
            f"<h1>Shop {WORDS[n]}</h1><p class=tags>"
            + ", ".join(
                f"<a href=/t/{WORDS[n - k]}>{WORDS[n - k]}</a>" for k in range(1, 3 + n % 3)
            )
            + f"</p><p class=owner>{WORDS[-n]} &amp; sons</p>"
        )
        for n in range(12)
    ]
    template = induce_template([own.encode() for own in pages], jobs=1).first
    assert template is not None
    (tags,) = (field for field in template.fields if field.is_list)
    assert keep_found(template, sample_of(pages)) == template
    constant = [
        re.sub("<p class=tags>.*?</p>", "<p class=tags><a>a</a>, <a>b</a></p>", own)
        for own in pages
    ]
    assert tags.name not in [
        field.name for field in keep_found(template, sample_of(constant)).fields
    ]


def test_a_column_of_numbers_that_are_none_is_one_of_texts() -> None:
    pages = [own.replace(" pieces", "") for own in _learn()[1]]
    template = induce_template([own.encode() for own in pages], jobs=1).first
    assert template is not None
    (table,) = template.tables
    types = [field.type for field in table.fields]
    assert types == ["text", "number"]
    words = [re.sub(r"<p>\d+", f"<p>{WORDS[n]}", own) for n, own in enumerate(pages)]
    (found,) = keep_found(template, sample_of(words)).tables
    assert [field.type for field in found.fields] == ["text", "text"]
    # Where more of them are numbers than not, it stays a column of numbers.
    (found,) = keep_found(template, sample_of([*pages, *words[:4]])).tables
    assert [field.type for field in found.fields] == types


def test_selectors_that_find_only_what_cannot_be_read_are_left_out() -> None:
    pages = [
        page(
            f"<h1>Shop {WORDS[n]}</h1><p class=owner>{WORDS[-n]} &amp; sons</p>"
            + (f"<p class=size>Size: <b>{n + 20}</b></p>" if n % 4 else "")
        )
        for n in range(12)
    ]
    template = induce_template([own.encode() for own in pages], jobs=1).first
    assert template is not None
    size = next(field for field in template.fields if field.type == "number")
    owner = next(field for field in template.fields if "sons" in field.examples[0])
    sure = replace(size, selectors=size.selectors[:1])
    both = replace(size, selectors=(*sure.selectors, *owner.selectors))
    (found,) = keep_found(replace(template, fields=(both,)), sample_of(pages)).fields
    assert found == sure
    # What finds numbers stays.
    mixed = [re.sub("(?<=owner>).*?(?=</p>)", "7", own) for own in pages[:6]] + pages[6:]
    (found,) = keep_found(replace(template, fields=(both,)), sample_of(mixed)).fields
    assert found == both
