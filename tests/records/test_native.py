"""Records of the native core are those of the plain twin, on generated and on real pages."""

import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from reference.extractor import ReferenceExtractor
from support.template_pages import book_page, weather_page

from unmold.model import Page
from unmold.pages import read_pages
from unmold.records import records_to_tables
from unmold.records.arrays import RecordArrays
from unmold.records.extract import Extractor, apply_templates, compile_template, extract_from_pages
from unmold.records.record_tables import arrays_to_tables, make_head
from unmold.records.table_layout import lay_out_tables
from unmold.search import DocumentColumns, write_head
from unmold.settings import Limits
from unmold.templates import Template, induce_template
from unmold.templates.parts import Field, Selector, Table
from unmold.templates.sample import find_leaves

SITES, BIG_SITE, LEARNED = 4, 30, 12
"""Sites of a corpus that are looked at, pages of each, and how many of these are learned from."""

NESTED = """<h1>Street {n}</h1><main>{houses}</main>"""
HOUSE = (
    """<section class=house><h2>House {n}-{house}</h2><p>Price: ${house}.50</p>{rooms}</section>"""
)
ROOM = """<div class=room><b>Room {n}-{house}-{room}</b> <a href="room/{room}">more</a>
<i>{room} May 2021</i></div>"""


def nested_page(n: int) -> bytes:
    houses = [
        HOUSE.format(
            n=n,
            house=house,
            rooms="".join(ROOM.format(n=n, house=house, room=room) for room in range(1, house + 2)),
        )
        for house in range(2 + n % 3)
    ]
    return NESTED.format(n=n, houses="".join(houses)).encode()


def check_same(template: Template, pages: Sequence[Page]) -> None:
    """All parts of all records, in both tiers, and the tables made of them."""
    limits = Limits()
    leaves = find_leaves(pages, limits)
    for tier in (template, template.best):
        for noise in (False, True):
            twin = ReferenceExtractor(tier, include_noise=noise)
            expected = [
                twin.extract(page, found, limits) for page, found in zip(pages, leaves, strict=True)
            ]
            found = list(extract_from_pages(tier, pages, include_noise=noise))
            assert [one.to_json() for one in found] == [one.to_json() for one in expected]
            # The order of keys is that of a line of JSONL.
            assert [list(one.values) for one in found] == [list(one.values) for one in expected]
        check_tables(tier, pages)


def check_tables(template: Template, pages: Sequence[Page]) -> None:
    twin = ReferenceExtractor(template)
    limits = Limits()
    leaves = find_leaves(pages, limits)
    records = [twin.extract(*one, limits) for one in zip(pages, leaves, strict=True)]
    for with_sources in (False, True):
        expected = records_to_tables(template, records, with_sources=with_sources)
        native = compile_template(template)
        (batch,), *_ = apply_templates([native], pages, limits, with_sources=with_sources)
        head = {
            f"_{name}": make_head(f"_{name}", [getattr(record, name) for record in records])
            for name in ("path", "url", "site", "template", "score", "problems")
        }
        layout = lay_out_tables(template, with_sources=with_sources)
        found = arrays_to_tables(layout, RecordArrays(template, batch), head)
        assert found == expected


@pytest.mark.parametrize("make", [book_page, weather_page, nested_page])
def test_generated_pages(make: object) -> None:
    pages = list(read_pages([make(number) for number in range(24)]))  # type: ignore[operator]
    template = induce_template(pages[:16])
    others = list(read_pages([weather_page(3), b"", b"<p>x</p>", nested_page(1)]))
    check_same(template, [*pages, *others])


def test_rows_hold_rows() -> None:
    template = induce_template([nested_page(number) for number in range(12)])
    assert any(table.tables for tier in (template, template.best) for table in tier.tables)


def test_values_are_cut_out_of_longer_texts() -> None:
    """Where the words around a value are missing, its field is empty; others do not fill it."""
    html = "<h1>By Ann{n} on item {n}</h1><p class=by>made in {n}</p><ul>{rows}</ul>"
    row = "<li class=row><b>{n} of {row}</b> <i>row by Bob{row}</i></li>"
    pages = [
        html.format(n=n, rows="".join(row.format(n=n, row=one) for one in range(n % 4))).encode()
        for n in range(3, 19)
    ]
    template = induce_template(pages).best

    def cut(field: Field) -> Field:
        words = ("By", "on") if field.name == "title" else ("by", "")
        return replace(field, after=words[0], before=words[1])

    changed = replace(
        template,
        fields=tuple(map(cut, template.fields)),
        tables=tuple(replace(one, fields=tuple(map(cut, one.fields))) for one in template.tables),
    )
    loose = replace(changed, fields=tuple(replace(one, before="") for one in changed.fields))
    read = list(read_pages([*pages, b"<h1>Nobody</h1><p class=by>made in 3</p>"]))
    for one in (changed, loose):
        check_same(one, read)
    titles = [record.values.get("title") for record in extract_from_pages(changed, read)]
    assert titles == [*(f"Ann{n}" for n in range(3, 19)), None]


def test_a_page_whose_leaves_are_known_gives_the_same_record() -> None:
    pages = list(read_pages([book_page(number) for number in range(12)]))
    template = induce_template(pages)
    extractor, limits = Extractor(template), Limits()
    leaves = find_leaves(pages, limits)
    alone = [extractor.extract(*one, limits) for one in zip(pages, leaves, strict=True)]
    assert alone == extractor.extract_pages(pages, limits, jobs=2)


def test_threads_change_nothing() -> None:
    """What each has found is put together to the very same columns and documents."""
    pages = list(read_pages([*(nested_page(n) for n in range(2, 42)), weather_page(1)]))
    template = induce_template(pages[:20])
    tiers = [compile_template(one) for one in (template, template.best)]
    columns = DocumentColumns(template)
    heads = [write_head(template.name, page) for page in pages]
    one, three = (
        apply_templates(
            tiers, pages, Limits(), jobs=jobs, least=0.5, documents=columns.native, heads=heads
        )
        for jobs in (1, 3)
    )
    assert one == three
    documents = RecordArrays(template, one[0][0]).documents
    assert [data.as_py().startswith(heads[at]) for at, data in enumerate(documents)] == [True] * 40


def test_sources_are_made_only_if_asked_for() -> None:
    pages = list(read_pages([book_page(number) for number in range(12)]))
    template = induce_template(pages)
    (batch,), *_ = apply_templates(
        [compile_template(template)], pages, Limits(), with_sources=False
    )
    assert all(column is None or column[-1] is None for column in batch[5])


def test_a_page_that_fits_badly_has_a_score_and_no_record() -> None:
    pages = list(read_pages([*(book_page(number) for number in range(12)), weather_page(1)]))
    template = induce_template(pages[:12])
    native = compile_template(template)
    batches, *_ = apply_templates([native, native], pages, Limits(), least=0.5)
    first, second = (RecordArrays(template, batch) for batch in batches)
    assert first.kept == [True] * 12 + [False]
    assert first.scores[12] < 0.5
    assert first.count == second.count == len(second.scores) == 12


def test_tables_whose_rows_look_alike_share_them() -> None:
    """A row is the first table's that knows it; its cells are found by the keys of either."""
    pages = list(read_pages([book_page(number) for number in range(12)]))
    template = induce_template(pages)
    (table,) = template.tables
    other = Table("o", "other", table.fields[::-1], found_by=table.found_by)
    empty = Table(
        "e", "empty", (Field("x", "x", "text", (Selector("cell", 1),)),), found_by=table.found_by
    )
    twice = Template("t", "s", 1, template.texts, template.fields, (empty, other, table))
    check_tables(twice, pages)


@pytest.mark.parametrize("corpus", ["swde", "ampshops"])
def test_real_pages(corpus: str, corpora: Path) -> None:
    manifest = corpora / corpus / "manifest.csv"
    with manifest.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    sites: dict[str, list[Path]] = {}
    for row in rows:
        sites.setdefault(row["site"], []).append(corpora / corpus / row["path"])
    for paths in list(sites.values())[: len(sites) : len(sites) // SITES + 1]:
        pages = list(read_pages(paths[:BIG_SITE]))
        check_same(induce_template(pages[:LEARNED]), pages)
